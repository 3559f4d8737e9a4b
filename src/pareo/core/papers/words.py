"""The words printed on paper, in one place, and how numbers are written there."""

from __future__ import annotations

WORDS: dict[str, str] = {
    "black": "black",
    "both_lose": "both lose",
    "by_hand": "________",
    "bye": "bye",
    "card_first": "Start",
    "card_initials": "Initials",
    "card_opponent": "Opp.",
    "card_points": "Points",
    "card_sb": "S-B",
    "card_scrabble": "Scrabble pts",
    "card_total": "Total",
    "chooses": "Chooses who has initiative: {name} (lower squad total)",
    "chooses_drawn": "Chooses who has initiative: {name} (equal totals, drawn by lot)",
    "chooses_line": "Chooses who has initiative (lower squad total): {line}",
    "club": "Club",
    "date": "Date",
    "destroyed": "Points destroyed",
    "draw": "draw",
    "ended": "Ended by",
    "ended_ways": "[ ] destruction  [ ] time  [ ] concession of {line}",
    "had_initiative": "Had initiative",
    "identification": "Same faction, numbers: {name_a}: {a}   {name_b}: {b}",
    "identification_open": "Same faction: one side uses white, the other black identification numbers",
    "lost": "Lost",
    "margin": "Margin",
    "name": "Name",
    "number": "No.",
    "opponent": "Opponent",
    "points": "Points",
    "rest": "rest",
    "result": "Result",
    "round": "Round",
    "score": "Score",
    "seating": "Seating",
    "score_sheet": "Score sheet",
    "signature": "Signature",
    "squad": "squad {points}",
    "starts": "starts",
    "white-pieces": "White",
    "black-pieces": "Black",
    "table": "Table",
    "third_place": "Third place",
    "total": "Total",
    "tournament_no": "Tournament no.",
    "white": "white",
    "wins": "{name} wins",
}


def points_text(points: int, unit: int) -> str:
    """Points in the players' units: 9 half points are 4½, or 4.5 where there is no such sign."""
    whole, part = divmod(points, unit)
    if part == 0:
        return str(whole)
    if 2 * part == unit:
        return f"{whole or ''}½"
    return f"{points / unit:g}"


def fitted(text: str, width: int) -> str:
    """The text, or as much of it as fits, with a sign that something is missing."""
    return text if len(text) <= width else text[: max(width - 1, 0)] + "…"
