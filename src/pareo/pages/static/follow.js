"use strict";
/* Hears that an event has changed, for phones, screens and the console: follow(ADDRESS, { version, ahead, missed }).

   `version` and `ahead` get what the stream says, also when it says the same once more; `missed` is called when nothing
   could be heard for a while, so that something may have happened.

   The server says something every fifteen seconds. A stream that is silent for much longer is dead, however open it
   seems (another Wi-Fi, a machine that slept): it is left for a new one. Where there is no place for one more listener,
   it is asked for again, later and later. Phones never do it all at once. */
window.follow = (address, { version, ahead, missed }) => {
  let stream = null;
  let silence = 0;
  let refused = 0;
  const leave = () => { clearTimeout(silence); stream?.close(); };
  const again = () => { leave(); missed(); listen(); };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(again, 45000 + Math.random() * 15000);
  };
  const listen = () => {
    stream = new EventSource(address);
    heard();
    stream.addEventListener("here", heard);
    stream.addEventListener("version", (event) => { refused = 0; heard(); version(event.data); });
    stream.addEventListener("ahead", (event) => { heard(); ahead?.(event.data); });
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED) return; // it comes back by itself
      refused += 1;
      missed();
      clearTimeout(silence);
      silence = setTimeout(listen, Math.min(30000, 2000 * refused) + Math.random() * 3000);
    });
  };
  listen();
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => { if (event.persisted) again(); }); // by the back button
};
