"""Documents on paper: what the app shows, set as PDF by typst.

`papers` knows every document and makes it (`render`); one module per family gathers its data from the app's views;
`typesetting` runs the compiler in a short-lived process of its own. Templates get data as JSON, never as markup: a
name is printed letter by letter, whatever it looks like. Nothing here knows a web page or a file format.
"""
