// The page follows its sheet: told that something changed, it asks for what is new. Without this file it is current at
// each load and each move.
"use strict";
{
  const sign = document.querySelector("[data-live]"), lostMove = document.getElementById("reseau");
  const on = (event, listener, target = document) => target.addEventListener(event, listener);
  const SILENCE = 40_000, PATIENCE = 4_000, AGAIN = 5_000; // the server speaks every 15 s at least

  // --- What is new: asked for once at a time, again only if the last answer brought the page further
  let wanted = 0, mark, asking = false, over = false;
  const state = () => document.getElementById("etat").dataset; // the last entry, and the mark of the sheets shown beside
  const shown = () => Number(state().seq);
  const behind = () => wanted > shown() || (mark ?? state().autres) !== state().autres;
  const playing = () => document.querySelector("form.htmx-request"); // its answer will bring it
  async function catchUp() {
    if (over || asking || playing() || !behind()) return;
    const before = shown(), { autres } = state();
    await ask();
    if (state().autres !== autres) mark = state().autres; // newer than what was told
    if (shown() > before) catchUp();
  }
  async function ask() {
    asking = true;
    const before = shown();
    await htmx.ajax("GET", location.pathname + location.search, { source: sign, swap: "none" }).catch(() => {});
    asking = false;
    if (shown() === before) return;
    lostMove.hidden = true; // what came may well be the move whose answer was lost
    if (said === "again") say("back");
  }
  on("htmx:config:request", ({ detail: { ctx: { request: { headers } } } }) => {
    headers["Feuille-Seq"] = String(shown());
    if (state().autres !== undefined) headers["Feuille-Autres"] = state().autres;
  });
  on("htmx:after:request", ({ detail: { ctx } }) => {
    // A right key is never refused: whichever refusal this is, the link is dead.
    if (ctx.sourceElement === sign && [404, 429].includes(ctx.response.status)) end();
  });
  on("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    if (ctx.sourceElement !== sign) return;
    const drawn = tasks.find(({ target }) => target?.id === "etat")?.fragment.querySelector("#etat").dataset.seq;
    if (!(drawn >= shown())) tasks.length = 0; // a move's own answer was quicker, or this is no answer of ours
  });
  on("htmx:finally:request", ({ detail: { ctx } }) => ctx.sourceElement !== sign && setTimeout(catchUp));
  for (const free of ["pointerup", "pointercancel", "focusout"]) on(free, () => setTimeout(catchUp, 200));

  // --- Signs: how many screens, and a calm word when the line is down and when it is back
  let screens = 0, said = "";
  const timers = {};
  const never = (what) => { clearTimeout(timers[what]); delete timers[what]; };
  const wait = (what, time, then) => { never(what); timers[what] = setTimeout(() => { delete timers[what]; then(); }, time); };
  function paint() {
    const badge = document.getElementById("ecrans");
    if (!badge) return;
    badge.hidden = screens < 2;
    badge.firstElementChild.textContent = screens;
  }
  on("htmx:after:swap", paint);
  function say(word) {
    said = word;
    sign.textContent = sign.dataset[word] ?? "";
    sign.hidden = !word;
    sign.classList.toggle("over", word === "over");
    document.body.classList.toggle("away", word === "lost" || word === "over");
  }
  const lost = () => { if (!over) say("lost"); };
  function heard() {
    never("word");
    wait("silence", SILENCE, () => { lost(); open(); });
    const again = !lostMove.hidden;
    lostMove.hidden = true;
    if (said !== "lost") return;
    say(again ? "again" : "back");
    wait("back", PATIENCE, () => (said === "back" || said === "again") && say(""));
  }
  function end() {
    over = true;
    close();
    say("over");
  }

  // --- The line: closed while the page is hidden, for a browser keeps few; the first word on each tells where things stand
  let source;
  function close() {
    never("silence");
    never("word");
    source?.close();
    source = undefined;
  }
  function open() {
    close();
    if (over || document.hidden) return;
    const line = source = new EventSource(sign.dataset.live);
    wait("word", PATIENCE, lost);
    wait("silence", SILENCE, open);
    on("etat", (e) => {
      heard();
      ({ seq: wanted, ecrans: screens, autres: mark } = JSON.parse(e.data));
      paint();
      catchUp();
    }, line);
    on("fin", end, line);
    on("error", async () => {
      if (!timers.word && said !== "lost") wait("word", PATIENCE, lost);
      if (line.readyState !== EventSource.CLOSED) return; // it tries again by itself
      await ask(); // is it the link that is dead, or the server that is out for a moment?
      if (line === source) wait("silence", AGAIN, open);
    }, line);
  }
  on("visibilitychange", () => (document.hidden ? close() : open()));
  on("pagehide", close, window);
  on("offline", () => { close(); lost(); }, window);
  on("online", open, window);
  on("DOMContentLoaded", open); // htmx is there by then
}
