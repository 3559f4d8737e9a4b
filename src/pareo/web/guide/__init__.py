"""The organiser's guide: short pages in every language, as markdown in this folder, with pictures of the program.

`tools/guide_pages.py` writes them to docs/guide, `tools/guide_pictures.py` takes the pictures from the running program.
The pages name buttons by their English text in braces; `labels.py` says them in the reader's language.
"""
