// Values that other values forbid: the bid that would make the sum exact, and a choice that a card does not allow.

import { hasCard } from "./cards.js";
import { $, rowOf } from "./dom.js";

// Forbid the number that would make the sum exact.
export function forbidExactSum(stage, name, [seat, total, why]) {
  const others = stage.values(name).filter(([other]) => other !== seat);
  const rest = total - stage.numbers(name).reduce((sum, [other, number]) => sum + (other === seat ? 0 : number), 0);
  const forbidden = others.every(([, text]) => text) && rest >= 0 ? String(rest) : null;
  const inputs = stage.inputsBySeat(name).get(seat) || [], row = rowOf(inputs[0]);
  if (!row) return;
  for (const input of inputs) {
    const isForbidden = input.value === forbidden;
    forbid(input, isForbidden);
    input.closest(".chip").classList.toggle("chip--no", input.disabled);
  }
  showReason(row, forbidden, why);
}

// Disable a forbidden chip or, if it is chosen, mark it.
function forbid(input, isForbidden) {
  input.disabled = isForbidden && !input.checked;
  input.closest(".chip").classList.toggle("chip--wrong", isForbidden && input.checked);
}

// Show below a row why a value is forbidden there, or nothing if the value is null.
function showReason(row, forbidden, why) {
  const id = `${row.id}-why`;
  const reason = $(".seat__reason", row) || Object.assign(document.createElement("p"), { className: "seat__reason", id });
  if (forbidden === null) {
    reason.replaceChildren(); // keep its line, so that nothing moves
    row.removeAttribute("aria-describedby");
    return;
  }
  const beginning = document.createElement("strong");
  beginning.textContent = document.body.dataset.forbidden.replace("{value}", forbidden);
  reason.replaceChildren(beginning, ` ${why} `);
  row.setAttribute("aria-describedby", id);
  if (!reason.isConnected) row.append(reason);
}

const isBarred = (stage, [card, ranks]) => hasCard(stage, [card, ranks, ""]);

// Forbid the choice that a card does not allow.
export function forbidChoice(stage, name, bars) {
  const [, , choice, why] = bars, isForbidden = isBarred(stage, bars);
  const input = stage.inputsBySeat(name).get("")?.find(({ value }) => value === choice);
  if (!input) return;
  forbid(input, isForbidden);
  showReason(rowOf(input), isForbidden ? input.closest(".chip").textContent.trim() : null, why);
}

// Whether a choice was made that a card does not allow.
export const hasForbiddenChoice = (stage) => Object.entries(stage.fields)
  .some(([name, { bars }]) => bars && stage.value(name) === bars[2] && isBarred(stage, bars));
