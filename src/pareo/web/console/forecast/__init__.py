"""Pages that look ahead: what players need, the event by other rules, the plan of a day, receipts."""
