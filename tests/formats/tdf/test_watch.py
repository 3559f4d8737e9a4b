"""Following the file itself: slow, replaced, truncated, locked, older, gone; several events in a folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pareo.app.base.context import Context
from pareo.app.tom import running
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput, NeedsConfirmation, NotFound, PareoError, Refused
from pareo.formats.tdf import folder
from pareo.formats.tdf.follow import begin, find_event, identity_of, read_save, take_save
from pareo.formats.tdf.saves import save_bytes
from pareo.formats.tdf.sender import FileSender, saves_url
from pareo.formats.tdf.watch import AT_REST, PATIENCE, WatchedFile, follow
from pareo.formats.tdf.xml import leaf
from pareo.web.tom.following import Following
from support.files.tom import context_with_clock, follow_save, follow_saves, simple_save, tom_sync

R1 = [(0, 1, 2, 1), (0, 3, 4, 2), (0, 5, 6, 3), (0, 7, 8, 4)]
DONE = [(1, a, b, table) for _, a, b, table in R1]
R2 = [(0, 1, 3, 1), (0, 5, 7, 2), (0, 2, 4, 3), (0, 6, 8, 4)]


class FollowedFile:
    """A file of TOM, and who looks at it."""

    def __init__(self, tmp_path: Path) -> None:
        self.file = tmp_path / "cup.tdf"
        self.put(simple_save())
        self.ctx = context_with_clock()
        self.slug = follow(self.ctx, str(self.file))
        self.kept: list[bytes] = []
        self.watched = WatchedFile(self.slug, str(self.file), keep=lambda _, data: self.kept.append(data))
        self.now = 0.0
        self.look()
        self.look()

    def put(self, data: bytes, *, at: int | None = None) -> None:
        """Replaced in one step; `at`: with this time."""
        new = self.file.with_suffix(".new")
        new.write_bytes(data)
        if at is not None:
            os.utime(new, ns=(at, at))
        new.replace(self.file)

    def look(self, seconds: float = AT_REST + 0.01) -> bool:
        self.now += seconds
        return self.watched.look(self.ctx, self.now)

    @property
    def saves(self) -> int:
        return len(tom_sync(self.ctx, self.slug).saves)


@pytest.fixture
def followed(tmp_path: Path) -> FollowedFile:
    return FollowedFile(tmp_path)


@pytest.mark.req("BT-WATCH-1")
def test_a_change_is_taken_when_two_looks_agree(followed: FollowedFile) -> None:
    followed.put(simple_save(R1))
    assert not followed.look()  # seen
    assert not followed.look(0.1)  # too soon
    assert followed.look(0.25)
    assert followed.saves == 2
    assert not followed.look()


@pytest.mark.req("BT-WATCH-1")
def test_a_file_that_grows_slowly_is_taken_when_it_is_whole(followed: FollowedFile) -> None:
    data = simple_save(R1)
    for end in range(0, len(data), len(data) // 7):
        followed.file.write_bytes(data[:end])
        assert not followed.look()
        assert not followed.look()
        assert followed.saves == 1
        assert followed.watched.problem is not None
        assert not followed.watched.warned
    followed.file.write_bytes(data)
    followed.look()
    assert followed.look()
    assert followed.watched.problem is None


@pytest.mark.req("BT-WATCH-1", "BT-WATCH-2")
def test_no_half_of_a_save_is_ever_taken() -> None:
    data = simple_save(DONE, R2)
    for end in range(0, len(data) - 1, 100):
        with pytest.raises(BadInput):
            read_save(data[:end])
    read_save(data)


@pytest.mark.req("BT-WATCH-2", "BT-HALL-2")
@pytest.mark.parametrize(
    ("error", "code"), [(PermissionError(13, "in use"), "tom-locked"), (OSError(22, "a cloud file"), "tom-unreadable")]
)
def test_a_locked_file_is_told_once_after_ten_seconds(followed: FollowedFile, error: OSError, code: str) -> None:
    read, followed.watched.read = followed.watched.read, _raising(error)
    followed.put(simple_save(R1))
    told = [followed.look() or followed.watched.warned for _ in range(60)]
    assert told.count(True) >= 1
    assert told.index(True) * AT_REST >= PATIENCE - 1
    assert followed.watched.problem is not None
    assert followed.watched.problem.code == code
    assert followed.saves == 1  # the last state stays
    followed.watched.read = read
    assert followed.look()
    assert followed.watched.problem is None
    assert not followed.watched.warned


def _raising(error: OSError) -> Callable[[str], bytes]:
    def read(_: str) -> bytes:
        raise error

    return read


@pytest.mark.req("BT-WATCH-2")
def test_what_cannot_be_read_is_kept_and_what_is_gone_takes_nothing_back(followed: FollowedFile) -> None:
    followed.file.write_bytes(b"<tournament><data></tournament>")
    for _ in range(40):
        followed.look()
    assert followed.watched.warned
    assert followed.kept == [b"<tournament><data></tournament>"]
    followed.file.unlink()
    for _ in range(40):
        followed.look()
    assert followed.watched.warned
    assert followed.watched.problem is not None
    assert followed.watched.problem.code == "tom-gone"
    assert followed.saves == 1
    assert len(followed.ctx.open(followed.slug).state.entrants) == 8
    followed.put(simple_save(R1))
    followed.look()
    assert followed.look()
    assert followed.watched.problem is None


@pytest.mark.req("BT-WATCH-3")
def test_content_counts_not_time(followed: FollowedFile) -> None:
    followed.put(simple_save(R1), at=10**18)
    followed.look()
    assert followed.look()
    followed.put(simple_save([(1, 1, 2, 1), *R1[1:]]), at=10**15)  # older
    followed.look()
    assert followed.look()
    assert followed.saves == 3
    followed.put(simple_save([(1, 1, 2, 1), *R1[1:]]), at=10**17)  # the same bytes
    followed.look()
    assert not followed.look()
    assert followed.saves == 3
    ticked = simple_save([(1, 1, 2, 1), *R1[1:]]).replace(b"<timeleft>0<", b"<timeleft>1200<")
    ticked = ticked.replace(b"<lastmodifieddate>02/14/2026 12:00:00<", b"<lastmodifieddate>02/14/2026 12:09:00<")
    followed.put(ticked)
    followed.look()
    assert not followed.look()
    assert followed.saves == 3
    assert followed.watched.problem is None


@pytest.mark.req("BT-WATCH-4")
def test_the_file_is_open_only_while_it_is_read(followed: FollowedFile, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    real = open

    def noted(*args: object, **more: object) -> object:
        file = real(*args, **more)  # type: ignore[call-overload]
        opened.append(file)
        return file

    monkeypatch.setattr(folder, "open", noted, raising=False)

    def taken(_: str) -> bytes:
        data = folder.read_bytes(str(followed.file))
        assert all(file.closed for file in opened)  # type: ignore[attr-defined]  # before anything is made of it
        return data

    followed.watched.read = taken
    followed.put(simple_save(R1))
    followed.look()
    assert followed.look()
    assert len(opened) == 1


@pytest.mark.req("BT-DIFF-5")
def test_a_save_without_rounds_is_held_until_somebody_says_so(followed: FollowedFile) -> None:
    followed.put(simple_save(DONE))
    followed.look()
    followed.look()
    followed.put(simple_save())
    followed.look()
    assert not followed.look()
    assert followed.watched.question is not None
    assert followed.watched.question.code == "tom-emptied"
    assert followed.ctx.open(followed.slug).state.pods["masters"].rounds
    assert not followed.look()  # asked once, not at every look
    assert followed.watched.question is not None
    assert followed.watched.confirm(followed.ctx, followed.now)
    assert not followed.ctx.open(followed.slug).state.pods
    assert followed.watched.question is None


# --- which event ------------------------------------------------------------------------------------------------------


@pytest.mark.req("BT-ID-1")
def test_a_number_that_comes_later_is_linked_once() -> None:
    ctx, slug = follow_saves([simple_save(number="")])
    fact = follow_save(ctx, slug, simple_save(R1, number="26-02-000001"))
    assert "linked" in [change.kind for change in fact.news]
    fact = follow_save(ctx, slug, simple_save(DONE, number="26-02-000001", name="Copa Otra"))  # the number is enough
    assert "linked" not in [change.kind for change in fact.news]
    assert ctx.open(slug).state.name == "Copa Otra" == ctx.store.summary(slug).name
    with pytest.raises(Refused):
        take_save(ctx, slug, read_save(simple_save(R1, number="26-02-000009")))
    assert find_event(ctx, read_save(simple_save(number="26-02-000001")).identity) == slug
    assert find_event(ctx, read_save(simple_save(number="26-02-000002")).identity) is None


@pytest.mark.req("BT-ID-1")
def test_without_a_number_name_date_and_organiser_say_it() -> None:
    ctx, slug = follow_saves([simple_save(number="")])
    assert find_event(ctx, read_save(simple_save(R1, number="")).identity) == slug
    assert find_event(ctx, read_save(simple_save(number="", name="Copa Otra")).identity) is None
    other = simple_save(number="").replace(b'popid="42"', b'popid="43"')
    assert not identity_of(ctx.open(slug)).same(read_save(other).identity)


@pytest.mark.req("BT-ID-2")
def test_another_event_in_the_file_stops_following_and_changes_nothing(followed: FollowedFile) -> None:
    seq = followed.ctx.open(followed.slug).state.seq
    followed.put(simple_save(R1, number="26-02-000999", name="Otra Copa"))
    followed.look()
    assert not followed.look()
    assert followed.watched.stopped
    assert followed.watched.problem is not None
    assert "Otra Copa" in followed.watched.problem
    assert followed.ctx.open(followed.slug).state.seq == seq
    followed.put(simple_save(R1))
    assert not followed.look()
    assert not followed.look()  # a person decides


@pytest.mark.req("BT-ID-2")
def test_the_same_event_at_another_place_is_the_same_event(followed: FollowedFile) -> None:
    moved = followed.file.with_name("cup-final.tdf")
    followed.file.rename(moved)
    moved.write_bytes(simple_save(R1))
    assert follow(followed.ctx, str(moved)) == followed.slug
    assert len(followed.ctx.store.tournaments()) == 1


@pytest.mark.req("BT-ID-3")
def test_a_corrected_name_is_an_edit_and_another_id_the_same_player() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(R1)])
    running.publish_now(ctx, slug)
    renamed = simple_save(R1).replace(b"<firstname>Nora2<", b"<firstname>Norah<")
    fact = follow_save(ctx, slug, renamed)
    assert [(c.kind, c.no) for c in fact.news] == [("edited", 2)]
    assert ctx.open(slug).name(2) == "Norah Brasa"
    other_id = renamed.replace(b'userid="2"', b'userid="222"')
    fact = follow_save(ctx, slug, other_id)
    assert [(c.kind, c.no) for c in fact.news] == [("renumbered", 2)]
    assert fact.kind == "continues"
    assert ctx.open(slug).id(2) == "222"
    assert len(ctx.open(slug).state.entrants) == 8
    assert save_bytes(ctx, ctx.open(slug), 2) == simple_save(R1)  # the earlier ones stay as they came
    assert save_bytes(ctx, ctx.open(slug), 4) == other_id


@pytest.mark.req("BT-DIFF-6")
def test_who_is_missing_before_round_1_is_gone_and_afterwards_removed_in_tom() -> None:
    ctx, slug = follow_saves([simple_save()])
    follow_save(ctx, slug, simple_save(gone=[8]))
    assert len(ctx.open(slug).state.entrants) == 7
    seven = [(5, 7, 0, 0), *R1[:3]]
    follow_save(ctx, slug, simple_save(seven, gone=[8]))
    fact = follow_save(ctx, slug, simple_save([(5, 7, 0, 0), (0, 3, 4, 2), (0, 5, 6, 3)], gone=[1, 2, 8]))
    assert {change.kind for change in fact.news} >= {"removed", "deleted"}
    left = ctx.open(slug).state.entrants[1].drop
    assert left is not None
    assert left.reason == "removed in TOM"


# --- folders ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def tom_files(tmp_path: Path) -> Path:
    """TOM's folder: two events of today, their backups, and copies that others made."""
    data = tmp_path / "TOM_DATA" / "data"
    (data / "cup").mkdir(parents=True)
    (tmp_path / folder.INSTALLED).write_text(f"{tmp_path / 'TOM_DATA'}\n", encoding="utf-8")
    (data / "cup.tdf").write_bytes(simple_save(DONE, R2))
    (data / "go.tdf").write_bytes(simple_save(number="26-02-000002", name="GO de tarde"))
    for name in ("cup (1).tdf", "cup-LAPTOP.tdf", "cup_r1-end.tdf", "cup_pareo.tdf"):
        (data / name).write_bytes(simple_save(DONE))
    (data / "cup" / "cup_r1-begin.tdf").write_bytes(simple_save(R1))
    (data / "cup" / "cup_r1-end.tdf").write_bytes(simple_save(DONE))
    (data / "broken.tdf").write_bytes(b"<tournament")
    old = data / "old.tdf"
    old.write_bytes(simple_save(DONE, number="26-01-000001", name="Copa vieja"))
    os.utime(old, (1_600_000_000, 1_600_000_000))
    os.utime(data / "go.tdf", (1_790_000_000, 1_790_000_000))
    os.utime(data / "cup.tdf", (1_790_000_060, 1_790_000_060))
    return tmp_path


TODAY = "2026-09-21"


@pytest.mark.req("BT-START-1", "BT-START-2")
def test_the_folder_is_found_and_only_events_of_today_are_offered(
    tom_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "_day", lambda s: TODAY if s > 1_700_000_000 else "2020-09-13")
    data = folder.tom_folder(tom_files)
    assert data == tom_files / "TOM_DATA" / "data"
    found = folder.look_in(data, today=TODAY)
    assert [(o.name, o.number, o.stage) for o in found.offers] == [
        ("Copa Brasa & Mar", "26-02-000001", 4),
        ("GO de tarde", "26-02-000002", 1),
    ]
    assert found.copies == ("cup (1).tdf", "cup-LAPTOP.tdf", "cup_pareo.tdf", "cup_r1-end.tdf")
    assert folder.find_offers(None, today=TODAY, home=tom_files) == found
    assert [o.name for o in folder.find_offers(data / "go.tdf", today=TODAY).offers] == ["GO de tarde"]
    for path, home in ((None, tom_files / "nowhere"), (tom_files / "nowhere", None), (tom_files, None)):
        with pytest.raises(NotFound):
            folder.find_offers(path, today=TODAY, home=home)
    with pytest.raises(PareoError):
        folder.find_offers(data / "broken.tdf", today=TODAY)


@pytest.mark.req("BT-START-2", "BT-START-3")
def test_a_server_follows_several_files_and_goes_on_after_a_restart(tom_files: Path) -> None:
    notes = [""]
    ctx = context_with_clock()
    now = [0.0]

    def server() -> Following:
        made = Following(ctx.store, lambda: notes[0], lambda text: notes.__setitem__(0, text), now=lambda: now[0])
        made.ctx.now = ctx.now
        return made

    data = tom_files / "TOM_DATA" / "data"
    first = server()
    slugs = [first.follow(ctx, str(data / name)) for name in ("cup.tdf", "go.tdf")]
    again = server()
    (data / "go.tdf").write_bytes(simple_save(R1, number="26-02-000002", name="GO de tarde"))
    for _ in range(4):
        now[0] += 1
        again.turn()
    assert {slug: len(tom_sync(ctx, slug).saves) for slug in slugs} == {slugs[0]: 3, slugs[1]: 2}
    for _ in range(40):
        now[0] += 1
        ctx.now()
        again.turn()
    assert ctx.open(slugs[1]).state.pods["masters"].rounds[1].status is Status.STARTED  # published by itself
    running.stop(ctx, slugs[1])
    again.turn()
    assert again.file_of(slugs[1]) is None


@pytest.mark.req("BT-START-4")
def test_started_in_the_middle_the_backups_are_read_first(tom_files: Path) -> None:
    ctx = context_with_clock()
    slug = follow(ctx, str(tom_files / "TOM_DATA" / "data" / "cup.tdf"))
    kinds = [[c.kind for c in _fact(ctx, slug, i).news if c.kind in ("paired", "finished")] for i in range(3)]
    assert kinds == [["paired"], ["finished"], ["paired"]]
    assert len(tom_sync(ctx, slug).saves) == 3


def _fact(ctx: Context, slug: str, index: int):  # type: ignore[no-untyped-def]
    from pareo.app.base.context import decode_fact  # noqa: PLC0415

    save = tom_sync(ctx, slug).saves[index]
    return decode_fact(ctx.store.read(slug, after=save.seq - 1)[0])


@pytest.mark.req("BT-START-3")
def test_a_sender_sends_bytes_again_until_they_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "cup.tdf"
    file.write_bytes(simple_save())
    answers = [OSError("no route"), Refused("tom-send-refused", "The other computer answered: {answer}", answer="no")]
    got: list[bytes] = []
    said: list[str] = []

    def send(data: bytes) -> str:
        if answers:
            raise answers.pop(0)
        got.append(data)
        return "taken"

    sender = FileSender(str(file), send, said.append)
    assert [sender.look(float(i)) for i in range(6)] == [False, False, False, True, False, False]
    assert got == [simple_save()]
    assert said == ["no route", "The other computer answered: no", "taken"]
    file.write_bytes(simple_save(R1)[:-40])
    assert not sender.look(7.0)
    assert not sender.look(8.0)  # half a file is not sent
    assert saves_url("http://10.0.0.5:8000/e/cup") == "http://10.0.0.5:8000/api/v1/events/cup/beside/saves"
    with pytest.raises(BadInput):
        saves_url("cup")


@pytest.mark.req("BT-OWN-3")
def test_following_again_after_going_on_here_is_asked() -> None:
    ctx, slug = follow_saves([simple_save(), simple_save(DONE, R2)])
    running.stop(ctx, slug)
    with pytest.raises(NeedsConfirmation):
        take_save(ctx, slug, read_save(simple_save(DONE)))
    take_save(ctx, slug, read_save(simple_save(DONE)), confirmed=True)
    assert tom_sync(ctx, slug).following
    assert list(ctx.open(slug).state.pods["masters"].rounds) == [1]


@pytest.mark.req("BT-HALL-2")
def test_paths_of_other_systems_and_a_clock_that_jumps_do_no_harm(followed: FollowedFile, tmp_path: Path) -> None:
    (tmp_path / folder.INSTALLED).write_text("C:\\Users\\Olga\\OneDrive - Club\\TOM_DATA\r\n", encoding="utf-8")
    assert folder.tom_folder(tmp_path) is None  # a drive that is not here
    odd = tmp_path / "OneDrive - Club Ñandú (2)"
    odd.mkdir()
    (odd / "copa del río.tdf").write_bytes(simple_save(R1))
    assert follow(followed.ctx, str(odd / "copa del río.tdf")) == followed.slug
    followed.put(simple_save(DONE))
    followed.look()
    followed.now += 36_000  # the lid was shut
    assert followed.watched.look(followed.ctx, followed.now)
    assert not followed.watched.warned


@pytest.mark.req("BT-START-1")
def test_the_first_save_makes_one_event_with_two_entries() -> None:
    ctx = context_with_clock()
    slug = begin(ctx, read_save(simple_save(R1, more={1: [leaf("byes", 1)]})))
    assert [(e.action, e.actor) for e in ctx.store.read(slug)] == [("created", "organiser"), ("saved", "TOM")]
    assert ctx.store.verify(slug) == 2
