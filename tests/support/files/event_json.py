"""An event's JSON, bent."""

from __future__ import annotations

import json

from pareo.formats.event_json import write
from pareo.formats.exchange.event import ForeignEvent


def bent(change):
    event = json.loads(write(ForeignEvent("Copa", "swiss")))
    rounds_ = [{"number": 1, "matches": [{"a": "1", "b": "2", "result": {"a": "win", "b": "loss"}}]}]
    event["event"] |= {
        "players": [{"key": "1"}, {"key": "2"}],
        "pods": [{"id": "main", "members": ["1", "2"], "rounds": rounds_}],
    }
    change(event)
    return json.dumps(event).encode()
