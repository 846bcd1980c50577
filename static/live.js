// The page follows its sheet: told that something changed, it asks for what is new. Without this file it is current at
// each load and each move. What is being filled, and what is under a finger, is never replaced.
"use strict";
{
  const sign = document.querySelector("[data-live]");
  const on = (event, listener, target = document) => target.addEventListener(event, listener);
  const SILENCE = 40_000, PATIENCE = 3_000, AGAIN = 5_000; // the server speaks every 15 s at least

  let source, silence, gone, back, wanted = 0, screens = 0, asking = false, spared = false, held = false, over = false;

  const shown = () => Number(document.getElementById("etat").dataset.seq);
  on("htmx:config:request", (e) => { e.detail.ctx.request.headers["Feuille-Seq"] = String(shown()); });

  // --- What is new
  const playing = () => document.querySelector("form.htmx-request"); // its answer will bring it
  async function catchUp(force) {
    if (over || asking || held || playing() || !(force || wanted > shown())) return;
    asking = true;
    spared = false;
    await htmx.ajax("GET", location.pathname + location.search, { source: sign, swap: "none" }).catch(() => {});
    asking = false;
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
  // A number turned and then folded away was given up; a text folded away was not.
  const givenUp = (field) => field.type === "number" && !field.checkVisibility();
  const filled = (field) => field.type !== "hidden" && !field.readOnly && field.value !== field.defaultValue && !givenUp(field);
  const filling = (box) => [...box.querySelectorAll("input:not([type=radio], [type=checkbox]), textarea")].some(filled);
  on("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const asked = ctx.sourceElement === sign, form = ctx.sourceElement;
    const drawn = tasks.find(({ target }) => target?.id === "etat")?.fragment.querySelector("#etat").dataset.seq;
    if (asked && drawn < shown()) tasks.length = 0; // a move's own answer was quicker
    const spare = ({ target }) => target && (asked
      ? held || filling(target) || (target.id === "suite" && target.matches(".say"))
      : target.id !== "plateau" && !target.contains(form) && filling(target));
    const kept = tasks.filter((task) => !spare(task));
    // A page that kept something old still shows the old entry: it will ask for the rest again. A sentence is not old.
    spared ||= tasks.some((task) => spare(task) && task.target.id !== "suite");
    tasks.splice(0, tasks.length, ...kept.filter(({ target }) => !spared || target?.id !== "etat"));
  });
  on("pointerdown", () => { held = true; });
  for (const end of ["pointerup", "pointercancel"]) on(end, () => setTimeout(() => { held = false; catchUp(); }, 100));
  on("focusout", () => setTimeout(catchUp, 200));
  on("htmx:finally:request", () => setTimeout(catchUp, 0));

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
  const away = () => document.body.classList.contains("away");
  function cut() {
    if (!away()) gone ??= setTimeout(leave, PATIENCE); // every try that fails says so: the first one counts
  }
  function leave() {
    here();
    clearTimeout(back);
    document.body.classList.add("away");
    say(sign.dataset.lost);
  }
  function here() {
    clearTimeout(gone);
    gone = undefined;
  }
  function heard() {
    here();
    clearTimeout(silence);
    silence = setTimeout(() => { leave(); open(); }, SILENCE);
    if (!away()) return;
    document.body.classList.remove("away");
    say(sign.dataset.back);
    back = setTimeout(say, PATIENCE, "");
  }
  function end() {
    over = true;
    close();
    leave();
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
      ({ seq: wanted, ecrans: screens } = JSON.parse(e.data));
      paint();
      catchUp();
    }, line);
    on("fin", end, line);
    on("error", async () => {
      cut();
      if (line.readyState !== EventSource.CLOSED || line !== source) return; // it tries again by itself
      await catchUp(true); // is it the link that is dead, or the server that is out for a moment?
      if (line !== source) return;
      clearTimeout(silence);
      silence = setTimeout(open, AGAIN);
    }, line);
  }
  on("visibilitychange", () => (document.hidden ? close() : open()));
  on("pagehide", close, window);
  on("offline", () => { close(); leave(); }, window);
  on("online", open, window);
  open();
}
