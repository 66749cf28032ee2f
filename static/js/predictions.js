// The next questions of a match, which are fetched while the page is idle, for use without a network.

import { formAfterCall } from "./calls.js";
import { $, $$ } from "./dom.js";
import { form, isQuestion, matchAddress, matchElement } from "./match-page.js";
import { waitingHere } from "./outbox-list.js";
import * as outbox from "./outbox.js";
import { Stage } from "./stage.js";
import { nextDealer, nextTotals, signedText, totalNote, withSign } from "./totals.js";

const IDLE_BEFORE_PREFETCH = 400; // milliseconds of idle time before questions are fetched in advance
let prefetchTimer = 0; // starts fetching questions in advance

export function schedulePrefetch() {
  clearTimeout(prefetchTimer);
  prefetchTimer = setTimeout(fetchPredictions, IDLE_BEFORE_PREFETCH);
}

async function fetchPredictions() {
  const match = matchAddress(), version = pageVersion();
  if (!(isQuestion() && form() && !waitingHere().length || mayAddCall()) || document.hidden) return;
  const response = await fetch(`${match}/ahead`).catch(() => null);
  if (!response?.ok) return;
  const predicted = { ...await response.json(), version };
  await outbox.storePredictions(match, predicted).catch(() => {});
  if (matchAddress() === match && matchElement()) matchElement().dataset.ahead = predicted.next.length;
}

// Whether the page offers to add a call that another phone's call has overtaken. The next call is then asked.
const mayAddCall = () => Boolean($("#match .conflict ~ .save-bar [data-typed]"));

// The version of the match on this page. There is none without live updates.
const pageVersion = () => matchElement()?.dataset.at || "";

const isCorrection = (address) => /\/correct(\/\d+)?$/.test(address);
const isCorrectionWaiting = () => waitingHere().some((each) => isCorrection(each.address));
const isAnswerTo = (deal, address) => !isCorrection(address) && outbox.dealOf(address) === deal;

// Whether an answer to the deal of this address is waiting, such as a call.
export const waitsForDeal = (address) => waitingHere().some((each) => isAnswerTo(outbox.dealOf(address), each.address));

// What the answer in this form means for the next questions, as stored in the outbox. A waiting correction
// changes the totals, so they are not known then.
export async function consequences(form, body) {
  const root = form && $("[data-sums]", form), { sentences, prefix } = root ? new Stage(root) : {};
  if (!root || prefix || isCorrectionWaiting()) return {};
  const totals = sentences.hints.totals ||= await declaredTotals(form);
  if (!totals) return {};
  if (isButton(body)) return totals.contract ? { totals } : {}; // everyone passed
  const { totals: after, outSeats, endsMatch } = sentences.totalsAfter(), next = nextTotals(sentences.stage, totals, after);
  const dealer = nextDealer(sentences.stage, totals);
  return { ...(next && { totals: next }), dealer, unforeseen: Boolean(endsMatch || outSeats.length), over: endsMatch };
}

// Whether a button has answered the whole stage.
const isButton = (body) => new URLSearchParams(body).has("quick");

// The data for the totals of the question from the server, if it came with the predictions.
async function declaredTotals(form) {
  const { next: [now], totals, version } = await outbox.predictions(matchAddress()).catch(() => ({ next: [] }));
  const isCurrent = now?.address === form.getAttribute("action") && version === pageVersion() && !waitingHere().length;
  return isCurrent ? totals : undefined;
}

// A predicted question as HTML, with the numbers that follow from the waiting answers: the totals after
// the last one, and marks such as the bids.
function withNumbers(html, board) {
  const question = document.createElement("template"), { totals } = waitingHere().at(-1) || {};
  question.innerHTML = html;
  const root = $("[data-sums]", question.content), data = JSON.parse(root?.dataset.sums || "{}");
  data.given = { ...data.given, ...waitingCards(question.content) };
  if (isCorrectionWaiting()) removeTotals(question.content, data);
  else if (totals) showTotals(question.content, data.totals ??= totals, Object.values(data.fields || {}).some(({ marks }) => marks));
  if (totals && !isCorrectionWaiting()) addLeaderboard(question.content, board, totals.now);
  if (root) root.dataset.sums = JSON.stringify(data);
  for (const [name, { marks, total }] of Object.entries(data.fields || {})) {
    if (marks) showQuickAnswers(question.content, name, showMarks(question.content, name, ...marks), total);
  }
  return question.innerHTML;
}

// The cards in the waiting answers to the same deal: rank and suit by field.
function waitingCards(question) {
  const deal = outbox.dealOf($("form", question)?.getAttribute("action") || ""), cards = {};
  for (const { address, body } of waitingHere()) {
    const values = new URLSearchParams(isAnswerTo(deal, address) ? body : "");
    for (const [name, rank] of values) {
      const field = /^([^.]+)-rank$/.exec(name)?.[1];
      if (field) cards[field] = [rank, values.get(`${field}-suit`)];
    }
  }
  return cards;
}

// Note the current totals below the players' names, or beside their names in the first row of chips. Rows of chips
// need a sentence (`note`), and have no totals if they have other notes, such as the bids.
function showTotals(question, totals, hasMarks) {
  const { now, note: [one, several] = [] } = totals;
  for (const note of $$(".numbers-table__player small", question)) {
    const seat = note.closest("tr").id.slice("row-".length);
    if (now[seat] !== undefined && !note.textContent) note.textContent = totalNote(totals, seat);
  }
  for (const note of one && !hasMarks ? $$(".seat[data-of] .seat__note", question) : []) {
    const total = now[note.closest(".seat").dataset.of];
    note.prepend((total === 1 ? one : several).replace("{n:}", signedText(total)));
  }
  const first = !$(".numbers-table, .seat", question) && $(".chip--name > [type=radio]", question);
  for (const input of first ? $$(`[name="${CSS.escape(first.name)}"]`, question) : []) {
    if (now[input.value] === undefined || $("small", input.parentNode)) continue;
    const note = Object.assign(document.createElement("small"), { textContent: signedText(now[input.value]), ariaHidden: "true" });
    $("span:last-child", input.parentNode).before(note);
  }
}

// Add the leaderboard, with these totals. The sides that are out come last, with their own totals.
function addLeaderboard(question, html, now) {
  const form = $("form", question);
  if (!html || !form) return;
  form.insertAdjacentHTML("beforeend", html);
  const list = $(".leaderboard ol", form), { behind, low } = list.dataset;
  const sides = $$("li:not([data-out])", list).map((row) => ({ row, total: now[row.dataset.of.split(" ")[0]] }));
  if (sides.some(({ total }) => total === undefined)) return list.closest(".leaderboard").remove();
  sides.sort((one, other) => (low === undefined ? -1 : 1) * (one.total - other.total));
  for (const { row, total } of sides) {
    const gap = total - sides[0].total;
    $("b", row).textContent = signedText(total);
    row.classList.toggle("leads", !gap);
    if (gap) $("b", row).after(" ", gapElement(behind.replace("{n}", Math.abs(gap)), withSign(gap)));
  }
  list.prepend(...sides.map(({ row }) => row));
}

function gapElement(text, short) {
  const element = document.createElement("small");
  element.textContent = text;
  element.dataset.short = short;
  return element;
}

// A waiting correction changes the totals, so the question must not show the old ones.
function removeTotals(question, data) {
  delete data.totals;
  $$(".numbers-table__player small", question).forEach((note) => note.replaceChildren());
  $$(".seat__note", question).forEach((note) => note.firstChild?.nodeType === Node.TEXT_NODE && note.firstChild.remove());
}

// Mark the numbers of an earlier stage that is waiting, and note them below the players' names. Returns
// them by seat, in the order of the rows.
function showMarks(question, name, markedName, note) {
  const deal = outbox.dealOf($("form", question).getAttribute("action"));
  const answer = waitingHere().filter((each) => isAnswerTo(deal, each.address)).at(-1);
  const numbers = new URLSearchParams(answer?.body), marked = new Map();
  for (const row of $$(`[id^="${name}-"][data-of]`, question)) {
    const number = numbers.get(`${markedName}-${row.dataset.of}`);
    if (!number) continue;
    marked.set(row.dataset.of, Number(number));
    $(".seat__note", row).prepend(note.replace("{number:}", number));
    $(`[value="${CSS.escape(number)}"]`, row)?.closest(".chip").classList.add("chip--bid");
  }
  return marked;
}

// Offer the quick answers that follow from the marked numbers: that every number equals its mark or, if
// the marks do not add up to the total, that every number but one does (AllButOne in rules/all_but_one.py).
function showQuickAnswers(question, field, marked, total) {
  const strip = $(`[data-quick="${CSS.escape(field)}"]`, question);
  if (!strip || marked.size !== $$(`[id^="${field}-"][data-of]`, question).length) return;
  const missing = total - [...marked.values()].reduce((sum, number) => sum + number, 0);
  for (const button of $$("button", strip)) {
    const { but: seat, says, impossible } = button.dataset, took = marked.get(seat) + missing;
    if (Boolean(missing) !== Boolean(seat)) {
      button.remove();
      continue;
    }
    button.dataset.fill = [field, ...[...marked].map(([each, number]) => (each === seat ? took : number))].join(" ");
    button.disabled = took < 0 || took > total;
    if (seat) $(".visually-hidden", button).textContent = button.disabled ? impossible : says.replace("{took:}", took);
  }
  if (!missing) $("span", strip).remove();
  strip.inert = false;
  strip.classList.remove("strip--reserved");
}

// The address of the question that the match asked when this page was loaded. The predictions may be older,
// for example if they are from before the last deal of a finished match.
function askedAddress() {
  const [deal, stage] = (matchElement().dataset.asked || "").split(" ");
  return `${matchAddress()}/rounds/${deal}/${stage}`;
}

// The question after the last waiting answer, as HTML, or the part for the end of the match. It is empty if
// the question was not predicted.
export async function nextQuestion() {
  const predicted = await outbox.predictions(matchAddress()), { next, after_other: afterOther, board } = predicted;
  const addresses = waitingHere().map((each) => each.address);
  if (outbox.isUndoOrRedo(addresses.at(-1) || "")) return "";
  if (!isPlayedOn(predicted)) return partAfterLastDeal(predicted);
  const last = Math.max(-1, ...addresses.map((each) => next.findIndex(({ address }) => address === each)));
  const isSameDeal = (each) => outbox.dealOf(each) === outbox.dealOf(next[0]?.address || "");
  // The question stays the same after a correction or another answer to this deal.
  if (last < 0 && !addresses.every((each) => isCorrection(each) || isSameDeal(each))) return "";
  if (addresses.length && addresses.every(isCorrection) && next[0]?.address !== askedAddress()) return "";
  const following = next[last + 1] || {};
  if (following.over) return isCorrectionWaiting() || waitingHere().some(({ body }) => isButton(body)) ? "" : predicted.over;
  // An answer to another stage of this deal, such as a call, changes the question.
  const isOther = last < 0 && addresses.some(isSameDeal);
  return withNumbers(isOther && afterOther?.part || partAfter(next[last]?.address, following), board);
}

// Whether the match asks for another deal after the waiting answers. If the totals decide this, they must be known.
// The predictions must then begin with the question that the match asks now, because they assume that no player goes out.
function isPlayedOn({ next, decided, version }) {
  const answers = waitingHere().filter((each) => !isCorrection(each.address));
  if (answers.some((each) => each.unforeseen)) return false;
  if (!decided || !answers.length) return true;
  const isCurrent = next[0]?.address === askedAddress() && version === pageVersion();
  return isCurrent && Boolean(answers.at(-1).totals) && !isCorrectionWaiting();
}

// The part after a deal that ends the match or takes a player out. It is empty if the page does not know what the deal did.
function partAfterLastDeal({ over = "", out = "" }) {
  const last = waitingHere().at(-1);
  if (isCorrectionWaiting()) return "";
  return last.over ? over : last.unforeseen ? out : "";
}

// The part of a predicted question, which may depend on the waiting answer before it.
function partAfter(address, { part, choice, choices, dealers }) {
  const answer = waitingHere().filter((each) => each.address === address).at(-1);
  if (dealers) return dealers[answer?.dealer] || "";
  if (choices) return choices[new URLSearchParams(answer?.body).get(choice)] || "";
  return part || "";
}

// The question for the call after the last waiting one, as HTML. It is empty if the call was not predicted.
export async function nextCall() {
  const { other } = await outbox.predictions(matchAddress()), question = document.createElement("template");
  const deal = outbox.dealOf(other?.address || "");
  question.innerHTML = other?.part || "";
  for (const { address, body } of waitingHere().filter((each) => isAnswerTo(deal, each.address))) {
    const call = $("form", question.content);
    if (call?.getAttribute("action") !== address) return "";
    call.outerHTML = formAfterCall(call, body);
  }
  return question.innerHTML;
}
