"use strict";
/* Typing results without leaving the keyboard: "12" and a space or Enter shows who sits there, "12 1" and Enter enters
   it. The field is free again at once; answers come into the list below it in order. Escape empties the field, ? opens
   what else may be typed, F2 many at once. Nothing is red before Enter. */
(() => {
  const form = document.getElementById("entry");
  if (!form) return;
  const input = form.elements.line;
  const seen = form.elements.seen;
  const echo = document.getElementById("echo");
  const said = document.getElementById("said");
  document.body.classList.add("scripted");
  if (input.value) input.setSelectionRange(input.value.length, input.value.length);

  // --- who is that? ---------------------------------------------------------------------------------------------------
  let timer = 0;
  let asked = 0;
  async function ask() {
    const line = input.value;
    const mine = ++asked;
    if (!line.trim()) { echo.textContent = ""; return; }
    try {
      const answer = await fetch(`${form.dataset.echo}?line=${encodeURIComponent(line)}`);
      const text = await answer.text();
      if (mine === asked && answer.ok && !answer.redirected) echo.innerHTML = text;
    } catch { /* the entry itself will tell */ }
  }
  input.addEventListener("input", () => {
    seen.value = "";
    input.removeAttribute("aria-invalid");
    clearTimeout(timer);
    timer = setTimeout(ask, 60);
  });

  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      input.value = seen.value = "";
      input.removeAttribute("aria-invalid");
      echo.textContent = "";
      asked++;
    } else if (event.key === "Enter" && /^\s*\d+\s*$/.test(input.value)) {
      event.preventDefault(); // the table alone: wait for the result
      input.value = `${input.value.trim()} `;
      ask();
    }
  });

  // A digit typed anywhere on the page belongs to the field; so do its keys.
  const keys = document.getElementById("keys");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target !== input && event.target.closest("input, textarea, select")) return;
    if (/^\d$/.test(event.key)) input.focus();
    else if (event.key === "?") { event.preventDefault(); keys.open = !keys.open; }
    else if (event.key === "F2") { event.preventDefault(); location.href = form.dataset.many; }
  });

  // --- sending, one after the other -----------------------------------------------------------------------------------
  const mark = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  let queue = Promise.resolve();

  function back(line, standing) {
    if (input.value.trim()) return; // the next one is being typed already: the list tells
    input.value = line;
    seen.value = standing;
    if (!standing) { input.setAttribute("aria-invalid", "true"); input.select(); } // wrong: the next key replaces it
    ask();
  }

  /* What a table was told before is done with once it is told something new: its old question goes. So does what could
     not be read, once something could. */
  function settle(item) {
    const { state, table } = item.dataset;
    for (const key of said.querySelectorAll(".by-key")) if (!item.contains(key)) key.remove(); // Enter is another's now
    if (state === "ok") for (const old of said.querySelectorAll(".bad")) old.remove();
    if (!table) return;
    for (const old of said.querySelectorAll(".doubt")) if (old !== item && old.dataset.table === table) old.remove();
    for (const old of said.querySelectorAll(".conflict")) {
      if (old === item || old.dataset.table !== table) continue;
      for (const part of old.querySelectorAll("form")) part.remove();
    }
  }

  async function send(line, body, waiting) {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
        if (answer.redirected) { location.reload(); return; }
        const holder = document.createElement("template");
        holder.innerHTML = await answer.text();
        const item = holder.content.querySelector("li");
        if (!item) throw new Error(String(answer.status));
        waiting.replaceWith(item);
        settle(item);
        if (window.htmx) window.htmx.process(item);
        if (["conflict", "doubt"].includes(item.dataset.state)) back(line, item.dataset.seen);
        if (item.dataset.state === "bad") back(line, "");
        return;
      } catch {
        if (attempt < 2) { await new Promise((done) => setTimeout(done, 700 * (attempt + 1))); continue; }
        waiting.className = "answer bad";
        waiting.textContent = `✗ ${line}: ${form.dataset.offline}`;
        back(line, "");
        return;
      }
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = input.value.trim();
    if (!line || /^\d+$/.test(line)) return;
    form.elements.client.value = mark(); // a repeated request is recognised: nothing is entered twice
    const body = new URLSearchParams(new FormData(form));
    input.value = seen.value = "";
    input.removeAttribute("aria-invalid");
    echo.textContent = "";
    asked++;
    const waiting = document.createElement("li");
    waiting.className = "answer waiting";
    waiting.textContent = `… ${line}`;
    said.prepend(waiting);
    while (said.children.length > 12) said.lastElementChild.remove();
    queue = queue.then(() => send(line, body, waiting));
    input.focus();
  });
})();
