// Ignore accidental second taps. During a save, a tap cannot save or undo anything: it would be
// meant for the answer that is being saved, but would change an earlier one. For a short time after
// the question changes, a tap cannot save or open anything, or select anything near the tap that
// changed the question. A quick answer asks before it discards entered values. In a grid of calls, a
// call right after another one counts if it is in another place, because the grid does not move.
// Forms without htmx are sent only once.

import { $, $$ } from "./dom.js";
import * as drafts from "./drafts.js";

const SETTLING = 600; // milliseconds after a new question in which second taps are ignored
const NEAR = 44; // pixels; taps closer than this are in the same place
let settleTimer = 0; // ends the period in which taps are ignored
let warnedButton = null; // the quick answer that asks for a second tap
let warnedAt = 0; // when that quick answer was first tapped
let sending = null; // the request that is saving an answer or a step
let lastTap = null, changingTap = null; // the click events of the last tap and the one that changed the question

// Called for a new question. Ignore taps for a short time, or until something is entered.
export function startSettling() {
  withdrawWarning();
  clearTimeout(settleTimer);
  changingTap = lastTap;
  document.body.dataset.settling = "yes";
  settleTimer = setTimeout(stopSettling, SETTLING);
}

function stopSettling() {
  delete document.body.dataset.settling;
}

function ignore(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Whether this tap is in the same place as the one that changed the question.
function isSamePlace({ clientX, clientY }) {
  return changingTap && Math.hypot(clientX - changingTap.clientX, clientY - changingTap.clientY) < NEAR;
}

// Whether this is a call right after another call, in another place.
function isNextCall(event) {
  const isCall = (tap) => tap?.target.closest(".calls button");
  return isCall(event) && isCall(changingTap) && !isSamePlace(event);
}

function withdrawWarning() {
  warnedButton?.classList.remove("is-armed");
  warnedButton = null;
}

// Ask for a second tap: the first tap shows a warning, and a second one proceeds, unless it follows
// at once.
function warn(button) {
  withdrawWarning();
  [warnedButton, warnedAt] = [button, performance.now()];
  button.classList.add("is-armed");
  showWarning();
  $("#announce").textContent = document.body.dataset.discards;
}

function showWarning() {
  const status = $("#ask .save-bar__status");
  if (status) status.textContent = document.body.dataset.discards;
  document.dispatchEvent(new Event("status:changed"));
}

// Show the warning again after a preview has replaced the button and the line at Save. The preview was requested
// before the button was tapped.
function restoreWarning() {
  const button = $$("#ask [name=quick]").find((each) => each.value === warnedButton.value);
  if (!button) return withdrawWarning();
  warnedButton = button;
  button.classList.add("is-armed");
  showWarning();
}

// Tell the server that the entered values may be replaced.
function confirmReplacing(form) {
  const sure = Object.assign(document.createElement("input"), { type: "hidden", name: "sure", value: "yes" });
  if (!$("[name=sure]", form)) form.append(sure);
  withdrawWarning();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#match button:not([type=button])");
  const isSaving = button && !button.getAttribute("formaction")?.endsWith("/look");
  if (isNextCall(event)) stopSettling();
  const isTap = event.detail > 0; // a key press is not a tap: it is meant for the focused element
  const needsSettled = isSaving || isTap && (event.target.closest("#ask :is(summary, a)") || isSamePlace(event));
  if (isSaving && sending || needsSettled && document.body.dataset.settling) return ignore(event);
  lastTap = event;
  if (button?.name !== "quick" || button.closest("#ask") === null || !drafts.replacesEntries(button)) return withdrawWarning();
  if (button === warnedButton && performance.now() - warnedAt > SETTLING) return confirmReplacing(button.form);
  ignore(event);
  if (button !== warnedButton) warn(button);
}, true);

document.addEventListener("submit", (event) => {
  if ((sending || document.body.dataset.settling) && event.target.closest("#match")) ignore(event);
}, true);

document.addEventListener("input", ({ target, detail }) => {
  if (detail !== "restored" && target.closest("#ask")) stopSettling();
}, true);

const isWrite = (ctx) => ctx.target?.id === "match" && ctx.request?.method === "POST";

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (isWrite(ctx)) sending = ctx;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === sending) sending = null;
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (isWrite(ctx)) startSettling();
  else if (warnedButton && ctx.target?.id === "ask") restoreWarning();
});

// Without htmx, send a form once, however often it is tapped. The text of `data-busy` shows on the
// button until the next page loads.
document.addEventListener("submit", (event) => {
  const [form, button] = [event.target, event.submitter];
  if (form.hasAttribute("hx-post")) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "yes";
  if (!button?.dataset.busy) return;
  const label = button.textContent;
  button.textContent = button.dataset.busy;
  window.addEventListener("pagehide", () => (button.textContent = label), { once: true });
});
window.addEventListener("pageshow", () => $$("form[data-sent]").forEach((form) => delete form.dataset.sent));
