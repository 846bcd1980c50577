// The page follows its sheet: told that something changed, it asks for what is new. Without this file it is current at
// each load and each move. What is being filled, and what is under a finger, is never replaced.
"use strict";
{
  const sign = document.querySelector("[data-live]");
  const on = (event, listener, target = document) => target.addEventListener(event, listener);
  const SILENCE = 40_000, PATIENCE = 3_000, AGAIN = 5_000; // the server speaks every 15 s at least

  let source, silence, patience, wanted = 0, behind = false, screens = 0, asking = false, spared = false, held = false, over = false;

  const state = () => document.getElementById("etat").dataset; // the last entry, and the mark of the sheets beside
  const shown = () => Number(state().seq);
  on("htmx:config:request", ({ detail: { ctx: { request: { headers } } } }) => {
    headers["Feuille-Seq"] = String(shown());
    if (state().autres !== undefined) headers["Feuille-Autres"] = state().autres;
  });

  // --- What is new
  const playing = () => document.querySelector("form.htmx-request"); // its answer will bring it
  async function catchUp(force) {
    if (over || asking || held || playing() || !(force || behind || wanted > shown())) return;
    asking = true;
    const beside = behind;
    behind = spared = false;
    await htmx.ajax("GET", location.pathname + location.search, { source: sign, swap: "none" }).catch(() => {});
    asking = false;
    if (spared || sign.dataset.failed) behind ||= beside;
    if (!spared && !sign.dataset.failed) catchUp();
  }
  on("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement !== sign) return;
    const { status } = ctx.response;
    sign.dataset.failed = status === 200 ? "" : status;
    if (status === 404) end();
  });
  on("htmx:error", (e) => { if (e.detail.ctx?.sourceElement === sign) sign.dataset.failed = "network"; });

  // --- Nothing is taken from under a finger
  const filled = (field) => field.type !== "hidden" && !field.readOnly && field.value !== field.defaultValue;
  const filling = (box) => [...box.querySelectorAll("input:not([type=radio], [type=checkbox]), textarea")].some(filled);
  on("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const asked = ctx.sourceElement === sign, form = ctx.sourceElement;
    const spare = ({ target }) => target && (asked
      ? held || filling(target) || (target.id === "suite" && target.matches(".say"))
      : target.id !== "plateau" && !target.contains(form) && filling(target));
    const kept = tasks.filter((task) => !spare(task));
    if (kept.length === tasks.length) return;
    spared = true;
    // A page that kept something old still shows the old entry: it will ask for the rest again.
    tasks.splice(0, tasks.length, ...kept.filter(({ target }) => target?.id !== "etat"));
  });
  on("pointerdown", () => { held = true; });
  for (const end of ["pointerup", "pointercancel"]) on(end, () => setTimeout(() => { held = false; catchUp(); }, 100));
  on("focusout", () => setTimeout(catchUp, 200));
  on("htmx:finally:request", ({ detail: { ctx } }) => ctx.sourceElement !== sign && setTimeout(catchUp, 0));

  // --- Signs: how many screens, and a calm word when the line is down and when it is back
  function paint() {
    const badge = document.getElementById("ecrans");
    if (!badge) return;
    badge.hidden = screens < 2;
    badge.firstElementChild.textContent = screens;
  }
  on("htmx:after:swap", paint);
  function say(text) {
    sign.textContent = text;
    sign.hidden = !text;
  }
  function lost(at = PATIENCE) {
    clearTimeout(patience);
    patience = setTimeout(() => { document.body.classList.add("away"); say(sign.dataset.lost); }, at);
  }
  function heard() {
    clearTimeout(patience);
    clearTimeout(silence);
    silence = setTimeout(() => { lost(0); open(); }, SILENCE);
    if (!document.body.classList.contains("away")) return;
    document.body.classList.remove("away");
    say(sign.dataset.back);
    patience = setTimeout(say, PATIENCE, "");
  }
  function end() {
    over = true;
    close();
    clearTimeout(patience);
    document.body.classList.add("away");
    say(sign.dataset.over);
  }

  // --- The line: closed while the page is hidden, for a browser keeps few; the first word on each tells where things stand
  function close() {
    clearTimeout(silence);
    source?.close();
    source = undefined;
  }
  function open() {
    close();
    if (over || document.hidden) return;
    const line = source = new EventSource(sign.dataset.live);
    on("etat", (e) => {
      heard();
      const { seq, ecrans, autres } = JSON.parse(e.data);
      [wanted, screens] = [seq, ecrans];
      // `seq` only grows, a mark merely differs: compared as it comes, or an old one would be asked for without end.
      if (autres !== (state().autres ?? autres)) behind = true;
      paint();
      catchUp();
    }, line);
    on("fin", end, line);
    on("error", async () => {
      lost();
      if (line.readyState !== EventSource.CLOSED || line !== source) return; // it tries again by itself
      await catchUp(true); // is it the link that is dead, or the server that is out for a moment?
      silence = setTimeout(open, AGAIN);
    }, line);
  }
  on("visibilitychange", () => (document.hidden ? close() : open()));
  on("pagehide", close, window);
  on("offline", () => { close(); lost(0); }, window);
  on("online", open, window);
  open();
}
