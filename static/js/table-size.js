// When a game is chosen for a club night, shows its house rules and proposes a table size that it allows, unless another
// size was entered.

import { $, $$ } from "./dom.js";

const size = $("[name=size]");
const proposedSize = () => $("[name=game]:checked").dataset.size;
let isOwnSize = ![$("[name=was-size]").value, proposedSize()].includes(size.value);

function propose() {
  const game = $("[name=game]:checked").value;
  for (const each of $$("[data-rules-of]")) each.hidden = each.dataset.rulesOf !== game;
  if (!isOwnSize) size.value = proposedSize();
}

size.addEventListener("input", () => (isOwnSize = true));
document.addEventListener("change", ({ target }) => target.name === "game" && propose());
propose(); // a game may have been chosen before this script had loaded
