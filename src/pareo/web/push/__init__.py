"""Web Push: a phone that asked for it gets a message when its table is known. Off until the owner switches it on."""
