"""The setup of a match: its players and options."""

from dataclasses import replace

import pytest

from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import Choice
from scorekeeper.rules.kernel import Option, OptionKind
from scorekeeper.rules.setup import build_setup
from tests.rules.notation import THREE, refused_option, text


@pytest.mark.parametrize(
    ("game", "players", "reason"),
    [
        ("jabberwocky", (), "Jabberwocky is for 3 to 5 players."),
        ("jaguar", ("Ana",) * 4, "Jaguar is for 5 or 6 players."),
        ("jabberwocky", ("Ana", "", "Chus"), "Every player needs a name."),
        ("jabberwocky", ("Ana", " \t", "Chus"), "Every player needs a name."),
        ("jabberwocky", ("Ana", "Ana", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("Ana", " Ana ", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("Ana", "Chus", "ANA"), "Each player needs a different name."),
        ("jabberwocky", ("Íñigo", "íñigo", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("Ελλάς", "ΕΛΛΆΣ", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("", "", "Chus"), "Every player needs a name."),
    ],
)
def test_wrong_players_are_refused(game, players, reason):
    refused = build_setup(GAMES[game], players, {"no such option": 1})

    assert (refused.code, refused.field, text(refused.reason)) == ("bad_players", "players", reason)


def test_a_game_for_one_number_of_players_names_that_number():
    for_five = replace(GAMES["jaguar"], seats=range(5, 6))

    assert text(build_setup(for_five, THREE, {}).reason) == "Jaguar is for 5 players."


def test_names_are_kept_as_entered():
    players = (" Ana", "Bruno ", "李雷")

    assert build_setup(GAMES["jabberwocky"], players, {}).players == players


@pytest.mark.parametrize(
    ("agreed", "refusal"),
    [
        ({"weather": "fine", "limit": 5}, ("weather", "There is no option “weather”.")),
        ({"limit": 5, "weather": "fine"}, ("limit", "“Out at” must be between 10 and 1000.")),
        ({"first_dealer": "9", "limit": 5}, ("limit", "“Out at” must be between 10 and 1000.")),
        (
            {"first_dealer": "9"},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"first_dealer": None},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"first_dealer": ["1"]},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"figures": "ten", "deck": 48, "first_dealer": "9"},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"figures": "ten", "deck": 48},
            ("figures", "Court cards can count 10 each only in a pack of 40 cards."),
        ),
    ],
)
def test_options_are_checked_alone_then_the_dealer_then_combinations(agreed, refusal):
    refused = build_setup(GAMES["chinchon"], THREE, agreed)

    assert refused_option(refused) == ("bad_option", *refusal)


def test_a_setup_has_every_option():
    setup = build_setup(GAMES["jamon"], THREE, {"counters": 3, "first_dealer": "2"})

    assert (setup.game, setup.players) == ("jamon", THREE)
    assert setup.options.keys() == {each.name for each in GAMES["jamon"].options} | {"first_dealer"}
    assert (setup.options["counters"], setup.options["deals"]) == (3, 1)
    assert setup.first_dealer == "2"
    assert build_setup(GAMES["jamon"], THREE, {}).first_dealer == "1"


def option(kind, **more):
    more = {"default": None, "changes_points": False} | more
    return Option(name="it", label=say("it"), requirement=say("it"), kind=OptionKind(kind), **more)


CHOICES = (Choice("low", say("low")), Choice("40", say("40")))


@pytest.mark.parametrize(
    ("asked", "taken", "not_taken"),
    [
        pytest.param(
            option("number"),
            [0, 1, 10**12],
            [10**12 + 1, -1, None, True, False, 1.0, "1", [1]],
            id="a number",
        ),
        pytest.param(option("number", least=2, most=4), [2, 3, 4], [1, 5], id="within limits"),
        pytest.param(option("number", most=0), [0], [1, -1], id="only 0"),
        pytest.param(
            option("number", nullable=True), [None, 0], [False, ""], id="a number or empty"
        ),
        pytest.param(
            option(OptionKind.YES_OR_NO), [True, False], [0, 1, None, "yes", "true"], id="yes or no"
        ),
        pytest.param(
            option(OptionKind.YES_OR_NO, nullable=True), [True, None], [0], id="yes, no or empty"
        ),
        pytest.param(
            option("choice", choices=CHOICES),
            ["low", 40],
            ["40", "high", 40.0, None, ["low"], {}, ""],
            id="one of these",
        ),
        pytest.param(
            option("choice", choices=(Choice("1", say("one")),)),
            [1],
            [True, 1.0, "1"],
            id="1 is not true",
        ),
        pytest.param(
            option("list", valid=lambda value: value == [1]),
            [[1]],
            [[], None, 1],
            id="by its own rule",
        ),
    ],
)
def test_an_option_allows_only_values_of_its_kind_within_its_limits(asked, taken, not_taken):
    assert all(asked.allows(value) for value in taken)
    assert not any(asked.allows(value) for value in not_taken)
