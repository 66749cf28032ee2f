// The sentences about a stage during entry: sums, remainders, new totals and players who would be out. This module also
// fits them into their lines.
// Functions that rules/partial_answers.py also has are named as there.

import { hasCard, limitByRank } from "./cards.js";
import { $, $$, setText } from "./dom.js";
import { gamesAfter, noteOf, pointsSoFar, signedText } from "./totals.js";

const lastComputed = new WeakMap(); // element -> the last text that the page computed for it

const PUNCTUATION = /^[^\s\p{L}\p{N}]*/u; // directly after a name

// Every second part is a name, which CSS may truncate. The punctuation after it stays with it.
const toNodes = (parts) => parts.map((part, index) => {
  if (index % 2 === 0) return index ? part.replace(PUNCTUATION, "") : part;
  const name = document.createElement("bdi"), group = document.createElement("span");
  const [punctuation] = parts[index + 1].match(PUNCTUATION);
  const [ownWords, sharedWords] = part.split("\x04").reverse();
  if (sharedWords) {
    const words = document.createElement("span");
    words.className = "shared-words";
    words.textContent = sharedWords;
    name.append(words);
  }
  const [start, end] = ownWords.split("\x05"), whole = end ? document.createElement("span") : name;
  whole.append(start + (end || ""));
  if (end) {
    const cutName = document.createElement("i"); // visible instead of a name that does not fit
    Object.assign(cutName.dataset, { start, end });
    cutName.ariaHidden = "true";
    name.append(whole, cutName);
  }
  group.className = "no-break";
  group.append(name, punctuation);
  return punctuation ? group : name;
});

export class Sentences {
  // `hints` contains the lines of each place (`data-line`), and perhaps `totals`.
  constructor(stage, hints) {
    Object.assign(this, { stage, hints });
  }

  // Fill in a sentence's placeholders, such as {sum:bids}. `none` replaces an empty list of names.
  fillIn(sentence, { seat = "", total = 0, most = 0, none = "" } = {}) {
    return sentence.replace(/\{(\w+):(\w*)\}/g, (placeholder, kind, field) => {
      if (kind === "list") return placeholder;
      if (kind === "seat") return this.stage.seatName(seat);
      if (kind === "total") return signedText(total);
      if (kind === "most") return signedText(most);
      if (kind === "limit") return signedText(limitByRank(this.stage, field));
      if (kind === "chosen") return this.stage.seatName(this.stage.value(field));
      const numbers = this.stage.fields[field] ? this.stage.numbers(field) : [];
      if (kind === "sum") return signedText(numbers.reduce((sum, [, number]) => sum + number, 0));
      if (kind === "left") return signedText(this.stage.fields[field].within[1] - (numbers[0]?.[1] || 0));
      if (kind === "missing_count") return signedText(this.stage.missingInputs(field).length);
      const isMarked = (one) => this.stage.inputsBySeat(field).get(one).find((input) => input.checked)?.closest(".chip--bid");
      const seats = kind === "others" ? this.stage.seatsOfOthers(field)
        : kind === "marked" ? numbers.filter(([one]) => isMarked(one)).map(([one]) => one)
          : this.stage.values(field).filter(([, text]) => !text).map(([one]) => one);
      return seats.map((one) => this.stage.seatName(one)).join(", ") || none;
    });
  }

  // Whether all conditions of a line hold.
  isShown(conditions) {
    const { missing, complete = [], one_of: oneOf, at_least: atLeast, less_than: lessThan, same } = conditions;
    const { adds_up: addsUp, exceeds, card } = conditions;
    const { stage } = this, number = (name, missing = 0) => stage.numbers(name)[0]?.[1] ?? missing;
    const isBelow = ([name, bound, boundField]) => number(name) < (boundField ? number(boundField, bound) : bound);
    return (!missing || stage.missingInputs(missing).length > 0)
      && complete.every((name) => stage.isComplete(name))
      && (!oneOf || oneOf[1].includes(stage.value(oneOf[0])))
      && (!addsUp || (stage.excess(addsUp[0]) === 0) === addsUp[1])
      && (!exceeds || (stage.excess(exceeds[0]) > 0) === exceeds[1])
      && (!card || hasCard(stage, card))
      && (!same || (stage.value(same[0]) === stage.value(same[1])) === same[2])
      && (!atLeast || !isBelow(atLeast))
      && (!lessThan || isBelow(lessThan));
  }

  // Whether a line is shown that says why the answers would be refused.
  isRefused() {
    return (this.hints.save_note || []).some((line) => line.refuses && this.isShown(line));
  }

  // The text of the lines that are shown. A line with an empty list is left out.
  joinShown(lines, separator = " ") {
    const texts = [];
    for (const { say, n: counted, list: listLines, none, ...conditions } of lines) {
      if (!this.isShown(conditions)) continue;
      const [singular, plural = singular] = [say].flat();
      const list = listLines && this.joinShown(listLines, ", ");
      if (list === "") continue;
      const isPlural = counted && this.stage.missingInputs(counted).length !== 1;
      const text = this.fillIn(isPlural ? plural : singular, { none });
      texts.push(list ? text.replace("{list:}", list) : text);
    }
    return texts.join(separator);
  }

  // The totals after this deal of the seats whose points are known, the seats that would be out, and
  // whether the deal ends the match.
  totalsAfter() {
    const { of: factors, now: currentTotals, out: outLimit, end } = this.hints.totals, { stage } = this;
    const points = pointsSoFar(stage, this.hints.totals), seats = Object.keys(currentTotals);
    const known = seats.filter((seat) => points.has(seat));
    const totals = Object.fromEntries(known.map((seat) => [seat, currentTotals[seat] + points.get(seat)]));
    const outSeats = known.filter((seat) => outLimit !== undefined && totals[seat] >= outLimit);
    const isLastGame = gamesAfter(stage, this.hints.totals.hand)?.length === 0;
    const endsMatch = isLastGame || known.some((seat) => totals[seat] >= end) || Object.keys(factors).some((name) => {
      const { named: [, valueField, byValue] = [] } = stage.fields[name];
      return byValue?.[stage.value(valueField)]?.decides;
    });
    return { seats, totals, outSeats, endsMatch };
  }

  // Show the new totals. Return sentences about players who would be out, except in a correction, and whether a
  // total has changed.
  showTotals() {
    const { word: outNote, reaches: outSentence, back: returnSentence, may: returningSeats, stay: minOthers } = this.hints.totals;
    const { used: usedUpSentences, won, now } = this.hints.totals;
    const { seats, totals, outSeats, endsMatch } = this.totalsAfter();
    let haveChanged = false;
    for (const seat of seats) {
      const isOut = outSeats.includes(seat), total = totals[seat] ?? null;
      const note = isOut ? outNote : total === null ? "" : noteOf(this.stage, this.hints.totals, seat);
      if (!this.showTotal(seat, total, note, isOut)) continue;
      haveChanged = true;
      if (won) this.showOldTotal(seat, now[seat]);
    }
    if (this.stage.prefix) return ["", haveChanged];
    const mayAnybody = !endsMatch && seats.length - outSeats.length >= minOthers;
    const mayReturn = (seat) => mayAnybody && returningSeats.includes(seat);
    const sentence = (seat) => (mayReturn(seat) ? returnSentence : usedUpSentences?.[seat] || outSentence);
    return [outSeats.map((seat) => this.fillIn(sentence(seat), { seat, total: totals[seat] })).join(" "), haveChanged];
  }

  // Show a seat's new total, or a dash while its number is missing. Return whether it has changed.
  showTotal(seat, total, note, isOut) {
    const cell = $(`[id="row-${CSS.escape(seat)}"] .numbers-table__total`, this.stage.root);
    const text = total === null ? "–" : signedText(total);
    if (!cell || cell.textContent.trim() === text + note) return false;
    const figure = $("span", cell) || cell.appendChild(document.createElement("span"));
    figure.className = total === null ? "muted" : isOut ? "loss" : "";
    figure.textContent = text; // a new node, because the old one would move: totals are aligned to the end
    if (note) figure.append(Object.assign(document.createElement("small"), { textContent: note }));
    return true;
  }

  // If there are payments, the note below a name also contains the payment, which only the server computes.
  showOldTotal(seat, total) {
    const note = $(`[id="row-${CSS.escape(seat)}"] th small`, this.stage.root);
    if (note) setText(note, signedText(total));
  }

  // Compute the sentences, and show them if `mayReplace`. If the server's sentences about a complete form say
  // more, they are kept until a total changes, until the server responds, or until it has failed (`server` is
  // "silent"). If it does not respond in time ("late"), the sentences that the page can compute are shown.
  showSentences(mayReplace, server = "") {
    const [outSentences, haveTotalsChanged] = this.hints.totals ? this.showTotals() : ["", false];
    for (const place of $$("[data-line]", this.stage.root)) {
      const { line } = place.dataset, hasLines = Boolean(this.hints[line]);
      if (line === "status_line" && !hasLines) continue; // this line does not depend on numbers
      if (line === "save_note" && hasLines) place.classList.toggle("loss", this.stage.hasWrongSums());
      const parts = this.computeText(line, outSentences).split(/[\x02\x03]/);
      const text = parts.join("").replaceAll(/[\x04\x05]/g, ""), shown = place.textContent.trim();
      const mayServerKnowMore = !hasLines || this.stage.hasForbiddenNumber() || this.stage.isWholeStageComplete();
      const serverSaysMore = mayServerKnowMore && shown !== lastComputed.get(place) && shown.includes(text);
      const isOutdated = server === "silent" || (hasLines || this.stage.prefix) && (server || haveTotalsChanged);
      if (mayReplace && (isOutdated || !serverSaysMore) && shown !== text) {
        if (parts.length === 1) setText(place, text);
        else place.replaceChildren(...toNodes(parts));
      }
      lastComputed.set(place, text);
    }
  }

  // The elements whose text only the server computes.
  serverPlaces() {
    const places = $$("[data-line]:not([data-line=status_line]), [data-server]", this.stage.root);
    return places.filter(({ dataset }) => !this.hints[dataset.line]);
  }

  // The text of a place. Its names are between marks (`seatName`).
  computeText(line, outSentences) {
    const text = this.stage.hasForbiddenNumber() ? "" : this.joinShown(this.hints[line] || []);
    if (line !== "save_note") return text;
    return this.stage.wrongNumber || [text, outSentences].filter(Boolean).join(" ");
  }
}

// ---------------------------------------------------------- fitting

let fitFrame = 0; // the animation frame in which sentences are fitted
let textMeasure = null; // a canvas that measures the width of an ellipsis; created when the first name is truncated

// Mark sentences that fit with unshortened names, and those that do not fit even with shortened names. In the
// latter, CSS makes text smaller, then names shorter, then large text smaller again. What still does not
// fit ends in an ellipsis. This runs in an animation frame, so layout runs once per tap.
export function fitSentences() {
  fitFrame ||= requestAnimationFrame(() => {
    fitFrame = 0;
    const names = $$("#ask :is(.save-bar__status, .effects__text, .toast) bdi:not(:has(> i))");
    for (const name of names) name.style.maxInlineSize = "";
    for (const place of $$("#ask :is(.save-bar__status, .effects__text, [data-announce]):not(:focus)")) {
      const { dataset } = place, isTooHigh = () => place.scrollHeight > place.clientHeight + 1;
      delete dataset.fit;
      dataset.whole = "";
      if (isTooHigh()) delete dataset.whole;
      for (const step of place.matches("summary, span") ? [] : [1, 2, 3, 4]) if (isTooHigh()) dataset.fit = step;
      if (dataset.fit !== "4") continue;
      place.style.setProperty("--lines", Math.floor((place.clientHeight + 1) / parseFloat(getComputedStyle(place).lineHeight)));
    }
    narrowCutNames(names);
  });
}

// Make truncated names as narrow as their letters and their ellipsis, so that no space is left before
// the text after them.
function narrowCutNames(names) {
  const cutNames = names.filter((name) => name.scrollWidth > name.clientWidth);
  const widths = cutNames.map(widthWithEllipsis);
  cutNames.forEach((name, n) => (name.style.maxInlineSize = `${widths[n]}px`));
}

// The names in the bar, and those of the last call, change only with the question.
export function fitBar() {
  const names = $$(":is(.bar__parts, .strip--cut) bdi:not(:has(> i))");
  for (const name of names) name.style.maxInlineSize = "";
  narrowCutNames(names);
}

// The width of the visible letters of a truncated name and its ellipsis.
function widthWithEllipsis(name) {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(name), letters = new Range();
  const text = name.lastChild; // after the words that are hidden because another name has them too
  textMeasure ||= new OffscreenCanvas(1, 1).getContext("2d");
  textMeasure.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const ellipsis = textMeasure.measureText("…").width, room = name.getBoundingClientRect().width - ellipsis;
  const widthOf = (length) => (letters.setEnd(text, length), letters.getBoundingClientRect().width);
  letters.setStart(text, 0);
  let shown = text.length;
  while (shown && widthOf(shown) > room) shown--;
  return Math.ceil(widthOf(shown) + ellipsis);
}
