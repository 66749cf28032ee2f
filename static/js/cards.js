// The cards of a stage, such as the upcard, and the limits that follow from them. Games declare these limits
// (rules/cards.py).

import { $ } from "./dom.js";

const PARTS = ["rank", "suit"];

// A card's rank and suit, or undefined while one of them is missing. In a correction, the card of an earlier stage
// is elsewhere on the page. Otherwise, the stage's data contain it.
export function cardOf(stage, name) {
  const card = PARTS.map((part) => stage.value(name, part) || $(`[name$=".${name}-${part}"]:checked`)?.value);
  return card.every(Boolean) ? card : stage.fields[name] ? undefined : stage.given[name];
}

// Whether a card has one of these ranks and one of these suits. Empty lists accept all.
export function hasCard(stage, [name, ranks, suits]) {
  const [rank, suit] = cardOf(stage, name) || [];
  return Boolean(rank) && (!ranks.length || ranks.includes(rank)) && (!suits || suits.includes(suit));
}

// The highest number within limits, which may follow from a card. It is undefined if the card allows any number.
export function highestNumber(stage, { within, card: [name, byRank] = [] }) {
  const card = name && cardOf(stage, name);
  return card ? byRank[card[0]] : within[1];
}

// The highest number of a field that follows from a card.
export function limitByRank(stage, name) {
  const [, , byValue] = stage.fields[name].named;
  return highestNumber(stage, Object.values(byValue).find(({ card }) => card));
}
