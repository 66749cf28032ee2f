// When the field for a new player's name appears, it gets the focus and scrolls into view. On the new-match page, it is
// in a collapsible section. On the page for joining, it appears below the choice "I'm new".

import { $ } from "./dom.js";

document.addEventListener("click", (event) => {
  const fold = event.target.closest(".chips__more > summary")?.parentElement;
  if (!fold || fold.open) return;
  event.preventDefault(); // open it now: after the tap, phones would not show their keyboard
  fold.open = true;
  const field = $("input", fold);
  field.focus({ preventScroll: true });
  center(field);
});

// With the arrow keys, the focus stays in the row of choices, because the next key chooses another one.
document.addEventListener("click", ({ target, detail }) => {
  const field = target.matches("[name=who][value=new]") && $("#new-name");
  if (!field) return;
  if (detail) field.focus({ preventScroll: true });
  center(field);
});

// At the edge, the save bar would cover the field.
const center = (field) => field.scrollIntoView({ block: "center" });
