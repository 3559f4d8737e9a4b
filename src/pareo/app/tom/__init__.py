"""Beside TOM: what people do while TOM runs the event."""
