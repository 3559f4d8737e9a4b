"""The journal's facts, one class per stored action, and their stored form."""
