"""Benchmarks: ours beside a peer in the same run. `make bench` prints one table and keeps it in bench/README.md."""
