"""“It's me” is no proof (R-17): what one device and one address may claim, bursts, releasing, codes. With a clock of
our own, on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pareo.app.accounts.accounts import CLAIMED_NAMES, CODE_MINUTES, Accounts
from pareo.app.accounts.permissions import Right
from pareo.core.text.addresses import network_of
from pareo.core.text.errors import PareoError
from pareo.store import NewEntry, Store
from support.errors import raises_code

ROUTER = "203.0.113.7"


class Hall:
    """Accounts at an event of so many players, and phones that say “It's me”."""

    def __init__(self, store: Store, players: int) -> None:
        self.time = 1_600_000_000.0
        self.players = players
        self.accounts = Accounts(store.accounts(), lambda: self.time)

    def claim(self, no: int, device: str = "", address: str = ROUTER) -> str:
        return self.accounts.claim_name(
            "cup", no, device=device or f"phone {no}", address=address, players=self.players
        )

    def holds(self, text: str) -> bool:
        return self.accounts.phone_identity("cup", text) is not None


@pytest.fixture
def hall(database: Store) -> Iterator[Hall]:
    entry = NewEntry("2019-07-17T12:00:00Z", "x", "x", b"{}")
    database.create("cup", entry, name="cup", ruleset="x", secret="x")
    hall = Hall(database, 31)
    yield hall
    hall.accounts.close()


@pytest.mark.req("R-17")
def test_a_whole_hall_behind_one_router_gets_in(hall: Hall) -> None:
    hall.players = 200
    for no in range(1, 201):  # all of them within a minute, in waves of ten
        hall.time += 3.0 if no % 10 == 0 else 0.01
        hall.claim(no)
    assert hall.accounts.claim_state("cup").phones == 200
    assert not hall.accounts.claim_state("cup").off


@pytest.mark.req("R-17")
def test_a_burst_is_stopped_and_what_it_took_is_released(hall: Hall) -> None:
    honest = hall.claim(1)
    hall.time += 60
    taken = [hall.claim(no) for no in range(2, 10)]  # a new device for each name
    with raises_code(PareoError, "its-me-off"):
        hall.claim(10)
    state = hall.accounts.claim_state("cup")
    assert (state.off, state.burst, state.phones) == ("burst", 8, 1)
    assert hall.holds(honest), "who had come before keeps the name"
    assert not any(map(hall.holds, taken))
    with raises_code(PareoError, "its-me-off"):
        hall.claim(11, address="192.0.2.1")
    hall.time += 60
    hall.accounts.switch_claims("cup", on=True)
    assert hall.holds(hall.claim(12))
    with raises_code(PareoError, "name-released"):
        hall.claim(2)
    assert hall.holds(hall.claim(2, "its owner"))


@pytest.mark.req("R-17")
def test_a_burst_from_many_addresses_is_one_too(hall: Hall) -> None:
    for no in range(1, 17):
        hall.claim(no, address=f"192.0.2.{no}")
    with raises_code(PareoError, "its-me-off"):
        hall.claim(17, address="192.0.2.17")


@pytest.mark.req("R-17")
def test_a_device_has_one_name_at_a_time_and_few_in_all(hall: Hall) -> None:
    tokens = []
    for no in range(1, CLAIMED_NAMES + 1):
        hall.time += 60
        tokens.append(hall.claim(no, "one phone"))
    assert [hall.holds(text) for text in tokens] == [False] * (CLAIMED_NAMES - 1) + [True]
    with raises_code(PareoError, "device-names"):
        hall.claim(20, "one phone")
    assert hall.holds(hall.claim(CLAIMED_NAMES, "one phone")), "the same name again is no other"


@pytest.mark.req("R-17")
def test_a_released_name_is_not_taken_again_by_the_same_device(hall: Hall) -> None:
    thief = hall.claim(1, "thief")
    with raises_code(PareoError, "phone-taken"):
        hall.claim(1, "its owner")
    assert hall.accounts.claim_state("cup").wanted == (1,)
    assert hall.accounts.release_phone("cup", 1) == 1
    assert not hall.holds(thief)
    with raises_code(PareoError, "name-released"):
        hall.claim(1, "thief")
    owner, other = hall.claim(1, "its owner"), hall.claim(2, "thief")
    assert hall.accounts.release_phone("cup", None) == 2
    assert not hall.holds(owner)
    assert not hall.holds(other)
    assert hall.accounts.claim_state("cup").wanted == ()
    hall.accounts.switch_claims("cup", on=False)
    with raises_code(PareoError, "its-me-off"):
        hall.claim(3)


@pytest.mark.req("R-17")
def test_a_code_gives_the_personal_link_once(hall: Hall) -> None:
    claimed = hall.accounts.phone_identity("cup", hall.claim(4))
    assert claimed is not None
    assert (claimed.may(Right.OWN, "cup"), claimed.may(Right.PERSONAL, "cup")) == (True, False)
    first, code = hall.accounts.make_code("cup", 4), hall.accounts.make_code("cup", 4)
    with raises_code(PareoError, "code-wrong"):
        hall.accounts.use_code("cup", first)
    no, link = hall.accounts.use_code("cup", f" {code[:4]}-{code[4:].lower()} ")
    proved = hall.accounts.phone_identity("cup", link)
    assert proved is not None
    assert (no, proved.player_of("cup"), proved.may(Right.PERSONAL, "cup")) == (4, 4, True)
    with raises_code(PareoError, "code-wrong"):
        hall.accounts.use_code("cup", code)
    late = hall.accounts.make_code("cup", 5)
    hall.time += CODE_MINUTES * 60
    with raises_code(PareoError, "code-wrong"):
        hall.accounts.use_code("cup", late)


@pytest.mark.req("R-17")
def test_who_is_behind_an_address() -> None:
    addresses = ("192.0.2.4", "::ffff:192.0.2.4", "2001:db8::5", "2001:db8::ffff:1", "here")
    assert [network_of(address) for address in addresses] == [
        *("192.0.2.4",) * 2,
        *("2001:db8::/64",) * 2,
        "here",
    ]
