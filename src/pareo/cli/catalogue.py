"""Every command of `pareo`: where it lives, what it does in one line, and an example. Help and lists come from here.

Plain data: nothing is imported before a command is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

SERVER, TOM_SERVER = "pareo.serve.commands", "pareo.serve.tom"


class CommandEntry(NamedTuple):
    """One command, or one subcommand ("players add")."""

    module: str  # inside pareo.cli.commands; those that need the server are named in full
    summary: str
    example: str

    @property
    def module_name(self) -> str:
        return self.module if self.module.startswith("pareo.") else f"pareo.cli.commands.{self.module}"


COMMANDS: Mapping[str, CommandEntry] = {
    # setting up
    "rulesets": CommandEntry("events", "List the rulesets, or show one.", "pareo rulesets"),
    "rulesets show": CommandEntry("events", "Show one ruleset as an organiser reads it.", "pareo rulesets show swiss"),
    "advise": CommandEntry(
        "events", "Show what the document's tables recommend.", "pareo advise pokemon-tcg-2019-07 --players 40"
    ),
    "new": CommandEntry(
        "events", "Create a tournament and print its slug.", 'pareo new "Spring Cup" --ruleset pokemon-tcg-2019-07'
    ),
    "list": CommandEntry("events", "List the tournaments.", "pareo list"),
    "show": CommandEntry("events", "Show pods, rounds, status, advice and next steps.", "pareo show spring-cup"),
    "set": CommandEntry("events", "Change settings of the event or of one pod.", "pareo set spring-cup rounds=5 cut=8"),
    "rating-correction": CommandEntry(
        "results",
        "Correct a result for rating only, in a round that is otherwise final.",
        "pareo rating-correction spring-open 1-0 --round 1 --table 4 --yes",
    ),
    "renumber": CommandEntry("players", "Reassign pairing numbers, or swap two.", "pareo renumber spring-open --yes"),
    "forbid": CommandEntry(
        "players", "Bar two players from being paired.", "pareo forbid spring-open 4 11 --rounds 1-3"
    ),
    "leave-fide-mode": CommandEntry(
        "events",
        "Leave FIDE mode permanently.",
        'pareo leave-fide-mode spring-open --reason "rapid games of two halves" --yes --confirm LEAVE',
    ),
    "settings": CommandEntry("events", "List all settings for `set`.", "pareo settings"),
    "sections": CommandEntry(
        "events", "Propose sections that fit the available rounds.", "pareo sections spring-cup --time-for 6"
    ),
    "delete": CommandEntry("events", "Delete a tournament for good.", "pareo delete spring-cup --yes"),
    # people
    "players": CommandEntry("players", "Enter, import, list and change players.", "pareo players list spring-cup"),
    "players add": CommandEntry(
        "players", "Enter one player.", "pareo players add spring-cup --first Ana --last Ruiz --birth-year 2001"
    ),
    "players import": CommandEntry(
        "players", "Enter players from a CSV file.", "pareo players import spring-cup players.csv"
    ),
    "players list": CommandEntry(
        "players", "List the players, sorted by any criteria.", "pareo players list spring-cup --sort rating,-club,last"
    ),
    "players edit": CommandEntry(
        "players", "Change a player's data.", 'pareo players edit spring-cup 7 club="Torre Norte"'
    ),
    "players remove": CommandEntry(
        "players", "Remove a player entered by mistake.", "pareo players remove spring-cup 7"
    ),
    "registration": CommandEntry(
        "registration", "List, accept or decline registrations.", "pareo registration list spring-cup"
    ),
    "registration list": CommandEntry(
        "registration",
        "Show whether registration is open, and the waiting players.",
        "pareo registration list spring-cup",
    ),
    "registration add": CommandEntry(
        "registration",
        "Register a player, as the public page does.",
        "pareo registration add spring-cup first=Ana last=Ruiz birth_year=2001",
    ),
    "registration admit": CommandEntry(
        "registration", "Accept a waiting player.", "pareo registration admit spring-cup 25"
    ),
    "registration decline": CommandEntry(
        "registration", "Decline a waiting player and erase their data.", "pareo registration decline spring-cup 25"
    ),
    "late": CommandEntry(
        "players", "Add a late player; shows the losses first.", "pareo late spring-cup --first Leo --last Paz --yes"
    ),
    "drop": CommandEntry("players", "Drop, disqualify or expel a player.", "pareo drop spring-cup 7"),
    "undo-drop": CommandEntry("players", "Undo a drop.", "pareo undo-drop spring-cup 7"),
    "erase": CommandEntry("players", "Erase a person's data for good.", "pareo erase spring-cup 7 --yes"),
    # the directory of people
    "directory": CommandEntry(
        "league.directory", "Keep people, clubs and ratings across tournaments.", "pareo directory"
    ),
    "directory list": CommandEntry(
        "league.directory", "List or search the directory.", "pareo directory list ana --sort rating"
    ),
    "directory show": CommandEntry(
        "league.directory", "Show a person with the rating history.", 'pareo directory show "Ana Ruiz"'
    ),
    "directory add": CommandEntry(
        "league.directory", "Add a person.", 'pareo directory add "Ana Ruiz" rating=1540 club="Torre Norte"'
    ),
    "directory edit": CommandEntry(
        "league.directory", "Change a person's details.", 'pareo directory edit "Ana Ruiz" club="Torre Sur"'
    ),
    "directory alias": CommandEntry(
        "league.directory", "Confirm another spelling of a name.", 'pareo directory alias "Ana Ruiz" "Ana Ruiz Gil"'
    ),
    "directory merge": CommandEntry(
        "league.directory", "Merge two entries of the same person.", "pareo directory merge 3f2a9c01 77d0e4b2 --yes"
    ),
    "directory erase": CommandEntry(
        "league.directory", "Erase a person from the directory for good.", "pareo directory erase 3f2a9c01 --yes"
    ),
    "directory correct": CommandEntry(
        "league.directory",
        "Set a rating by hand, with a reason.",
        'pareo directory correct 3f2a9c01 1600 --reason "first rating"',
    ),
    "directory import": CommandEntry(
        "league.directory", "Import a list of people (CSV, XLSX).", "pareo directory import people.csv --tidy"
    ),
    "directory export": CommandEntry(
        "league.directory", "Write the directory as CSV.", "pareo directory export -o people.csv"
    ),
    "directory clubs": CommandEntry("league.directory", "List the clubs.", "pareo directory clubs"),
    "directory add-club": CommandEntry(
        "league.directory", "Add a club.", 'pareo directory add-club "Torre Norte" --city Lugo'
    ),
    "directory edit-club": CommandEntry(
        "league.directory", "Change a club.", 'pareo directory edit-club "Torre Norte" short=TN'
    ),
    "directory merge-clubs": CommandEntry(
        "league.directory",
        "Merge two spellings of the same club.",
        'pareo directory merge-clubs "Torre Norte" "T. Norte" --yes',
    ),
    "directory links": CommandEntry(
        "league.directory_events", "Show which players are linked to the directory.", "pareo directory links spring-cup"
    ),
    "directory link": CommandEntry(
        "league.directory_events",
        "Link a player to a person in the directory.",
        "pareo directory link spring-cup 7 3f2a9c01 --alias",
    ),
    "directory unlink": CommandEntry(
        "league.directory_events",
        "Remove the link between a player and a person.",
        "pareo directory unlink spring-cup 7",
    ),
    "directory add-players": CommandEntry(
        "league.directory_events", "Add new players to the directory.", "pareo directory add-players spring-cup"
    ),
    "directory enter": CommandEntry(
        "league.directory_events",
        "Enter people from the directory by ID.",
        "pareo directory enter spring-cup 3f2a9c01 77d0e4b2",
    ),
    "directory changes": CommandEntry(
        "league.directory_events", "Show what applying the ratings would change.", "pareo directory changes spring-cup"
    ),
    "directory apply": CommandEntry(
        "league.directory_events", "Apply the ratings of a closed tournament, once.", "pareo directory apply spring-cup"
    ),
    "directory revert": CommandEntry(
        "league.directory_events", "Revert applied ratings.", "pareo directory revert spring-cup"
    ),
    "directory status": CommandEntry(
        "league.directory_events", "Show what is left to do after the last round.", "pareo directory status spring-cup"
    ),
    "close": CommandEntry(
        "league.directory_events",
        "Close the event: apply ratings and add it to its series.",
        "pareo close spring-cup --series liga-2026",
    ),
    "enter": CommandEntry(
        "league.directory_events", "Enter players from the directory.", 'pareo enter spring-cup "Ana Ruiz" "Leo Paz"'
    ),
    # rounds
    "next": CommandEntry(
        "rounds", "Finish, pair and publish the next round of every pod at once.", "pareo next spring-cup"
    ),
    "pair": CommandEntry("rounds", "Draft the next round of every pod that is ready.", "pareo pair spring-cup"),
    "publish": CommandEntry("rounds", "Publish the drafted round.", "pareo publish spring-cup"),
    "start": CommandEntry("rounds", "Start the published round: its pairings are locked.", "pareo start spring-cup"),
    "finish": CommandEntry("rounds", "Finish the round once all results are in.", "pareo finish spring-cup"),
    "swap": CommandEntry("rounds", "Swap two players in a round that has not started.", "pareo swap spring-cup 7 12"),
    "pair-players": CommandEntry(
        "rounds", "Pair two players by hand, or give one a bye.", "pareo pair-players spring-cup 7 12"
    ),
    "repair": CommandEntry(
        "rounds", "Re-pair as few players as possible after a correction.", "pareo repair spring-cup"
    ),
    "pairings": CommandEntry(
        "rounds", "Show the pairings, or import a round made by hand.", "pareo pairings spring-cup"
    ),
    "pairings show": CommandEntry(
        "rounds", "Show the pairings of a round.", "pareo pairings spring-cup --round 2 --why"
    ),
    "pairings import": CommandEntry(
        "rounds", "Import a round made by hand.", "pareo pairings import spring-cup round2.csv --round 2"
    ),
    "pairings edit": CommandEntry("rounds", "Start changing a round by hand.", "pareo pairings edit spring-open"),
    "pairings done": CommandEntry(
        "rounds",
        "Finish changing a round by hand and compare it with the engine's.",
        "pareo pairings done spring-open --yes --confirm HAND",
    ),
    "pairings compare": CommandEntry(
        "rounds", "Compare the round with the engine's.", "pareo pairings compare spring-open"
    ),
    "advance": CommandEntry(
        "rounds", "Advance players to day 2 or the top cut.", "pareo advance spring-cup --to cut --size 8"
    ),
    # results and standings
    "report": CommandEntry(
        "results", "Report or correct the result of a table.", "pareo report spring-cup --round 1 --table 3 1-0"
    ),
    "results": CommandEntry("results", "Import results.", "pareo results import spring-cup results.csv --round 1"),
    "results import": CommandEntry(
        "results", "Import the results of a round.", "pareo results import spring-cup results.csv --round 1"
    ),
    "standings": CommandEntry(
        "standings", "Show the standings after any round.", "pareo standings spring-cup --after 3"
    ),
    "cross-table": CommandEntry("views", "Show the cross table.", "pareo cross-table spring-cup"),
    "pairing-information": CommandEntry(
        "views", "Show the data a round was paired from, and why.", "pareo pairing-information spring-cup --round 2"
    ),
    "pairing-input": CommandEntry(
        "proof.pairing_input",
        "Write the pairing input of a round as JSON, or pair from such a file.",
        "pareo pairing-input spring-cup --round 2 -o round2.json",
    ),
    "card": CommandEntry("views", "Show one player's whole tournament.", "pareo card spring-cup 7"),
    "explain-place": CommandEntry(
        "ratings", "Explain a player's place, tie-break by tie-break.", "pareo explain-place spring-cup 7"
    ),
    "tiebreaks": CommandEntry("ratings", "List the tie-breaks, their options and meaning.", "pareo tiebreaks"),
    "undefeated": CommandEntry("standings", "Show how many players are undefeated.", "pareo undefeated spring-cup"),
    "compare": CommandEntry(
        "proof.compare",
        "Compare standings and pairings under different rules, or standings with TOM's.",
        "pareo compare spring-cup",
    ),
    "judge": CommandEntry(
        "judge", "Call a judge to a table, or close the call.", "pareo judge spring-cup --round 2 --table 5"
    ),
    "todo": CommandEntry("judge", "List what needs attention now.", "pareo todo spring-cup"),
    "names": CommandEntry("names", "Show, release or turn off names on phones.", "pareo names spring-cup --off"),
    "code": CommandEntry("names", "Create a code for a player's own phone.", "pareo code spring-cup 7"),
    # checks of lists
    "checks": CommandEntry("checks", "Draw, list and record checks of lists.", "pareo checks list spring-cup"),
    "checks draw": CommandEntry(
        "checks", "Draw players or tables to be checked.", "pareo checks draw spring-cup --round 2 --count 3"
    ),
    "checks list": CommandEntry("checks", "List checks drawn, due and recorded.", "pareo checks list spring-cup"),
    "checks record": CommandEntry(
        "checks", "Record the outcome of a check.", "pareo checks record spring-cup 7 --outcome clean"
    ),
    # several tournaments, clubs, duplicate
    "series": CommandEntry(
        "league.series", "Series of tournaments: a Grand Prix, leagues, categories.", "pareo series list"
    ),
    "series presets": CommandEntry(
        "league.series", "List the rules for series that come with Pareo.", "pareo series presets"
    ),
    "series new": CommandEntry(
        "league.series",
        "Create a series and print its short name.",
        'pareo series new "Liga 2026" --preset formula-one-2010',
    ),
    "series list": CommandEntry("league.series", "List the series.", "pareo series list"),
    "series show": CommandEntry(
        "league.series", "Show a series: its rules, events and notes.", "pareo series show liga-2026"
    ),
    "series rules": CommandEntry(
        "league.series", "Print or replace the rules of a series.", "pareo series rules liga-2026"
    ),
    "series add": CommandEntry(
        "league.series", "Add a tournament to a series.", "pareo series add liga-2026 spring-cup --weight 2"
    ),
    "series remove": CommandEntry(
        "league.series", "Remove a tournament from a series.", "pareo series remove liga-2026 spring-cup"
    ),
    "series standings": CommandEntry(
        "league.series", "Show the standings of a series.", "pareo series standings liga-2026 --csv"
    ),
    "series link": CommandEntry(
        "league.series",
        "Confirm that two names are one person.",
        'pareo series link liga-2026 "Ana Ruiz" "Ana Ruiz Paz"',
    ),
    "series unlink": CommandEntry("league.series", "Undo `series link`.", 'pareo series unlink liga-2026 "Ana Ruiz"'),
    "series categories": CommandEntry(
        "league.series",
        "Show categories and moves, or record them.",
        "pareo series categories liga-2026 --apply",
    ),
    "series delete": CommandEntry(
        "league.series", "Delete a series; its tournaments stay.", "pareo series delete liga-2026 --yes"
    ),
    "clubs": CommandEntry(
        "league.season", "Show the club standings of a tournament.", "pareo clubs spring-cup --best 4 --min 2"
    ),
    "duplicate": CommandEntry(
        "league.season", "Duplicate events: score sheets without opponents.", "pareo duplicate list"
    ),
    "duplicate new": CommandEntry(
        "league.season",
        "Create a duplicate event and print its short name.",
        'pareo duplicate new "Saturday duplicate"',
    ),
    "duplicate list": CommandEntry("league.season", "List the duplicate events.", "pareo duplicate list"),
    "duplicate enter": CommandEntry(
        "league.season",
        "Enter best possible points and score sheets.",
        "pareo duplicate enter saturday-duplicate sheets.csv",
    ),
    "duplicate ranking": CommandEntry(
        "league.season", "Show the ranking of a duplicate event.", "pareo duplicate ranking saturday-duplicate"
    ),
    "duplicate delete": CommandEntry(
        "league.season", "Delete a duplicate event and its sheets.", "pareo duplicate delete saturday-duplicate --yes"
    ),
    # lists
    "lists": CommandEntry("lists", "Hand in, show and check deck, team and squad lists.", "pareo lists list epic-day"),
    "lists hand-in": CommandEntry("lists", "Hand in a list for a player.", "pareo lists hand-in epic-day 7 squad.json"),
    "lists list": CommandEntry("lists", "List the lists handed in.", "pareo lists list epic-day"),
    "lists missing": CommandEntry("lists", "List the missing lists.", "pareo lists missing epic-day"),
    "lists show": CommandEntry("lists", "Show a player's list.", "pareo lists show epic-day 7"),
    "lists versions": CommandEntry(
        "lists", "Show every version of a player's list.", "pareo lists versions epic-day 7"
    ),
    "lists withdraw": CommandEntry("lists", "Withdraw a player's list.", "pareo lists withdraw epic-day 7"),
    "lists check-file": CommandEntry(
        "lists",
        "Check a list file without storing it.",
        "pareo lists check-file squad.json --ruleset xwing-epic-duel",
    ),
    "lists lock": CommandEntry(
        "lists", "Store the QR code a team is locked with.", "pareo lists lock spring-cup 7 code.txt"
    ),
    "lists compare": CommandEntry(
        "lists", "Compare a code shown at a check with the stored one.", "pareo lists compare spring-cup 7 code.txt"
    ),
    # journal and files
    "undo": CommandEntry("journal", "Undo the last command.", "pareo undo spring-cup"),
    "journal": CommandEntry("journal", "Show the journal.", "pareo journal spring-cup"),
    "second-opinion": CommandEntry(
        "proof.second_opinion",
        "Check pairings and standings of a FIDE report (TRF) of any program.",
        "pareo second-opinion open.trf",
    ),
    "random": CommandEntry(
        "proof.random",
        "Create random tournaments as FIDE reports (TRF) for testing.",
        "pareo random 20 -o out/T%05d.trf --players 40 --check",
    ),
    "outlook": CommandEntry(
        "forecast.outlook", "Show who has qualified, who is out and what the others need.", "pareo outlook spring-cup"
    ),
    "plan": CommandEntry(
        "forecast.plan", "Simulate a tournament day, before or during it.", "pareo plan pokemon-tcg-2027 --players 64"
    ),
    "receipt": CommandEntry(
        "forecast.receipt", "Write the receipt of a published round.", "pareo receipt spring-cup --round 1"
    ),
    "verify": CommandEntry("journal", "Check rounds and journal of a tournament or a file.", "pareo verify spring-cup"),
    "import": CommandEntry("files", "Import a tournament from a file.", "pareo import spring-cup.pareo"),
    "export": CommandEntry("files", "Export a tournament.", "pareo export spring-cup pareo -o spring-cup.pareo"),
    # following TOM
    "tom": CommandEntry(TOM_SERVER, "Follow an event run in TOM.", "pareo tom"),
    "tom follow": CommandEntry(
        TOM_SERVER, "Follow TOM's file and serve phones and screens.", "pareo tom follow TOM_DATA/data/cup.tdf"
    ),
    "tom show": CommandEntry("tom", "Show the state of an event run in TOM.", "pareo tom show spring-cup"),
    "tom list": CommandEntry("tom", "List the results to type into TOM.", "pareo tom list spring-cup"),
    "tom settle": CommandEntry(
        "tom",
        "Choose the right result when TOM's and ours differ.",
        "pareo tom settle spring-cup --round 2 --table 4 --ours",
    ),
    "tom note": CommandEntry("tom", "Leave a note for the TOM desk.", 'pareo tom note spring-cup "Ana Ruiz drops"'),
    "tom publish": CommandEntry("tom", "Publish the rounds that TOM has paired.", "pareo tom publish spring-cup"),
    "tom saves": CommandEntry("tom", "List the TOM save files that were read.", "pareo tom saves spring-cup"),
    # paper
    "announce": CommandEntry("papers", "Print the announcement before round 1.", "pareo announce spring-cup --lang es"),
    "slips": CommandEntry("papers", "Print the match slips of a round.", "pareo slips spring-cup --round 1"),
    "seating": CommandEntry("papers", "List seats by player.", "pareo seating spring-cup"),
    "cards": CommandEntry("papers", "Print the players' cards.", "pareo cards friday-scrabble"),
    "score-sheets": CommandEntry("papers", "Print the players' score sheets.", "pareo score-sheets epic-day"),
    "bracket": CommandEntry("papers", "Print the bracket.", "pareo bracket spring-cup --pod masters-cut"),
    "print": CommandEntry("print", "Create a PDF printout.", "pareo print slips spring-cup"),
    "ratings": CommandEntry("ratings", "Show rating changes.", "pareo ratings friday-scrabble"),
    # the program itself
    "completion": CommandEntry("shell", "Print the completion script of a shell.", "pareo completion bash"),
    "serve": CommandEntry(SERVER, "Start the web application.", "pareo serve --port 8000"),
    "open": CommandEntry(SERVER, "Open the web application in the browser, starting it if needed.", "pareo open"),
    "phones": CommandEntry(SERVER, "Open or close the running web application to phones.", "pareo phones on"),
    "password": CommandEntry(SERVER, "Set the owner's password.", "pareo password"),
    "backup": CommandEntry("backups", "Back up the whole database and verify the copy.", "pareo backup"),
    "move": CommandEntry(
        "database",
        "Move tournaments, or everything, into another database.",
        "pareo move spring-cup --to postgresql://db1,db2/pareo --yes",
    ),
    "database": CommandEntry(
        "database",
        "Create, upgrade and check a PostgreSQL database.",
        "pareo database check postgresql://db1,db2/pareo",
    ),
    "database create": CommandEntry(
        "database",
        "Create the database, its 2 roles and its tables, as an administrator.",
        "pareo database create postgresql://admin@db1/pareo",
    ),
    "database upgrade": CommandEntry(
        "database",
        "Upgrade the tables to this version of Pareo.",
        "pareo database upgrade postgresql://admin@db1/pareo",
    ),
    "database check": CommandEntry(
        "database",
        "Check whether servers can use the database, and how safe it is.",
        "pareo database check postgresql://pareo_app@db1,db2/pareo",
    ),
    "restore": CommandEntry(
        "backups", "Restore a backup into a new file.", "pareo restore backups/pareo.db restored.db"
    ),
}

FORMER_NAMES: Mapping[str, str] = {
    "beside": "tom",
    "directory forget": "directory erase",
    "directory take": "directory add-players",
    "directory take-back": "directory revert",
    "forget": "erase",
    "here": "enter",
    "information": "pairing-information",
    "needs": "todo",
    "place": "explain-place",
    "series different": "series unlink",
    "series same": "series link",
    "together": "pair-players",
    "undrop": "undo-drop",
}
"""Names that commands had in 0.1 and 0.2: they still work; help, completion and documents show today's name."""


def current_name(group: str, word: str) -> str:
    """Today's name of the command that is typed as `word` after `group` ("" for `pareo` itself)."""
    path = f"{group} {word}".strip()
    return FORMER_NAMES.get(path, path).rpartition(" ")[2]
