"""What tests share: servers, databases, events that are played, files of other programs, and second ways to compute."""
