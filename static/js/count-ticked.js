// Shows how many people are ticked on the page "Who is here" of a club night.

import { $, $$ } from "./dom.js";

const count = $("[data-ticked]");

function showCount() {
  const text = count.dataset.ticked.replace("{n}", $$("[name=here]:checked").length);
  if (count.textContent !== text) count.textContent = text;
}

document.addEventListener("change", ({ target }) => target.name === "here" && showCount());
showCount(); // the browser may have restored ticks
