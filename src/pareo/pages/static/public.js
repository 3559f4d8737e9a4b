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
  const seat = () => ({ round: Number(own()?.dataset.round || 0), table: own()?.dataset.table });
  let etag = "";
  let title = document.title;
  const busy = () => {
    const focus = document.activeElement;
    return [...live().querySelectorAll("form input:not([type=hidden])")].some((input) => input.value !== input.defaultValue)
      || (focus && live().contains(focus) && focus.matches("input, select, textarea"));
  };
  const swap = (text) => {
    const whole = new DOMParser().parseFromString(text, "text/html");
    const fresh = whole.getElementById("live");
    if (!fresh) return;
    const [top, heading] = [document, whole].map((page) => page.getElementById("top"));
    if (top && heading) top.replaceWith(document.adoptNode(heading)); // which round it is, and its clock
    if (fresh.innerHTML === live().innerHTML) { tick(); return; }
    const kind = whole.getElementById("own");
    if (own() && (!kind || kind.dataset.page !== own().dataset.page)) { location.reload(); return; } // in at last
    const before = seat();
    if (document.title === title) document.title = whole.title;
    title = whole.title;
    live().replaceWith(document.adoptNode(fresh));
    const now = seat();
    if (now.round > before.round || now.round === before.round && now.table !== before.table) news();
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

  const same = async () => {
    const answer = await fetch(own().dataset.pulse, { cache: "no-cache" });
    if (answer.status === 404) return false; // the event is gone: the page itself says so
    const said = await answer.json();
    const { no, mark, table, ahead = "" } = own().dataset;
    return said.mark + "/" + (said.tables[table] || "") === mark && ((said.ahead || {})[no] || "") === ahead;
  };
  const away = (is) => {
    if (is === (status.className !== "hide")) return;
    status.textContent = is ? status.dataset.away : "";
    status.className = is ? "note warn" : "hide";
  };
  /* False: it must be tried again, the server is away or somebody is typing. */
  const refresh = async () => {
    try {
      if (own() && await same()) { away(false); return true; } // as the page was made
      const answer = await fetch(location.href, { cache: own() ? "no-store" : "no-cache" });
      away(false);
      if (answer.status === 404) { location.reload(); return true; } // taken back, or gone
      if (!answer.ok) return answer.status < 500;
      const tag = answer.headers.get("etag") || "";
      if (tag && tag === etag) return true;
      const text = await answer.text();
      if (busy()) return false;
      etag = tag;
      swap(text);
      return true;
    } catch { away(true); return false; }
  };
  let timer = 0;
  const later = (wait, more) => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (!await refresh()) later(1000 + Math.random() * 4000, more);
      else if (more) later(1800, false);
    }, wait);
  };
  // Not all phones at once; and once more a little later, for a page is made at most once a second.
  const soon = (spread = own() ? 4000 : 2000) => {
    const wait = Math.random() * spread;
    later(wait, wait < 1800);
  };
  let version = null;
  let ahead = null;
  window.follow(status.dataset.live, {
    version: (said) => {
      if (version !== said) soon(); // also at first: something may have come in since the page was made
      version = said;
    },
    // What I need was reckoned: it hurries nobody, and most phones learn that nothing has changed for them.
    ahead: (said) => {
      if (own() && ahead !== said) soon(8000);
      ahead = said;
    },
    missed: () => soon(),
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });

  // --- one touch: sent without leaving the page, and again until it is answered; another touch takes its place
  let touch = null;
  const tell = (text) => {
    const note = document.createElement("p");
    note.className = "note warn";
    note.role = "alert";
    note.textContent = text;
    document.getElementById("said").replaceChildren(note);
  };
  const send = async (mine) => {
    if (touch !== mine) return;
    try {
      const answer = await fetch(mine.action, { method: "POST", body: mine.body, signal: AbortSignal.timeout?.(15000) });
      if (answer.status === 503) throw new Error("away");
      const text = await answer.text();
      if (touch !== mine) return;
      touch = null;
      const whole = new DOMParser().parseFromString(text, "text/html");
      const [said, news] = [document, whole].map((page) => page.getElementById("said"));
      if (!news) { location.reload(); return; } // this phone is nobody's any more
      said.replaceWith(document.adoptNode(news));
      swap(text);
    } catch {
      if (touch !== mine) return;
      mine.form.inert = false;
      tell(own().dataset.unsent);
      setTimeout(send, 2000 + Math.random() * 3000, mine);
    }
  };
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!submitter || !own()?.contains(form)) return; // an old browser sends it as ever
    event.preventDefault();
    form.inert = true; // a second touch of the same finger
    for (const button of form.querySelectorAll(".report button")) button.classList.toggle("picked", button === submitter);
    const body = new URLSearchParams(new FormData(form));
    if (submitter.name) body.set(submitter.name, submitter.value); // FormData takes it in new browsers only
    touch = { form, action: form.action, body };
    send(touch);
  });

  // --- language
  for (const link of document.querySelectorAll("[data-language]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      document.cookie = "pareo_language=" + link.dataset.language + "; path=/; max-age=31536000; samesite=lax";
      location.reload();
    });
  }
})();
