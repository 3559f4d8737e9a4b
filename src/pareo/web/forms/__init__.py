"""What forms and addresses of console and player pages send, read in one place."""
