"""Events cut off before their end, and what was predicted of them."""
