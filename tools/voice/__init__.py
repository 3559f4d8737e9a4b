"""The voice of Pareo, checked: words that no text people read may use, and the exceptions with their reasons.

`python -m voice` reads the catalogues, the documents, the guide and the help of the command line, and prints every text
with a banned pattern. `banned.toml` has the patterns, `exceptions.toml` the texts that may keep one.
"""
