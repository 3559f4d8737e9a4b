"""Web Push: a phone that asked for it is told when its table is known. Off until the owner switches it on."""
