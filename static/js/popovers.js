// A tap outside an open popover closes it, except a tap on the keypad, which may type into it.

import { $, $$ } from "./dom.js";

document.addEventListener("click", ({ target }) => {
  if (!target.closest(".popover, .keypad")) $$(".popover[open]").forEach((popover) => (popover.open = false));
});
// Safari on iPhones sends clicks outside controls only inside an element that listens for clicks.
$("main")?.addEventListener("click", () => {});
