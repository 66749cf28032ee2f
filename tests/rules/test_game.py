"""The declaration of a game: a minimal example, and one deal of it."""

from dataclasses import replace

from scorekeeper.match.document import build_result, play_deals
from scorekeeper.messages import render, say
from scorekeeper.rules.common import finished_position, highest_sides, next_position
from scorekeeper.rules.display import Preview
from scorekeeper.rules.fields import Field, FieldKind, NumberLimits
from scorekeeper.rules.game import DealRules, Display, Game, score
from scorekeeper.rules.kernel import Option, OptionKind, ScorePart
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

DEALS = 3
LUCK = Option(
    name="most",
    kind=OptionKind.NUMBER,
    changes_points=False,
    default=6,
    least=1,
    label=say("Most on a die"),
    requirement=say("Most on a die: 1 or more."),
)


def throw_fields(position, answers):
    most = position.options["most"]
    return (
        Field(
            name="thrown",
            kind=FieldKind.NUMBERS,
            stage="throw",
            label=say("Thrown"),
            seats=position.players,
            limits=NumberLimits(least=1, most=most),
        ),
    )


def after(position, answers, points):
    then = next_position(position, points)
    return finished_position(then, highest_sides(then.totals)) if position.number == DEALS else then


DICE = Game(
    slug="dice",
    name="Dice",
    icon="diamond",
    blurb=say("Highest throw"),
    seats=range(2, 5),
    options=(LUCK,),
    deal=DealRules(
        stage=lambda position, answers: None if "thrown" in answers else "throw",
        fields=throw_fields,
        checks=(),
        parts=lambda position, answers: [
            ScorePart(seat, n, say("Thrown")) for seat, n in answers["thrown"].items()
        ],
        after=after,
    ),
    display=Display(
        summary=lambda setup: say("three throws"),
        title=lambda position, stage: say("Throws"),
        save_label=lambda position, stage: say("Save the throws"),
        preview=lambda position, stage, answers: Preview(),
        caption=lambda setup: say("Each cell shows the throw and the total."),
        cells=lambda each: {},
        sheet_note=lambda position: None,
    ),
)
THROWS = [{"thrown": dict(zip("123", n, strict=True))} for n in [(1, 6, 2), (3, 3, 3), (6, 1, 4)]]


def test_a_game_has_defaults_for_what_it_does_not_declare():
    setup = build_setup(DICE, ("1", "2", "3"), {"first_dealer": "2"})
    start = DICE.begin(setup)

    assert setup.options == {"most": 6, "first_dealer": "2"}
    assert DICE.sides(setup) == {"1": ("1",), "2": ("2",), "3": ("3",)}
    assert (start.totals, start.dealer, start.game_state) == ({"1": 0, "2": 0, "3": 0}, "2", None)
    assert DICE.deal.merge({"a": 1}, "throw", {"b": 2}) == {"a": 1, "b": 2}
    assert DICE.deal.other_stages(start, {}) == ()
    assert DICE.is_open(setup) is DICE.low_wins is False
    assert DICE.display.deal_label(start) is None
    assert DICE.statistics == DICE.record_kinds == ()
    assert render(DICE.display.deal_subtitle(start), {"2": "Bruno"}) == "Bruno deals"
    assert render(DICE.end.net_unit, {}) == "points"
    assert render(DICE.display.deal_heading, {}) == "Deal"


def test_given_options_replace_defaults():
    assert DICE.all_options(("1", "2"), {}) == {"most": 6}
    assert DICE.all_options(("1", "2"), {"most": 8}) == {"most": 8}


def test_a_minimal_game_can_be_played():
    rounds, position = play_deals(DICE, build_setup(DICE, ("1", "2", "3"), {}), THROWS, False)

    assert [each.points for each in rounds] == [
        {"1": 1, "2": 6, "3": 2},
        {"1": 3, "2": 3, "3": 3},
        {"1": 6, "2": 1, "3": 4},
    ]
    assert (position.is_over, position.winners) == (True, ("1", "2"))
    assert build_result(DICE, rounds, position)["totals"] == {"1": 10, "2": 10, "3": 9}
    assert (
        DICE.end.net_amounts(rounds, position)
        == DICE.end.additional_results(rounds, position)
        == {}
    )


def test_a_minimal_game_refuses_numbers_out_of_range():
    start = DICE.begin(build_setup(DICE, ("1", "2"), {}))

    [problem] = problems(DICE, start, {"thrown": {"1": 7, "2": 1}})

    assert (problem.field, problem.seat) == ("thrown", "1")


def test_a_deals_points_are_the_sum_of_its_parts():
    def parts(position, answers):
        return [ScorePart(side, n, say("so")) for side, n in answers]

    game = replace(DICE, deal=replace(DICE.deal, parts=parts))

    points = score(game, None, [("1", 3), ("2", 0), ("1", -4), ("1", 2)])

    assert points == {"1": 1, "2": 0}
