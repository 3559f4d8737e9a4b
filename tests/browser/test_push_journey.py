"""A phone asks to be told: the worker under the strict policy of the pages, and the message that it shows; a page that
is open shakes and says so in its title."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.browser.server import Server
from support.execution import wait_until
from support.web.push_service import PushBrowser
from support.web.server_events import ServerStage

# The message service is on the internet, so what it would answer is given here; all else is the browser's own.
_SERVICE = """
  const bytes = (said) => Uint8Array.from(atob(said.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const keys = { p256dh: bytes("%(p256dh)s"), auth: bytes("%(auth)s") };
  const one = { endpoint: "%(endpoint)s", getKey: (name) => keys[name].buffer,
                unsubscribe: async () => { sessionStorage.removeItem("told"); return true; } };
  PushManager.prototype.subscribe = async (wish) => {
    if (wish.applicationServerKey.length !== 65) throw new Error("no key");
    sessionStorage.setItem("told", "1");
    return one;
  };
  window.shaken = [];
  window.titles = [];
  navigator.vibrate = (how) => { window.shaken.push(how); return true; };
  document.addEventListener("DOMContentLoaded", () => {
    const seen = () => window.titles.push(document.title);
    new MutationObserver(seen).observe(document.querySelector("title"), { childList: true });
  });
  PushManager.prototype.getSubscription = async () => sessionStorage.getItem("told") ? one : null;
"""


def test_a_phone_is_told(tmp_path: Path, new_page: Callable[..., Any]) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415

    server = Server(tmp_path / "hall.db", options=("--name", "https://cup.example.org"))
    server.start()
    try:
        stage = ServerStage(server.db)
        stage.event("told")
        phone = new_page(width=390, permissions=["notifications"])
        phone.add_init_script(f"(() => {{ {_SERVICE % PushBrowser('/ana').form} }})();")
        phone.goto(f"{server.url}/e/told/me?q=ada")
        phone.get_by_role("button", name="It's me").click()
        expect(phone.get_by_text("as soon as round 1 is paired")).to_be_visible()
        expect(phone.locator("#push-on")).to_be_hidden()  # the owner has not switched it on

        ctx = new_page()
        server.log_in(ctx)
        ctx.goto(f"{server.url}/console/told/phones")
        ctx.locator("#push-card").get_by_role("button", name="Turn on").click()
        expect(ctx.locator("#push-card").get_by_text("on", exact=True)).to_be_visible()
        ctx.close()  # it would look for phones after the server has stopped

        phone.reload()
        cdp = phone.context.new_cdp_session(phone)
        found: list[str] = []
        cdp.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda said: found.extend(one["registrationId"] for one in said["registrations"]),
        )
        cdp.send("ServiceWorker.enable")
        phone.get_by_role("button", name="Notify me when my table is ready").click()
        expect(phone.get_by_text("This phone will notify you when your table is ready.")).to_be_visible()
        expect(phone.get_by_role("button", name="Turn off notifications on this phone")).to_be_visible()

        wait_until(lambda: bool(found) or phone.wait_for_timeout(100) is not None)
        cdp.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": server.url + "/",
                "registrationId": found[-1],
                "data": '{"title": "Round 1 · Table 3", "body": "Bruno B."}',
            },
        )
        shown = """async () => {
            const own = await navigator.serviceWorker.getRegistration("/e/told/me/");
            return (await own.getNotifications()).map((one) => `${one.title}: ${one.body}`);
        }"""
        wait_until(
            lambda: phone.evaluate(shown) == ["Round 1 · Table 3: Bruno B."] or phone.wait_for_timeout(100) is not None
        )

        stage.open("told")  # with the page open it shakes, and its title says so, whoever published the round
        phone.wait_for_function("() => window.titles.includes('● Your table is ready') && window.shaken.length === 1")
        expect(phone.locator(".seat .table-no")).to_be_visible()
        expect(phone).to_have_title(re.compile(r"^Table \d+ · Told"))  # when it was seen

        phone.get_by_role("button", name="Turn off notifications on this phone").click()
        expect(phone.get_by_role("button", name="Notify me when my table is ready")).to_be_visible()
        stage.close()
    finally:
        server.stop()
