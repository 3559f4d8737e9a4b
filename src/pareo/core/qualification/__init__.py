"""What is still open: who is in for sure, who is out, and what the others need."""
