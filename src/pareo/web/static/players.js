"use strict";
// Comfort for the pages of events and players; everything works without it.
document.documentElement.classList.add("js");
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
