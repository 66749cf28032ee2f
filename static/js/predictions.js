// The next questions of a match, which are fetched while the page is idle, for use without a network.

import { form, isQuestion, matchAddress, matchElement } from "./match-page.js";
import { waitingHere } from "./outbox-list.js";
import * as outbox from "./outbox.js";

const IDLE_BEFORE_PREFETCH = 400; // milliseconds of idle time before questions are fetched ahead
let prefetchTimer = 0; // fetches questions ahead

export function schedulePrefetch() {
  clearTimeout(prefetchTimer);
  prefetchTimer = setTimeout(fetchPredictions, IDLE_BEFORE_PREFETCH);
}

async function fetchPredictions() {
  const match = matchAddress();
  if (!isQuestion() || !form() || waitingHere().length || document.hidden) return;
  const response = await fetch(`${match}/ahead`).catch(() => null);
  if (!response?.ok) return;
  const predicted = await response.json();
  await outbox.storePredictions(match, predicted).catch(() => {});
  if (matchAddress() === match && matchElement()) matchElement().dataset.ahead = predicted.next.length;
}

// The question after the last waiting answer, if it was predicted.
export async function nextQuestion() {
  const { next, after_other: afterOther } = await outbox.predictions(matchAddress());
  const addresses = waitingHere().map((each) => each.address);
  if (outbox.isUndoOrRedo(addresses.at(-1) || "")) return "";
  const last = Math.max(-1, ...addresses.map((each) => next.findIndex(({ address }) => address === each)));
  const isSameDeal = (each) => outbox.dealOf(each) === outbox.dealOf(next[0]?.address || "");
  // The question stays the same after a correction or another answer to this deal.
  const stays = (each) => /\/correct(\/\d+)?$/.test(each) || isSameDeal(each);
  if (last < 0 && !addresses.every(stays)) return "";
  // An answer to another stage of this deal, such as a call, changes the question.
  const isOther = last < 0 && addresses.some(isSameDeal);
  return (isOther && afterOther || next[last + 1])?.part || "";
}
