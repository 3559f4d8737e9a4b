"""Small files of List Juggler, of our event schema and of tsh, with changes."""

from __future__ import annotations

import json

from pareo.formats.event_json import write
from pareo.formats.exchange.event import ForeignEvent


def juggler_match(a, b=None, points=(0, 0), result="win", **more):
    if b is None:
        return {"player1": a, "player1points": 0, "result": "bye"}
    sides = {"player1": a, "player1points": points[0], "player2": b, "player2points": points[1]}
    return {**sides, "result": result, **more}


def juggler_event():
    names = ["Ana Abril", "Bruno Brasa", "Celia", "Dario Duna", "Elsa Estero"]
    return {
        "name": "Liga",
        "players": [
            {"name": name, "mov": 0, "score": 0, "sos": 0, "rank": {"swiss": i}} for i, name in enumerate(names, 1)
        ],
        "rounds": [
            {
                "round-type": "swiss",
                "round-number": 1,
                "matches": [
                    juggler_match(names[0], names[1], (100, 40)),
                    juggler_match(names[2], names[3], (50, 45)),
                    juggler_match(names[4]),
                ],
            },
            {"round-type": "elimination", "round-number": 2, "matches": [juggler_match(names[0], names[2], (20, 60))]},
        ],
    }


def changed_juggler(change):
    event = juggler_event()
    change(event)
    return json.dumps(event).encode()


def changed_event_json(change):
    event = json.loads(write(ForeignEvent("Copa", "swiss")))
    rounds_ = [{"number": 1, "matches": [{"a": "1", "b": "2", "result": {"a": "win", "b": "loss"}}]}]
    event["event"] |= {
        "players": [{"key": "1"}, {"key": "2"}],
        "pods": [{"id": "main", "members": ["1", "2"], "rounds": rounds_}],
    }
    change(event)
    return json.dumps(event).encode()


TSH_DIVISION = b"""# Division A
Abril, Ana             1900 2 3 0; 412 390 50; board 1 2 0; p12 1 2 0; newr 1910 1920;
Brasa, Bruno           1800 1 4 3; 380 400; board 1 1 1; p12 2 1 1;
Cedro, Celia           1700 4 1 2; 350 390; board 2 2 1; p12 2 1 2;
Dario Duna             0    3 2; 50 -50; off -50;
""".replace(b"350 390", b"-50 390").replace(b"400; board 1 1", b"50; board 1 1")
