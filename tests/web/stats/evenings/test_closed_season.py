"""An evening of a closed season keeps its table and payments after a correction."""

from scorekeeper.league import season_commands
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.clocks import evening_timestamp
from tests.web.results import jabberwocky, let_win
from tests.web.stats.evenings.page import ANA, BRUNO, CHUS, FIRST, SECOND, THIRD, rows


def test_a_correction_after_closing_shows_a_note_and_keeps_the_changes(store, phone, log, season):
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND)
    season_commands.close_season(store, season, at=evening_timestamp(THIRD))
    note = (
        "This match was corrected after Autumn was closed. The standings of that "
        "season have not changed."
    )
    page = phone.go(f"/nights/{FIRST}")
    assert note not in page.words
    assert rows(page, "Changes in Autumn")[0] == "Ana not ranked to 1 – to 5.00"

    let_win(log, match, CHUS)
    page = phone.go(f"/nights/{FIRST}")
    assert note in page.part("Jabberwocky").words
    assert "Chus won Jabberwocky" in page.words
    assert rows(page, "Changes in Autumn")[0] == "Ana not ranked to 1 – to 5.00"
    assert note not in phone.go(f"/nights/{SECOND}").words

    let_win(log, match, ANA)
    assert note not in phone.go(f"/nights/{FIRST}").words


def test_a_closed_season_is_paid_as_it_was_before_a_correction(store, phone, log, season):
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    season_commands.close_season(store, season, at=evening_timestamp(THIRD))
    paid = ["Bruno pays Ana 0.25", "Chus pays Ana 0.25"]
    page = phone.go(f"/nights/{FIRST}")
    assert page.items("Settling up") == paid
    assert "corrected" not in page.words

    let_win(log, match, CHUS)

    page = phone.go(f"/nights/{FIRST}")
    assert page.items("Settling up") == paid
    assert (
        "A match was corrected after Autumn was closed. The payments have not changed."
        in page.part("Settling up").words
    )
    assert "".join(page.by_id("text").inside).splitlines()[1:] == [
        "Jabberwocky: Chus won",
        "Autumn: 1 Ana 5.00, 2 Bruno 2.50, 2 Chus 2.50",
        *paid,
        "A match was corrected after Autumn was closed. The standings and payments of that season"
        " have not changed.",
    ]
    due = phone.go("/money?season=1").items("2 payments settle everything")
    assert [line.partition(" Mark as paid")[0] for line in due] == paid


def test_a_closed_season_pays_for_a_match_that_was_deleted_later(store, phone, log, season):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    deleted = jabberwocky(log, BRUNO, ANA, CHUS, evening=FIRST, hour=1)
    season_commands.close_season(store, season, at=evening_timestamp(THIRD))

    commands.delete(log, deleted, CommandMeta("delete", 2_000_000_000))

    page = phone.go(f"/nights/{FIRST}")
    assert "One match, 3 players" in page.words
    assert page.items("Settling up") == ["Chus pays Ana 0.25", "Chus pays Bruno 0.25"]
    assert "A match was corrected after Autumn was closed." in page.part("Settling up").words


def test_an_open_season_is_paid_by_the_corrected_match(store, phone, log, season):
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    season_commands.close_season(store, season, at=evening_timestamp(THIRD))
    let_win(log, match, CHUS)

    season_commands.reopen_season(store, season)

    page = phone.go(f"/nights/{FIRST}")
    assert page.items("Settling up") == ["Bruno pays Chus 0.25", "Ana pays Chus 0.25"]
    assert "corrected" not in page.words
