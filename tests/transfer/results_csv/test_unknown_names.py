"""Names in a file that are known, similar to known names, or new.

Users choose what happens to unknown names.
"""

import pytest

from scorekeeper.transfer.results_csv import LEAVE_OUT, NEW
from tests.transfer.results_csv.example_league import (
    POINTS,
    match_results,
    parse_csv,
    rejected_lines,
)


def evening(*names, game="Loba"):
    return POINTS + "".join(f"3/9/23;{game};{name};{n}\n" for n, name in enumerate(names))


def suggestions(strangers):
    return [(one.text, one.lines, one.suggested) for one in strangers]


def test_known_players_are_recognised_by_their_normalised_names():
    parsed = parse_csv(evening("ANA", " bruno ", "\uff23hus"))

    assert parsed.names == ()
    assert [(seat.key, seat.name) for seat in parsed.matches[0].seats] == [
        ("1", "Ana"),
        ("2", "Bruno"),
        ("3", "Chus"),
    ]


def test_an_unknown_name_is_matched_to_a_similar_player_or_a_new_one():
    parsed = parse_csv(evening("Gema", "Txus", "Dina") + "4/9/23;Loba;GEMA;1\n4/9/23;Loba;Ana;2\n")

    assert suggestions(parsed.names) == [("Txus", 1, "3"), ("Gema", 2, NEW)]
    assert [(seat.key, seat.name) for match in parsed.matches for seat in match.seats] == [
        ("", "Gema"),
        ("3", "Chus"),
        ("4", "Dina"),
        ("", "Gema"),
        ("1", "Ana"),
    ]


@pytest.mark.parametrize(
    ("chosen", "who"),
    [
        pytest.param("5", ("5", "Edu"), id="a known player"),
        pytest.param(NEW, ("", "Txus"), id="a new player"),
        pytest.param("99", ("3", "Chus"), id="a removed player, so the suggestion"),
    ],
)
def test_the_user_chooses_the_player_for_an_unknown_name(chosen, who):
    parsed = parse_csv(evening("Txus", "Ana"), names={"txus": chosen})

    assert parsed.matches[0].seats[0][:2] == who


def test_a_match_with_a_left_out_player_is_left_out():
    parsed = parse_csv(evening("Ana", "Gema", "Bruno"), names={"gema": LEAVE_OUT})

    assert rejected_lines(parsed) == {
        2: "Left out because it belongs to the same match as line 3.",
        3: "“Gema” is left out.",
        4: "Left out because it belongs to the same match as line 3.",
    }


def test_two_unknown_names_may_be_one_player_but_not_in_the_same_match():
    text = evening("Txus", "Ana") + "4/9/23;Loba;Chusa;1\n4/9/23;Loba;Ana;2\n"
    both = {"txus": "3", "chusa": "3"}

    assert {seat.key for match in parse_csv(text, names=both).matches for seat in match.seats} == {
        "1",
        "3",
    }
    assert rejected_lines(
        parse_csv("date;game;players\n3/9/23;Loba;Txus, Chusa\n", names=both)
    ) == {2: "Chus is in this match twice."}


def test_a_line_with_an_invalid_name_is_rejected():
    assert rejected_lines(parse_csv(evening("x" * 41, "Ana"))) == {
        2: "A name can have at most 40 characters, not 41.",
        3: "Left out because it belongs to the same match as line 2.",
    }
    assert rejected_lines(parse_csv(evening("\u200b", "Ana")))[2] == "Every player needs a name."
    assert rejected_lines(parse_csv(evening("", "Ana")))[2] == "There is no player on this line."


@pytest.mark.parametrize("game", ["chinchon", "CHINCHÓN", "Chinchón ", "(Chinchon)"])
def test_game_names_ignore_case_accents_and_punctuation(game):
    assert match_results(parse_csv(evening("Ana", "Bruno", game=game)))[0][1] == "chinchon"


def test_a_game_is_recognised_by_an_alternative_name():
    assert match_results(parse_csv(evening("Ana", "Bruno", game="oh hell")))[0][1] == "jabberwocky"


def test_an_unknown_game_is_matched_to_a_similar_game_or_left_out():
    parsed = parse_csv(
        evening("Ana", "Bruno", game="Xinxon") + evening("Ana", "Edu", game="Chinchn")
    )

    assert suggestions(parsed.games) == [
        ("Chinchn", 2, "chinchon"),
        ("Xinxon", 2, LEAVE_OUT),
        ("game", 1, LEAVE_OUT),
    ]
    assert rejected_lines(parsed)[2] == "There is no game called “Xinxon”."
    assert [match.game for match in parsed.matches] == ["chinchon"]


@pytest.mark.parametrize(
    ("chosen", "game"), [("loba", "loba"), ("mus", "chinchon"), (LEAVE_OUT, None)]
)
def test_the_user_chooses_the_game_for_an_unknown_game_name(chosen, game):
    parsed = parse_csv(evening("Ana", "Bruno", game="Chinchn"), games={"chinchn": chosen})

    assert [match.game for match in parsed.matches] == ([game] if game else [])


def test_only_the_most_frequent_unknown_names_get_suggestions():
    text = "".join(
        f"3/9/23;Mus{n};Bruno{'abcdefghij'[n // 10]}{'klmnopqrst'[n % 10]}{'x' * 7};1\n" * 2
        for n in range(100)
    )
    parsed = parse_csv(POINTS + text + "3/9/23;Lobo;Txus;1\n3/9/23;Lobo;Ana;2\n", heading_lines=1)

    assert suggestions(parsed.names)[-1] == ("Txus", 1, NEW)
    assert suggestions(parsed.games)[-1] == ("Mus99", 2, LEAVE_OUT)
    assert len(parsed.names) == len(parsed.games) == 101


def strangers(count, like):
    """Return a file with `count` unknown names.

    The file also contains the unknown name `like`, but on fewer lines than each of the others.
    """
    lines = "".join(
        f"3/9/23;{{}};Q{'abcdefghij'[n // 10]}{'klmnopqrst'[n % 10]}zw;1\n4/9/23;{{}};Ana;2\n" * 2
        for n in range(count)
    )
    return POINTS + lines.replace("{}", "Loba") + evening(like, "Ana").partition("\n")[2]


def test_unknown_names_similar_to_a_player_are_asked_about_first():
    parsed = parse_csv(strangers(99, "Txus"))

    assert suggestions(parsed.names)[0] == ("Txus", 1, "3")
    assert [one.is_asked for one in parsed.names] == [True] * 50 + [False] * 50


def test_unknown_names_beyond_the_question_limit_become_new_players():
    names = [f"Bruno{a}{b}" for a in "aeiouklmst" for b in "aeiouklmst"][:60]
    lines = "".join(
        f"{1 + n % 28}/9/23;Loba;{name};1\n{1 + n % 28}/9/23;Loba;Ana;2\n"
        for n, name in enumerate(names)
    )
    parsed = parse_csv(POINTS + lines)
    asked, others = parsed.names[:50], parsed.names[50:]

    assert {one.suggested for one in asked} == {"2"}
    assert {(one.is_asked, one.suggested, one.chosen) for one in others} == {(False, NEW, NEW)}
    again = parse_csv(POINTS + lines, names=dict.fromkeys([one.key for one in asked], NEW))
    assert again.names == tuple(one._replace(chosen=NEW) for one in asked) + others


def test_unknown_names_answered_by_the_user_keep_their_questions():
    first = parse_csv(strangers(99, "Txus"))
    chosen = {first.names[49].key: "5", first.names[48].key: LEAVE_OUT}
    parsed = parse_csv(strangers(99, "Txus"), names=chosen)

    assert parsed.names[:48] == first.names[:48]
    assert [one.chosen for one in parsed.names[48:51]] == [LEAVE_OUT, "5", NEW]


def test_unknown_games_beyond_the_question_limit_are_left_out():
    lines = "".join(evening("Ana", "Edu", game=f"Mus{n}").partition("\n")[2] * 2 for n in range(40))
    long = "Chinchn" * 12
    text = POINTS + lines + evening("Ana", "Edu", game="Chinchn").partition("\n")[2]
    parsed = parse_csv(
        text + f"4/9/23;{long};Ana;1\n4/9/23;{long};Edu;2\n", games={long.lower(): "loba"}
    )

    assert suggestions(parsed.games)[0] == ("Chinchn", 2, "chinchon")
    assert [one.is_asked for one in parsed.games] == [True] * 30 + [False] * 12
    assert {one.chosen for one in parsed.games[30:]} == {LEAVE_OUT}
    assert [match.game for match in parsed.matches] == ["chinchon"]
