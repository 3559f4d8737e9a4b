"use strict";
// Shows that a table is known, and opens the player's page when somebody touches it. It keeps and fetches nothing.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => {
  let said = {};
  try { said = event.data.json(); } catch { /* not ours: the browser wants something to be shown all the same */ }
  const title = String(said.title || "Pareo");
  event.waitUntil(self.registration.showNotification(title, {
    body: String(said.body || ""), icon: "/static/pareo.svg", tag: self.registration.scope, renotify: true,
    vibrate: [200, 100, 200],
  }));
});
self.addEventListener("notificationclick", (event) => {
  const page = self.registration.scope.replace(/\/$/, "");
  event.notification.close();
  event.waitUntil((async () => {
    for (const one of await self.clients.matchAll({ type: "window", includeUncontrolled: true })) {
      if (one.url.split(/[?#]/)[0] === page) return one.focus();
    }
    return self.clients.openWindow(page);
  })());
});
