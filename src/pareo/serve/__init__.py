"""The commands that start the server or steer the one that runs: they know both the command line and the web."""
