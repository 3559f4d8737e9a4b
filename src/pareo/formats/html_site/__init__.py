"""An event as a small web site."""
