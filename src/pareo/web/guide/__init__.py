"""The organiser's guide: short pages in every language, as markdown in this folder, with pictures of the program.

`tools/guide_pages.py` writes them to docs/guide, `tools/guide_pictures.py` takes the pictures from the running program.
Bold words are those of the program's own buttons: a test holds them against the catalogues.
"""
