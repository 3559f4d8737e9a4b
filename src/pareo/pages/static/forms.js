"use strict";
/* Comforts of the console's forms; everything works without them.

   data-stepper         − and + beside a number: its own value, else the one it shows as a hint, goes up and down by one.
   data-zone            a field that takes the browser's time zone.
*/
(() => {
  document.documentElement.classList.add("js");

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-stepper] [data-step]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    if (!input || input.disabled) return;
    const now = Number(input.value === "" ? parseInt(input.placeholder, 10) || input.min || 0 : input.value);
    const least = input.min === "" ? -Infinity : Number(input.min);
    const most = input.max === "" ? Infinity : Number(input.max);
    input.value = String(Math.min(most, Math.max(least, now + Number(button.dataset.step))));
    for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  });

  for (const field of document.querySelectorAll("[data-zone]")) {
    try { field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone || ""; } catch { /* the server's, then */ }
  }
})();
