"""Variants: the options that change points, and their part in the names of records."""

import pytest

from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.variants import (
    SEPARATOR,
    parse_variant,
    points_variant,
    record_name,
    split_record_name,
    variant_phrases,
)

# Every option of every game is in one of two lists. The options here change the points of the same
# deals. The options in `CHANGE_NO_POINTS` do not.
CHANGE_POINTS = {
    "jabberwocky": {"scoring", "renege_penalty", "renege_voids_point"},
    "chinchon": {
        *("deck", "figures", "chinchon_bonus", "run_rule"),
        *("stake", "reentry_stake", "wild_points"),
    },
    "loba": {"clean_bonus", "stake", "joker_value"},
    "gin": {
        *("preset", "gin_bonus", "undercut_bonus", "big_gin_bonus", "box_bonus"),
        *("game_bonus", "shutout", "undercut_on_tie", "spades_double"),
    },
    "jaguar": {"cappotto_double", "point_bands"},
    "jamon": {"scoring", "counters"},
}
CHANGE_NO_POINTS = {
    "jabberwocky": {"schedule", "dealer_hook"},
    "chinchon": {"limit", "bust", "close_max", "max_reenlist", "wilds"},
    "loba": {"limit", "bust", "max_reenlist"},
    "gin": {
        *("target", "knock_limit", "winner_by", "deal_rule"),
        *("oklahoma", "oklahoma_ace", "hollywood"),
    },
    "jaguar": {"target", "hands", "point_bids"},
    "jamon": {"deck", "deals"},
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_is_classified_by_whether_it_changes_points(game):
    decided = {option.name for option in game.options if option.changes_points}

    assert decided == CHANGE_POINTS[game.slug]
    assert {option.name for option in game.options} - decided == CHANGE_NO_POINTS[game.slug]
    assert not any(SEPARATOR in kind.name for kind in game.record_kinds)


@pytest.mark.parametrize(
    ("slug", "agreed", "variant", "phrases"),
    [
        pytest.param("jabberwocky", {}, {}, [], id="the standard"),
        pytest.param("jabberwocky", {"schedule": [1, 2]}, {}, [], id="fewer deals"),
        pytest.param(
            "jabberwocky",
            {"scoring": "ten_plus_bid", "renege_voids_point": True},
            {"scoring": "ten_plus_bid", "renege_voids_point": True},
            [
                "A made bid scores: 10 + the bid",
                "A renege also loses the bid’s points: yes",
            ],
            id="another count",
        ),
        pytest.param(
            "jamon",
            {"scoring": "points"},
            {"scoring": "points"},
            ["What counts: points for counters and cards"],
            id="in points",
        ),
        pytest.param(
            "chinchon",
            {"stake": 5, "deck": 48},
            {"deck": 48, "stake": 5},
            ["Cards in the pack: 48", "Each player’s stake: 5"],
            id="the stake for coming back follows the stake",
        ),
        pytest.param(
            "gin", {"preset": "modern"}, {"preset": "modern"}, ["Bonuses: modern"], id="a preset"
        ),
        pytest.param(
            "gin",
            {"preset": "modern", "big_gin_bonus": None, "undercut_on_tie": False},
            {"preset": "modern", "big_gin_bonus": None, "undercut_on_tie": False},
            [
                "Bonuses: modern",
                "Bonus for big gin: none",
                "Equal deadwood is an undercut: no",
            ],
            id="a preset and more",
        ),
        pytest.param(
            "jaguar",
            {"point_bands": [[71, 2], [81, 3]]},
            {"point_bands": [[71, 2], [81, 3]]},
            ["Multipliers for high bids: 71 ×2, 81 ×3"],
            id="bands",
        ),
    ],
)
def test_a_variant_has_the_options_that_change_points(slug, agreed, variant, phrases):
    game = GAMES[slug]
    players = ("A", "B", "C", "D", "E")[: max(n for n in game.seats if n <= 5)]
    setup = build_setup(game, players, agreed)

    options = points_variant(game, setup)

    assert options == variant
    assert [render(each, {}) for each in variant_phrases(game, options)] == phrases
    kind, text = split_record_name(record_name("highest_total", options))
    assert (kind, parse_variant(game, text)) == ("highest_total", variant)
    assert bool(text) == bool(variant)


def test_four_players_of_gin_play_the_standard_game():
    game = GAMES["gin"]

    assert points_variant(game, build_setup(game, ("A", "B", "C", "D"), {})) == {}


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "7", '{"mus":1}', '{"scoring":"luck"}', '{"renege_penalty":-1}', "[" * 100_000],
)
def test_the_text_of_a_variant_that_the_game_does_not_have_is_none(text):
    assert parse_variant(GAMES["jabberwocky"], text) is None
