// The sentences about a stage during entry: sums, remainders, new totals and players who would be out.

import { $, $$, setText } from "./dom.js";

const told = new WeakMap(); // the last text that the page computed for an element

const GLUED = /^[^\s\p{L}\p{N}]*/u; // punctuation after a name

// Every second part is a name, which CSS may truncate. The punctuation after it stays with it.
const elements = (parts) => parts.map((part, n) => {
  if (n % 2 === 0) return n ? part.replace(GLUED, "") : part;
  const name = document.createElement("bdi"), glued = document.createElement("span"), [sign] = parts[n + 1].match(GLUED);
  name.textContent = part;
  glued.className = "no-break";
  glued.append(name, sign);
  return sign ? glued : name;
});

const signedText = (n) => (n < 0 ? `\u2212${-n}` : String(n));

export class Sentences {
  constructor(stage, more) {
    Object.assign(this, { stage, more });
  }

  fill(sentence, seat = "", total = 0) {
    return sentence.replace(/\{(\w+):(\w*)\}/g, (hole, kind, field) => {
      if (kind === "list") return hole;
      if (kind === "seat") return this.stage.name(seat);
      if (kind === "total") return signedText(total);
      const numbers = this.stage.fields[field] ? this.stage.numbers(field) : [];
      if (kind === "sum") return signedText(numbers.reduce((sum, [, n]) => sum + n, 0));
      if (kind === "left") return signedText(this.stage.fields[field].within[1] - (numbers[0]?.[1] || 0));
      if (kind === "missing_count") return signedText(this.stage.missing(field).length);
      const marked = (who) => this.stage.seats(field).get(who).find((input) => input.checked)?.closest(".chip--bid");
      const names = kind === "marked" ? numbers.filter(([who]) => marked(who)).map(([who]) => who)
        : this.stage.values(field).filter(([, text]) => !text).map(([who]) => who);
      return names.map((who) => this.stage.name(who)).join(", ") || this.none;
    });
  }

  shows({ missing, complete = [], one_of: choice, at_least: least, less_than: bound, adds_up: sum, exceeds: over }) {
    const number = (name) => this.stage.numbers(name)[0]?.[1] || 0;
    return (!missing || this.stage.missing(missing).length > 0) && complete.every((name) => this.stage.isWhole(name))
      && (!choice || choice[1].includes(this.stage.value(choice[0])))
      && (!sum || (this.stage.excess(sum[0]) === 0) === sum[1]) && (!over || (this.stage.excess(over[0]) > 0) === over[1])
      && (!least || number(least[0]) >= least[1]) && (!bound || number(bound[0]) < bound[1]);
  }

  tell(lines, between = " ") {
    const found = [];
    for (const line of lines.filter((each) => this.shows(each))) {
      const [one, many = one] = [line.say].flat();
      const list = line.list && this.tell(line.list, ", ");
      if (list === "") continue;
      this.none = line.none || "";
      const text = this.fill(line.n && this.stage.missing(line.n).length !== 1 ? many : one);
      found.push(list ? text.replace("{list:}", list) : text);
    }
    return found.join(between);
  }

  // Show the new totals. Return sentences about players who would be out, but not in a correction.
  totals() {
    const { of, now, out, word, reaches, back, may, stay } = this.more.totals;
    const numbers = new Map(this.stage.numbers(of)), named = this.stage.fields[of].named;
    const points = (seat) => this.stage.limits(of, seat).points ?? numbers.get(seat);
    const total = Object.fromEntries(Object.keys(now).map((seat) => [seat, now[seat] + (points(seat) ?? 0)]));
    const bust = Object.keys(now).filter((seat) => out !== undefined && total[seat] >= out);
    for (const seat of Object.keys(now)) {
      this.after(seat, numbers.has(seat) ? total[seat] : null, bust.includes(seat) ? word : "");
    }
    const decides = named?.[2][this.stage.value(named[1])]?.decides;
    const returns = (seat) => !decides && Object.keys(now).length - bust.length >= stay && may.includes(seat);
    return this.stage.prefix ? "" : bust.map((seat) => this.fill(returns(seat) ? back : reaches, seat, total[seat])).join(" ");
  }

  after(seat, total, word) {
    const cell = $(`[id="row-${CSS.escape(seat)}"] .numbers-table__total`, this.stage.root);
    const text = total === null ? "–" : signedText(total);
    if (!cell || cell.textContent.trim() === text + word) return;
    const figure = $("span", cell) || cell.appendChild(document.createElement("span"));
    figure.className = total === null ? "muted" : word ? "loss" : "";
    figure.textContent = text; // a new node, because the old one would move: totals are aligned to the end
    if (word) figure.append(Object.assign(document.createElement("small"), { textContent: word }));
  }

  // Show the computed sentences. If the server's sentences about a complete form say more, they are
  // kept until the server responds or fails.
  speak(write, isAlone) {
    const reached = this.more.totals ? this.totals() : "";
    for (const place of $$("[data-line]", this.stage.root)) {
      const { line } = place.dataset;
      if (line === "strip" && !this.more.strip) continue; // this strip does not depend on numbers
      let text = this.stage.isOdd() ? "" : this.tell(this.more[line] || []);
      if (line === "save_note") text = this.stage.wrong || [text, reached].filter(Boolean).join(" ");
      if (this.more.save_note && line === "save_note") place.classList.toggle("loss", this.stage.isOff());
      const parts = text.split(/[\x02\x03]/), shown = place.textContent.trim();
      text = parts.join("");
      const knowsMore = !this.more[line] || this.stage.isOdd() || this.stage.isComplete();
      const more = knowsMore && shown !== told.get(place) && shown.startsWith(text);
      if (write && (isAlone || !more) && shown !== text) {
        if (parts.length === 1) setText(place, text);
        else place.replaceChildren(...elements(parts));
      }
      told.set(place, text);
    }
  }
}
