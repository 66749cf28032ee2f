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
let timer = 0;
let armed = null; // the quick answer that asks for a second tap
let armedAt = 0;
let sending = null; // the request that is saving an answer or a step
let [last, before] = [null, null]; // the last tap, and the one that changed the question

// Called for a new question. Ignore taps for a short time, or until something is entered.
export function startSettling() {
  disarm();
  clearTimeout(timer);
  before = last;
  document.body.dataset.settling = "yes";
  timer = setTimeout(stopSettling, SETTLING);
}

function stopSettling() {
  delete document.body.dataset.settling;
}

function ignore(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Whether this is a second tap in the same place.
function isAgain({ clientX, clientY }) {
  return before && Math.hypot(clientX - before.clientX, clientY - before.clientY) < NEAR;
}

// Whether this is a call right after another call, in another place.
function isNextCall(event) {
  const isCall = (tap) => tap?.target.closest(".calls button");
  return isCall(event) && isCall(before) && !isAgain(event);
}

function disarm() {
  armed?.classList.remove("is-armed");
  armed = null;
}

// Ask for a second tap: the first tap shows a warning, and a second one proceeds, unless it follows
// at once.
function ask(button) {
  disarm();
  [armed, armedAt] = [button, performance.now()];
  button.classList.add("is-armed");
  const says = $("#ask .save-bar__status");
  if (says) says.textContent = document.body.dataset.discards;
  document.dispatchEvent(new Event("status:changed"));
  $("#announce").textContent = document.body.dataset.discards;
}

function agree(form) {
  if (!$("[name=sure]", form)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "sure", value: "yes" }));
  disarm();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#match button:not([type=button])");
  const writes = button && !button.getAttribute("formaction")?.endsWith("/look");
  if (isNextCall(event)) stopSettling();
  const isTap = event.detail > 0; // a key press is not a tap: it is meant for the focused element
  const isEarly = writes || isTap && (event.target.closest("#ask :is(summary, a)") || isAgain(event));
  if (writes && sending || isEarly && document.body.dataset.settling) return ignore(event);
  last = event;
  if (button?.name !== "quick" || button.closest("#ask") === null || !drafts.replacesEntries(button)) return disarm();
  if (button === armed && performance.now() - armedAt > SETTLING) return agree(button.form);
  ignore(event);
  if (button !== armed) ask(button);
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
