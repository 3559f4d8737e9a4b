"""The settings an organiser can change, one record each, by family; `registry` lists them."""
