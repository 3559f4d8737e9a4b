"""Pages, by who looks at them."""
