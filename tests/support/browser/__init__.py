"""A real browser in front of `pareo serve`."""
