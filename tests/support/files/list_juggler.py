"""List Juggler's JSON, bent."""

from __future__ import annotations

import json


def match(a, b=None, points=(0, 0), result="win", **more):
    if b is None:
        return {"player1": a, "player1points": 0, "result": "bye"}
    sides = {"player1": a, "player1points": points[0], "player2": b, "player2points": points[1]}
    return {**sides, "result": result, **more}


def small():
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
                "matches": [match(names[0], names[1], (100, 40)), match(names[2], names[3], (50, 45)), match(names[4])],
            },
            {"round-type": "elimination", "round-number": 2, "matches": [match(names[0], names[2], (20, 60))]},
        ],
    }


def bent(change):
    told = small()
    change(told)
    return json.dumps(told).encode()
