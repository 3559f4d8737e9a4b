"use strict";
// The projector: turns the pictures, runs the clock in server time with a sound at 5:00 and 0:00, follows the event.
(() => {
  const said = (name) => document.body.dataset[name];
  let since = performance.now();
  let fetching = false;
  let offset = 0;
  let sound = null;
  const rung = new Set();

  const address = (page) => said("here") + (said("here").endsWith("?") ? "" : "&") + "page=" + page;

  const show = (fresh) => {
    if (!fresh.body.classList.contains("screen")) return;
    document.body.replaceWith(document.adoptNode(fresh.body));
    tell();
    if (!said("again")) tick();
  };

  // What is shown stays, and says that it may be old; the next picture that comes says nothing of it.
  const away = () => {
    if (document.querySelector(".s-away")) return;
    const note = document.createElement("span");
    note.className = "s-away";
    note.textContent = said("away");
    document.querySelector(".s-foot").prepend(note);
  };

  const load = async (page) => {
    if (fetching) return;
    fetching = true;
    try {
      const answer = await fetch(address(page), { cache: "no-cache", credentials: "same-origin" });
      if (answer.redirected || [401, 403, 404].includes(answer.status)) { location.href = "/screen"; return; }
      if (!answer.ok) throw new Error("away");
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      show(fresh);
    } catch { away(); } finally { // it is tried again at the next turn
      fetching = false;
      since = performance.now();
    }
  };

  const setClock = async () => {
    try {
      const before = Date.now();
      const answer = await fetch("/e/" + encodeURIComponent(said("slug")) + "/now");
      offset = (before + Date.now()) / 2 - (await answer.json()).now;
    } catch { /* this machine's own clock will do */ }
  };

  // --- sound: browsers want one key press first
  const wake = () => {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (!sound && Context) sound = new Context();
    if (sound && sound.state === "suspended") sound.resume();
    tell();
  };
  const tell = () => {
    const place = document.getElementById("sound");
    if (place) place.textContent = sound ? said("sounds") : said("key");
  };
  const ring = (times) => {
    if (!sound || sound.state !== "running") return;
    for (let i = 0; i < times; i += 1) {
      const tone = sound.createOscillator();
      const gain = sound.createGain();
      const at = sound.currentTime + i * 0.9;
      tone.frequency.value = 880;
      gain.gain.setValueAtTime(0.0001, at);
      gain.gain.exponentialRampToValueAtTime(0.5, at + 0.03);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
      tone.connect(gain).connect(sound.destination);
      tone.start(at);
      tone.stop(at + 0.75);
    }
  };

  // --- the clock
  const left = (clock) => clock.dataset.left !== undefined ? Number(clock.dataset.left)
    : Math.ceil((Number(clock.dataset.ends) - (Date.now() - offset)) / 1000);
  const last = new Map();
  const tick = () => {
    let up = false;
    for (const clock of document.querySelectorAll("[data-ends]")) {
      const seconds = left(clock);
      const late = seconds <= 0 && clock.dataset.turns !== undefined; // turns are played on, perhaps with minutes of their own
      const shown = late ? seconds + Number(clock.dataset.over) : seconds;
      const rest = Math.abs(shown);
      const text = (shown < 0 ? "−" : "") + Math.floor(rest / 60) + ":" + String(rest % 60).padStart(2, "0");
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("soon", seconds > 0 && seconds <= 300);
      clock.classList.toggle("over", seconds <= 0);
      clock.classList.toggle("turns", late && (shown > 0 || clock.dataset.over === "0"));
      if (shown <= 0) up = true;
      const before = last.get(clock.dataset.ends);
      for (const [mark, times] of [[300, 1], [0, 3]]) {
        const key = clock.dataset.ends + "/" + mark;
        if (before !== undefined && before > mark && seconds <= mark && !rung.has(key)) { rung.add(key); ring(times); }
      }
      last.set(clock.dataset.ends, seconds);
    }
    for (const start of document.querySelectorAll("[data-starts]")) {
      const rest = Math.max(0, Math.ceil((Number(start.dataset.starts) - (Date.now() - offset)) / 1000));
      const text = Math.floor(rest / 60) + ":" + String(rest % 60).padStart(2, "0");
      if (!start.dataset.counts) {
        start.replaceChildren(document.createElement("small"), document.createElement("span"));
        start.firstChild.textContent = start.dataset.word;
        start.dataset.counts = "yes";
      }
      if (start.lastChild.textContent !== text) start.lastChild.textContent = text;
    }
    const head = document.querySelector(".s-top h1");
    if (up && said("kind") === "clock" && head.textContent !== said("up")) head.textContent = said("up");
    if (up && said("kind") !== "clock" && Number(said("clock")) >= 0) load(said("clock")); // to the open tables
    if ((performance.now() - since) / 1000 >= Number(said("seconds"))) {
      since = performance.now();
      const pages = Number(said("pages"));
      if (pages > 1 && !(up && said("kind") === "clock")) load((Number(said("at")) + 1) % pages);
    }
  };

  addEventListener("keydown", (event) => {
    wake();
    if (said("again")) return;
    const pages = Number(said("pages"));
    if (event.key === "ArrowRight" || event.key === " ") load((Number(said("at")) + 1) % pages);
    if (event.key === "ArrowLeft") load((Number(said("at")) + pages - 1) % pages);
    if (event.key === "f" && document.fullscreenEnabled) document.documentElement.requestFullscreen();
  });
  addEventListener("pointerdown", wake);
  tell();
  const follow = () => {
    setClock().then(tick);
    setInterval(tick, 250);
    setInterval(setClock, 600000);
    setInterval(() => load(said("at")), 30000); // the desk may have told it to show something else
    let version = null;
    window.follow(said("live"), {
      version: (news) => {
        if (version !== null && version !== news) setTimeout(() => load(said("at")), 300 + Math.random() * 700);
        version = news;
      },
      missed: () => load(said("at")),
    });
  };
  // --- four digits are shown: has somebody typed them? The page stays, and with it the key that was pressed for sound.
  const wait = async () => {
    try {
      const answer = await fetch("/screen", { cache: "no-store", credentials: "same-origin" });
      if (answer.ok) {
        show(new DOMParser().parseFromString(await answer.text(), "text/html"));
        document.title = document.querySelector("h1").textContent;
        if (answer.redirected) history.replaceState(null, "", answer.url);
      }
    } catch { /* the server is away: it shows digits again when it is back */ }
    if (said("again")) setTimeout(wait, Number(said("again")));
    else follow();
  };
  if (said("again")) setTimeout(wait, Number(said("again")));
  else follow();
})();
