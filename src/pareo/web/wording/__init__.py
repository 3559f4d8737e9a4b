"""Words and sentences of the pages: the language of a visitor, names, and what is said of rounds and pods."""
