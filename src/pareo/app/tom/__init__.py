"""Working with TOM: what people do while TOM runs the event."""
