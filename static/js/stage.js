// One stage on the page: its values, and the limits, suggested last number and forbidden number that
// follow from its values. Games declare these hints (rules/live_hints.py). The page contains the
// declarations as data, whose keys scorekeeper/web/match/questions/client_data.py lists. Functions
// that live_hints.py also has are named as there.

import { $, $$, rowOf } from "./dom.js";
import { ensureCurrent, isCurrent, isSuggested } from "./keypad.js";
import { Sentences } from "./sentences.js";

const MINUS = "\u2212";
const typedValues = new WeakMap(); // input whose number is fixed now -> the value to restore later
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

// ---------------------------------------------------------- values

// The form of one stage. The seat is "" for the input of a field without seats.
export class Stage {
  constructor(root) {
    const { prefix = "", fields = {}, ...hints } = JSON.parse(root.dataset.sums);
    this.root = root;
    this.prefix = prefix; // the prefix of the input names in a correction, such as "cards."
    this.fields = fields; // the declarations by field
    this.wrongNumber = ""; // the sentence about the first number outside its limits
    this.foundInputs = {}; // the inputs by field, found when they are first needed
    this.sentences = new Sentences(this, hints);
  }

  // The inputs of a field by seat.
  inputsBySeat(name) {
    return (this.foundInputs[name] ||= this.findInputs(name));
  }

  findInputs(name) {
    const inputName = CSS.escape(this.prefix + name), found = new Map();
    for (const input of $$(`[name="${inputName}"], [name^="${inputName}-"]`, this.root)) {
      const seat = input.name.slice(this.prefix.length + name.length + 1);
      found.set(seat, [...(found.get(seat) || []), input]);
    }
    return found;
  }

  value(name, seat = "") {
    const inputs = this.inputsBySeat(name).get(seat) || [];
    return (inputs[0]?.type === "text" ? inputs[0] : inputs.find((input) => input.checked))?.value.trim() || "";
  }

  // A field's values, as [seat, text].
  values(name) {
    return [...this.inputsBySeat(name).keys()].map((seat) => [seat, this.value(name, seat)]);
  }

  // A field's values that are numbers, as [seat, number].
  numbers(name) {
    return this.values(name).filter(([, text]) => /^[-\u2212]?\d+$/.test(text))
      .map(([seat, text]) => [seat, Number(text.replace(MINUS, "-"))]);
  }

  // The seats that neither this field nor another field with the same seats names.
  seatsOfOthers(name) {
    const choices = (field) => (this.inputsBySeat(field).get("") || []).map((input) => input.value);
    const seats = choices(name), isSame = (field) => choices(field).join() === seats.join();
    const chosen = Object.keys(this.fields).filter(isSame).map((field) => this.value(field));
    return seats.filter((seat) => !chosen.includes(seat));
  }

  isAsked(name) {
    const [other, values] = this.fields[name].unless || [];
    return !values?.includes(this.value(other));
  }

  // The first input of each required value that is missing.
  missingInputs(name) {
    const field = this.fields[name];
    if (!field || field.free || !this.isAsked(name)) return [];
    const seats = this.values(name).filter(([, text]) => !text).map(([seat]) => seat);
    const inputs = seats.map((seat) => this.inputsBySeat(name).get(seat)[0]);
    return field.one ? inputs.slice(0, 1) : inputs;
  }

  // The limits of a seat may depend on its number in another field, or on a field that names the seat.
  limits(name, seat) {
    const field = this.fields[name];
    const { named: [seatField, valueField, byValue] = [], by: [numberField, byNumber] = [] } = field;
    if (byValue && seat && this.value(seatField) === seat) {
      const found = byValue[this.value(valueField)] || byValue[""];
      if (found) return { over: field.over, ...found };
    }
    return byNumber?.[this.value(numberField, seat)] || field;
  }

  // Whether a field is complete, and none of its numbers is forbidden or outside its limits.
  isComplete(name) {
    const { within, no: forbidden = [] } = this.fields[name];
    if (this.missingInputs(name).length) return false;
    return !within || this.numbers(name).every(([seat, number]) => {
      const [least, most] = this.limits(name, seat).within;
      return least <= number && number <= most && !forbidden.includes(number);
    });
  }

  // The sum of a field's numbers minus its total.
  excess(name) {
    return this.numbers(name).reduce((sum, [, number]) => sum + number, -this.fields[name].total);
  }

  // Whether a required field's numbers cannot add up to its total, whatever is still missing.
  hasWrongSums() {
    const summed = Object.keys(this.fields).filter((name) => !this.fields[name].free && this.fields[name].total !== undefined);
    return summed.some((name) => this.excess(name) > 0 || !this.missingInputs(name).length && this.excess(name));
  }

  // Whether a number is forbidden. Only the server knows the reason.
  hasForbiddenNumber() {
    return Object.keys(this.fields).some((name) => {
      const forbidden = this.fields[name].no;
      return forbidden && this.numbers(name).some(([, number]) => forbidden.includes(number));
    });
  }

  // Whether the server would refuse the numbers entered so far.
  isRefused() {
    return Boolean(this.wrongNumber || this.hasForbiddenNumber() || this.hasWrongSums() || $(".seat .chip--wrong", this.root));
  }

  // Whether each field that has to be filled in is complete.
  isWholeStageComplete() {
    return Object.keys(this.fields).every((name) => this.fields[name].free || this.isComplete(name) || !this.isAsked(name));
  }

  // The seat's name, between marks, so that sentences.js can wrap it in its own element. Some names contain
  // a third mark: after the words that a long name shares with another name, or before the last letters if
  // they must be visible.
  seatName(seat) {
    const key = CSS.escape(seat), row = $(`[data-of="${key}"] .seat__name bdi, [id="row-${key}"] b bdi`, this.root);
    const bdi = row || $(`label:has([value="${key}"]) bdi`, this.root); // players are chips in Jaguar
    const name = bdi?.textContent || "";
    if (RIGHT_TO_LEFT.test(name)) return `\x02\u2068${name}\u2069\x03`;
    const cutName = bdi && $("i", bdi)?.dataset;
    if (cutName) return `\x02${cutName.start}\x05${cutName.end}\x03`;
    return `\x02${bdi?.matches(".alike--long") ? [...bdi.children].map((words) => words.textContent).join("\x04") : name}\x03`;
  }

  // -------------------------------------------------------- updates

  // Update the inputs and their marks after a change. The sentences follow later (stage-preview.js).
  update() {
    this.disableUnasked();
    for (const name of Object.keys(this.fields)) {
      const { named, total, avoid } = this.fields[name];
      if (named) this.applyLimits(name);
      if (total !== undefined) this.suggestRest(name, total);
      if (avoid) this.forbidExactSum(name, ...avoid);
    }
    this.markWrongNumbers();
    this.markNextRow();
  }

  // Disable the field that the answers so far make irrelevant, such as the points of a drawn hand,
  // or enable it again.
  disableUnasked() {
    const name = Object.keys(this.fields).find((each) => this.fields[each].unless);
    const [inputs] = name ? [...this.inputsBySeat(name).values()] : [];
    const table = inputs?.[0].closest("table"), isDisabled = Boolean(table) && !this.isAsked(name);
    if (!table || table.inert === isDisabled) return;
    table.inert = isDisabled; // the values are kept, but are not required
    ensureCurrent();
  }

  // Apply fixed numbers and upper limits, such as those of the knocker.
  applyLimits(name) {
    if (!this.isAsked(name)) return;
    let hasChanged = false; // whether an input was enabled or disabled
    for (const [seat, [box]] of this.inputsBySeat(name)) {
      const { within, fixed } = this.limits(name, seat);
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
  suggestRest(name, total) {
    const inputsBySeat = this.inputsBySeat(name);
    const oldSuggestions = $$("[name=rest]", this.root).filter((input) => input.value.startsWith(`${this.prefix}${name}-`));
    const entered = this.enteredNumbers(name, oldSuggestions);
    const openSeats = [...inputsBySeat.keys()].filter((seat) => !entered.has(seat) && !inputsBySeat.get(seat)[0].disabled);
    const rest = total - [...entered.values()].reduce((sum, number) => sum + number, 0);
    const [least, most] = this.limits(name, openSeats[0]).within || [0, total];
    const suggestedSeat = openSeats.length === 1 && least <= rest && rest <= most ? openSeats[0] : null;
    oldSuggestions.forEach((input) => input.remove());
    for (const seat of openSeats) this.setValue(inputsBySeat.get(seat), seat === suggestedSeat ? String(rest) : "");
    for (const [seat, inputs] of inputsBySeat) this.markAsSuggested(inputs, seat === suggestedSeat);
    if (suggestedSeat === null) return;
    const suggestion = Object.assign(document.createElement("input"), { type: "hidden", name: "rest" });
    suggestion.value = `${this.prefix}${name}-${suggestedSeat}=${rest}`;
    this.root.prepend(suggestion);
  }

  // A field's numbers by seat, without the number that is only suggested.
  enteredNumbers(name, suggestions) {
    const numbers = new Map(this.numbers(name));
    for (const { value } of suggestions) {
      const [seat, number] = value.slice(this.prefix.length + name.length + 1).split("=");
      const inputs = this.inputsBySeat(name).get(seat);
      const isMarked = inputs?.some((input) => input.closest(".numbers-table__field--rest, .chip--rest"));
      if (isMarked && numbers.get(seat) === Number(number)) numbers.delete(seat);
    }
    return numbers;
  }

  setValue(inputs, value) {
    const [first] = inputs;
    if (first.type !== "text") inputs.forEach((input) => (input.checked = input.value === value));
    else if (first.value !== value && (value || /^\d+$/.test(first.value))) {
      first.value = value;
      if (first === document.activeElement) first.select(); // the next input replaces it
    }
  }

  // Show or remove the dashed frame of a suggested number.
  markAsSuggested(inputs, isOn) {
    for (const input of inputs) {
      if (input.type === "text") input.classList.toggle("numbers-table__field--rest", isOn);
      else input.closest(".chip").classList.toggle("chip--rest", isOn && input.checked);
    }
  }

  // Forbid the number that would make the sum exact.
  forbidExactSum(name, seat, total, why) {
    const others = this.values(name).filter(([other]) => other !== seat);
    const rest = total - this.numbers(name).reduce((sum, [other, number]) => sum + (other === seat ? 0 : number), 0);
    const forbidden = others.every(([, text]) => text) && rest >= 0 ? String(rest) : null;
    const inputs = this.inputsBySeat(name).get(seat) || [], row = rowOf(inputs[0]);
    if (!row) return;
    for (const input of inputs) {
      const chip = input.closest(".chip"), isForbidden = input.value === forbidden;
      input.disabled = isForbidden && !input.checked;
      chip.classList.toggle("chip--no", input.disabled);
      chip.classList.toggle("chip--wrong", isForbidden && input.checked);
    }
    this.showReason(row, forbidden, why);
  }

  // Show below a row why a number is forbidden there, or nothing if the number is null.
  showReason(row, forbidden, why) {
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

  // Mark numbers outside their limits. The line at Save shows the sentence about the first of them.
  // A current number that is too small is not marked, because further digits may correct it. Returns
  // whether a mark has changed.
  markWrongNumbers() {
    let hasChanged = false;
    this.wrongNumber = "";
    const rows = new Map(); // row -> whether it has a wrong number
    for (const name of Object.keys(this.fields)) {
      if (!this.fields[name].within) continue;
      const numbers = new Map(this.isAsked(name) ? this.numbers(name) : []);
      for (const [seat, [box]] of this.inputsBySeat(name)) {
        const { within: [least, most], over } = this.limits(name, seat), number = numbers.get(seat);
        const isWrong = Boolean(over) && (number > most || number < least && !isCurrent(box));
        hasChanged ||= isWrong !== box.hasAttribute("aria-invalid");
        if (isWrong) this.wrongNumber ||= this.sentences.fillIn(over, { seat });
        if (isWrong) box.setAttribute("aria-invalid", "true"), box.setAttribute("aria-describedby", "save-note");
        else box.removeAttribute("aria-invalid"), box.removeAttribute("aria-describedby");
        const row = box.closest("[id^=row-]");
        if (row) rows.set(row, rows.get(row) || isWrong);
      }
    }
    for (const [row, isWrong] of rows) row.classList.toggle("seat--wrong", isWrong);
    return hasChanged;
  }

  // Mark the first row without an answer.
  markNextRow() {
    let isNext = true; // whether all rows above are answered
    for (const row of $$(".seat[data-of]:not(.seat--wrong)", this.root)) {
      const isAnswered = Boolean($(":checked", row));
      row.classList.toggle("seat--next", isNext && !isAnswered);
      isNext &&= isAnswered;
    }
  }
}
