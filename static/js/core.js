// Keyboard input, and what happens after a swap. This file contains no game rules. Every page works without it.

import { $, $$, rowOf } from "./dom.js";
import { ensureCurrent, makeCurrent, reveal, typeFromKeyboard } from "./keypad.js";

// A digit selects the chip with that digit in the row that has the focus, or goes to the current field.
// Escape closes an open popover or other <details> element, or an explanation.
document.addEventListener("keydown", (event) => {
  if (event.target.type === "radio" && /^[0-9]$/.test(event.key)) {
    const chips = $$(`[name="${CSS.escape(event.target.name)}"]:enabled`);
    const chip = chips.find((each) => each.closest("label").textContent.trim() === event.key);
    if (chip) {
      chip.checked = true;
      chip.focus();
      chip.dispatchEvent(new Event("input", { bubbles: true }));
      event.preventDefault();
    }
  }
  if (!event.defaultPrevented) typeFromKeyboard(event);
  // Enter must activate Save, not a named button before it.
  if (event.key === "Enter" && event.target.matches("[data-entry] input")) {
    event.preventDefault();
    event.target.form.requestSubmit($("#save", event.target.form));
  }
  if (event.key === "Escape") {
    const open = event.target.closest("details[open]") || $(".popover[open]");
    if (open) {
      open.open = false;
      $("summary", open).focus();
    } else $("#why [data-back-to]")?.click();
  }
});

// Among checkboxes that share a name, only one can be ticked, and it can be cleared again. This runs
// in the capture phase, before the preview is sent.
document.addEventListener("input", ({ target: tick }) => {
  if (tick.type !== "checkbox" || !tick.checked || !tick.closest(".chips--tight")) return;
  $$(`input[name="${CSS.escape(tick.name)}"]`).forEach((other) => (other.checked = other === tick));
}, true);

// ------------------------------------------------------------ after a swap

let returnTo = null; // the id of the element that gets the focus when an explanation is closed
let sentValues = new Map(); // the field values of the setup form when it was last sent

document.addEventListener("htmx:before:request", (event) => {
  sentValues = new Map($$("#setup .field").map((field) => [field.id, field.value]));
  // Outdated previews are dropped by scripts that load later. Until then, no preview is sent.
  if (event.target.id === "ask" && !document.body.dataset.drafts) event.preventDefault();
  returnTo = event.target.closest?.("[data-back-to]")?.dataset.backTo || event.target.closest?.(".cell")?.id || null;
  $("#error").hidden = true;
});

// A grid of calls and a wide sheet stay scrolled to the same place when they are replaced.
const places = new Map([[".calls-scroll"], [".sheet-scroll"]]);
export const keepPlaces = () => places.forEach((_, box) => places.set(box, [$(box)?.scrollLeft, $(box)?.scrollTop]));
export const restorePlaces = () => places.forEach((place, box) => $(box)?.scrollTo(...place));
document.addEventListener("htmx:before:swap", keepPlaces);

document.addEventListener("htmx:after:swap", (event) => {
  restorePlaces();
  if (["ask", "setup", "mine"].includes(event.detail.ctx?.target?.id)) showResponse();
  ensureCurrent();
});

// After a preview, show the values of the response. Otherwise, `checked` would still reflect earlier taps.
export function showResponse() {
  $$(":is(#ask, #setup, #mine) :is([type=radio], [type=checkbox])").forEach((input) => {
    if (input.checked !== input.defaultChecked) input.checked = input.defaultChecked;
  });
  $$("#setup option").forEach((option) => (option.selected = option.defaultSelected));
  // Keep text that was typed after the request was sent.
  $$("#setup .field").forEach((field) => {
    if (field.value === sentValues.get(field.id)) field.value = field.defaultValue;
  });
}

document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { id } = ctx?.target || {};
  if (id === "ask") return; // after a preview, the focus stays
  requestAnimationFrame(() => {
    if (id === "board") {
      const open = $("#why [data-focus]");
      (open || (returnTo && document.getElementById(returnTo)))?.focus({ preventScroll: Boolean(open) });
      revealExplanation(open);
    } else {
      syncAddress();
      moveFocus();
    }
  });
});

// Scroll a whole explanation into view, or its start if it is too long. If the head of the sheet then
// covers the tapped number, which is in the row above the explanation, scroll back.
export function revealExplanation(heading) {
  const why = heading?.closest("tr"), row = why?.previousElementSibling;
  for (const each of [why, heading]) each?.scrollIntoView({ block: "nearest" });
  const covered = row ? $("th", why.closest("table")).getBoundingClientRect().bottom - row.getBoundingClientRect().top : 0;
  if (covered > 0) (why.closest("dialog") || window).scrollBy(0, -covered);
}

// Change the address to that of the page, so that a reload after a correction shows the match, and a
// reload after a call was undone shows the calls.
export function syncAddress() {
  const address = $("#match")?.dataset.address, { pathname, search } = location;
  const shown = pathname + (/[?&]instead=1/.exec(search) ? "?instead=1" : "");
  if (address && shown !== address) history.replaceState(null, "", address);
  const league = document.title.split(" · ").at(-1);
  if (address) document.title = [$("#match h1").textContent.trim(), $("#match").dataset.game, league].join(" · ");
}

// Focus the most important part of a new page, and announce what has changed.
export function moveFocus() {
  if ($("[data-wrong]")) return focusRefused($("[data-wrong]").dataset.wrong);
  const target = $("[data-focus=first]") || $("#match [data-focus]");
  if (!target) return;
  target.focus({ preventScroll: target.tagName === "H1" });
  if (target.tagName === "H1") {
    if (!$("#ask .calls")) window.scrollTo(0, 0); // do not scroll calls: the next one may be beside the last one
    reveal(firstRow());
  }
  const announced = $("#match [data-announce]");
  if (announced) $("#announce").textContent = announced.textContent;
}

// The row of the current field, or the first row of chips. A single number below chips is only scrolled to if the
// chips have been chosen, as after an undo.
const firstRow = () => $(".is-current")?.closest($(".seat :checked") ? "tr, .seat" : "tr") || $("#ask :is(.seat:not(.calls-ends__in), .coming-back:not(:has(:checked)))");

// Focus the refused field. If it is not a number field, digits are ignored until a field is tapped.
function focusRefused(name) {
  const inputs = $$(`#ask [name="${CSS.escape(name)}"]:enabled`);
  const input = inputs.find((each) => each.checked) || inputs[0];
  makeCurrent(input?.type === "text" ? input : null);
  (input || $("#save"))?.focus({ preventScroll: true });
  reveal(rowOf(input));
}

document.addEventListener("input", ({ detail }) => detail === "restored" || $("p.save-bar__status[data-wrong]")?.remove());

// The first new input removes the toast. Undo remains in the bar.
document.addEventListener("input", ({ detail }) => detail === "restored" || $(".toast--fades")?.remove());

// Load the files that are not needed to show the page.
for (const address of document.body.dataset.laterFiles.split(" ")) {
  document.head.append(address.includes(".css")
    ? Object.assign(document.createElement("link"), { rel: "stylesheet", href: address })
    : Object.assign(document.createElement("script"), { type: "module", src: address, async: false }));
}

ensureCurrent();
requestAnimationFrame(() => reveal(firstRow())); // with large text, the keys may cover the row
if ($("[data-focus=first]")) moveFocus();
