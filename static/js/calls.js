// Further calls without a network. A call changes only the counters of two players, so the page can count
// it. The question declares the counters and the sentences ("calls" in its data).

import { $, $$ } from "./dom.js";
import { ensureCurrent } from "./keypad.js";

const fillIn = (sentence, values) => sentence.replace(/\{(\w+):\}/g, (placeholder, kind) => values[kind] ?? placeholder);
const nextNumber = (address) => address.replace(/\d+(?=\/look$|$)/, (number) => Number(number) + 1);

export const isCall = (address) => /\/call-\d+$/.test(address);

const nameElements = (form) => $$(".calls tbody tr", form).map((row) => $("bdi", row));
const seatsOf = (call) => call.split(">").map(Number);

export const callsOf = (form) => JSON.parse($("[data-sums]", form)?.dataset.sums || "{}").calls;

// The call of a button as text, such as "Ana calls Bruno". It is empty if the button is not for a call.
export function callText(button) {
  const sentence = button?.matches(".calls button") && callsOf(button.form)?.call; // not in older predicted questions
  if (!sentence) return "";
  const names = nameElements(button.form), [caller, called] = seatsOf(button.value);
  return fillIn(sentence, { caller: names[caller].textContent, called: names[called].textContent });
}

// Show the counters that follow from the calls in the question about the end of the deal.
export function showCounters({ field, held }) {
  $$(`#ask [name^="${field}-"]`).forEach((box, seat) => Object.assign(box, { value: held[seat], disabled: true }));
  ensureCurrent();
}

// The form for the call after this one, as HTML. It is empty if the form does not ask for calls.
export function formAfterCall(form, body) {
  const data = JSON.parse($("[data-sums]", form)?.dataset.sums || "{}"), { calls } = data;
  if (!calls) return "";
  const next = form.cloneNode(true), ask = $("#ask", next), rows = $$(".calls tbody tr", next);
  const names = nameElements(next), [caller, called] = seatsOf(new URLSearchParams(body).get($(".calls button", next).name));
  countCall($(`.calls [value="${caller}>${called}"]`, next), calls, { caller: names[caller], called: names[called] });
  calls.held[caller]--;
  calls.held[called]++;
  rows.forEach((row, seat) => {
    $("small", row).textContent = fillIn(calls.note, { left: calls.held[seat] });
    $$("button", row).forEach((button) => button.toggleAttribute("disabled", calls.held[seat] < 1));
  });
  $$(".seat__reason", next).forEach((reason) => reason.remove());
  for (const { textContent: who } of names.filter((_, seat) => calls.held[seat] < 1)) {
    const reason = { className: "seat__reason card__foot", textContent: fillIn(calls.refusal, { who }) };
    $(".entry-foot", next).before(Object.assign(document.createElement("p"), reason));
  }
  ask.dataset.sums = JSON.stringify(data);
  ask.inert = false; // as during a save
  next.classList.remove("htmx-request");
  for (const each of [next, ask]) each.setAttribute("hx-post", nextNumber(each.getAttribute("hx-post")));
  next.setAttribute("action", nextNumber(next.getAttribute("action")));
  $$("[data-htmx-powered]", next).concat(next).forEach((each) => each.removeAttribute("data-htmx-powered"));
  return next.outerHTML;
}

// Count a call of this pair. `pair` contains the elements with both names in the rows.
function countCall(button, { says, last }, pair) {
  const n = (Number(button.textContent) || 0) + 1; // before the first call, the button has a dot
  button.textContent = n;
  button.ariaLabel = fillIn(says, { caller: pair.caller.textContent, called: pair.called.textContent, n });
  const parts = last.split(/\{(\w+):\}/).map((part, index) => index % 2 ? nameInLine(pair[part]) : part);
  $("[data-line=status_line]", button.form).replaceChildren(...parts);
}

// The element of a name in a line, which CSS can shorten (name_html in web/i18n.py).
function nameInLine(nameInRow) {
  const name = nameInRow.cloneNode(true);
  if (name.matches(".alike--long")) {
    name.firstElementChild.className = "shared-words";
    name.lastElementChild.replaceWith(name.lastElementChild.textContent);
  } else if (!$("i", name)) name.textContent = nameInRow.textContent;
  name.removeAttribute("class");
  return name;
}
