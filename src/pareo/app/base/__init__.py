"""What every command and query needs: context, cache, batch, log, times."""
