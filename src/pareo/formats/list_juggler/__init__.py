"""X-Wing events as Cryodex and List Juggler exchange them."""
