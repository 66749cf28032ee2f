// The totals after the deal that is being entered, as far as the entries tell. Games declare how they
// follow (rules/live_totals.py). Functions that live_totals.py also has are named as there.

// The points of each seat whose numbers are known.
export function pointsSoFar(stage, { of: factors, now, won: [winnerField, bonus, payment] = [] }) {
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
