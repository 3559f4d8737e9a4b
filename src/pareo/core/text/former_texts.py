"""Texts of rulesets and series as earlier versions wrote them, and today's words for the same.

An event keeps the ruleset that it was made with, word for word. What it says is looked up in the catalogues by its
English, so a note that has been reworded since would be shown in English to everyone: it is read in today's words
instead. Only whole texts are replaced, the stored ruleset stays as it is.
"""

from __future__ import annotations

from typing import Any

_REWORDED: dict[str, str] = {
    'Choice: a bye asked for gives half a point; another value can be given for each round (absent = "3:0").': (
        'Choice: a requested bye gives half a point; another value can be given for each round (absent = "3:0").'
    ),
    (
        "Choice: who comes late gets the number of his place in the list at any round, and the others move "
        "(C.04.2, 2.4)."
    ): (
        "Choice: a late player gets the number of their place in the list at any round, and the others move "
        "(C.04.2, 2.4)."
    ),
    (
        "Choice: who leaves loses the games left by forfeit. Who has played less than half of the games then "
        "stays in the cross table only: his results do not count in the standings (C.05)."
    ): (
        "Choice: a player who withdraws forfeits the remaining games. With less than half of the games played, "
        "their results stay in the cross table but don't count in the standings (C.05)."
    ),
    (
        "Choice: the tie-breaks are the first three that the rulebook expects in individual events (its tie-break"
        " chapter, 34)."
    ): (
        "Choice: the tie-breaks are the first 3 that the rulebook expects in individual events (its tie-break "
        "chapter, 34)."
    ),
    (
        "Choice: a small division joins its neighbour as in the 2019 editions; the 2009 text does not say who "
        "joins whom."
    ): (
        "Choice: a small division joins its neighbour as in the 2019 editions; the 2009 text does not say which "
        "division joins which."
    ),
    ("Choice: of two numbers of Swiss rounds the table offers we propose the larger, of several cuts the largest."): (
        "Choice: if the table offers 2 numbers of Swiss rounds we propose the larger, if it offers several cuts "
        "the largest."
    ),
    "Best of three, and best of five from the final of the losers' bracket on.": (
        "Best of 3, and best of 5 from the final of the losers' bracket on."
    ),
    "Choice: a division without players is ignored when pods are formed.": (
        "Choice: a division without players is ignored when groups are formed."
    ),
    (
        'Choice: the rounds of a shared pod come from its largest division; set divisions.rounds_from = "pod" for'
        " the whole pod."
    ): (
        'Choice: the rounds of a shared group come from its largest division; set divisions.rounds_from = "pod" '
        "for the whole group."
    ),
    "Choice: two players who are tied and drew their match are ordered by lot.": (
        "Choice: two tied players whose match was a tie are ordered by lot."
    ),
    "Choice: one bracket per division when a shared pod is cut.": (
        "Choice: one bracket per division when a shared group is cut."
    ),
    "The handbook was not read whole: what is not confirmed is a setting, and says so.": (
        "Not all of the handbook was read: anything not confirmed is a setting and says so."
    ),
    (
        "A League Cup has a cut of 8 from 21 players on and of 4 from 9; programs for this season have 4 up to "
        "32, or 2."
    ): (
        "A League Cup has a top 8 from 21 players on and a top 4 from 9; programs for this season have a top 4 up"
        " to 32, or a top 2."
    ),
    "The rounds of a shared pod come from its largest division, counted when round 1 is paired.": (
        "The rounds of a shared group come from its largest division, counted when round 1 is paired."
    ),
    "In a shared pod each division has its own cut; the cuts run in the same rounds, Masters' matches first.": (
        "In a shared group each division has its own elimination; they run in the same rounds, Masters' matches first."
    ),
    "Everybody with the points of the table's row goes on to phase 2; there is no “or the top 32” any more.": (
        "Everyone with the points of the row in the table advances to phase 2; “or the top 32” no longer applies."
    ),
    ("Points, opponents and byes carry over to phase 2: nobody meets an opponent again, or has a second random bye."): (
        "Points, opponents and byes carry over to phase 2: no one meets an opponent again or has a second random bye."
    ),
    (
        "Percentages over two phases: an opponent of phase 2 counts with both phases, any other with phase 1; who"
        " dropped inside a phase counts opponents as they stood then."
    ): (
        "Percentages over two phases: an opponent of phase 2 counts with both phases, any other with phase 1; for"
        " players who dropped inside a phase, opponents count as they stood then."
    ),
    "Into an asymmetrical cut go all who have the match points of the player on its base place.": (
        "All who have the match points of the player on the base place advance to an asymmetrical elimination."
    ),
    "An asymmetrical cut has at most 32 players: the best by standing. Who dropped before does not count.": (
        "An asymmetrical elimination has at most 32 players, the best of the standings. Players who dropped "
        "before do not count."
    ),
    "Both players of an elimination match disqualified: nobody goes on, and the next opponent has a bye.": (
        "Both players of an elimination match disqualified: no one advances, and the next opponent has a bye."
    ),
    "Who came late ranks by the same tie-breaks as everybody else.": (
        "Late players rank by the same tie-breaks as everyone else."
    ),
    "At least 30 minutes for one game, 50 for best of three; 75 in the cut is practice.": (
        "At least 30 minutes for 1 game, 50 for best of 3; 75 in the elimination is practice."
    ),
    "When the time is over, three more turns without a limit.": (
        "When time is called, 3 more turns without a time limit."
    ),
    "An agreed draw is a tie like any other.": "An intentional tie is a tie like any other.",
    "Lists are open to the opponent of the running match in the cut only.": (
        "Lists are open to the opponent of the current match in the elimination only."
    ),
    "An asymmetrical cut has at most 16 players: the best by standing. Who dropped before does not count.": (
        "An asymmetrical elimination has at most 16 players, the best of the standings. Players who dropped "
        "before do not count."
    ),
    "When the time is over, one more turn inside ten minutes.": "When time is called, 1 more turn within 10 minutes.",
    (
        "the table of the season before: that of 1 Sept 2026 still carries its title and cuts, its rounds were not seen"
    ): (
        "the table of the season before: that of 1 Sept 2026 still carries its title and its top 8, its rounds "
        "were not seen"
    ),
    "When the time is over, three more turns inside fifteen minutes.": (
        "When time is called, 3 more turns within 15 minutes."
    ),
    (
        "For events read from TOM. A tie is half a win in the percentages, a dropped player's percentages freeze,"
        " and they are rounded to four digits."
    ): (
        "For events read from TOM. A tie is half a win in the percentages, a dropped player's percentages freeze,"
        " and they are rounded to 4 digits."
    ),
    "An earned bye counts as one more opponent with 100 % in the opponents' win percentage of who had it.": (
        "An earned bye counts as one more opponent with 100 % in that player's opponents' win percentage."
    ),
    "Who came late ranks below who was on time.": "Late players rank below on-time players.",
    "A tie is taken, with a warning: the console's own timer decides games.": (
        "A tie is accepted, with a warning: the console's own timer decides games."
    ),
    "No turns are played on: the console's own timer ends a game.": (
        "No extra turns are played: the console's own timer ends a game."
    ),
    "Team lists are open to the opponent of the running match in every round.": (
        "Team lists are open to the opponent of the current match in every round."
    ),
    (
        "Choice: a player who rests, or whose opponent does not come, gets 1 point but no Scrabble points and "
        "nothing for Sonneborn-Berger."
    ): (
        "Choice: a player with a bye, or whose opponent is a no-show, gets 1 point but no Scrabble points and "
        "nothing for Sonneborn-Berger."
    ),
    "Choice: a round a player asked not to play gives 0 points (points.requested-bye).": (
        "Choice: a requested bye gives 0 points (points.requested-bye)."
    ),
    "Choice: equal in games and spread share the place.": "Choice: players level on games and spread share the place.",
    "Choice: equal totals share the place. A rest or a no-show gives no Scrabble points.": (
        "Choice: equal totals share the place. A bye or a no-show gives no Scrabble points."
    ),
    "Choice: the average is over the games that have Scrabble points: a rest or a no-show is no game.": (
        "Choice: the average is over the games that have Scrabble points: a bye or a no-show is not a game."
    ),
    "Choice: nobody meets the same opponent twice in one tournament, as far as that is possible.": (
        "Choice: no one meets the same opponent twice in one tournament, where possible."
    ),
    "Choice: who starts is drawn with the pairing.": "Choice: the first move is drawn with the pairing.",
    "Argentina, the three best games of the month": "Argentina, the 3 best games of the month",
    (
        "Choice: the performance is the average rating of the opponents and FIDE's difference for the share of "
        "points, over all games of the year against rated opponents; ten of them are needed."
    ): (
        "Choice: the performance is the average rating of the opponents and FIDE's difference for the share of "
        "points, over all games of the year against rated opponents; at least 10 are needed."
    ),
    "Club Grand Prix, one point per player left behind": "Club Grand Prix, 1 point per player ranked below",
    (
        'Choice: the document\'s word can mean every two months or twice a month: period = "half-month" is the '
        "other one."
    ): (
        'Choice: the document\'s word can mean every 2 months or twice a month: period = "half-month" is the other one.'
    ),
    (
        "Choice: whoever of A did not play in the period has no games won; only who played can move up; level at "
        "the border is drawn by lot."
    ): (
        "Choice: players of A who did not play in the period have no games won; only players who played can move "
        "up; ties at the border are drawn by lot."
    ),
    "Venezuela, championship of seven tournaments": "Venezuela, championship of 7 tournaments",
    (
        "Choice: who is level after Sonneborn-Berger and total points shares the place (rule 6, empate formal), "
        'and so the points of the places filled: ties = "best" gives all of them the best, "tie-break" the order '
        "of the list."
    ): (
        "Choice: players level after Sonneborn-Berger and total points share the place (rule 6, empate formal) "
        'and so the points of those places: ties = "best" gives each of them the best, "tie-break" follows the '
        "list."
    ),
    "Choice: a rating decides the category; the average score only for who has none.": (
        "Choice: rating decides the category; average score only for those without a rating."
    ),
    (
        "The standing goes by margin of victory, then strength of schedule; into the final elimination, and with "
        "which seed, by strength of schedule alone. Still tied: the lot (choice)."
    ): (
        "Standings go by margin of victory, then strength of schedule; entry to the final elimination, and the "
        "seed, by strength of schedule alone. Still tied: by lot (choice)."
    ),
}
# Choices of the program, not of the file: events made before they changed go by today's as well.
_CIRCLES = (
    "Choice: 2 tied players who were each other's last opponents are ordered by their match; in longer circles, or "
    "after a bye in the last round, the opponent before counts, then the lot."
)
_REMATCHES = (
    "Choice: no one meets the same opponent twice over day 1 and day 2; where that is impossible, there are as few "
    "rematches as possible, on the lowest records possible."
)
_LEFT_OVER = (
    "Choice: when rules 1 and 2 leave a player over, the round has the smallest differences in points from the top "
    "down of all legal rounds with that bye; of those, the first in table order."
)
_CHOSEN_ANEW: dict[str, str] = {
    (
        "Choice: in circles of last opponents, or after a bye in the last round, the opponent before counts, then"
        " the lot."
    ): _CIRCLES,
    (
        "Choice: if last opponents form a circle, or after a bye in the last round, the opponent before counts, "
        "then the lot."
    ): _CIRCLES,
    (
        "Choice: nobody meets the same opponent twice, day 1 and day 2 together; where that is impossible, as few"
        " repeats as can be."
    ): _REMATCHES,
    (
        "Choice: no one meets the same opponent twice over day 1 and day 2; where that is impossible, there are "
        "as few rematches as possible."
    ): _REMATCHES,
    "Choice: when rules 1 and 2 leave somebody over, the first legal pairing in table order is taken.": _LEFT_OVER,
    "Choice: when rules 1 and 2 leave a player over, the first legal pairing in table order is used.": _LEFT_OVER,
}
# Of rules that have changed since: no ruleset of today says these.
PAST_RULES: dict[str, str] = {
    "Choice: players keep their numbers when somebody comes late; C.04.2 allows new ones in the first rounds.": (
        "Choice: players keep their numbers when a player comes late; C.04.2 allows new ones in the first rounds."
    ),
    "The last tie-break is the order of the player list.": "The last tie-break is the order of the player list.",
    (
        "Choice: who leaves loses the games left by forfeit; results that stand are kept, also of somebody who "
        "has played less than half of them."
    ): (
        "Choice: after a withdrawal the remaining games are lost by forfeit. Results stand, even with less than "
        "half of the games played."
    ),
    (
        "Choice: margin of victory comes before strength of schedule also for the final elimination, where the "
        "document names only the latter; still tied: the lot."
    ): (
        "Choice: margin of victory comes before strength of schedule in the final elimination too, where the "
        "document names only the latter. Still tied: by lot."
    ),
    "Swap the two tie-breaks in a copy of this file for the other reading.": (
        "Swap the 2 tie-breaks in a copy of this file for the other reading."
    ),
}
FORMER_TEXTS = _REWORDED | _CHOSEN_ANEW | PAST_RULES


def in_todays_words(value: Any) -> Any:
    """A value of a TOML file with every text that has been reworded since in its words of today."""
    if isinstance(value, str):
        return FORMER_TEXTS.get(value, value)
    if isinstance(value, dict):
        return {key: in_todays_words(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [in_todays_words(inner) for inner in value]
    return value
