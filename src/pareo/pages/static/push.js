"use strict";
// “Tell me”: asks the browser for a place where messages may go, and gives it to the server by the page's own form.
(async () => {
  const on = document.getElementById("push-on");
  const off = document.getElementById("push-off");
  if (!on || !off || !window.isSecureContext || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const worker = on.dataset.worker;
  const scope = worker.slice(0, worker.lastIndexOf("/") + 1);
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const bytes = (said) => Uint8Array.from(atob(said.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const mark = async (address) => {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address)));
    return [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const place = async () => (await navigator.serviceWorker.getRegistration(scope))?.pushManager.getSubscription();
  const active = (registration) => new Promise((done) => {
    const one = registration.active || registration.waiting || registration.installing;
    if (one.state === "activated") done();
    else one.addEventListener("statechange", () => { if (one.state === "activated") done(); });
  });
  const subscribed = async () => {
    const registration = await navigator.serviceWorker.register(worker, { scope });
    await active(registration);
    const wish = { userVisibleOnly: true, applicationServerKey: bytes(on.dataset.key) };
    try {
      return await registration.pushManager.subscribe(wish);
    } catch (problem) {
      const old = await registration.pushManager.getSubscription();
      if (!old) throw problem;
      await old.unsubscribe(); // of another server's key
      return registration.pushManager.subscribe(wish);
    }
  };

  const now = await place();
  const known = now && on.dataset.marks.split(" ").includes(await mark(now.endpoint));
  (known ? off : on).hidden = false;
  on.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = on.querySelector("button");
    button.disabled = true;
    try {
      const one = await subscribed();
      on.elements.endpoint.value = one.endpoint;
      on.elements.p256dh.value = text(one.getKey("p256dh"));
      on.elements.auth.value = text(one.getKey("auth"));
      on.submit();
    } catch {
      on.querySelector("[role=status]").textContent = on.dataset.failed;
      button.disabled = false;
    }
  });
  off.addEventListener("submit", async (event) => {
    event.preventDefault();
    const one = await place();
    off.elements.endpoint.value = one?.endpoint || "";
    await one?.unsubscribe();
    off.submit();
  });
})();
