// Buttons that copy text or print the page. They are hidden until this script runs.

import { $, $$ } from "./dom.js";

document.addEventListener("click", (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) copyText(copy);
  if (event.target.closest("[data-print]")) window.print();
});

function showButtons() {
  $$("[data-print], [data-copy]").forEach((button) => (button.hidden = false));
}

async function copyText(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return; // on plain http, there is no clipboard API
  }
  $("#announce").textContent = $("span", button).textContent = button.dataset.copied;
  button.classList.add("just-changed");
}

document.addEventListener("htmx:after:swap", showButtons);
showButtons();
