"""Questions about rounds."""
