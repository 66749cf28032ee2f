// A tap outside an open popover closes it, except on the keypad, which may type into it.

import { $, $$ } from "./dom.js";

document.addEventListener("click", ({ target }) => {
  if (!target.closest(".popover, .keypad")) $$(".popover[open]").forEach((popover) => (popover.open = false));
});
// Safari on iPhones sends clicks outside controls only within an element that listens for them.
$("main")?.addEventListener("click", () => {});
