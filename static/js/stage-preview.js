// Shows the effects of a tap in the same frame, and how many values Save still needs. stage.js and
// stage-inputs.js compute the effects. The server's preview arrives later and replaces them.

import { $, $$, afterFrame, rowOf, setText } from "./dom.js";
import { completeNumber, ensureCurrent, makeCurrent, movesOn, reveal } from "./keypad.js";
import { showReasonInPopover } from "./popover-reason.js";
import { fitBar, fitSentences } from "./sentences.js";
import { Stage } from "./stage.js";
import { markAsSuggested, markWrongNumbers, setValue, updateInputs } from "./stage-inputs.js";

const SLOW_AFTER = 150; // milliseconds until a slow save shows on its button
const PREVIEW_TIMEOUT = "6s";
const LATE_AFTER = 800; // milliseconds from a change until the page no longer waits for the preview
const previews = new Set(); // requests for previews that are running or waiting
let lateTimer = 0; // shows what the page can compute, because the preview is late
let slowTimer = 0; // shows on the Save button that a save is slow
let isSaving = false; // the answer is being saved
let awaitsMove = false; // the keypad is about to move to the next field; effects are shown after that
let previewFrame = 0; // the frame after which the preview is requested
let changes = 0; // changes to the form so far; a preview of an earlier state is stale
let shownChanges = 0; // changes when the server's form was shown

// ---------------------------------------------------------- Save

const allStages = () => $$("[data-sums]").map((root) => new Stage(root));

function missingInputs(stages = allStages()) {
  return stages.flatMap((stage) => Object.keys(stage.fields).flatMap((name) => stage.missingInputs(name)));
}

function updateSave(stages = allStages(), isRefused = false) {
  const save = $("#save.save"), count = save && Math.max(missingInputs(stages).length, areRowsHeld() ? 1 : 0);
  if (!save) return;
  save.toggleAttribute("data-missing", count > 0);
  save.classList.toggle("save--refused", isRefused || stages.some((stage) => stage.isRefused()));
  if (count) save.setAttribute("aria-disabled", "true");
  else save.removeAttribute("aria-disabled");
  setText($(".save__open", save), document.body.dataset.toEnter.replace("{n}", count));
}

function showSaving() {
  $$("#save.save").forEach((save) => save.setAttribute("data-missing", ""));
  $$("#save .save__open").forEach((place) => (place.textContent = document.body.dataset.saving));
}

// While a value is missing, Save moves to it instead of sending. The number so far is complete, so that the next digit
// is not appended to it.
document.addEventListener("submit", (event) => {
  const [first] = missingInputs().sort(byPosition);
  if (!first && !areRowsHeld() || !event.target.matches("[data-entry]") || hasOtherPurpose(event.submitter)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!first) return;
  completeNumber();
  const fold = first.closest("details");
  if (fold) fold.open = true;
  reveal(rowOf(first));
  first.focus({ preventScroll: true });
}, true);

// Whether the button is a quick answer, or sends the form to another address than Save.
const hasOtherPurpose = (button) => Boolean(button?.name || button?.hasAttribute("formaction"));

const byPosition = (one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);

// ---------------------------------------------------------- rows

// In gin with two pairs, choosing other opponents changes the rows. Until a preview has loaded the new rows,
// no number can be entered, and without a network only a draw can be saved.
function holdRows() {
  for (const chips of $$("#ask [data-chooses-rows]")) {
    const rows = $(".numbers-table > tbody", chips.closest("[data-sums]")), isHeld = !$(":checked", chips)?.defaultChecked;
    if (!rows || isHeld === rows.inert) continue;
    rows.inert = isHeld;
    if (!isHeld) return ensureCurrent();
    makeCurrent(null);
    $("#ask").dispatchEvent(new Event("rows:chosen"));
  }
}

const areRowsHeld = () => Boolean($("#ask .numbers-table:not([inert]) > tbody[inert]"));

// ---------------------------------------------------------- effects

window.addEventListener("resize", () => (fitSentences(), fitBar())); // the phone was turned

// Show the effects of a change. `server` is "late" if its preview has not come in time, and "silent" if no preview
// will come.
function showEffects(server = "") {
  const stages = allStages();
  for (const stage of stages) updateInputs(stage);
  awaitsMove = movesOn();
  if (awaitsMove) return;
  for (const stage of stages) stage.sentences.showSentences(true, server);
  showReasonInPopover();
  fitSentences();
  updateSave(stages);
}

// What only the server computes is faint until its preview arrives.
function markAsOutdated(isOutdated) {
  const places = allStages().flatMap((stage) => stage.sentences.serverPlaces());
  places.forEach((place) => place.classList.toggle("is-outdated", isOutdated));
}

// Update the marks after a preview, which does not mark numbers that are too small, and after another
// field becomes current. The marks of a refusal are kept.
function updateMarks() {
  const isRefused = !awaitsMove && $("[data-wrong], .row-problem, [aria-invalid]:not([aria-describedby=save-note])");
  const stages = allStages();
  for (const stage of stages) {
    const hasChanged = !isRefused && markWrongNumbers(stage);
    stage.sentences.showSentences(awaitsMove || hasChanged);
  }
  awaitsMove = false;
  showReasonInPopover();
  fitSentences();
  updateSave(stages, Boolean(isRefused) && changes === shownChanges);
}

// In a correction, hide the reasons to enter a later deal again that the entered values have resolved.
function hideSettledReasons() {
  const reasons = $$(".strip--why [data-until]"), stages = reasons.length ? allStages() : [];
  const isWhole = !missingInputs(stages).length && !stages.some((stage) => stage.isRefused());
  const isValid = (input) => !input.matches("[aria-invalid]") && (input.type === "text" ? input.value.trim() : input.checked);
  for (const reason of reasons) {
    const { until } = reason.dataset;
    reason.classList.toggle("is-settled", until ? $$(`[name="${CSS.escape(until)}"]`).some(isValid) : isWhole);
  }
}

// In a correction, only the server knows what will change, so the line shows dots until its preview
// arrives. The dots also replace a refusal, except when the draft is restored after the refusal.
function hideOldEffects(isRestored) {
  const place = $(".correction__foot > p.effects, .correction__foot > .effects > summary > span");
  if (!place || isRestored && place.matches("[data-wrong]")) return;
  place.textContent = "…";
  place.classList.remove("effects--refused");
  place.removeAttribute("data-wrong");
}

// In a correction, only the server knows what will change. Without its preview, replace the old effects.
function showUnknownEffects() {
  const { unknown } = $(".correction__foot")?.dataset || {}, old = $(".correction__foot > .effects");
  if (!old || isSaving || old.matches("[data-wrong]")) return;
  const note = Object.assign(document.createElement("p"), { className: "effects effects__text", textContent: unknown });
  note.tabIndex = 0;
  old.replaceWith(note);
  fitSentences();
}

// Request the preview after the frame that shows the change, so that it does not delay that frame.
function requestPreview() {
  const ask = $("#ask");
  previewFrame ||= afterFrame(() => {
    previewFrame = 0;
    ask.dispatchEvent(new Event("stage:changed"));
  });
}

// This runs in the capture phase, before the draft is stored.
document.addEventListener("input", ({ target, detail }) => {
  if (!target.closest("#ask")) return;
  changes++;
  holdRows();
  showEffects();
  hideOldEffects(detail === "restored");
  hideSettledReasons();
  markAsOutdated(true);
  clearTimeout(lateTimer);
  lateTimer = setTimeout(showEffects, LATE_AFTER, "late");
  requestPreview();
}, true);

for (const name of ["question:asked", "question:renewed"]) document.addEventListener(name, () => (showEffects("silent"), fitBar()));
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  shownChanges = changes;
  clearTimeout(lateTimer);
  markAsOutdated(false);
  if (!isPreview(ctx)) fitBar();
});
for (const name of ["htmx:after:swap", "keypad:moved"]) document.addEventListener(name, updateMarks);
// In a later correction, the keys appear when a number becomes current, and then stay.
document.addEventListener("keypad:moved", () => $("#correction .is-current")?.form.toggleAttribute("data-typing", true));
document.addEventListener("status:changed", fitSentences);
document.addEventListener("toggle", showReasonInPopover, true);
document.addEventListener("preview:impossible", showUnknownEffects);

// "Enter the hand instead" clears the checkbox of the quick answer, which has the same name.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-clears]"), box = button && document.getElementById(button.name);
  if (!box) return;
  event.preventDefault();
  box.focus({ preventScroll: true }); // the button disappears
  box.click();
});

// A tap on a suggested chip enters its number. The chip is already chosen, so there is no input event.
document.addEventListener("click", ({ target }) => {
  const chip = target.matches("#ask .chip--rest > input") && target.closest(".chip");
  if (!chip) return;
  chip.classList.remove("chip--rest");
  target.dispatchEvent(new Event("input", { bubbles: true }));
});

// For "All made it but…", fill in the numbers in row order.
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-fill]"), root = button?.closest("[data-sums]");
  if (!root) return;
  event.preventDefault();
  event.stopPropagation();
  const [name, ...numbers] = button.dataset.fill.split(" "), stage = new Stage(root);
  for (const inputs of stage.inputsBySeat(name).values()) {
    markAsSuggested(inputs, false);
    setValue(inputs, numbers.shift());
  }
  root.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "quick" }));
}, true);

// ---------------------------------------------------------- requests

const isPreview = (ctx) => ctx?.target?.id === "ask";

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (!isPreview(ctx)) return;
  ctx.request.timeout = PREVIEW_TIMEOUT;
  previews.add(Object.assign(ctx, { changes }));
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
  if (isPreview(ctx) && isSaving) event.preventDefault();
  if (ctx?.target?.id !== "match") return;
  isSaving = true;
  lock(ctx);
  previews.forEach((each) => each.request.abort());
  clearTimeout(slowTimer);
  if (ctx.request.method === "POST") slowTimer = setTimeout(showSaving, SLOW_AFTER);
});

// Drop stale previews: a newer one is running. Most are dropped before htmx parses them.
for (const name of ["htmx:before:response", "htmx:before:swap"]) {
  document.addEventListener(name, (event) => {
    const { ctx } = event.detail;
    if (isPreview(ctx) && ctx.changes !== undefined && ctx.changes !== changes) event.preventDefault();
  });
}

// In a correction, a preview can remove a later stage. The form still reaches down to the end of the screen after that,
// so that the page does not scroll up under a finger.
document.addEventListener("htmx:before:swap", ({ detail: { ctx }, defaultPrevented }) => {
  const form = !defaultPrevented && isPreview(ctx) && $("#correction");
  if (form) form.style.minBlockSize = `${innerHeight - form.getBoundingClientRect().top}px`;
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  previews.delete(ctx);
  if (ctx?.target?.id === "match") {
    isSaving = false;
    unlock(ctx);
    clearTimeout(slowTimer);
    updateSave();
  }
  if (isPreview(ctx) && ctx.status !== "swapped" && ctx.changes === changes) {
    showEffects("silent");
    showUnknownEffects();
  }
});

showEffects();
fitBar();
