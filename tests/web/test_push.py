"""Messages to phones: only on request, only by https, encrypted; hostile endpoints; what forgets a phone."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from pareo.app.commands.event import undo
from pareo.app.commands.rounds import rounds
from pareo.app.league import event_closing
from pareo.core.model.entities import Status
from pareo.core.text.errors import BadInput
from pareo.web.host_names import known_names
from pareo.web.push import encryption, endpoints
from pareo.web.push.endpoints import PushTransport, open_addresses, parse_endpoint
from pareo.web.push.notifications import FRESH_SECONDS, PushTable
from pareo.web.push.subscriptions import MOST
from public_stage import PublicStage, Visit, invented
from push_service import HOST, Browser, Service, check_signed, opened, push_service

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
HOME = "https://copa.example.org"


class Told(PublicStage):
    """A hall that people reach by https, and a message service."""

    def __init__(self, folder: Path, service: Service, home: str = HOME) -> None:
        super().__init__(folder, "pokemon-tcg-2019-07")
        self.hall.own_names = known_names([home, "testserver.local"], open_to_network=True)
        self.hall.push.transport = service.way()
        self.service = service
        self.enter(invented(4))

    def switch(self, status: int = 303, on: str = "yes") -> str:
        return self.staff().post("/console/copa/phones/push", status, on=on)

    def phone(self, no: int, browser: Browser, status: int = 303) -> Visit:
        visit = self.visitor()
        visit.post("/e/copa/me", 303, no=str(no))
        visit.post("/e/copa/me/push", status, **browser.form)
        return visit

    def sent(self) -> int:
        """What the hall's watch does after something was written; how many messages have come in all."""
        self.hall.refresh()
        for one in self.hall.push.turn():
            one.result(30)
        return len(self.service.came)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with push_service(tmp_path) as running:
        yield running


@pytest.fixture
def told(tmp_path: Path, service: Service) -> Iterator[Told]:
    stage = Told(tmp_path, service)
    yield stage
    stage.hall.push.close()
    stage.store.close()


def test_the_reader_of_these_tests_reads_the_example_of_rfc_8291() -> None:
    private = int.from_bytes(encryption.from_base64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
        "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    text = opened(
        encryption.from_base64url(body),
        ec.derive_private_key(private, ec.SECP256R1()),
        encryption.from_base64url("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    assert text == b"When I grow up, I want to be a watermelon"


def test_a_phone_is_told_its_table_and_nothing_else(told: Told) -> None:
    told.switch()
    ana, teo = Browser("/wpush/v2/ana"), Browser("/wpush/v2/teo")
    told.phone(1, ana)
    told.phone(2, teo)
    assert told.sent() == 0
    told.open(Status.DRAFTED)
    assert told.sent() == 0  # a draft is nobody's business
    rounds.publish(told.ctx, "copa", confirmed=True)
    assert told.sent() == 2
    match = next(
        m for p in told.ctx.open("copa").state.pods.values() for m in p.rounds[1].matches.values() if 1 in (m.a, m.b)
    )
    rival = {2: "Teo L.", 3: "Gala F.", 4: "Nuno P."}[match.b if match.a == 1 else match.a]
    assert told.service.read_by(ana) == [{"title": f"Round 1 · Table {match.table}", "body": rival}]
    path, headers, body = told.service.came[0]
    assert path == "/wpush/v2/ana"
    assert len(body) == 86 + encryption.LENGTH + 1 + 16  # as long as every other
    claims = check_signed(headers["authorization"], f"https://{HOST}")
    assert claims["sub"] == HOME
    assert headers["ttl"] == "900"
    assert headers["content-encoding"] == "aes128gcm"
    assert not {"cookie", "referer", "user-agent"} & set(headers)
    assert told.sent() == 2  # once
    rounds.start(told.ctx, "copa", confirmed=True)
    told.report()
    assert told.sent() == 2
    rounds.finish(told.ctx, "copa")
    told.open(Status.PUBLISHED)
    assert told.sent() == 4


def test_only_who_sits_elsewhere_is_told_again(told: Told) -> None:
    told.switch()
    told.phone(1, Browser("/one"))
    told.open(Status.PUBLISHED)
    assert told.sent() == 1
    undo.undo(told.ctx, "copa")
    assert told.sent() == 1
    rounds.publish(told.ctx, "copa", confirmed=True)
    assert told.sent() == 1  # he knows


def test_names_and_words_are_those_of_the_event() -> None:
    assert b"Rodada 3 \xc2\xb7 Mesa 12" in PushTable(3, 12, "Ana F.").message("pt", "pokemon")
    assert b"pase" in PushTable(3, None, "").message("es", "pokemon").lower()
    assert len(PushTable(3, 12, "😀" * 500).message("en", "chess")) <= encryption.LENGTH


def test_nothing_is_sent_until_the_owner_wants_it(told: Told) -> None:
    told.visitor().post("/console/copa/phones/push", 303, on="yes")  # to the login
    assert not told.hall.push.is_on()
    visit = told.visitor()
    script = visit.client.get("/e/copa/me/push.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "default-src 'self'" in script.headers["content-security-policy"]
    visit.post("/e/copa/me", 303, no="1")
    assert "push-on" not in visit.get("/e/copa/me")
    assert "switched off" in visit.post("/e/copa/me/push", 422, **Browser("/one").form)
    told.switch()
    told.visitor().post("/e/copa/me/push", 303, **Browser("/stranger").form)  # to “Who are you?”
    assert told.hall.push.subscriptions.events() == set()
    assert "push-on" in visit.get("/e/copa/me")
    visit.post("/e/copa/me/push", 303, **Browser("/one").form)
    told.switch(on="")
    told.open(Status.PUBLISHED)
    assert told.sent() == 0
    told.switch()  # the phones of before are forgotten
    assert told.sent() == 0
    assert told.hall.push.subscriptions.events() == set()


def test_nothing_is_sent_without_https(tmp_path: Path, service: Service) -> None:
    stage = Told(tmp_path, service, "http://192.168.1.40:8000")
    assert "begins with https://" in stage.staff().get("/console/copa/phones")
    assert "need https" in stage.switch(422)
    stage.accounts.save_server_note("push", HOME)  # switched on when it was reached by https
    stage.hall.push.subscriptions.add(stage.store.summary("copa").id, 1, parse_endpoint(Browser("/one").form, "en"))
    stage.open(Status.PUBLISHED)
    assert stage.sent() == 0
    stage.store.close()


def test_without_the_extra_one_sentence_says_so(told: Told) -> None:
    told.switch()
    told.phone(1, Browser("/one"))
    told.hall.push.installed = lambda: False
    assert "pareo[push]" in told.staff().get("/console/copa/phones")
    assert "need one more package" in told.switch(422)
    told.open(Status.PUBLISHED)
    assert told.sent() == 0


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://updates.push.services.mozilla.com/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://[::1]/x",
        "https://push.example.org/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com:8443/x",
        "https://a:b@fcm.googleapis.com/x",
        "https://fcm.googleapis.com/a b",
        "https://fcm.googleapis.com/\nHost: x",
        "https://fcm.googleapis.com/#x",
        "https://fcm.googleapis.com:port/x",
        "https://xn--fcm.googleapis.com/x",
        "https://fcm.googleapis.com/" + "x" * endpoints.LONGEST,
        "javascript:alert(1)",
        "https://fcm.googleapis.com\\@evil.example/",
        "//fcm.googleapis.com/x",
        "https://fcm.googleapis.cöm/x",
    ],
)
def test_a_hostile_endpoint_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="no service"):
        parse_endpoint({**Browser("/x").form, "endpoint": address}, "en")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("p256dh", ""),
        ("p256dh", "BP"),
        ("p256dh", "B" * 87),
        ("p256dh", "é" * 87),
        ("auth", "AAAA"),
        ("auth", "="),
    ],
)
def test_hostile_keys_are_refused(field: str, value: str) -> None:
    with pytest.raises(BadInput, match="no service"):
        parse_endpoint({**Browser("/x").form, field: value}, "en")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.7",
        "192.168.1.1",
        "169.254.169.254",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "2002:7f00:1::",
        "224.0.0.1",
        "0.0.0.0",
        "100.64.0.1",
        "240.0.0.1",
    ],
)
def test_a_service_at_home_is_never_called(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", (at, 443)) for at in ("142.250.184.10", address)]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    assert open_addresses("fcm.googleapis.com") == []
    with pytest.raises(OSError, match="open internet"):
        PushTransport().post("fcm.googleapis.com", [], lambda *_: None)


def test_a_player_has_few_browsers(told: Told) -> None:
    told.switch()
    visit = told.phone(1, Browser("/0"))
    for i in range(1, MOST + 3):
        visit.post("/e/copa/me/push", 303, **Browser(f"/{i}").form)
    told.open(Status.PUBLISHED)
    assert told.sent() == MOST
    assert {path for path, _, _ in told.service.came} == {"/3", "/4", "/5"}


def test_who_asks_is_told_no_more(told: Told) -> None:
    told.switch()
    one, two = Browser("/one"), Browser("/two")
    visit = told.phone(1, one)
    visit.post("/e/copa/me/push", 303, **two.form)
    visit.post("/e/copa/me/push/off", 303, endpoint=one.form["endpoint"])
    told.phone(2, Browser("/forgets")).post("/e/copa/me/forget", 303)
    told.phone(3, Browser("/released"))
    told.staff().post("/console/copa/players/3/phone", 303)
    told.open(Status.PUBLISHED)
    assert told.sent() == 1
    assert told.service.came[0][0] == "/two"


def test_a_browser_that_is_gone_is_forgotten(told: Told) -> None:
    told.switch()
    told.service.statuses = {"/1": 404, "/2": 410, "/3": 429, "/4": 500}
    for no in (1, 2, 3, 4):
        told.phone(no, Browser(f"/{no}"))
    told.open(Status.PUBLISHED)
    assert told.sent() == 4
    assert set(told.hall.push.subscriptions.of_event(told.store.summary("copa").id)) == {3, 4}
    assert told.hall.push.failures == 4


def test_a_closed_event_has_no_phones(told: Told) -> None:
    told.switch()
    told.phone(1, Browser("/one"))
    told.play()
    told.sent()
    told.play()
    event_closing.close_event(told.ctx, "copa", season=False)
    told.sent()
    assert told.hall.push.subscriptions.events() == set()
    assert "push-on" not in told.visitor().get("/e/copa/me?q=iria")


def test_publishing_knows_nothing_of_it(told: Told, capfd: pytest.CaptureFixture[str]) -> None:
    """A service that is not there: the round is published, one line at the window says what happened."""
    told.switch()
    told.phone(1, Browser("/one"))
    told.hall.push.transport = PushTransport(lambda host: [], 443)
    told.open(Status.DRAFTED)
    with told.hall.at_desk() as ctx:
        rounds.publish(ctx, "copa", confirmed=True)  # no call goes out from here: threads are not even there
    assert told.hall.push._threads is None
    assert told.sent() == 0
    assert told.hall.push.failures == 1
    assert "Sending messages to phones failed" in capfd.readouterr().err
    assert told.ctx.open("copa").state.pods


def test_an_old_round_is_no_news(told: Told) -> None:
    told.switch()
    told.phone(1, Browser("/one"))
    told.open(Status.PUBLISHED)
    late = told.ctx.now()
    told.ctx.now = lambda: late[:11] + "23:59:59.000000Z" if late[11:13] < "23" else "2999-01-01T00:00:00.000000Z"
    assert FRESH_SECONDS < 3600
    assert told.sent() == 0


def test_several_servers_and_a_restart(told: Told) -> None:
    told.switch()
    told.phone(1, Browser("/one"))
    event, marks = told.store.summary("copa").id, {1: "1/x", 2: "1/y"}
    assert told.hall.push.subscriptions.claim_unnotified(event, "masters/1", marks) == {1, 2}
    assert (
        told.hall.push.subscriptions.claim_unnotified(event, "masters/1", marks) == set()
    )  # another server was quicker
    assert told.hall.push.subscriptions.claim_unnotified(event, "masters/1", {1: "2/x", 2: "1/y"}) == {1}
    before = told.hall.push.sender.public
    told.hall.push._sender = None
    assert told.hall.push.sender.public == before
    watched: list[str] = []
    told.hall.push.begin(watched.append)
    assert watched == ["copa"]
    told.store.delete("copa")
    told.hall.push.begin(watched.append)
    assert told.hall.push.subscriptions.events() == set()
