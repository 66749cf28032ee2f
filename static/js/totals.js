// The totals after the deal that is being entered, if they follow from the entries. Games declare how to
// compute them (rules/live_totals.py). The keys of these data are in web/match/questions/totals_data.py.
// Functions that live_totals.py also has are named as there.

import { hasForbiddenChoice } from "./forbidden.js";

const MINUS = "\u2212";
export const signedText = (number) => String(number).replace("-", MINUS);
export const withSign = (number) => (number > 0 ? `+${number}` : signedText(number));

// The points of each seat whose numbers are known.
export function pointsSoFar(stage, totals) {
  const { of: factors, now, won: [winnerField, bonus, payment] = [], hand, bids, contract } = totals;
  if (hand) return pointsOfHand(stage, hand);
  if (bids) return pointsOfBids(stage, bids);
  if (contract) return pointsOfContract(stage, contract, Object.keys(now));
  const winner = winnerField && stage.value(winnerField), points = new Map();
  if (winnerField && (!winner || stage.hasWrongSums())) return points;
  const numbers = Object.keys(factors).map((name) => [name, new Map(stage.numbers(name))]);
  for (const seat of Object.keys(now)) {
    if (!numbers.every(([, bySeat]) => bySeat.get(seat) >= 0)) continue;
    const pointsOf = ([name, bySeat]) => stage.limits(name, seat).points ?? factors[name] * bySeat.get(seat);
    points.set(seat, numbers.map(pointsOf).reduce((sum, more) => sum + more, seat === winner ? bonus : 0));
  }
  if (payment) pay(points, winner, payment, Object.keys(now).length);
  return points;
}

// Each other seat pays the winner, who has no points until all numbers are known.
function pay(points, winner, payment, seatCount) {
  let received = 0;
  for (const [seat, held] of points) {
    const paid = seat === winner ? 0 : Math.max(0, Math.min(payment, held));
    points.set(seat, held - paid);
    received += paid;
  }
  if (points.size === seatCount) points.set(winner, points.get(winner) + received);
  else points.delete(winner);
}

// ---------------------------------------------------------- bids, and a hand against the others

// The points of bids and tricks. They are not known before the tricks are entered.
function pointsOfBids(stage, [trickField, penaltyField, made, perBid, perTrick, penalty, penaltyVoids]) {
  const points = new Map();
  if (!isAsked(stage, trickField) || stage.missingInputs(trickField).length) return points;
  const penalties = new Map(stage.numbers(penaltyField));
  for (const [seat, took] of stage.numbers(trickField)) {
    const marked = stage.inputsBySeat(trickField).get(seat).find((input) => input.closest(".chip--bid"));
    if (!marked) continue;
    const bid = Number(marked.value), offences = penalties.get(seat) || 0, isMade = bid === took && !(offences && penaltyVoids);
    points.set(seat, perTrick * took + (isMade ? made + perBid * bid : 0) - penalty * offences);
  }
  return points;
}

const isAsked = (stage, field) => field in stage.fields;

// The points of a seat and its partner, who win or lose against the others in this hand.
function pointsOfContract(stage, [seatField, partnerField, numberField, needed, bidField, partnerWeight, bands, doubleField], seats) {
  const [seat, partner, number] = [seatField, partnerField, numberField].map((name) => stage.value(name));
  if (!seat || !partner || !/^\d+$/.test(number)) return new Map();
  const bid = Number(stage.value(bidField)) || 0, isWon = Number(number) >= (bid || needed);
  const [, factor] = bands.filter(([reached]) => bid && reached <= bid).at(-1) || [0, 1];
  const each = (isWon ? 1 : -1) * factor * (stage.value(doubleField) ? 2 : 1);
  const active = stage.inputsBySeat(seatField).get("").map((input) => input.value);
  const others = active.filter((one) => one !== seat && one !== partner);
  const weight = (one) => one === seat ? others.length - (seat === partner ? 0 : partnerWeight)
    : one === partner ? partnerWeight : active.includes(one) ? -1 : 0;
  return new Map(seats.map((one) => [one, weight(one) * each]));
}

// ---------------------------------------------------------- a hand between two seats

// The winner of a hand and its points, or null if the hand is incomplete or would be refused. If nobody
// wins, `winner` is "".
function resultOfHand(stage, { asks, bonus: bonuses, knock = [], draw }) {
  const [seatField, resultField, numberField] = asks;
  const ender = stage.value(seatField), result = stage.value(resultField), [contested, undercut, undercutOnTie] = knock;
  if (!stage.isWholeStageComplete() || stage.hasForbiddenNumber() || hasForbiddenChoice(stage)) return null;
  if (result === draw) return { winner: "", points: 0 };
  const numbers = new Map(stage.numbers(numberField)), other = [...numbers.keys()].find((seat) => seat !== ender);
  const own = numbers.get(ender), rival = numbers.get(other);
  if (bonuses[result] !== undefined) return { winner: ender, points: rival - own + bonuses[result] };
  if (result !== contested || own < 1) return null;
  if (own < rival) return { winner: ender, points: rival - own };
  return own === rival && !undercutOnTie ? { winner: "", points: 0 } : { winner: other, points: own - rival + undercut };
}

// The side that gets the points of the deal, and the points, or null if they are not known.
function sideOfDeal(stage, hand) {
  const won = resultOfHand(stage, hand), { sides } = hand;
  if (!won) return null;
  const sideOf = (seat) => sides.find((side) => side.includes(seat)) || [];
  if (sides[0].length === 1) return { side: sideOf(won.winner), points: won.points * doubling(stage, hand) };
  const ahead = hand.carried + (sideOf(won.winner) === sides[0] ? won.points : -won.points);
  return { side: ahead ? sides[ahead > 0 ? 0 : 1] : [], points: Math.abs(ahead) * doubling(stage, hand) };
}

// The field that doubles the points belongs to the first of two hands.
function doubling(stage, { double: [field, key, value] = [], factor, sides, first }) {
  if (sides[0].length > 1 && !first) return factor;
  return field && stage.value(field, key) === value ? 2 : 1;
}

function pointsOfHand(stage, hand) {
  const won = hand.first ? null : sideOfDeal(stage, hand);
  if (!won) return new Map();
  return new Map(hand.sides.flat().map((seat) => [seat, won.side.includes(seat) ? won.points * hand.boxes[seat] : 0]));
}

// The note beside a seat's new total, such as "+25, box".
export function noteOf(stage, { hand }, seat) {
  const won = hand && sideOfDeal(stage, hand);
  if (!won?.side.includes(seat)) return "";
  const [one, several] = hand.says, boxes = hand.boxes[seat];
  return boxes > 1 ? several.replace("{n:}", boxes).replace("{points:}", won.points)
    : one.replace("{gained:}", withSign(won.points));
}

// The note below a seat's name with its total, such as "25 · one box" in gin.
export function totalNote({ hand, now }, seat) {
  const total = signedText(now[seat]), boxes = hand?.has?.[seat]; // older stored answers do not have it
  return boxes === undefined ? total : hand.notes[boxes === 1 ? 0 : 1].replace("{n:}", boxes).replace("{total:}", total);
}

// The boxes of each seat after this deal.
function boxesAfter(stage, hand) {
  const won = sideOfDeal(stage, hand)?.side || [];
  return Object.fromEntries(Object.entries(hand.has).map(([seat, n]) => [seat, won.includes(seat) ? n + hand.boxes[seat] : n]));
}

// The seat that deals next, if the game lets the loser of a hand deal. Undefined if this seat is not known.
export function nextDealer(stage, { hand, now }) {
  const won = hand?.loser && resultOfHand(stage, hand), seats = won && [...stage.inputsBySeat(hand.asks[2]).keys()];
  if (!won) return undefined;
  return won.winner ? seats.find((seat) => seat !== won.winner) : Object.keys(now).find((seat) => !seats.includes(seat));
}

// ---------------------------------------------------------- the next question

// The declaration for the next question, once these totals are known, or null if it is not known.
export function nextTotals(stage, totals, after) {
  const { hand, bids } = totals;
  if (bids && !isAsked(stage, bids[0])) return totals; // the bids score nothing
  if (hand?.first) {
    const won = resultOfHand(stage, hand);
    if (!won) return null;
    const carried = hand.sides[0].includes(won.winner) ? won.points : -won.points;
    return { ...totals, hand: { ...hand, carried, factor: doubling(stage, hand), first: 0 } };
  }
  if (Object.keys(totals.now).some((seat) => after[seat] === undefined)) return null;
  const isPairs = hand?.sides[0].length > 1, games = gamesAfter(stage, hand);
  const next = { ...hand, ...(hand?.has && { has: boxesAfter(stage, hand) }), ...(games && withGames(hand, games)), ...(isPairs && { carried: 0, first: 1 }) };
  return { ...totals, now: after, ...(hand && { hand: next }) };
}

// The open games of Hollywood after this deal. Undefined if there are none, or if the winner is not known.
export function gamesAfter(stage, hand) {
  const won = hand?.games && !hand.first && sideOfDeal(stage, hand);
  if (!won) return undefined;
  const [end, games] = hand.games, { side: [seat], points } = won, first = games.find((game) => game[seat] === null);
  if (seat === undefined) return games;
  const counts = (game) => game === first || game[seat] !== null;
  const add = (game) => Object.fromEntries(won.side.map((one) => [one, (game[one] || 0) + points]));
  return games.map((game) => counts(game) ? { ...game, ...add(game) } : game).filter((game) => !(game[seat] >= end));
}

// A won hand is a box in each game in which it counts.
function withGames({ boxes, games: [end] }, games) {
  const count = (seat) => games.filter((game) => game[seat] !== null).length + games.some((game) => game[seat] === null);
  return { games: [end, games], boxes: Object.fromEntries(Object.keys(boxes).map((seat) => [seat, count(seat)])) };
}
