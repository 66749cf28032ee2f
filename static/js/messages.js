// Shows toasts and the notice of another phone's change, over a question or below the bar. Keeps them when a preview
// changes the form below them. Shows why the focused field was refused.

import { $, rowOf } from "./dom.js";

// Put an element where the server puts the toast: over the line at Save or, without one, over the status line.
// There, it covers nothing that can be tapped, and moves nothing.
function placeOverLine(element) {
  const strip = $("#ask > .strip[data-line=status_line]"), isAtSave = $("#ask .save-bar__status") || !strip;
  if (isAtSave) return $("#ask .save-bar")?.append(element);
  if (!strip.nextElementSibling?.matches(".toast-anchor")) {
    strip.after(Object.assign(document.createElement("div"), { className: "toast-anchor" }));
  }
  strip.nextElementSibling.append(element);
}

// Show a toast over the question, and return it. The next input removes it.
export function showToast(text) {
  const toast = Object.assign(document.createElement("div"), { className: "toast toast--fades dark-header" });
  const message = Object.assign(document.createElement("span"), { className: "grow", textContent: text });
  message.dataset.announce = "";
  toast.append(message);
  $(".toast:not(#remote-change)")?.remove();
  if (!isNoticeShown()) placeOverLine(toast);
  $("#announce").textContent = text;
  return toast;
}

// The notice that another phone has changed the match. If the question is replaced, the notice over it is removed from
// the document, so it is kept here.
const notice = $("#remote-change"); // not on the page that a removed phone sees
let isUntilInput = false; // the next input hides the notice

// Put a notice below the bar, where it covers nothing, and let it stay there while the page scrolls. A page without a
// bar or a header, such as a TV page, shows it at the top.
export function placeBelowBar(element) {
  const bar = $(".bar, .site-header");
  element.className = bar ? "notice notice--gold bar-notice" : "notice notice--gold top-notice";
  if (bar) bar.after(element);
  else document.body.append(element);
  followBar();
}

// After the phone is turned, the bar has a different height. On a low screen, it scrolls away.
function followBar() {
  const element = $(".bar-notice"), bar = element && $(".bar, .site-header");
  if (!bar) return;
  const isSticky = getComputedStyle(bar).position === "sticky";
  element.style.insetBlockStart = `${isSticky ? bar.offsetHeight : 0}px`;
}

window.addEventListener("resize", followBar);

export const isNoticeShown = () => Boolean(notice && !notice.hidden);

// Show the notice over the question or, on a page without one, below the bar. If `untilInput`, the next input hides it,
// because the line below it is needed then.
export function showNotice(text, { untilInput = false } = {}) {
  isUntilInput = untilInput;
  const message = Object.assign($("p", notice), { className: "grow", textContent: text });
  message.dataset.announce = ""; // selects the text size of toasts
  $("button", notice).type = "button"; // it must not submit the form that it is in
  $("#announce").textContent = text;
  notice.hidden = false;
  const isOver = Boolean($("#ask .save-bar"));
  if (!isOver) return placeBelowBar(notice);
  notice.className = "toast toast--fades toast--stays dark-header";
  $(".toast:not(#remote-change)")?.remove();
  placeOverLine(notice);
}

export function hideNotice() {
  if (notice) notice.hidden = true;
}

// This runs after core.js has removed the toast and the notice.
document.addEventListener("input", ({ detail }) => {
  if (detail === "restored" || !isNoticeShown()) return;
  if (isUntilInput) hideNotice();
  else if (!notice.isConnected) placeOverLine(notice);
});

// A preview of restored values must not remove the toast.
let toast = null; // { node, before, parent }: the toast, its previous sibling and its parent, to put it back

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const shown = ctx.target?.id === "ask" && $("#ask .toast--fades");
  const node = shown && (shown.closest(".toast-anchor") || shown);
  toast = node ? { node, before: node.previousElementSibling, parent: node.parentElement } : null;
});
document.addEventListener("htmx:after:swap", () => {
  if (!toast || toast.node.isConnected) return;
  if (toast.before?.isConnected) toast.before.after(toast.node);
  else if (toast.parent.isConnected) toast.parent.append(toast.node);
});

// If several fields are marked, the refusal shows the reason for the one that gets the focus.
let refusal = null; // { place, original }: the element that shows the refusal, and its original nodes

document.addEventListener("focusin", ({ target }) => {
  const place = $("p.save-bar__status[data-wrong]"), reason = place && reasonOf(target);
  if (!reason) return;
  if (refusal?.place !== place) refusal = { place, original: [...place.childNodes] };
  const { wrong } = place.dataset, isFirst = target.name === wrong;
  place.replaceChildren(...(isFirst ? refusal.original : [refusal.original[0].cloneNode(true), ` ${reason}`]));
});

// The reason why this field is marked, with the player's name.
function reasonOf(input) {
  const reason = document.getElementById(input.getAttribute("aria-describedby"));
  if (!reason?.matches("#ask .row-problem, #ask .seat__reason")) return "";
  const text = reason.textContent.trim(), who = $("bdi", rowOf(input))?.textContent;
  return !who || text.includes(who) ? text : `${who}: ${text}`;
}
