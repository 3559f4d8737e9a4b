"""Sentences that stand on pages of the console only: the page “Now”, the tabs, the help for typing results."""
