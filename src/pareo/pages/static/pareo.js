"use strict";
/* Pareo's small comforts. Every page works without them.

   data-live            this element's content is fetched again when the event changes. Give it an id.
                        The event is that of the address (/console/SLUG/…, /e/SLUG/…) or data-live="SLUG".
   data-version="HASH"  (anywhere) the version the page was made from, so that no change is missed.
   data-ahead="COUNT"   (anywhere) how many reckonings beside the server had ended then: the page shows what they say.
   data-filter="#id"    an input: shows only the rows or list items of #id that contain its text, whatever the accents.
   data-clock="END|S"   counts down from S seconds left; "|S" stands still; "S" alone runs; END alone uses this clock.
   data-working="TEXT"  a form: its button says so once the answer takes longer than half a second, and cannot be
                        pressed twice.
   data-turn="WORD"     a live region: when the new page has another word there, the whole page is fetched.
   data-dialog          a link: its page's .dialog opens over this one; data-close within it, or Escape, closes it.
   "version"            is an event on <body> whenever the tournament changes (hx-trigger="version from:body").
*/
(() => {
  // --- filter -------------------------------------------------------------------------------------------------------
  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

  function filter(input) {
    const target = document.querySelector(input.dataset.filter);
    if (!target) return;
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const rows = target.querySelectorAll("tbody > tr, li, [data-row]");
    for (const row of rows) {
      const text = plain(row.textContent);
      row.hidden = !words.every((word) => text.includes(word));
    }
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-filter]")) filter(event.target);
  });

  // --- printing -----------------------------------------------------------------------------------------------------
  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }

  // --- forms that take their time -----------------------------------------------------------------------------------
  document.addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    if (!form.dataset.working || event.defaultPrevented) return;
    if (form.ariaBusy === "true") { event.preventDefault(); return; }
    form.ariaBusy = "true";
    if (!button) return;
    const said = button.textContent;
    const timer = setTimeout(() => {
      button.textContent = form.dataset.working;
      button.disabled = true;
    }, 500);
    window.addEventListener("pagehide", () => { // as it was, should the page come back by the back button
      clearTimeout(timer);
      form.ariaBusy = null;
      button.disabled = false;
      button.textContent = said;
    }, { once: true });
  });

  // --- clocks -------------------------------------------------------------------------------------------------------
  const clocks = new WeakMap(); // element → {text, end: performance time in ms, or null while it stands, left}

  function read(element) {
    const text = element.dataset.clock;
    const known = clocks.get(element);
    if (known && known.text === text) return known;
    const [first, second] = text.includes("|") ? text.split("|") : /^-?\d+$/.test(text) ? ["runs", text] : [text, ""];
    const left = second === "" ? (Date.parse(first) - Date.now()) / 1000 : Number(second);
    const clock = { text, left, end: first ? performance.now() + left * 1000 : null };
    clocks.set(element, clock);
    return clock;
  }

  function tick() {
    for (const element of document.querySelectorAll("[data-clock]")) {
      const clock = read(element);
      const left = clock.end === null ? clock.left : (clock.end - performance.now()) / 1000;
      if (!Number.isFinite(left)) continue;
      if (left > 0) clock.ran = true;
      else if (clock.ran) { clock.ran = false; document.dispatchEvent(new Event("rang")); }
      const late = left <= 0 && element.dataset.turns !== undefined; // turns are played on, perhaps with minutes of their own
      const seconds = Math.ceil(late ? left + Number(element.dataset.over) : left);
      const whole = Math.abs(seconds);
      const hours = Math.floor(whole / 3600);
      const two = (n) => String(n).padStart(2, "0");
      const minutes = Math.floor(whole / 60) % 60;
      const shown = (seconds < 0 ? "−" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(whole % 60)}`;
      if (element.textContent !== shown) element.textContent = shown;
      element.classList.toggle("over", late || seconds <= 0);
      element.classList.toggle("turns", late && (seconds > 0 || element.dataset.over === "0"));
      element.classList.toggle("soon", !late && seconds > 0 && seconds <= 300);
    }
  }

  // --- live regions -------------------------------------------------------------------------------------------------
  const key = (element) => element.id || "";
  const isTyped = (field) =>
    field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
      : field.tagName === "SELECT" ? [...field.options].some((o) => o.selected !== o.defaultSelected)
        : field.type !== "file" && field.type !== "hidden" && field.value !== field.defaultValue;

  /* Puts the new content in place and back whatever the person was doing there. */
  function refill(old, fresh) {
    if (old.innerHTML === fresh.innerHTML) return;
    const active = old.contains(document.activeElement) ? document.activeElement : null;
    if (active && (!key(active) || active.type === "file")) return; // cannot be found again: next time
    const typed = [...old.querySelectorAll("input, select, textarea")].filter((f) => key(f) && isTyped(f));
    const open = [...old.querySelectorAll("details[open]")].filter(key).map(key);
    const selection = active && active.selectionStart != null ? [active.selectionStart, active.selectionEnd] : null;
    const scrolled = [...old.querySelectorAll(".table-wrap")].map((wrap) => wrap.scrollLeft);
    old.innerHTML = fresh.innerHTML;
    for (const [i, wrap] of [...old.querySelectorAll(".table-wrap")].entries()) wrap.scrollLeft = scrolled[i] || 0;
    for (const field of typed) {
      const now = document.getElementById(field.id);
      if (!now) continue;
      if (field.type === "checkbox" || field.type === "radio") now.checked = field.checked;
      else now.value = field.value;
    }
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (active) {
      const again = document.getElementById(active.id);
      again?.focus({ preventScroll: true });
      if (again && selection && again.setSelectionRange) {
        try { again.setSelectionRange(...selection); } catch { /* not a text field */ }
      }
    }
    if (window.htmx) window.htmx.process(old);
  }

  let leaving = 0; // a step is on its way: its answer is the next page
  window.addEventListener("beforeunload", () => { leaving = performance.now(); });
  const stays = () => {
    const field = document.activeElement;
    return (leaving && performance.now() - leaving < 5000) || (field?.matches("input, select, textarea") && isTyped(field));
  };

  /* True: not now, the page is being left or somebody is typing. */
  async function refresh() {
    const regions = document.querySelectorAll("[data-live]");
    document.body.dispatchEvent(new CustomEvent("version", { bubbles: false }));
    if (!regions.length) return false;
    const answer = await fetch(location.href, { headers: { "Pareo-Live": "1" }, credentials: "same-origin" });
    if (!answer.ok || answer.redirected) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const others = page.querySelectorAll("[data-live]");
    const turned = (region) => (page.getElementById(region.id)?.dataset.turn ?? "") !== (region.dataset.turn ?? "");
    if ([...document.querySelectorAll("[data-turn]")].some(turned)) {
      if (stays()) return true;
      location.reload();
      return false;
    }
    for (const [i, region] of [...regions].entries()) {
      const fresh = region.id ? page.getElementById(region.id) : others[i];
      if (fresh && document.contains(region)) refill(region, fresh);
    }
    for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
    tick();
    return false;
  }

  function listen() {
    const marked = document.querySelector("[data-live]");
    const inAddress = location.pathname.match(/^\/(console|e)\/([^/]+)/);
    const slug = (marked && marked.dataset.live) || (inAddress && inAddress[2]);
    if (!slug || slug === "new" || (!marked && !document.querySelector("[hx-trigger*='version']"))) return;
    const isPublic = !location.pathname.startsWith("/console");
    let known = document.querySelector("[data-version]")?.dataset.version || "";
    let ended = document.querySelector("[data-ahead]")?.dataset.ahead; // only pages that show what was reckoned
    let timer = null;
    let again = false;

    /* Public pages are made at most once a second: asking later than that gets the new one. Phones spread out. */
    const soon = () => {
      if (timer !== null) { again = true; return; }
      timer = setTimeout(async () => {
        again = false;
        let later = false;
        try { later = await refresh(); } catch { again = true; }
        timer = null;
        if (later) setTimeout(soon, 1500);
        else if (again) soon();
      }, isPublic ? 1050 + Math.random() * 700 : 120);
    };

    window.follow(`/e/${slug}/live`, {
      version: (said) => {
        if (said === known) return;
        const first = known === "";
        known = said;
        if (!first) soon();
      },
      ahead: (said) => {
        if (ended === undefined || said === ended) return;
        ended = said;
        soon();
      },
      missed: soon,
    });
    if (!isPublic) document.addEventListener("rang", soon);
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }

  // --- dialogs: pages of their own, shown over this one -----------------------------------------------------------------
  let opener = null; // where the keyboard was
  const behind = (inert) => { for (const part of document.body.children) if (!part.matches(".scrim")) part.inert = inert; };
  const closed = () => {
    if (!document.querySelector(".scrim")) return;
    document.querySelector(".scrim").remove();
    behind(false);
    opener?.focus();
  };

  document.addEventListener("click", async (event) => {
    if (event.target.closest("[data-close]") && document.querySelector(".scrim")) { event.preventDefault(); closed(); return; }
    const link = event.target.closest("a[data-dialog]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const dialog = page.querySelector(".dialog");
      if (!answer.ok || answer.redirected || !dialog) throw new Error(String(answer.status));
      if (!link.closest(".scrim")) opener = link;
      closed();
      const scrim = document.createElement("div");
      scrim.className = "scrim";
      dialog.setAttribute("aria-modal", "true");
      scrim.append(dialog);
      document.body.append(scrim);
      behind(true);
      dialog.querySelector("[autofocus]")?.focus();
    } catch { location.href = link.href; }
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") closed(); });

  // --- htmx: a refused command shows its answer like any other --------------------------------------------------------
  document.addEventListener("htmx:beforeSwap", (event) => {
    if ([409, 422].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  // --- htmx: what was typed while an answer was on its way stays, and is answered too ---------------------------------
  const asked = new WeakMap(); // request → {id: value} of the fields its answer will replace
  const valueOf = (field) => field.type === "checkbox" || field.type === "radio" ? String(field.checked) : field.value;
  const named = (target) => [...target.querySelectorAll("input[id], select[id], textarea[id]")]
    .filter((field) => field.type !== "file" && field.type !== "hidden");

  document.addEventListener("htmx:beforeSend", (event) => {
    const { xhr, target } = event.detail;
    asked.set(xhr, Object.fromEntries(named(target).map((field) => [field.id, valueOf(field)])));
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, target } = event.detail;
    const then = asked.get(xhr);
    if (!then || !event.detail.shouldSwap) return;
    const later = named(target).filter((field) => field.id in then && then[field.id] !== valueOf(field));
    if (!later.length) return;
    document.addEventListener("htmx:afterSettle", () => {
      for (const field of later) {
        const now = document.getElementById(field.id);
        if (!now || valueOf(now) === valueOf(field)) continue;
        if (field.type === "checkbox" || field.type === "radio") now.checked = field.checked;
        else now.value = field.value;
        for (const kind of ["input", "change"]) now.dispatchEvent(new Event(kind, { bubbles: true }));
      }
    }, { once: true });
  });

  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" });
  tick();
  setInterval(tick, 250);
  for (const input of document.querySelectorAll("[data-filter]")) if (input.value) filter(input);
  listen();
})();
