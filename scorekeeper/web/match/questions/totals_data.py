"""The part of a question's data from which the page computes totals (static/js/totals.js).

of        factors of LiveTotals (scorekeeper/rules/live_totals.py)
now       current_totals
won       winner_field, bonus, payment
end       match_ends_at
hand      LiveHand:
  asks      seat_field, result_field, number_field
  bonus     bonuses
  knock     contested, undercut_bonus, undercut_on_tie; left out if nobody may knock
  draw      drawn
  boxes     boxes
  says      box_note, boxes_note
  has       boxes_won
  notes     total_note, in the singular and the plural
  sides     sides
  first     1 if is_first
  carried   carried
  double    doubled_by
  factor    factor
  games     games_end_at, games
  loser     1 if loser_deals
bids      the values of LiveBids, in its order
contract  the values of LiveContract, in its order
note      note, in the singular and the plural
out       out_limit
word      out_note
reaches   out_sentence
back      return_sentence
may       returning_seats
stay      min_others_still_in
used      used_up_sentences; left out if there are none
"""

from typing import Any

from scorekeeper.rules.live_totals import LiveHand, LiveTotals
from scorekeeper.web.match.questions.page_text import page_text, plural_text

Data = dict[str, Any]


def totals_data(totals: LiveTotals) -> Data:
    """Return the data from which the page computes the totals after this deal."""
    data: Data = {"of": totals.factors, "now": totals.current_totals}
    if totals.hand:
        data["hand"] = hand_data(totals.hand)
    if totals.bids:
        data["bids"] = list(totals.bids)
    if totals.contract:
        data["contract"] = list(totals.contract)
    if totals.note:
        data["note"] = [page_text(totals.note), plural_text(totals.note)]
    if totals.match_ends_at is not None:
        data["end"] = totals.match_ends_at
    if totals.winner_field:
        data["won"] = [totals.winner_field, totals.bonus, totals.payment]
    return data | elimination_data(totals)


def elimination_data(totals: LiveTotals) -> Data:
    """Return the data about players who are out. It is empty in a game without a limit."""
    if totals.out_limit is None:
        return {}
    sentences = {
        "word": totals.out_note,
        "reaches": totals.out_sentence,
        "back": totals.return_sentence,
    }
    data: Data = {
        "out": totals.out_limit,
        **{key: page_text(sentence) for key, sentence in sentences.items() if sentence},
        "may": totals.returning_seats,
        "stay": totals.min_others_still_in,
    }
    if totals.used_up_sentences:
        data["used"] = {seat: page_text(each) for seat, each in totals.used_up_sentences.items()}
    return data


def hand_data(hand: LiveHand) -> Data:
    """Return the data from which the page computes the points of a hand between two seats."""
    data: Data = {
        "asks": [hand.seat_field, hand.result_field, hand.number_field],
        "bonus": hand.bonuses,
        "draw": hand.drawn,
        "boxes": hand.boxes,
        "says": [page_text(hand.box_note), page_text(hand.boxes_note)],
        "has": hand.boxes_won,
        "notes": [page_text(hand.total_note), plural_text(hand.total_note)],
        "sides": hand.sides,
        "carried": hand.carried,
        "factor": hand.factor,
    }
    if hand.contested:
        data["knock"] = [hand.contested, hand.undercut_bonus, hand.undercut_on_tie]
    if hand.doubled_by:
        data["double"] = hand.doubled_by
    if hand.is_first:
        data["first"] = 1
    if hand.games is not None:
        data["games"] = [hand.games_end_at, hand.games]
    if hand.loser_deals:
        data["loser"] = 1
    return data
