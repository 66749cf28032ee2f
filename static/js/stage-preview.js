// Shows the effects of a tap in the same frame, and how many values Save still needs. stage.js computes
// the effects. The server's preview arrives later and replaces them.

import { $, $$, rowOf, setText } from "./dom.js";
import { movesOn, reveal } from "./keypad.js";
import { Stage } from "./stage.js";

const SLOW = 150; // milliseconds until a slow save shows on its button
const GIVEN_UP = "6s"; // timeout of a preview
const looks = new Set(); // previews that are running or waiting
let saving = 0;
let isSending = false; // the answer is being saved
let fitting = 0; // the animation frame in which sentences are fitted
let isDue = false; // the keypad is about to move to the next field; effects are shown after that
let edits = 0; // changes to the form; a preview of an older state is stale

// ---------------------------------------------------------- Save

const stages = () => $$("[data-sums]").map((root) => new Stage(root));

function missing(all = stages()) {
  return all.flatMap((stage) => Object.keys(stage.fields).flatMap((name) => stage.missing(name)));
}

function ready(all = stages()) {
  const save = $("#save.save"), count = save && missing(all).length;
  if (!save) return;
  save.toggleAttribute("data-missing", count > 0);
  save.classList.toggle("save--refused", all.some((stage) => stage.isRefused()));
  if (count) save.setAttribute("aria-disabled", "true");
  else save.removeAttribute("aria-disabled");
  setText($(".save__open", save), document.body.dataset.toEnter.replace("{n}", count));
}

function sayOnSave(text) {
  $$("#save.save").forEach((save) => save.setAttribute("data-missing", ""));
  $$("#save .save__open").forEach((place) => (place.textContent = text));
}

// ---------------------------------------------------------- events

// Mark sentences that do not fit their place. CSS makes their letters smaller, then their names
// shorter. This runs in an animation frame, so that layout runs once per tap.
function fit() {
  fitting ||= requestAnimationFrame(() => {
    fitting = 0;
    for (const place of $$("#ask :is(.save-bar__status, p.effects__text):not(:focus)")) {
      delete place.dataset.fit;
      for (const step of [1, 2]) if (place.scrollHeight > place.clientHeight + 1) place.dataset.fit = step;
    }
  });
}
window.addEventListener("resize", fit); // the phone was turned

function update(isAlone = false) {
  const all = stages();
  for (const stage of all) stage.follow();
  isDue = movesOn();
  if (isDue) return;
  for (const stage of all) stage.sentences.speak(true, isAlone);
  fit();
  ready(all);
}

// Update the marks after a preview, because it does not mark numbers that are too small, and after
// another field becomes current. The marks of a refusal are kept.
function refresh() {
  const isRefused = !isDue && $("[data-wrong], .row-problem, [aria-invalid]:not([aria-describedby=save-note])");
  const all = stages();
  for (const stage of all) {
    const isOther = !isRefused && stage.mark();
    stage.sentences.speak(isDue || isOther);
  }
  isDue = false;
  fit();
  ready(all);
}

// This runs in the capture phase, before the preview is sent and the draft is stored.
document.addEventListener("input", ({ target }) => {
  if (!target.closest("#ask")) return;
  edits++;
  update();
}, true);

const isLook = (ctx) => ctx?.target?.id === "ask";

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (!isLook(ctx)) return;
  ctx.request.timeout = GIVEN_UP;
  looks.add(Object.assign(ctx, { edits }));
});

// While an answer is being sent, its form accepts no input, because the response replaces the form and
// everything entered in it.
function lock(ctx) {
  const ask = ctx.sourceElement.closest("form[data-entry]") && $("#ask:not([inert])");
  if (!ask) return;
  ctx.locked = { ask, focused: document.activeElement };
  ask.inert = true;
}

function unlock({ locked }) {
  if (!locked) return;
  locked.ask.inert = false;
  if (document.activeElement === document.body && locked.focused?.isConnected) locked.focused.focus({ preventScroll: true });
}

// A save cancels running and waiting previews.
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (isLook(ctx) && isSending) event.preventDefault();
  if (ctx?.target?.id !== "match") return;
  isSending = true;
  lock(ctx);
  looks.forEach((each) => each.request.abort());
  clearTimeout(saving);
  if (ctx.request.method === "POST") saving = setTimeout(() => sayOnSave(document.body.dataset.saving), SLOW);
});

// Drop stale previews: a newer one is running. Most are dropped before htmx parses them.
for (const name of ["htmx:before:response", "htmx:before:swap"]) {
  document.addEventListener(name, (event) => {
    const { ctx } = event.detail;
    if (isLook(ctx) && ctx.edits !== undefined && ctx.edits !== edits) event.preventDefault();
  });
}

for (const name of ["htmx:after:swap", "keypad:moved"]) document.addEventListener(name, refresh);
document.addEventListener("status:changed", fit);

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  looks.delete(ctx);
  if (ctx?.target?.id === "match") {
    isSending = false;
    unlock(ctx);
    clearTimeout(saving);
    ready();
  }
  if (isLook(ctx) && ctx.status !== "swapped" && ctx.edits === edits) {
    update(true);
    sayUnknown();
  }
});

// In a correction, only the server knows what will change. Without its preview, replace the old effects.
function sayUnknown() {
  const { unknown } = $(".correction__foot")?.dataset || {}, old = $(".correction__foot > .effects");
  if (!old || isSending) return;
  const note = Object.assign(document.createElement("p"), { className: "effects effects__text", textContent: unknown });
  note.tabIndex = 0;
  old.replaceWith(note);
  fit();
}
document.addEventListener("preview:impossible", sayUnknown);

// For "All made it but…", fill in the numbers in row order.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-fill]"), root = button?.closest("[data-sums]");
  if (!root) return;
  event.preventDefault();
  event.stopPropagation();
  const [name, ...numbers] = button.dataset.fill.split(" "), stage = new Stage(root);
  for (const inputs of stage.seats(name).values()) {
    stage.dash(inputs, false);
    stage.write(inputs, numbers.shift());
  }
  root.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "quick" }));
}, true);

// While a value is missing, Save moves to it instead of sending.
document.addEventListener("submit", (event) => {
  const button = event.submitter, first = missing().sort(inOrder)[0];
  if (!event.target.matches("[data-entry]") || button?.name || button?.formAction !== undefined && button.hasAttribute("formaction") || !first) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const fold = first.closest("details");
  if (fold) fold.open = true;
  reveal(rowOf(first));
  first.focus({ preventScroll: true });
}, true);

const inOrder = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);

for (const name of ["question:asked", "question:renewed"]) document.addEventListener(name, () => update(true));
update();
