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
from support.errors import raises_code
from support.web.public import PublicClient, PublicStage, make_players
from support.web.push_service import HOST, PushBrowser, PushService, check_signature, decrypt, push_service

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
HOME = "https://copa.example.org"


class PushEvent(PublicStage):
    """A hall that people reach by https, and a message service."""

    def __init__(self, folder: Path, service: PushService, home: str = HOME) -> None:
        super().__init__(folder, "pokemon-tcg-2019-07")
        self.app_state.own_names = known_names([home, "testserver.local"], open_to_network=True)
        self.app_state.push.transport = service.way()
        self.service = service
        self.enter(make_players(4))

    def switch(self, status: int = 303, on: str = "yes") -> str:
        return self.staff().post("/console/copa/phones/push", status, on=on)

    def phone(self, no: int, browser: PushBrowser, status: int = 303) -> PublicClient:
        visit = self.visitor()
        visit.post("/e/copa/me", 303, no=str(no))
        visit.post("/e/copa/me/push", status, **browser.form)
        return visit

    def sent(self) -> int:
        """What the hall's watch does after something was written; how many messages have come in all."""
        self.app_state.refresh()
        for one in self.app_state.push.turn():
            one.result(30)
        return len(self.service.received)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    with push_service(tmp_path) as running:
        yield running


@pytest.fixture
def push_event(tmp_path: Path, service: PushService) -> Iterator[PushEvent]:
    stage = PushEvent(tmp_path, service)
    yield stage
    stage.app_state.push.close()
    stage.store.close()


def test_the_reader_of_these_tests_reads_the_example_of_rfc_8291() -> None:
    private = int.from_bytes(encryption.from_base64url("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
        "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    text = decrypt(
        encryption.from_base64url(body),
        ec.derive_private_key(private, ec.SECP256R1()),
        encryption.from_base64url("BTBZMqHH6r4Tts7J_aSIgg"),
    )
    assert text == b"When I grow up, I want to be a watermelon"


def test_a_phone_is_told_its_table_and_nothing_else(push_event: PushEvent) -> None:
    push_event.switch()
    ana, teo = PushBrowser("/wpush/v2/ana"), PushBrowser("/wpush/v2/teo")
    push_event.phone(1, ana)
    push_event.phone(2, teo)
    assert push_event.sent() == 0
    push_event.open(Status.DRAFTED)
    assert push_event.sent() == 0  # a draft is nobody's business
    rounds.publish(push_event.ctx, "copa", confirmed=True)
    assert push_event.sent() == 2
    match = next(
        m
        for p in push_event.ctx.open("copa").state.pods.values()
        for m in p.rounds[1].matches.values()
        if 1 in (m.a, m.b)
    )
    rival = {2: "Teo L.", 3: "Gala F.", 4: "Nuno P."}[match.b if match.a == 1 else match.a]
    assert push_event.service.messages_for(ana) == [{"title": f"Round 1 · Table {match.table}", "body": rival}]
    path, headers, body = push_event.service.received[0]
    assert path == "/wpush/v2/ana"
    assert len(body) == 86 + encryption.LENGTH + 1 + 16  # as long as every other
    claims = check_signature(headers["authorization"], f"https://{HOST}")
    assert claims["sub"] == HOME
    assert headers["ttl"] == "900"
    assert headers["content-encoding"] == "aes128gcm"
    assert not {"cookie", "referer", "user-agent"} & set(headers)
    assert push_event.sent() == 2  # once
    rounds.start(push_event.ctx, "copa", confirmed=True)
    push_event.report()
    assert push_event.sent() == 2
    rounds.finish(push_event.ctx, "copa")
    push_event.open(Status.PUBLISHED)
    assert push_event.sent() == 4


def test_only_who_sits_elsewhere_is_told_again(push_event: PushEvent) -> None:
    push_event.switch()
    push_event.phone(1, PushBrowser("/one"))
    push_event.open(Status.PUBLISHED)
    assert push_event.sent() == 1
    undo.undo(push_event.ctx, "copa")
    assert push_event.sent() == 1
    rounds.publish(push_event.ctx, "copa", confirmed=True)
    assert push_event.sent() == 1  # who reported it knows


def test_names_and_words_are_those_of_the_event() -> None:
    assert b"Rodada 3 \xc2\xb7 Mesa 12" in PushTable(3, 12, "Ana F.").message("pt", "pokemon")
    assert b"pase" in PushTable(3, None, "").message("es", "pokemon").lower()
    assert len(PushTable(3, 12, "😀" * 500).message("en", "chess")) <= encryption.LENGTH


def test_nothing_is_sent_until_the_owner_wants_it(push_event: PushEvent) -> None:
    push_event.visitor().post("/console/copa/phones/push", 303, on="yes")  # to the login
    assert not push_event.app_state.push.is_on()
    visit = push_event.visitor()
    script = visit.client.get("/e/copa/me/push.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "default-src 'self'" in script.headers["content-security-policy"]
    visit.post("/e/copa/me", 303, no="1")
    assert "push-on" not in visit.get("/e/copa/me")
    assert "turned off" in visit.post("/e/copa/me/push", 422, **PushBrowser("/one").form)
    push_event.switch()
    push_event.visitor().post("/e/copa/me/push", 303, **PushBrowser("/stranger").form)  # to “Who are you?”
    assert push_event.app_state.push.subscriptions.events() == set()
    assert "push-on" in visit.get("/e/copa/me")
    visit.post("/e/copa/me/push", 303, **PushBrowser("/one").form)
    push_event.switch(on="")
    push_event.open(Status.PUBLISHED)
    assert push_event.sent() == 0
    push_event.switch()  # the phones of before are forgotten
    assert push_event.sent() == 0
    assert push_event.app_state.push.subscriptions.events() == set()


def test_nothing_is_sent_without_https(tmp_path: Path, service: PushService) -> None:
    stage = PushEvent(tmp_path, service, "http://192.168.1.40:8000")
    assert "begins with https://" in stage.staff().get("/console/copa/phones")
    assert "need https" in stage.switch(422)
    stage.accounts.save_server_note("push", HOME)  # switched on when it was reached by https
    stage.app_state.push.subscriptions.add(
        stage.store.summary("copa").id, 1, parse_endpoint(PushBrowser("/one").form, "en")
    )
    stage.open(Status.PUBLISHED)
    assert stage.sent() == 0
    stage.store.close()


def test_without_the_extra_one_sentence_says_so(push_event: PushEvent) -> None:
    push_event.switch()
    push_event.phone(1, PushBrowser("/one"))
    push_event.app_state.push.installed = lambda: False
    assert "pareo[push]" in push_event.staff().get("/console/copa/phones")
    assert "need one more package" in push_event.switch(422)
    push_event.open(Status.PUBLISHED)
    assert push_event.sent() == 0


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
    with raises_code(BadInput, "push-endpoint"):
        parse_endpoint({**PushBrowser("/x").form, "endpoint": address}, "en")


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
    with raises_code(BadInput, "push-endpoint"):
        parse_endpoint({**PushBrowser("/x").form, field: value}, "en")


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


def test_a_player_has_few_browsers(push_event: PushEvent) -> None:
    push_event.switch()
    visit = push_event.phone(1, PushBrowser("/0"))
    for i in range(1, MOST + 3):
        visit.post("/e/copa/me/push", 303, **PushBrowser(f"/{i}").form)
    push_event.open(Status.PUBLISHED)
    assert push_event.sent() == MOST
    assert {path for path, _, _ in push_event.service.received} == {"/3", "/4", "/5"}


def test_who_asks_is_told_no_more(push_event: PushEvent) -> None:
    push_event.switch()
    one, two = PushBrowser("/one"), PushBrowser("/two")
    visit = push_event.phone(1, one)
    visit.post("/e/copa/me/push", 303, **two.form)
    visit.post("/e/copa/me/push/off", 303, endpoint=one.form["endpoint"])
    push_event.phone(2, PushBrowser("/forgets")).post("/e/copa/me/forget", 303)
    push_event.phone(3, PushBrowser("/released"))
    push_event.staff().post("/console/copa/players/3/phone", 303)
    push_event.open(Status.PUBLISHED)
    assert push_event.sent() == 1
    assert push_event.service.received[0][0] == "/two"


def test_a_browser_that_is_gone_is_forgotten(push_event: PushEvent) -> None:
    push_event.switch()
    push_event.service.statuses = {"/1": 404, "/2": 410, "/3": 429, "/4": 500}
    for no in (1, 2, 3, 4):
        push_event.phone(no, PushBrowser(f"/{no}"))
    push_event.open(Status.PUBLISHED)
    assert push_event.sent() == 4
    assert set(push_event.app_state.push.subscriptions.of_event(push_event.store.summary("copa").id)) == {3, 4}
    assert push_event.app_state.push.failures == 4


def test_a_closed_event_has_no_phones(push_event: PushEvent) -> None:
    push_event.switch()
    push_event.phone(1, PushBrowser("/one"))
    push_event.play()
    push_event.sent()
    push_event.play()
    event_closing.close_event(push_event.ctx, "copa", season=False)
    push_event.sent()
    assert push_event.app_state.push.subscriptions.events() == set()
    assert "push-on" not in push_event.visitor().get("/e/copa/me?q=iria")


def test_publishing_knows_nothing_of_it(push_event: PushEvent, capfd: pytest.CaptureFixture[str]) -> None:
    """A service that is not there: the round is published, one line at the window says what happened."""
    push_event.switch()
    push_event.phone(1, PushBrowser("/one"))
    push_event.app_state.push.transport = PushTransport(lambda host: [], 443)
    push_event.open(Status.DRAFTED)
    with push_event.app_state.open_context() as ctx:
        rounds.publish(ctx, "copa", confirmed=True)  # no call goes out from here: threads are not even there
    assert push_event.app_state.push._threads is None
    assert push_event.sent() == 0
    assert push_event.app_state.push.failures == 1
    assert "Sending messages to phones failed" in capfd.readouterr().err
    assert push_event.ctx.open("copa").state.pods


def test_an_old_round_is_no_news(push_event: PushEvent) -> None:
    push_event.switch()
    push_event.phone(1, PushBrowser("/one"))
    push_event.open(Status.PUBLISHED)
    late = push_event.ctx.now()
    push_event.ctx.now = lambda: late[:11] + "23:59:59.000000Z" if late[11:13] < "23" else "2999-01-01T00:00:00.000000Z"
    assert FRESH_SECONDS < 3600
    assert push_event.sent() == 0


def test_several_servers_and_a_restart(push_event: PushEvent) -> None:
    push_event.switch()
    push_event.phone(1, PushBrowser("/one"))
    event, marks = push_event.store.summary("copa").id, {1: "1/x", 2: "1/y"}
    assert push_event.app_state.push.subscriptions.claim_unnotified(event, "masters/1", marks) == {1, 2}
    assert (
        push_event.app_state.push.subscriptions.claim_unnotified(event, "masters/1", marks) == set()
    )  # another server was quicker
    assert push_event.app_state.push.subscriptions.claim_unnotified(event, "masters/1", {1: "2/x", 2: "1/y"}) == {1}
    before = push_event.app_state.push.sender.public
    push_event.app_state.push._sender = None
    assert push_event.app_state.push.sender.public == before
    watched: list[str] = []
    push_event.app_state.push.begin(watched.append)
    assert watched == ["copa"]
    push_event.store.delete("copa")
    push_event.app_state.push.begin(watched.append)
    assert push_event.app_state.push.subscriptions.events() == set()
