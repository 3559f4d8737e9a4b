"use strict";
// Public and phone pages: the filter, the clock, and fetching the page again when something has changed.
(() => {
  const status = document.getElementById("status");
  if (!status) return;
  const find = document.getElementById("find");
  const found = document.getElementById("found");
  const key = "pareo-find-" + status.dataset.slug;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const live = () => document.getElementById("live");
  let rows = [];
  let groups = [];

  // --- the filter
  const collect = () => {
    rows = [...live().querySelectorAll("[data-row]")].map((row) => [row, plain(row.textContent)]);
    groups = [...live().querySelectorAll("[data-group]")];
  };
  const filter = () => {
    const words = plain(find.value).split(/[\s,]+/).filter(Boolean);
    let count = 0;
    for (const [row, text] of rows) {
      const fits = words.every((word) => text.includes(word));
      if (row.hidden === fits) row.hidden = !fits;
      if (fits) count += 1;
    }
    for (const group of groups) group.hidden = words.length > 0 && !group.querySelector("[data-row]:not([hidden])");
    found.textContent = words.length === 0 ? "\u00a0" : count === 0 ? found.dataset.none
      : count === 1 ? found.dataset.one : found.dataset.many.replace("{count}", count);
  };
  if (find) {
    collect();
    try { find.value = find.value || localStorage.getItem(key) || ""; } catch { /* no storage: nothing is remembered */ }
    filter();
    let waiting = 0;
    find.addEventListener("input", () => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(filter);
      try { localStorage.setItem(key, find.value); } catch { /* as above */ }
    });
    find.form.addEventListener("submit", (event) => { event.preventDefault(); find.blur(); });
  }

  // --- the clock, in server time
  let offset = 0;
  const tick = () => {
    for (const clock of document.querySelectorAll(".clock[data-ends]")) {
      const left = clock.dataset.left !== undefined ? Number(clock.dataset.left)
        : Math.ceil((Number(clock.dataset.ends) - (Date.now() - offset)) / 1000);
      const late = left <= 0 && clock.dataset.turns !== undefined; // turns are played on, perhaps with minutes of their own
      const shown = late ? left + Number(clock.dataset.over) : left;
      const rest = Math.abs(shown);
      clock.textContent = (shown < 0 ? "−" : "") + Math.floor(rest / 60) + ":" + String(rest % 60).padStart(2, "0");
      clock.classList.toggle("soon", left > 0 && left <= 300);
      clock.classList.toggle("over", left <= 0);
      clock.classList.toggle("turns", late && (shown > 0 || clock.dataset.over === "0"));
    }
  };
  let asked = false;
  const setClock = async () => {
    if (asked || !document.querySelector(".clock[data-ends]")) return;
    asked = true;
    try {
      const before = Date.now();
      const answer = await fetch("/e/" + encodeURIComponent(status.dataset.slug) + "/now");
      offset = (before + Date.now()) / 2 - (await answer.json()).now;
    } catch { /* the phone's own clock will do */ }
  };
  tick();
  setClock();
  setInterval(tick, 500);

  // --- fetching again
  const own = () => document.getElementById("own");
  let etag = "";
  let pulse = null;
  let title = document.title;
  const busy = () => {
    const focus = document.activeElement;
    return [...live().querySelectorAll("form input:not([type=hidden])")].some((input) => input.value !== input.defaultValue)
      || (focus && live().contains(focus) && focus.matches("input, select, textarea"));
  };
  const swap = (text) => {
    const whole = new DOMParser().parseFromString(text, "text/html");
    const fresh = whole.getElementById("live");
    if (!fresh || fresh.innerHTML === live().innerHTML || busy()) return;
    const before = own()?.dataset.round;
    if (document.title === title) document.title = whole.title;
    title = whole.title;
    live().replaceWith(document.adoptNode(fresh));
    if (own() && own().dataset.round && own().dataset.round !== before) news();
    mine();
    if (find) { collect(); filter(); }
    tick();
    setClock();
    status.textContent = "";
    status.textContent = status.dataset.updated;
  };
  // --- a new round: the phone shakes, and the title says so until somebody looks
  const news = () => {
    own().querySelector(".seat")?.classList.add("fresh");
    try { navigator.vibrate?.([200, 100, 200]); } catch { /* not here */ }
    document.title = "● " + own().dataset.news;
    if (!document.hidden) setTimeout(() => { document.title = title; }, 8000);
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) document.title = title; });

  // --- my own line in the standings
  const mine = () => {
    const no = /(?:^|; )pareo_no=(\d+)/.exec(document.cookie)?.[1];
    if (no) for (const row of live().querySelectorAll(`[data-no="${no}"]`)) row.classList.add("mine");
  };
  mine();

  const mark = async () => {
    const answer = await fetch(own().dataset.pulse, { cache: "no-cache" });
    const said = await answer.json();
    return said.mark + "/" + (said.tables[own().dataset.table] || "");
  };
  const refresh = async () => {
    try {
      if (own()) {
        const now = await mark();
        if (now === pulse) return;
        pulse = now;
      }
      const answer = await fetch(location.href, { cache: own() ? "no-store" : "no-cache" });
      if (!answer.ok) return;
      const tag = answer.headers.get("etag") || "";
      if (tag && tag === etag) return;
      etag = tag;
      swap(await answer.text());
    } catch { /* away: the stream's reconnection brings us back */ }
  };
  // Not all phones at once; and once more a little later, for a page is made at most once a second.
  let again = 0;
  const soon = () => {
    clearTimeout(again);
    const wait = Math.random() * (own() ? 4000 : 2000);
    again = setTimeout(async () => {
      await refresh();
      if (wait < 1800) again = setTimeout(refresh, 1800);
    }, wait);
  };
  let version = null;
  let errors = 0;
  const listen = () => {
    const stream = new EventSource(status.dataset.live);
    stream.addEventListener("version", (event) => {
      errors = 0;
      if (version !== null && version !== event.data) soon();
      version = event.data;
    });
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      errors += 1;
      soon(); // no place for one more listener: ask now and then instead
      setTimeout(listen, Math.min(30000, 2000 * errors) + Math.random() * 3000);
    };
  };
  if (own()) mark().then((now) => { pulse = now; }).catch(() => {});
  listen();
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });

  // --- language
  for (const link of document.querySelectorAll("[data-language]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.cookie = "pareo_language=" + link.dataset.language + "; path=/; max-age=31536000; samesite=lax";
      location.reload();
    });
  }
})();
