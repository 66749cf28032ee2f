"""Rematches at the tables of a club night, started on the page of a finished match."""

from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.clocks import evening_date
from tests.club_league import BEGAN, create_night, play_out, round_matches


def start_round(phone):
    phone.go("/club/1")
    phone.tap("Draw round 1")
    phone.tap("Start 2 matches")


def rematch(phone, match):
    """Tap *Rematch* on a match and return the id of the new match."""
    phone.go(f"/matches/{match}")
    return int(phone.tap("Rematch, same seats").path.split("/")[-1])


def test_a_rematch_is_shown_at_its_table_and_does_not_count(phone, store, log, night):
    start_round(phone)
    first, _ = round_matches(store, night)
    play_out(log, first)
    again = rematch(phone, first)
    page = phone.go("/club/1")
    tables = page.words.partition("End club night")[0]
    assert tables.count("in progress") == 2
    assert (
        "Only the first match finished at this table counts towards the night’s ranking."
        in page.words
    )
    rounds = club_rounds.night_rounds(store, night)
    assert len(rounds.playing_players) == 8  # nobody is drawn during a rematch
    assert phone.go("/club/1/tables/1").path == f"/matches/{again}"

    play_out(log, again)

    assert "Night ranking one match" in phone.go("/club/1").words
    third = rematch(phone, again)
    assert phone.go("/club/1/tables/1").path == f"/matches/{third}"
    commands.delete(log, third, CommandMeta("delete", BEGAN))
    assert phone.go("/club/1/tables/1").path == f"/matches/{first}"


def test_the_tv_page_shows_a_rematch_while_it_is_running(phone, store, log, people, now):
    night = create_night(store, people, size=4, evening=evening_date(now))
    start_round(phone)
    first, _ = round_matches(store, night)
    play_out(log, first)
    ended = phone.go("/tv").words
    assert "Table 1 Rematch" not in ended
    again = rematch(phone, first)
    assert "Table 1 Rematch" in phone.go("/tv").words

    play_out(log, again)

    assert phone.go("/tv").words == ended


def test_a_rematch_counts_if_the_first_match_was_left_unfinished(phone, store, log, night):
    start_round(phone)
    first, _ = round_matches(store, night)
    commands.close(log, first, "unfinished", CommandMeta("end", BEGAN))
    again = rematch(phone, first)
    play_out(log, again)

    assert round_matches(store, night)[0] == again
    page = phone.go("/club/1")
    assert "Night ranking one match" in page.words
    assert "left unfinished" in page.words


def test_during_the_night_a_finished_match_leads_back_to_the_night(phone, store, log, night):
    start_round(phone)
    first, _ = round_matches(store, night)
    play_out(log, first)
    page = phone.go(f"/matches/{first}")

    assert "Rematch, same seats" in page.words
    assert phone.tap("Back to the club night").path == "/club/1"
    phone.tap("End club night")
    assert "Back to the club night" not in phone.go(f"/matches/{first}").words


def test_a_match_of_an_earlier_round_leads_to_the_new_one_without_a_rematch(
    phone, store, log, night
):
    start_round(phone)
    matches = round_matches(store, night)
    for match in matches:
        play_out(log, match)
    phone.go("/club/1")
    phone.tap("Draw round 2")
    phone.tap("Start 2 matches")
    newest = club_rounds.night_rounds(store, night).newest_match(1).id
    page = phone.go(f"/matches/{matches[0]}")

    assert "Rematch" not in page.words
    assert phone.tap("Go to the new match at table 1").path == f"/matches/{newest}"
    play_out(log, newest)
    page = phone.go(f"/matches/{matches[0]}")
    assert "Rematch" not in page.words
    assert "Back to the club night" in page.words


def test_a_page_from_before_the_next_round_starts_no_rematch(
    phone, another_phone, store, log, night
):
    start_round(phone)
    matches = round_matches(store, night)
    for match in matches:
        play_out(log, match)
    another_phone.go(f"/matches/{matches[0]}")
    phone.go("/club/1")
    phone.tap("Draw round 2")
    phone.tap("Start 2 matches")
    newest = club_rounds.night_rounds(store, night).newest_match(1).id

    assert another_phone.tap("Rematch, same seats").path == f"/matches/{newest}"
