// A tap outside an open popover only closes it, because what is behind it may be half covered. The
// keypad types into it, and the buttons beside it work as usual.

import { $, $$ } from "./dom.js";

const openPopovers = () => $$(".popover[open]");
const isOutside = (target) => openPopovers().length > 0 && !target.closest(".popover, .keypad, .save-bar, dialog");

// Before the click, a press would move the focus to a field.
document.addEventListener("mousedown", (event) => {
  if (isOutside(event.target)) event.preventDefault();
}, true);

document.addEventListener("click", (event) => {
  const { target, detail } = event;
  if (detail > 0 && isOutside(target)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (!target.closest(".popover, .keypad, dialog")) openPopovers().forEach((popover) => (popover.open = false));
}, true);
// A popover's button names the chosen player at once, also without a network.
document.addEventListener("input", ({ target }) => {
  const popover = target.closest(".popover"), chosen = popover && $("[data-chosen]", popover);
  const label = chosen && target.closest(".chip")?.lastElementChild;
  if (!label) return;
  const name = document.createElement("bdi");
  name.textContent = ($(".alike > :last-child", label) || label).textContent.trim();
  chosen.replaceChildren(name);
});
// Safari on iPhones sends clicks outside controls only inside an element that listens for clicks.
$("main")?.addEventListener("click", () => {});
