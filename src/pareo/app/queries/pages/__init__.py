"""What is shown of one event."""
