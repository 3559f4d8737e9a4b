"use strict";
// Comfort for “who is here”: how many are ticked, and Enter in the search box ticks the first name shown.
(() => {
  const list = document.getElementById("picks");
  const find = document.getElementById("pick-find");
  const count = document.getElementById("pick-count");
  if (!list) return;
  const tell = () => { if (count) count.textContent = String(list.querySelectorAll("input:checked").length); };
  list.addEventListener("change", tell);
  find?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // the list is not sent by a search
    const first = [...list.querySelectorAll("li")].find((row) => !row.hidden);
    if (!first || !find.value.trim()) return;
    first.querySelector("input").checked = true;
    find.value = "";
    find.dispatchEvent(new Event("input", { bubbles: true }));
    tell();
  });
  tell();
})();
