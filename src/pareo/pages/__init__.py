"""Pages of an event as HTML: templates, what they show, and the files they are written to. No server is needed."""
