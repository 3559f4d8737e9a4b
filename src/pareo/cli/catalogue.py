"""Every command of `pareo`: where it lives, what it does in one line, and an example. Help and lists come from here.

Plain data: nothing is imported before a command is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Listed(NamedTuple):
    """One command, or one subcommand ("players add")."""

    module: str  # inside pareo.cli
    summary: str
    example: str


COMMANDS: Mapping[str, Listed] = {
    # setting up
    "rulesets": Listed("events", "List the rulesets, or show one.", "pareo rulesets"),
    "rulesets show": Listed("events", "Show one ruleset as an organiser reads it.", "pareo rulesets show swiss"),
    "advise": Listed(
        "events", "Say what the document's tables propose.", "pareo advise pokemon-tcg-2019-07 --players 40"
    ),
    "new": Listed(
        "events", "Create a tournament and print its slug.", 'pareo new "Spring Cup" --ruleset pokemon-tcg-2019-07'
    ),
    "list": Listed("events", "List the tournaments.", "pareo list"),
    "show": Listed("events", "Show pods, rounds, status, advice and what can be done now.", "pareo show spring-cup"),
    "set": Listed("events", "Change settings of the event or of one pod.", "pareo set spring-cup rounds=5 cut=8"),
    "settings": Listed("events", "List the settings that `set` knows.", "pareo settings"),
    "sections": Listed(
        "events", "Propose sections for the rounds there is time for.", "pareo sections spring-cup --time-for 6"
    ),
    "delete": Listed("events", "Delete a tournament for good.", "pareo delete spring-cup --yes"),
    # people
    "players": Listed("players", "Enter, import, list and change players.", "pareo players list spring-cup"),
    "players add": Listed(
        "players", "Enter one player.", "pareo players add spring-cup --first Ana --last Ruiz --birth-year 2001"
    ),
    "players import": Listed(
        "players", "Enter players from a CSV file.", "pareo players import spring-cup players.csv"
    ),
    "players list": Listed("players", "List the players.", "pareo players list spring-cup"),
    "players edit": Listed("players", "Change a player's data.", 'pareo players edit spring-cup 7 club="Torre Norte"'),
    "players remove": Listed(
        "players", "Take out a player entered by mistake.", "pareo players remove spring-cup 7"
    ),
    "late": Listed(
        "players", "Enter a late player; tells the losses first.", "pareo late spring-cup --first Leo --last Paz --yes"
    ),
    "drop": Listed("players", "A player leaves, or is sent away.", "pareo drop spring-cup 7"),
    "undrop": Listed("players", "A player who left comes back.", "pareo undrop spring-cup 7"),
    "forget": Listed("players", "Erase a person's data for good.", "pareo forget spring-cup 7 --yes"),
    # rounds
    "pair": Listed("rounds", "Draft the next round of every pod that is ready.", "pareo pair spring-cup"),
    "publish": Listed("rounds", "Show the drafted round to everybody.", "pareo publish spring-cup"),
    "start": Listed("rounds", "Start the published round: its pairings are locked.", "pareo start spring-cup"),
    "finish": Listed("rounds", "Finish the round once all results are in.", "pareo finish spring-cup"),
    "swap": Listed("rounds", "Swap two players of a round that has not started.", "pareo swap spring-cup 7 12"),
    "repair": Listed("rounds", "Re-pair as few players as possible after a fix.", "pareo repair spring-cup"),
    "pairings": Listed("rounds", "Show the pairings, or import a round made by hand.", "pareo pairings spring-cup"),
    "pairings show": Listed("rounds", "Show the pairings of a round.", "pareo pairings spring-cup --round 2 --why"),
    "pairings import": Listed(
        "rounds", "Import a round made by hand.", "pareo pairings import spring-cup round2.csv --round 2"
    ),
    "advance": Listed(
        "rounds", "Go on to the second day or to the elimination.", "pareo advance spring-cup --to cut --size 8"
    ),
    # results and standings
    "report": Listed(
        "results", "Report or correct the result of a table.", "pareo report spring-cup --round 1 --table 3 1-0"
    ),
    "results": Listed("results", "Import results.", "pareo results import spring-cup results.csv --round 1"),
    "results import": Listed(
        "results", "Import the results of a round.", "pareo results import spring-cup results.csv --round 1"
    ),
    "standings": Listed("results", "Show the standings after any round.", "pareo standings spring-cup --after 3"),
    "undefeated": Listed("results", "Say how many are still without a loss.", "pareo undefeated spring-cup"),
    "compare": Listed("comparing", "Compare TOM's places with the document's.", "pareo compare spring-cup"),
    # journal and files
    "undo": Listed("journal", "Take back the last command.", "pareo undo spring-cup"),
    "journal": Listed("journal", "Show who did what when.", "pareo journal spring-cup"),
    "verify": Listed("journal", "Check rounds and journal of a tournament or a file.", "pareo verify spring-cup"),
    "import": Listed("files", "Import a tournament from a file.", "pareo import spring-cup.pareo"),
    "export": Listed("files", "Export a tournament.", "pareo export spring-cup pareo -o spring-cup.pareo"),
    # paper
    "announce": Listed("papers", "Print the announcement before round 1.", "pareo announce spring-cup --lang es"),
    "slips": Listed("papers", "Print the match slips of a round.", "pareo slips spring-cup --round 1"),
    "seating": Listed("papers", "Say where everybody sits.", "pareo seating spring-cup"),
    "cards": Listed("papers", "Print the players' cards.", "pareo cards friday-scrabble"),
    "score-sheets": Listed("papers", "Print the players' score sheets.", "pareo score-sheets epic-day"),
    "bracket": Listed("papers", "Print the bracket.", "pareo bracket spring-cup --pod masters-cut"),
    "print": Listed("print_commands", "Make a paper of the event as PDF.", "pareo print slips spring-cup"),
    "ratings": Listed("papers", "Show rating changes.", "pareo ratings friday-scrabble"),
    # the program itself
    "demo": Listed("demo", "Run a small cup from entry to champion, as a demonstration.", "pareo demo"),
    "completion": Listed("shell", "Print the completion script of a shell.", "pareo completion bash"),
    "serve": Listed("serve", "Start the web application.", "pareo serve --port 8000"),
    "password": Listed("serve", "Give the owner of the web application a password.", "pareo password"),
    "backup": Listed("backups", "Copy the whole database, checked after writing.", "pareo backup"),
    "restore": Listed("backups", "Restore a backup into a new file.", "pareo restore backups/pareo.db restored.db"),
}
