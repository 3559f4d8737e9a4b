"""Jobs outside the server's process: a queue and a worker process."""
