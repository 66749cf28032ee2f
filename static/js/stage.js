// One stage on the page: its values, and the limits, suggested last number and forbidden number that
// follow from its values. Games declare these hints (rules/live_hints.py). The page contains the
// declarations as data.

import { $, $$, rowOf } from "./dom.js";
import { isCurrent, isSuggested, settle } from "./keypad.js";
import { Sentences } from "./sentences.js";

const MINUS = "\u2212";
const typed = new WeakMap(); // the values of inputs whose number is fixed now, to be restored later
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

// ---------------------------------------------------------- values

// A stage's inputs by field and seat, and its declarations.
export class Stage {
  constructor(root) {
    const { prefix = "", fields = {}, ...more } = JSON.parse(root.dataset.sums);
    Object.assign(this, { root, prefix, fields, wrong: "", known: {}, sentences: new Sentences(this, more) });
  }

  // The inputs of a field by seat; the seat is "" for a field without seats.
  seats(name) {
    return (this.known[name] ||= this.find(name));
  }

  find(name) {
    const whole = CSS.escape(this.prefix + name), found = new Map();
    for (const input of $$(`[name="${whole}"], [name^="${whole}-"]`, this.root)) {
      const seat = input.name.slice(this.prefix.length + name.length + 1);
      found.set(seat, [...(found.get(seat) || []), input]);
    }
    return found;
  }

  value(name, seat = "") {
    const inputs = this.seats(name).get(seat) || [];
    return (inputs[0]?.type === "text" ? inputs[0] : inputs.find((input) => input.checked))?.value.trim() || "";
  }

  values(name) {
    return [...this.seats(name).keys()].map((seat) => [seat, this.value(name, seat)]);
  }

  numbers(name) {
    return this.values(name).filter(([, text]) => /^[-\u2212]?\d+$/.test(text))
      .map(([seat, text]) => [seat, Number(text.replace(MINUS, "-"))]);
  }

  isAsked(name) {
    const [other, values] = this.fields[name].unless || [];
    return !values?.includes(this.value(other));
  }

  // The first input of each required value that is missing.
  missing(name) {
    const field = this.fields[name];
    if (!field || field.free || !this.isAsked(name)) return [];
    const empty = this.values(name).filter(([, text]) => !text).map(([seat]) => this.seats(name).get(seat)[0]);
    return field.one ? empty.slice(0, 1) : empty;
  }

  // The limits of a seat may depend on its number in another field, or on a field that names the seat.
  limits(name, seat) {
    const field = this.fields[name], { named, by: [other, byValue] = [] } = field;
    if (named && seat && this.value(named[0]) === seat) {
      const found = named[2][this.value(named[1])] || named[2][""];
      if (found) return { over: field.over, ...found };
    }
    return byValue?.[this.value(other, seat)] || field;
  }

  isWhole(name) {
    const { within, no = [] } = this.fields[name];
    if (this.missing(name).length) return false;
    return !within || this.numbers(name).every(([seat, n]) => {
      const [least, most] = this.limits(name, seat).within;
      return least <= n && n <= most && !no.includes(n);
    });
  }

  // The sum of a field's numbers minus its total.
  excess(name) {
    return this.numbers(name).reduce((sum, [, n]) => sum + n, -this.fields[name].total);
  }

  // Whether a field's numbers cannot add up to its total, whatever is still missing.
  isOff() {
    const summed = Object.keys(this.fields).filter((name) => !this.fields[name].free && this.fields[name].total !== undefined);
    return summed.some((name) => this.excess(name) > 0 || !this.missing(name).length && this.excess(name));
  }

  // Whether a number is forbidden. Only the server knows the reason.
  isOdd() {
    return Object.keys(this.fields).some((name) => this.numbers(name).some(([, n]) => this.fields[name].no?.includes(n)));
  }

  // Whether the server would refuse the numbers entered so far.
  isRefused() {
    return Boolean(this.wrong || this.isOdd() || this.isOff() || $(".seat .chip--wrong", this.root));
  }

  isComplete() {
    return Object.keys(this.fields).every((name) => this.fields[name].free || this.isWhole(name) || !this.isAsked(name));
  }

  // The seat's name, between marks, so that sentences.js can wrap it in its own element.
  name(seat) {
    const bdi = $(`[data-of="${CSS.escape(seat)}"] .seat__name bdi, [id="row-${CSS.escape(seat)}"] b bdi`, this.root);
    const name = bdi?.textContent || "";
    return `\x02${RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name}\x03`;
  }

  // -------------------------------------------------------- updates

  follow() {
    this.ask();
    for (const name of Object.keys(this.fields)) {
      const { named, total, avoid } = this.fields[name];
      if (named) this.limit(name);
      if (total !== undefined) this.suggest(name, total);
      if (avoid) this.forbid(name, ...avoid);
    }
    this.mark();
    this.next();
  }

  // Disable fields that are not asked now, such as points of a drawn hand.
  ask() {
    const name = Object.keys(this.fields).find((each) => this.fields[each].unless);
    const [inputs] = name ? [...this.seats(name).values()] : [];
    const table = inputs?.[0].closest("table"), off = Boolean(table) && !this.isAsked(name);
    if (!table || table.inert === off) return;
    table.inert = off; // the values are kept, but are not required
    settle();
  }

  // Apply fixed numbers and maxima, such as those of the knocker.
  limit(name) {
    if (!this.isAsked(name)) return;
    let isOther = false; // whether the editable inputs change
    for (const [seat, [box]] of this.seats(name)) {
      const { within, fixed } = this.limits(name, seat);
      box.dataset.most = within[1];
      const isFixed = fixed !== undefined, was = box.disabled;
      if (isFixed && !was) typed.set(box, isSuggested(box) ? "" : box.value);
      if (isFixed || was) box.value = fixed ?? typed.get(box) ?? "";
      box.disabled = isFixed;
      isOther ||= was !== isFixed;
    }
    if (isOther) settle();
  }

  // Suggest the rest of the total as the last missing number, until a number is typed there.
  suggest(name, total) {
    const seats = this.seats(name), own = (input) => input.value.startsWith(`${this.prefix}${name}-`);
    const before = $$("[name=rest]", this.root).filter(own);
    const said = new Map(this.numbers(name));
    for (const rest of before) {
      const [seat, value] = rest.value.slice(this.prefix.length + name.length + 1).split("=");
      const isDashed = seats.get(seat)?.some((input) => input.closest(".numbers-table__field--rest, .chip--rest"));
      if (isDashed && said.get(seat) === Number(value)) said.delete(seat);
    }
    const open = [...seats.keys()].filter((seat) => !said.has(seat) && !seats.get(seat)[0].disabled);
    const left = total - [...said.values()].reduce((sum, n) => sum + n, 0);
    const [least, most] = this.limits(name, open[0]).within || [0, total];
    const suggested = open.length === 1 && least <= left && left <= most ? open[0] : null;
    before.forEach((rest) => rest.remove());
    for (const seat of open) this.write(seats.get(seat), seat === suggested ? String(left) : "");
    for (const [seat, inputs] of seats) this.dash(inputs, seat === suggested);
    if (suggested === null) return;
    const rest = Object.assign(document.createElement("input"), { type: "hidden", name: "rest" });
    rest.value = `${this.prefix}${name}-${suggested}=${left}`;
    this.root.prepend(rest);
  }

  write(inputs, value) {
    const [first] = inputs;
    if (first.type !== "text") inputs.forEach((input) => (input.checked = input.value === value));
    else if (first.value !== value && (value || /^\d+$/.test(first.value))) {
      first.value = value;
      if (first === document.activeElement) first.select(); // the next input replaces it
    }
  }

  dash(inputs, on) {
    for (const input of inputs) {
      if (input.type === "text") input.classList.toggle("numbers-table__field--rest", on);
      else input.closest(".chip").classList.toggle("chip--rest", on && input.checked);
    }
  }

  // Forbid the number that would make the sum exact.
  forbid(name, seat, total, why) {
    const others = this.values(name).filter(([other]) => other !== seat);
    const left = total - this.numbers(name).reduce((sum, [other, n]) => sum + (other === seat ? 0 : n), 0);
    const no = others.every(([, text]) => text) && left >= 0 ? String(left) : null;
    const inputs = this.seats(name).get(seat) || [], row = rowOf(inputs[0]);
    if (!row) return;
    for (const input of inputs) {
      const chip = input.closest(".chip"), isNo = input.value === no;
      input.disabled = isNo && !input.checked;
      chip.classList.toggle("chip--no", input.disabled);
      chip.classList.toggle("chip--wrong", isNo && input.checked);
    }
    const id = `${row.id}-why`;
    const reason = $(".seat__reason", row) || Object.assign(document.createElement("p"), { className: "seat__reason", id });
    if (no === null) {
      reason.replaceChildren(); // keep its line, so that nothing moves
      row.removeAttribute("aria-describedby");
      return;
    }
    const not = document.createElement("strong");
    not.textContent = document.body.dataset.forbidden.replace("{value}", no);
    reason.replaceChildren(not, ` ${why} `);
    row.setAttribute("aria-describedby", id);
    if (!reason.isConnected) row.append(reason);
  }

  // Mark numbers outside their limits. The line at Save shows the sentence about the first of them.
  // A current number that is too small is not marked, because further digits may correct it. Returns
  // whether a mark has changed.
  mark() {
    let isOther = false;
    this.wrong = "";
    const rows = new Map();
    for (const name of Object.keys(this.fields)) {
      if (!this.fields[name].within) continue;
      const numbers = new Map(this.isAsked(name) ? this.numbers(name) : []);
      for (const [seat, [box]] of this.seats(name)) {
        const { within: [least, most], over } = this.limits(name, seat), n = numbers.get(seat);
        const isWrong = Boolean(over) && (n > most || n < least && !isCurrent(box));
        isOther ||= isWrong !== box.hasAttribute("aria-invalid");
        if (isWrong) this.wrong ||= this.sentences.fill(over, seat);
        if (isWrong) box.setAttribute("aria-invalid", "true"), box.setAttribute("aria-describedby", "save-note");
        else box.removeAttribute("aria-invalid"), box.removeAttribute("aria-describedby");
        const row = box.closest("[id^=row-]");
        if (row) rows.set(row, rows.get(row) || isWrong);
      }
    }
    for (const [row, isWrong] of rows) row.classList.toggle("seat--wrong", isWrong);
    return isOther;
  }

  // Mark the first row without an answer.
  next() {
    let isNext = true;
    for (const row of $$(".seat[data-of]:not(.seat--wrong)", this.root)) {
      const isDone = Boolean($(":checked", row));
      row.classList.toggle("seat--next", isNext && !isDone);
      isNext &&= isDone;
    }
  }
}
