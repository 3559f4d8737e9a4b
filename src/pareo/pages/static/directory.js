"use strict";
// Comfort for “who is here”: how many are ticked, Enter in the search box ticks the first name shown, and one button
// ticks everybody of last time.
(() => {
  const list = document.getElementById("picks");
  const find = document.getElementById("pick-find");
  const count = document.getElementById("pick-count");
  if (!list) return;
  const tell = () => { if (count) count.textContent = String(list.querySelectorAll("input:checked").length); };
  list.addEventListener("change", tell);
  const lately = document.getElementById("pick-lately");
  if (lately) {
    lately.hidden = false; // nothing without this script
    lately.addEventListener("click", () => {
      for (const box of list.querySelectorAll("input[data-lately]")) box.checked = true;
      tell();
    });
  }
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
