"""The comment on a deal: sentences worked out by hand, and sentences of random matches."""

from itertools import count
from random import Random

import pytest

from scorekeeper.cli import simulated_players
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.deal_comment import deal_comment
from scorekeeper.match.log import MemoryLog
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from tests.sample import sized

NAMES = {"1": "Ana", "2": "Ben", "3": "Cem", "4": "Dora", "5": "Eva", "6": "Fritz"}
SIDES = {"1+3": "Ana + Cem", "2+4": "Ben + Dora"}


class Played:
    """A match in an in-memory log. `deal` answers the stages of a deal in order."""

    def __init__(self, game, seats, **options):
        self.log, self.sent = MemoryLog(NAMES), count(1)
        players = tuple(NAMES)[:seats]
        options = {"first_dealer": "1", **options}
        self.match = commands.start_match(self.log, game, players, options, self.next_meta())

    def next_meta(self):
        return CommandMeta(f"key {next(self.sent)}", 1_790_000_000)

    @property
    def sheet(self):
        return self.log.sheet(self.match)

    def deal(self, *stages):
        for answers in stages:
            asked = self.sheet.asked_stage
            commands.record_stage(
                self.log, self.match, asked.round, asked.stage, answers, self.next_meta()
            )

    @property
    def deal_comment(self):
        sentence = deal_comment(self.sheet)
        return sentence and render(sentence, {**NAMES, **SIDES})


def seats(*numbers):
    return dict(zip(NAMES, numbers, strict=False))


def tricks(bid, took):
    """Return the answers of one deal of Jabberwocky."""
    return {"bids": seats(*bid)}, {"tricks": seats(*took)}


def jabberwocky(*deals, scoring="one"):
    cards = [sum(took) for _, took in deals]
    match = Played(
        "jabberwocky", len(deals[0][0]), schedule=[*cards, 1], scoring=scoring, dealer_hook=False
    )
    for bid, took in deals:
        match.deal(*tricks(bid, took))
    return match


def loba(*deals, **options):
    match = Played("loba", len(deals[0]), **options)
    for left in deals:
        out = next(seat for seat, number in seats(*left).items() if number == 0)
        match.deal({"went_out": out, "deadwood": seats(*left)})
    return match


KEPT, MISSED = (1, 1, 1), (1, 0, 0)


@pytest.mark.parametrize(
    ("deals", "sentence"),
    [
        pytest.param([((1, 0, 0), (1, 0, 0))], "Everyone is level.", id="all made their bids"),
        pytest.param([((1, 0, 1), (1, 0, 0))], "Ana and Ben share the lead.", id="two did"),
        pytest.param([((1, 1, 1), (1, 0, 0))], "Ana leads by 1.", id="one did"),
        pytest.param(
            [((1, 1, 1), (1, 0, 0)), ((1, 1, 1), (1, 0, 0))],
            "Ana leads by 2.",
            id="one did again",
        ),
        pytest.param(
            [((1, 1, 1), (1, 0, 0)), ((1, 1, 1), (0, 1, 0))],
            "Ben draws level with Ana.",
            id="another caught up",
        ),
        pytest.param(
            [((1, 0, 1), (1, 0, 0)), ((1, 1, 1), (0, 1, 0))],
            "Ben is now alone in the lead.",
            id="one of two went ahead",
        ),
        pytest.param(
            [((1, 1, 1), (1, 0, 0)), ((1, 1, 1), (0, 1, 0)), ((1, 1, 1), (0, 1, 0))],
            "Ben is now alone in the lead.",
            id="and went ahead",
        ),
        pytest.param(
            [((1, 0, 1), (1, 0, 0)), ((0, 0, 1), (1, 0, 0)), ((0, 0, 1), (1, 0, 0))],
            "Ben made their bid 3 times in a row, from Deal 1 to Deal 3.",
            id="three bids made in a row",
        ),
    ],
)
def test_the_comment_states_the_lead_or_a_streak(deals, sentence):
    assert jabberwocky(*deals).deal_comment == sentence


def test_the_comment_states_that_a_player_takes_the_lead():
    match = jabberwocky(((0, 1, 0), (1, 1, 1)), ((2, 1, 1), (2, 0, 0)), scoring="ten_plus_bid")

    assert match.deal_comment == "Ana takes the lead."


def test_the_comment_states_the_best_of_four_deals():
    deals = [((1, 1, 1), (1, 0, 0)), ((0, 1, 1), (1, 0, 0)), ((1, 1, 1), (1, 0, 0))]
    match = jabberwocky(*deals, ((2, 1, 1), (2, 0, 0)), scoring="ten_plus_bid")

    assert match.deal_comment == "Best deal so far: Ana, +12."


@pytest.mark.parametrize(
    ("deals", "options", "sentence"),
    [
        ([(0, 30, 7)], {}, "Ana leads by 7."),
        ([(0, 60, 7), (0, 60, 7)], {"max_reenlist": 0}, "Ben is out."),
        ([(0, 60, 60, 7), (0, 60, 60, 7)], {"max_reenlist": 0}, "Ben and Cem are out."),
        ([(0, 60, 7), (0, 21, 20)], {}, "Ben is only 19 short of 100."),
        (
            [(0, 3, 4), (0, 3, 4), (0, 3, 4)],
            {},
            "Ana went out 3 times in a row, from Deal 1 to Deal 3.",
        ),
        (
            [(0, 10, 20), (2, 0, 20), (0, 5, 5), (2, 0, 30)],
            {},
            "Most points in one deal so far: Cem, 30.",
        ),
    ],
)
def test_a_loba_comment_names_the_lead_an_elimination_a_streak_or_the_most_points(
    deals, options, sentence
):
    assert loba(*deals, **options).deal_comment == sentence


def test_the_comment_states_the_total_of_a_player_who_comes_back():
    match = loba((0, 60, 7))
    match.deal({"went_out": "1", "deadwood": seats(0, 60, 7)}, {"reenlist": ["2"]})

    assert match.deal_comment == "Ben is back at 14."


def test_the_comment_names_players_who_are_out_and_players_who_are_back():
    match = loba((0, 60, 60, 7))
    match.deal({"went_out": "1", "deadwood": seats(0, 60, 60, 7)}, {"reenlist": ["3"]})

    assert match.deal_comment == "Ben is out. Cem is back at 14."


def test_the_comment_of_partners_is_in_the_plural():
    match = Played("gin", 4)
    hand = {"pair": ["1", "2"], "result": "gin", "knocker": "1", "deadwood": {"1": 0, "2": 25}}
    match.deal(hand, {"pair": ["3", "4"], "result": "draw"})

    assert match.deal_comment == "Ana + Cem lead by 45."


def test_an_incomplete_deal_a_correction_and_the_end_have_no_comment():
    match = jabberwocky((KEPT, MISSED), (KEPT, MISSED))
    assert match.deal_comment == "Ana leads by 2."

    bids, _ = tricks(KEPT, MISSED)
    match.deal(bids)
    assert match.deal_comment is None

    commands.undo(match.log, match.match, match.sheet.last_step.version, match.next_meta())
    assert match.deal_comment == "Ana leads by 2."

    stages = (("bids", {"bids": seats(0, 1, 0)}), ("tricks", {"tricks": seats(0, 1, 0)}))
    correction_commands.correct_deal(
        match.log, match.match, 1, stages, match.sheet.version, match.next_meta()
    )
    assert match.deal_comment is None

    match.deal(*tricks(KEPT, MISSED))
    assert match.sheet.is_over
    assert match.deal_comment is None


# ---------------------------------------------------------------- random matches


def leaders(sheet, totals, out):
    """Return the sides that lead.

    These are the sides that are still in and have the highest total or, if low totals win, the
    lowest.
    """
    still_in = {side: total for side, total in totals.items() if side not in out}
    best = (min if sheet.game.low_wins else max)(still_in.values())
    return {side for side, total in still_in.items() if total == best}


class Facts:
    """The facts of a deal, computed from the sheet. `who` is the set of sides in the sentence."""

    def __init__(self, sheet, sentence):
        self.sheet, self.values = sheet, sentence.values
        named = sentence.values.get("who", [])
        self.who = {str(name) for name in (named if isinstance(named, list | tuple) else [named])}
        *self.earlier, self.last = sheet.played_deals
        self.before, self.after = self.last.before, self.last.after
        self.now = leaders(sheet, self.after.totals, self.after.eliminated)
        self.then = leaders(sheet, self.before.totals, self.before.eliminated)

    def highest(self):
        """Return whether these sides, and no others, set a new record for points in one deal."""
        most = self.values["points"]
        had = {side for side, points in self.last.points.items() if points == most}
        return self.who == had and all(most > n for r in self.earlier for n in r.points.values())

    def is_back(self, side):
        reached = self.before.totals[side] + self.last.points[side]
        total = self.after.totals[side]
        return side not in self.after.eliminated and total == self.values["total"] < reached

    def margin(self):
        (side,) = self.who
        others = [s for s in self.after.totals if s != side and s not in self.after.eliminated]
        return min(abs(self.after.totals[side] - self.after.totals[s]) for s in others)

    def is_distance_right(self):
        far = self.values["far"].values
        return {self.after.totals[side] + far["n"] for side in self.who} == {far["limit"]}

    def drew_level(self):
        other = {str(name) for name in self.values["other"]}
        return self.who | other == self.now and other <= self.then and not self.who & self.then


TRUE = {
    "{who} is out.": lambda f: f.who == set(f.after.eliminated) - set(f.before.eliminated),
    "{who} is back at {total}.": lambda f: all(f.is_back(side) for side in f.who),
    "{who} takes the lead.": lambda f: f.who == f.now and not f.who & f.then,
    "{who} is now alone in the lead.": lambda f: f.who == f.now and f.who < f.then,
    "{who} draws level with {other}.": Facts.drew_level,
    "Best {deal} so far: {who}, {points}.": Facts.highest,
    "Most points in one {deal} so far: {who}, {points}.": Facts.highest,
    "{who} is only {far}.": Facts.is_distance_right,
    "{who} leads by {margin}.": lambda f: f.who == f.now and f.margin() == f.values["margin"],
    "{who} share the lead.": lambda f: f.who == f.now and len(f.who) > 1,
    "Everyone is level.": lambda f: len(set(f.after.totals.values())) == 1,
}


def is_a_streak(sheet, values):
    """Return whether the deals contain this streak. The game's own function is not used."""
    did = {
        "jabberwocky": lambda r, s: r.answers["bids"][s] == r.answers["tricks"][s],
        "chinchon": lambda r, s: r.answers["closer"] == s,
        "loba": lambda r, s: r.answers["went_out"] == s,
        "jamon": lambda r, s: r.answers["went_out"] == s,
        "gin": lambda r, s: r.points.get(s, 0) > 0,
        "jaguar": lambda r, s: r.points.get(s, 0) > 0,
    }[sheet.game.slug]
    n, first, last = values["n"], values["first"], values["last"]
    held = [did(played, values["who"]) for played in sheet.played_deals]
    return (
        n >= 3
        and last == len(held)
        and first == last - n + 1
        and all(held[-n:])
        and not any(held[-n - 1 : -n])
    )


OPEN_OR_LONG = {"jamon": {"deals": 12}}


@pytest.mark.parametrize("game", GAMES)
def test_every_comment_of_a_random_match_is_true(game):
    kinds = set()
    for seed in range(sized(20, 8)):
        rng = Random(f"{game} {seed}")
        match = Played(game, rng.choice(GAMES[game].seats[:2]), **OPEN_OR_LONG.get(game, {}))
        while not match.sheet.is_over and len(match.sheet.played_deals) < 15:
            stage, answers = simulated_players.next_answers(match.sheet, rng)
            number = match.sheet.position.number
            commands.record_stage(match.log, match.match, number, stage, answers, match.next_meta())
            if sentence := deal_comment(match.sheet):
                kinds.add(sentence.template)
                is_true = TRUE.get(sentence.template, lambda f: is_a_streak(f.sheet, f.values))
                assert is_true(Facts(match.sheet, sentence)), match.deal_comment
                assert match.deal_comment.endswith(".")
    assert len(kinds) >= 3
