"""Errors are known by their code: the sentence may be reworded, the code stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from pareo.core.text.errors import PareoError

_Error = TypeVar("_Error", bound=PareoError)


@contextmanager
def raises_code(
    kind: type[_Error], code: str, /, *, says: str = "", **params: object
) -> Iterator[pytest.ExceptionInfo[_Error]]:
    """Like `pytest.raises`: an error of this kind with this code. `says` is found in its sentence, as a regular
    expression, and the values named are those in it."""
    with pytest.raises(kind) as caught:
        yield caught
    error = caught.value
    assert error.code == code, f"{error.code}: {error}"
    assert re.search(says, str(error)), f"no {says!r} in: {error}"
    told = {name: error.params.get(name) for name in params}
    assert told == params, f"{told} of {error.params}"
