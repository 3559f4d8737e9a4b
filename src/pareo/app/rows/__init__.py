"""Values that pages, command line and API share."""
