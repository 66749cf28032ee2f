// Helpers that contain no game rules, for keys, swaps and times. Every page works without them.

import { $, $$, rowOf } from "./dom.js";
import { point, reveal, settle, takeKey } from "./keypad.js";

function dispatchInput(input) {
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// A digit selects its chip in the focused row, or goes to the current field. Escape closes an open fold or an explanation.
document.addEventListener("keydown", (event) => {
  if (event.target.type === "radio" && /^[0-9]$/.test(event.key)) {
    const says = (chip) => chip.closest("label").textContent.trim();
    const chip = $$(`[name="${CSS.escape(event.target.name)}"]:enabled`).find((each) => says(each) === event.key);
    if (chip) {
      chip.checked = true;
      chip.focus();
      dispatchInput(chip);
      event.preventDefault();
    }
  }
  if (!event.defaultPrevented) takeKey(event);
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

let backTo = null;
let sent = new Map(); // the field values of the setup form when it was last sent

document.addEventListener("htmx:before:request", (event) => {
  sent = new Map($$("#setup .field").map((field) => [field.id, field.value]));
  // Outdated previews are dropped by scripts that load later. Until then, no preview is sent.
  if (event.target.id === "ask" && !document.body.dataset.drafts) event.preventDefault();
  backTo = event.target.closest?.("[data-back-to]")?.dataset.backTo || event.target.closest?.(".cell")?.id || null;
  $("#error").hidden = true;
});

document.addEventListener("htmx:after:swap", (event) => {
  if (["ask", "setup", "mine"].includes(event.detail.ctx?.target?.id)) echo();
  settle();
  times();
});

// After a preview, set `checked` as in the response. Otherwise, it would still reflect earlier taps.
export function echo() {
  $$(":is(#ask, #setup, #mine) :is([type=radio], [type=checkbox])").forEach((input) => {
    if (input.checked !== input.defaultChecked) input.checked = input.defaultChecked;
  });
  $$("#setup option").forEach((option) => (option.selected = option.defaultSelected));
  // Keep text that was typed after the request was sent.
  $$("#setup .field").forEach((field) => {
    if (field.value === sent.get(field.id)) field.value = field.defaultValue;
  });
}

document.addEventListener("htmx:after:request", (event) => {
  const context = event.detail.ctx;
  const target = context?.target;
  const looked = target?.id === "ask";
  requestAnimationFrame(() => {
    if (looked) return;
    if (target?.id === "board") {
      const open = $("#why [data-focus]");
      (open || (backTo && document.getElementById(backTo)))?.focus({ preventScroll: Boolean(open) });
      showWhy(open);
    } else {
      syncAddress();
      focusOn();
    }
  });
});

// Scroll a whole explanation into view, or its start if it is too long.
export function showWhy(heading) {
  heading?.closest("tr").scrollIntoView({ block: "nearest" });
  heading?.scrollIntoView({ block: "nearest" });
}

// Change the address to that of the page, so that a reload after a correction shows the match, and a
// reload after a call was undone shows the calls.
export function syncAddress() {
  const address = $("#match")?.dataset.address, { pathname, search } = location;
  const now = pathname + (/[?&]instead=1/.exec(search) ? "?instead=1" : "");
  if (address && now !== address) history.replaceState(null, "", address);
  const name = document.title.split(" · ").at(-1);
  if (address) document.title = [$("#match h1").textContent.trim(), $("#match").dataset.game, name].join(" · ");
}

export function focusOn() {
  if ($("[data-wrong]")) return showWrong($("[data-wrong]").dataset.wrong);
  const target = $("[data-focus=first]") || $("#match [data-focus]");
  if (!target) return;
  target.focus({ preventScroll: target.tagName === "H1" });
  if (target.tagName === "H1") {
    if (!$("#ask .calls")) window.scrollTo(0, 0); // the next call may be beside the last one
    const unanswered = $(".is-now")?.closest("tr") || $(".coming-back:not(:has(:checked))");
    reveal(unanswered);
  }
  const said = $("#match [data-announce]");
  if (said) $("#announce").textContent = said.textContent;
}

// Focus the refused field. If it is not a number field, digits are ignored until a field is tapped.
function showWrong(name) {
  const inputs = $$(`#ask [name="${CSS.escape(name)}"]:enabled`);
  const input = inputs.find((each) => each.checked) || inputs[0];
  point(input?.type === "text" ? input : null);
  (input || $("#save"))?.focus({ preventScroll: true });
  reveal(rowOf(input));
}

document.addEventListener("input", ({ detail }) => detail === "restored" || $("p.save-bar__status[data-wrong]")?.remove());

// ------------------------------------------------------------ times

export const shapes = {
  clock: { timeStyle: "short" },
  day: { weekday: "short", day: "numeric", month: "short" },
  both: { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
};

export function times() {
  $$("time[data-time]").forEach((time) => {
    const shape = { ...(shapes[time.dataset.time] || shapes.day), timeZone: time.dataset.zone };
    try {
      time.textContent = new Date(time.dateTime).toLocaleString(undefined, shape);
    } catch {} // if an older browser does not know the zone, the server's text remains
  });
}

// The first new input removes the toast. Undo remains in the bar.
document.addEventListener("input", ({ detail }) => detail === "restored" || $(".toast--fades")?.remove());

// Load the files that are not needed to show the page.
for (const src of document.body.dataset.laterFiles.split(" ")) {
  const made = (tag, given) => Object.assign(document.createElement(tag), given);
  document.head.append(src.includes(".css") ? made("link", { rel: "stylesheet", href: src }) : made("script", { type: "module", src, async: false }));
}

settle();
times();
if ($("[data-focus=first]")) focusOn();
