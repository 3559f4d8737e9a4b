"""The id that a client gives a request, so that repeating it is safe: with what the request asked for.

The same id with another request is refused (`client-id-reused`). A plain text in its place says nothing of the request:
then whatever was done under it is the answer.
"""

from __future__ import annotations

from hashlib import sha256

from pareo.store.chain import canonical


class RequestKey(str):
    """A client's id, and a digest of what it asks for."""

    __slots__ = ("asked",)

    asked: str

    def __new__(cls, client: str, asked: object) -> RequestKey:
        """`asked`: whatever tells this request from every other one, as JSON could say it."""
        key = super().__new__(cls, client)
        key.asked = sha256(canonical(asked)).hexdigest()
        return key


def plain_id(client: str | None) -> str | None:
    """The client's id alone, as a store keeps it."""
    return None if client is None else str(client)


def asked_of(client: str | None) -> str:
    """The digest of what a request asks for; empty where that is not known."""
    return client.asked if isinstance(client, RequestKey) else ""
