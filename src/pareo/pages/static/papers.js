// Papers of a large event take a few seconds: says so after one second. Without this script the links work all the same.
"use strict";
document.querySelectorAll(".papers a").forEach((link) => link.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const list = link.closest(".papers"), status = link.closest("li").querySelector("[role=status]");
  const began = Date.now();
  const clock = setInterval(() => {
    status.textContent = list.dataset.waiting + " " + Math.round((Date.now() - began) / 1000) + " s";
  }, 1000);
  try {
    const answer = await fetch(link.href);
    if (!(answer.headers.get("content-type") || "").startsWith("application/pdf")) {
      window.location.assign(link.href); // the page with the reason
      return;
    }
    status.textContent = "";
    window.location.assign(URL.createObjectURL(await answer.blob()));
  } catch {
    status.textContent = list.dataset.failed;
  } finally {
    clearInterval(clock);
  }
}));
