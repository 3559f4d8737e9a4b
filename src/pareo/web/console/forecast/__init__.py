"""Pages that look ahead: what players need, other rules beside these, the plan of a day, receipts."""
