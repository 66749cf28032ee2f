// The inputs of one stage after a change: which are disabled, the suggested last number, the forbidden number and the
// marks. All of this follows from the values that stage.js reads.

import { $, $$, rowOf } from "./dom.js";
import { forbidChoice, forbidExactSum } from "./forbidden.js";
import { ensureCurrent, isCurrent, isSuggested } from "./keypad.js";

const typedValues = new WeakMap(); // input whose number is fixed now -> the value to restore later

// Update the inputs and their marks after a change. The sentences follow later (stage-preview.js).
export function updateInputs(stage) {
  disableUnasked(stage);
  for (const name of Object.keys(stage.fields)) {
    const { named, total, avoid, bars } = stage.fields[name];
    if (named) applyLimits(stage, name);
    if (total !== undefined) suggestRest(stage, name, total);
    if (avoid) forbidExactSum(stage, name, avoid);
    if (bars) forbidChoice(stage, name, bars);
  }
  markWrongNumbers(stage);
  markNextRow(stage);
}

// Disable the field that the answers so far make irrelevant, such as the points of a drawn hand,
// or enable it again.
function disableUnasked(stage) {
  const name = Object.keys(stage.fields).find((each) => stage.fields[each].unless);
  const [inputs] = name ? [...stage.inputsBySeat(name).values()] : [];
  const table = inputs?.[0].closest("table"), isDisabled = Boolean(table) && !stage.isAsked(name);
  if (!table || table.inert === isDisabled) return;
  table.inert = isDisabled; // the values are kept, but are not required
  ensureCurrent();
}

// Apply fixed numbers and upper limits, such as those of the knocker.
function applyLimits(stage, name) {
  if (!stage.isAsked(name)) return;
  let hasChanged = false; // whether an input was enabled or disabled
  for (const [seat, [box]] of stage.inputsBySeat(name)) {
    const { within, fixed } = stage.limits(name, seat);
    box.dataset.most = within[1];
    const isFixed = fixed !== undefined, wasFixed = box.disabled;
    if (isFixed && !wasFixed) typedValues.set(box, isSuggested(box) ? "" : box.value);
    if (isFixed || wasFixed) box.value = fixed ?? typedValues.get(box) ?? "";
    box.disabled = isFixed;
    hasChanged ||= wasFixed !== isFixed;
  }
  if (hasChanged) ensureCurrent();
}

// Suggest the rest of the total as the last missing number, until a number is typed there. For the
// server, a suggestion is also a hidden input: rest=<field>-<seat>=<number>.
function suggestRest(stage, name, total) {
  const inputsBySeat = stage.inputsBySeat(name);
  const oldSuggestions = $$("[name=rest]", stage.root).filter((input) => input.value.startsWith(`${stage.prefix}${name}-`));
  const entered = enteredNumbers(stage, name, oldSuggestions);
  const openSeats = [...inputsBySeat.keys()].filter((seat) => !entered.has(seat) && !inputsBySeat.get(seat)[0].disabled);
  const rest = total - [...entered.values()].reduce((sum, number) => sum + number, 0);
  const [least, most] = stage.limits(name, openSeats[0]).within || [0, total];
  const suggestedSeat = openSeats.length === 1 && least <= rest && rest <= most ? openSeats[0] : null;
  oldSuggestions.forEach((input) => input.remove());
  for (const seat of openSeats) setValue(inputsBySeat.get(seat), seat === suggestedSeat ? String(rest) : "");
  for (const [seat, inputs] of inputsBySeat) markAsSuggested(inputs, seat === suggestedSeat);
  if (suggestedSeat === null) return;
  const suggestion = Object.assign(document.createElement("input"), { type: "hidden", name: "rest" });
  suggestion.value = `${stage.prefix}${name}-${suggestedSeat}=${rest}`;
  stage.root.prepend(suggestion);
}

// A field's numbers by seat, without the number that is only suggested.
function enteredNumbers(stage, name, suggestions) {
  const numbers = new Map(stage.numbers(name));
  for (const { value } of suggestions) {
    const [seat, number] = value.slice(stage.prefix.length + name.length + 1).split("=");
    const inputs = stage.inputsBySeat(name).get(seat);
    const isMarked = inputs?.some((input) => input.closest(".numbers-table__field--rest, .chip--rest"));
    if (isMarked && numbers.get(seat) === Number(number)) numbers.delete(seat);
  }
  return numbers;
}

export function setValue(inputs, value) {
  const [first] = inputs;
  if (first.type !== "text") inputs.forEach((input) => (input.checked = input.value === value));
  else if (first.value !== value && (value || /^\d+$/.test(first.value))) {
    first.value = value;
    if (first === document.activeElement) first.select(); // the next input replaces it
  }
}

// Show or remove the dashed frame of a suggested number.
export function markAsSuggested(inputs, isOn) {
  for (const input of inputs) {
    if (input.type === "text") input.classList.toggle("numbers-table__field--rest", isOn);
    else input.closest(".chip").classList.toggle("chip--rest", isOn && input.checked);
  }
}

// Mark forbidden numbers and numbers outside their limits. The line at Save shows the sentence about the
// first of them. A current number that further digits may correct is not marked. Returns whether a mark
// has changed.
export function markWrongNumbers(stage) {
  let hasChanged = false;
  stage.wrongNumber = "";
  const rows = new Map(); // row -> whether it has a wrong number
  for (const name of Object.keys(stage.fields)) {
    const { within, no: forbidden = {} } = stage.fields[name];
    if (!within) continue;
    const numbers = new Map(stage.isAsked(name) ? stage.numbers(name) : []);
    for (const [seat, [box]] of stage.inputsBySeat(name)) {
      const { within: [least, most], over } = stage.limits(name, seat), number = numbers.get(seat);
      const why = number in forbidden ? forbidden[number] : (number > most || number < least) && over;
      const isWrong = Boolean(why) && (number > most || !isCurrent(box) || number >= least && number * 10 > most);
      hasChanged ||= isWrong !== box.hasAttribute("aria-invalid");
      if (isWrong) stage.wrongNumber ||= stage.sentences.fillIn(why, { seat, most });
      if (isWrong) box.setAttribute("aria-invalid", "true"), box.setAttribute("aria-describedby", "save-note");
      else box.removeAttribute("aria-invalid"), box.removeAttribute("aria-describedby");
      const row = rowOf(box);
      if (row) rows.set(row, rows.get(row) || isWrong);
    }
  }
  for (const [row, isWrong] of rows) row.classList.toggle("seat--wrong", isWrong);
  return hasChanged;
}

// Mark the first row without an answer.
function markNextRow(stage) {
  let isNext = true; // whether all rows above are answered
  for (const row of $$(".seat[data-of]:not(.seat--wrong)", stage.root)) {
    const isAnswered = Boolean($(":checked", row));
    row.classList.toggle("seat--next", isNext && !isAnswered);
    isNext &&= isAnswered;
  }
}
