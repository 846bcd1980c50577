// What HTML and htmx cannot do alone. Every page works without this file; nothing here knows a rule or a series.
// Loaded with `defer`, before htmx, which reads the page as soon as it runs. Listeners sit on document, so they hold for every fragment htmx swaps in.
"use strict";
{
  const on = (event, listener, capture) => document.addEventListener(event, listener, capture);
  const playing = document.body.hasAttribute("data-play");

  // --- htmx: only POST forms are boosted, a link stays a link; the sheet's key stays out of request headers.
  on("htmx:before:init", (e) => {
    if (e.target.matches('a, form:not([method="post" i])')) e.preventDefault();
  });
  on("htmx:config:request", (e) => delete e.detail.ctx.request.headers["HX-Current-URL"]);

  // --- The network: say when an answer did not come, or is not ours (a proxy's error page, a hotel's login page).
  function network(lost, form) {
    const box = document.getElementById("reseau");
    if (!box) return;
    box.hidden = !lost;
    box.textContent = lost ? box.dataset[form.querySelector("#t-v") ? "dice" : "move"] : "";
  }
  on("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.request.method === "POST" && ctx.text === undefined) network(true, ctx.sourceElement);
  });

  // --- After an answer: a move that was played gives its `once` key up; one without an answer keeps it for the retry.
  const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
  on("htmx:after:request", ({ detail: { ctx } }) => {
    const post = ctx.request.method === "POST", { status } = ctx.response;
    const ours = status === 204 || Object.keys(ctx.hx).length > 0 || /<hx-partial|hx-swap-oob/.test(ctx.text);
    if (post) network(!ours, ctx.sourceElement);
    if (!post || !ours || status < 200 || status > 299 || status === 202) return;
    played(ctx.sourceElement);
    const sent = ctx.request.body?.get?.("once");
    // A move that asked for dice shares its key with its trays: it has been played with them.
    for (const field of document.querySelectorAll('input[name="once"]')) {
      if (!sent || field.value !== sent) continue;
      field.value = freshKey();
      if (field.form !== ctx.sourceElement) played(field.form);
    }
  });
  function played(form) {
    if (!form?.matches("form:not([data-tray], [data-keep])")) return;
    const details = form.closest("details");
    if (details?.contains(document.activeElement)) details.querySelector("summary").focus({ preventScroll: true });
    if (details) details.open = false;
    form.reset(); // hidden fields keep their value
  }

  // --- The dice tray: one fieldset a die. The last face chosen submits; arrow keys only look around.
  const seen = new WeakSet(document.querySelectorAll("form[data-tray]"));
  let arrows = false;
  const unfilled = (tray) => [...tray.querySelectorAll("fieldset")]
    .filter((die) => die.querySelector("[type=radio]:enabled") && !die.querySelector(":checked"));
  function advance(tray, die) {
    const left = unfilled(tray);
    const next = left.find((other) => die.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) ?? left[0];
    if (next) next.querySelector("[type=radio]:enabled").focus(); // a long tray scrolls to it, the page does not
    else tray.requestSubmit();
  }
  on("pointerdown", () => { arrows = false; }, true);
  on("click", (e) => {
    const tray = e.target.closest("form[data-tray]"), die = e.target.closest("fieldset");
    if (!tray || !die) return;
    if (e.detail > 1) e.preventDefault(); // the second tap of a double tap was not meant for this tray
    else if (e.target.matches("[type=radio]") && !arrows) advance(tray, die);
  });
  on("keydown", (e) => {
    arrows = e.key.startsWith("Arrow");
    const tray = e.target.closest?.("form[data-tray]");
    if (!tray || e.ctrlKey || e.altKey || e.metaKey || !e.target.matches("[type=radio], button")) return;
    const digit = /^\d$/.test(e.key) ? e.key : /^Digit(\d)$/.exec(e.code)?.[1]; // a French keyboard's digits need no shift
    const die = e.target.closest("fieldset") ?? unfilled(tray)[0];
    const face = digit && die?.querySelector(`[type=radio][value="${digit}"]:enabled`);
    const confirmed = (e.key === "Enter" || e.key === " ") && e.target.matches(":checked"); // a face reached by arrows
    if (!face && !confirmed && !(e.repeat && e.key === "Enter")) return;
    e.preventDefault();
    if (e.repeat) return; // a key held since the last tray
    if (face) face.click();
    else advance(tray, die);
  });
  on("htmx:after:swap", ({ detail: { ctx } }) => {
    for (const tray of document.querySelectorAll("form[data-tray]")) {
      const fresh = !seen.has(tray) || tray === ctx.sourceElement;
      seen.add(tray);
      if (!fresh || ctx.request.method !== "POST") continue; // another reader's move does not take the focus
      (unfilled(tray)[0] ?? tray).querySelector("[type=radio]:enabled, fieldset button")?.focus({ preventScroll: true });
      tray.scrollIntoView({ block: "nearest" });
    }
  });

  // --- What a move brings comes into sight, wherever its button stood: each [data-show] of a value that was not there
  // before. The first on the page matters most: it comes last.
  let were = [];
  const shows = () => [...document.querySelectorAll("[data-show]")];
  on("htmx:before:swap", () => { were = shows().map((one) => one.dataset.show); });
  on("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return; // what another reader brings moves nothing
    const fresh = shows().filter((one) => !were.includes(one.dataset.show));
    for (const one of fresh.reverse()) one.scrollIntoView({ block: "nearest" });
  });

  // --- The focus is never lost: where its control is gone, it goes to that control's heir or fold, else to the heading of
  // the fragment, else to the strip. A tray gives it back to what asked for dice.
  let held;
  on("htmx:before:swap", ({ detail: { ctx } }) => {
    const at = document.activeElement;
    if (ctx.request.method === "POST" && !at?.closest(".tray")) held = { id: at?.id, part: at?.closest("main > [id], #suite")?.id };
  });
  on("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST" || !held?.part || document.activeElement !== document.body) return;
    const find = (id) => id && document.getElementById(id), heir = find(held.id), part = find(held.part);
    const next = [heir, heir?.closest("details")?.querySelector("summary"), part?.querySelector("h2"), part, find("suite")]
      .find((one) => one?.checkVisibility());
    if (!next) return;
    if (!next.matches("a, button, input, select, textarea, summary")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  });

  // --- Buttons that need this file stand `hidden` in the HTML: steppers, "copy" and "send".
  function show() {
    for (const b of document.querySelectorAll("[data-stepper] > button[hidden], button[data-copy][hidden]")) b.hidden = false;
    if (navigator.share) for (const b of document.querySelectorAll("button[data-send]")) b.hidden = false;
    for (const told of document.querySelectorAll("[data-left]")) share(told.form);
  }
  // --- A sum to share out: [data-left="50"] tells what the number fields of its form leave of it.
  function share(form) {
    const told = form?.querySelector("[data-left]");
    if (!told) return;
    const given = [...form.querySelectorAll("[type=number]")].reduce((sum, field) => sum + Number(field.value), 0);
    told.value = String(told.dataset.left - given).replace("-", "−");
    told.classList.toggle("bad", Number(told.dataset.left) !== given);
  }
  on("input", (e) => share(e.target.form));
  on("reset", (e) => setTimeout(share, 0, e.target));

  on("htmx:after:process", show);
  show();
  on("click", (e) => {
    const button = e.target.closest("[data-stepper] > button[data-step]");
    const input = button?.parentElement.querySelector("input");
    if (!input) return;
    input.stepUp(Number(button.dataset.step)); // stays within min and max
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  on("click", async (e) => {
    const button = e.target.closest("button[data-copy]"), source = button && document.querySelector(button.dataset.copy);
    if (!source || "copied" in button.dataset) return;
    const text = source.value ?? source.textContent.trim();
    if (!(await navigator.clipboard?.writeText(text).then(() => true, () => false))) { // absent on plain http
      if (source.select) source.select();
      else getSelection().selectAllChildren(source);
      if (!document.execCommand("copy")) return;
    }
    const label = [...button.childNodes];
    button.dataset.copied = "";
    button.replaceChildren(button.dataset.done);
    setTimeout(() => { button.replaceChildren(...label); delete button.dataset.copied; }, 2000);
  });

  on("click", (e) => {
    const button = e.target.closest("button[data-send]");
    if (!button) return;
    const { value: url } = document.querySelector(button.dataset.send);
    navigator.share({ title: button.dataset.title, url }).catch(() => {}); // closed without sending: no matter
  });

  // --- During play: the screen stays awake, and a page brought back from the browser's memory is made current.
  const awake = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {});
  if (playing && navigator.wakeLock) { on("visibilitychange", awake); awake(); }
  if (playing) addEventListener("pageshow", (e) => e.persisted && location.reload());
}
