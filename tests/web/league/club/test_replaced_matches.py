"""A match that was replaced by a match with other players at its table."""

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.clocks import evening_date
from tests.club_league import (
    create_night,
    end_night,
    round_matches,
)
from tests.web.league.club.reading import names, seated_tables


def replace_match(phone, store, night):
    """Start round 1, and then change table 1 so that it plays without its last player.

    Returns (first match of the table, match that replaces it).
    """
    phone.go("/club/1")
    phone.tap("Draw round 1")
    phone.tap("Start 2 matches")
    first, _ = round_matches(store, night)
    phone.go("/club/1/rounds/1/tables/1")
    phone.tap(names(seated_tables(store, night)[0])[-1])
    phone.tap("Start with these players")
    return first, round_matches(store, night)[0]


def test_a_replaced_match_is_restored_after_a_question_and_the_new_one_stays_at_its_table(
    phone, store, night
):
    first, newest = replace_match(phone, store, night)

    phone.go(f"/matches/{first}")
    page = phone.tap("Restore match")
    assert page.status == 422
    assert "This match was replaced by a match with other players at table 1." in page.words
    assert phone.go("/club/1/tables/1").path == f"/matches/{newest}"
    phone.go("/matches/thrown-away")
    assert phone.tap("Restore").status == 422

    assert phone.tap("Restore match").path == f"/matches/{first}"

    assert phone.go("/club/1/tables/1").path == f"/matches/{newest}"
    phone.go(f"/matches/{newest}/end")
    phone.tap("Delete this match")
    assert phone.tap("Restore match").path == f"/matches/{newest}"  # no match has replaced it


def test_a_match_whose_replacement_was_left_unfinished_is_restored_at_once(
    phone, store, log, night, now
):
    first, newest = replace_match(phone, store, night)
    commands.close(log, newest, "unfinished", CommandMeta("close", now))

    phone.go(f"/matches/{first}")
    assert phone.tap("Restore match").path == f"/matches/{first}"

    assert phone.go("/club/1/tables/1").path == f"/matches/{first}"


def test_a_replaced_match_that_was_left_unfinished_continues_after_a_question(
    phone, store, log, night, now
):
    phone.go("/club/1")
    phone.tap("Draw round 1")
    phone.tap("Start 2 matches")
    first, other = round_matches(store, night)
    for match in (first, other):
        commands.close(log, match, "unfinished", CommandMeta("close", now))
    phone.go("/club/1/rounds/1/tables/1")
    phone.tap("Start with these players")
    newest, _ = round_matches(store, night)

    for action, button in (("undo", "Undo: end of the match"), ("reopen", "Keep playing")):
        phone.go(f"/matches/{first}")
        asked = phone.tap(button)
        assert asked.path == f"/matches/{first}/confirm/{action}"
        assert "This match was replaced by a match with other players at table 1." in asked.words
        assert "in progress again" not in asked.words
        assert log.sheet(first).ended == "unfinished"

    phone.tap("Keep playing")
    assert log.sheet(first).ended is None
    assert phone.go("/club/1/tables/1").path == f"/matches/{newest}"
    phone.go(f"/matches/{other}")
    phone.tap("Keep playing")  # no match has replaced this one
    assert log.sheet(other).ended is None


def test_the_tv_page_shows_the_new_match_after_a_replaced_one_was_restored(
    phone, store, log, people, now
):
    night = create_night(store, people, size=4, evening=evening_date(now))
    first, _ = replace_match(phone, store, night)
    shown = phone.go("/tv").words

    commands.restore(log, first, CommandMeta("restore", now))

    assert phone.go("/tv").words == shown


def test_the_phones_of_a_replaced_match_are_led_to_the_new_one(
    phone, another_phone, store, log, night
):
    phone.go("/club/1")
    phone.tap("Draw round 1")
    phone.tap("Start 2 matches")
    first, other = round_matches(store, night)
    missing = names(seated_tables(store, night)[0])[-1]
    for _ in range(2):  # first without the missing player, then with them again
        phone.go("/club/1/rounds/1/tables/1")
        phone.tap(missing)
        phone.tap("Start with these players")
    newest, _ = round_matches(store, night)

    page = another_phone.go(f"/matches/{first}")
    assert "It was played at table 1, which may have another match now." in page.words
    assert another_phone.tap("Go to table 1").path == f"/matches/{newest}"
    another_phone.go(f"/matches/{newest - 1}")
    assert another_phone.tap("Go to table 1").path == f"/matches/{newest}"
    commands.delete(log, other, CommandMeta("delete", 2_000_000_000))
    another_phone.go(f"/matches/{other}")
    assert another_phone.tap("Go to table 2").path == "/club/1"
    end_night(store, night)
    assert "Go to table" not in another_phone.go(f"/matches/{first}").words
