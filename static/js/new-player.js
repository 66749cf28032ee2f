// When the fold for a new player's name is opened, the field gets the focus and scrolls into view.

import { $ } from "./dom.js";

document.addEventListener("click", (event) => {
  const fold = event.target.closest(".chips__more > summary")?.parentElement;
  if (!fold || fold.open) return;
  event.preventDefault(); // the fold opens now: after the tap, phones would not show their keyboard
  fold.open = true;
  const field = $("input", fold);
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" }); // at the edge, the save bar would cover it
});
