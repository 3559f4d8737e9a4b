"""Lists that entrants hand in: decks, video-game teams, squads, plain texts, photos. Pure: text in, values out.

`model` is what the journal knows of a list, `rules` what a ruleset asks of it, `reading` how content becomes a list.
"""
