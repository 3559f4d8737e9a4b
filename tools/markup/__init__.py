"""The markup of the templates: laid out by rule, and checked by `make lint`.

Contract: a page shows the same before and after. Whitespace is added only where it cannot be seen: beside a block-level
tag, where there already is some, or cut off again by a `-` marker. The result is read again and compared with the
source; a file that would change its meaning is refused. Lines have at most 120 columns, an element with element
children has a line per child, and formatting twice changes nothing.
"""
