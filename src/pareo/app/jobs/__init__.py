"""Work beside the server: a queue and a worker process."""
