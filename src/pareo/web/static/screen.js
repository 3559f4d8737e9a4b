"use strict";
// The projector: cuts the page into screens, turns them, runs the clock in server time, fetches what has changed.
(() => {
  const SECONDS = 9;
  const pages = () => document.getElementById("pages");
  const main = () => document.getElementById("screen");
  let offset = Date.now() - Number(main().dataset.now);
  let page = 0;
  let shownSince = performance.now();
  let changed = false;
  let fetching = false;

  const count = () => {
    const box = pages();
    const gap = parseFloat(getComputedStyle(box).columnGap) || 0;
    const width = box.clientWidth + gap;
    return Math.max(1, Math.ceil((box.scrollWidth + gap - 2) / width));
  };

  const show = () => {
    const box = pages();
    const gap = parseFloat(getComputedStyle(box).columnGap) || 0;
    const all = count();
    page = Math.min(page, all - 1);
    box.scrollLeft = page * (box.clientWidth + gap);
    document.getElementById("page-text").textContent = all > 1
      ? main().dataset.pageText.replace("{page}", page + 1).replace("{pages}", all) : "";
    shownSince = performance.now();
  };

  const address = (turn) => {
    const here = main().dataset.here;
    return here + (here.endsWith("?") ? "" : "&") + "turn=" + turn;
  };

  const load = async (turn, first) => {
    if (fetching) return;
    fetching = true;
    try {
      const answer = await fetch(address(turn), { cache: "no-store", credentials: "same-origin" });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!fresh.getElementById("screen")) return;
      for (const id of ["screen", "screen-clocks", "screen-title", "screen-ticker"]) {
        const now = document.getElementById(id), then = fresh.getElementById(id);
        if (now && then) now.replaceWith(document.adoptNode(then));
      }
      offset = Date.now() - Number(main().dataset.now);
      changed = false;
      if (first) page = 0;
      show();
    } catch { /* the network is away: keep what is shown and try at the next turn */ } finally { fetching = false; shownSince = performance.now(); }
  };

  const turn = () => {
    const turns = Number(main().dataset.turns), now = Number(main().dataset.turn);
    if (page + 1 < count()) { page += 1; show(); }
    else if (turns > 1) load((now + 1) % turns, true);
    else if (changed) load(now, true);
    else { page = 0; show(); }
  };

  const tick = () => {
    for (const clock of document.querySelectorAll(".clock[data-ends]")) {
      const left = clock.dataset.left !== undefined ? Number(clock.dataset.left)
        : Math.ceil((Number(clock.dataset.ends) - (Date.now() - offset)) / 1000);
      const rest = Math.abs(left);
      const text = (left < 0 ? "−" : "") + Math.floor(rest / 60) + ":" + String(rest % 60).padStart(2, "0");
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("over", left < 0);
    }
    const part = (performance.now() - shownSince) / 1000 / SECONDS;
    const moving = count() > 1 || Number(main().dataset.turns) > 1;
    document.getElementById("progress").style.width = moving ? Math.min(100, part * 100) + "%" : "0";
    if (part >= 1) turn();
  };

  let version = null;
  const listen = () => {
    const stream = new EventSource(document.body.dataset.live);
    stream.addEventListener("version", (event) => {
      if (version !== null && version !== event.data) { changed = true; setTimeout(() => load(Number(main().dataset.turn), false), 300 + Math.random() * 700); }
      version = event.data;
    });
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      load(Number(main().dataset.turn), false); // no place for one more listener: ask now and then instead
      setTimeout(listen, 10000 + Math.random() * 5000);
    };
  };

  addEventListener("resize", show);
  addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === " ") turn();
    if (event.key === "ArrowLeft") { page = Math.max(0, page - 1); show(); }
    if (event.key === "f" && document.fullscreenEnabled) document.documentElement.requestFullscreen();
  });
  document.fonts.ready.then(show);
  show();
  tick();
  setInterval(tick, 250);
  listen();
})();
