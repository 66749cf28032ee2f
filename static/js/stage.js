// One stage on the page: its values, and the limits, sums and missing values that follow from them.
// stage-inputs.js updates the inputs after a change. Games declare these hints (rules/live_hints.py).
// The page contains the declarations as data, whose keys
// scorekeeper/web/match/questions/client_data.py lists. Functions that partial_answers.py also has are
// named as there.

import { highestNumber } from "./cards.js";
import { $, $$ } from "./dom.js";
import { hasForbiddenChoice } from "./forbidden.js";
import { Sentences } from "./sentences.js";

const MINUS = "\u2212";
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

// The form of one stage. The seat is "" for the input of a field without seats.
export class Stage {
  constructor(root) {
    const { prefix = "", fields = {}, given = {}, ...hints } = JSON.parse(root.dataset.sums);
    this.root = root;
    this.prefix = prefix; // the prefix of the input names in a correction, such as "cards."
    this.fields = fields; // the declarations by field
    this.given = given; // the cards of earlier stages
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

  // The limits of a seat may depend on its number in another field, or on a field that names the seat, and a card.
  limits(name, seat) {
    const field = this.fields[name];
    const { named: [seatField, valueField, byValue] = [], by: [numberField, byNumber] = [] } = field;
    if (byValue && seat && this.value(seatField) === seat) {
      const found = byValue[this.value(valueField)] || byValue[""], most = found && highestNumber(this, found);
      if (most !== undefined) return { over: field.over, ...found, within: [found.within[0], most] };
    }
    return byNumber?.[this.value(numberField, seat)] || field;
  }

  // Whether a field is complete, and none of its numbers is forbidden or outside its limits.
  isComplete(name) {
    const { within, no: forbidden = {} } = this.fields[name];
    if (this.missingInputs(name).length) return false;
    return !within || this.numbers(name).every(([seat, number]) => {
      const [least, most] = this.limits(name, seat).within;
      return least <= number && number <= most && !(number in forbidden);
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

  // Whether a number is forbidden.
  hasForbiddenNumber() {
    return Object.keys(this.fields).some((name) => {
      const forbidden = this.fields[name].no;
      return forbidden && this.numbers(name).some(([, number]) => number in forbidden);
    });
  }

  // Whether the server would refuse the numbers entered so far. stage-inputs.js has marked the wrong ones.
  isRefused() {
    return Boolean($("[aria-describedby=save-note]", this.root) || this.hasForbiddenNumber() || this.hasWrongSums() || hasForbiddenChoice(this)
      || $(".seat .chip--wrong", this.root) || this.sentences.isRefused());
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
}
