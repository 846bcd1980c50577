// What a reader has typed or ticked outlives every answer: it is put back into the new fragment, or the fragment waits.
// Loaded after live.js, which first throws away an answer that came too late.
"use strict";
{
  const on = (event, listener) => document.addEventListener(event, listener);
  const picked = (field) => field.matches("[type=radio], [type=checkbox]") && field.checked !== field.defaultChecked;
  const written = (field) => field.matches("textarea, input:not([type=radio], [type=checkbox], [type=hidden])") && !field.readOnly && field.value !== field.defaultValue;
  const chosen = (field) => field.matches("select") && [...field.selectedOptions].some((option) => !option.defaultSelected);
  const typed = (box, sent) => [...box.querySelectorAll("input, textarea, select")].filter((f) => f.form !== sent && (picked(f) || written(f) || chosen(f)));

  let held = false;
  on("pointerdown", () => { held = true; });
  for (const lifted of ["pointerup", "pointercancel"]) on(lifted, () => setTimeout(() => { held = false; }, 80));

  let kept = [];
  on("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const live = ctx.request.method === "GET", form = live ? null : ctx.sourceElement;
    const heir = ({ fragment }, field) => field.id && fragment.querySelector(`#${CSS.escape(field.id)}`);
    // Nothing changes under a finger or a caret by another's move; a text that has no place in what is new stays in sight.
    const needed = ({ target, fragment }) => target.id === "plateau" && fragment.querySelector("form");
    const waits = (task) => (live && held) || typed(task.target, form).some((field) =>
      (live && field === document.activeElement) || (field.matches("textarea") && !heir(task, field) && !needed(task)));
    const message = ({ target }) => live && target.matches("#suite.say"); // the answer to this reader's own move
    const late = tasks.filter((task) => task.target && waits(task));
    // A page that keeps something old still shows the old entry: it will ask for the rest again.
    const stays = ({ target }) => target && (message({ target }) || (late.length && target.id === "etat"));
    tasks.splice(0, tasks.length, ...tasks.filter((task) => !late.includes(task) && !stays(task)));
    kept = tasks.filter(({ target }) => target).flatMap(({ target }) => typed(target, form)).filter(({ id }) => id).map((field) => ({
      id: field.id, value: field.value, checked: field.checked,
      // It is still the same form: its key, and what it was written over, so that a conflict is still one.
      same: ["once", "seen"].map((name) => [name, field.form?.elements[name]?.value]),
      open: field.closest("details")?.open,
    }));
    // For a moment the old fragment stands beside the new one: its choices, in a form of the same id, would win over theirs.
    for (const { target, swapSpec } of tasks) {
      if (!target || swapSpec.style !== "outerHTML") continue;
      for (const choice of target.querySelectorAll("[type=radio]")) choice.removeAttribute("name");
    }
  });
  on("htmx:after:swap", () => {
    for (const { id, value, checked, same, open } of kept) {
      const field = document.getElementById(id);
      if (!field) continue;
      if (field.matches("[type=radio], [type=checkbox]")) field.checked = checked;
      else field.value = value;
      for (const [name, was] of same) if (was && field.form.elements[name]) field.form.elements[name].value = was;
      if (open) field.closest("details").open = true;
    }
    kept = [];
  });
}
