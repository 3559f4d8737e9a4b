"""The store on PostgreSQL: several servers write to it, and what was acknowledged survives the loss of one of them."""
