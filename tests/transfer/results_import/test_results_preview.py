"""The preview of an import compares the new matches with those already in the league."""

import pytest
from sqlalchemy import select, update

from scorekeeper.db.tables import MatchPlayers, Players
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import import_undo, preview
from tests.transfer.result_files import NOW, TWO_RESULTS, import_results, preview_results


def rejected(seen):
    return [(line.number, str(line.reason.template)) for line in seen.bad_lines]


HERE = "This match already exists."


def test_existing_matches_are_left_out_unless_requested(store, people):
    import_results(store, TWO_RESULTS)

    seen = preview_results(store, TWO_RESULTS)
    assert (seen.matches, seen.already_stored) == ((), 2)
    assert rejected(seen) == [(2, HERE), (3, HERE), (4, HERE), (5, HERE)]
    assert len(preview_results(store, TWO_RESULTS, again=True).matches) == 2


def test_matches_of_an_undone_import_do_not_count_as_existing(store, people):
    import_undo.undo(store, import_results(store, TWO_RESULTS), NOW)

    assert len(preview_results(store, TWO_RESULTS).matches) == 2


def test_a_match_with_other_points_or_another_date_is_a_new_match(store, people):
    import_results(store, TWO_RESULTS)

    assert len(preview_results(store, TWO_RESULTS.replace("62", "63")).matches) == 1
    assert len(preview_results(store, TWO_RESULTS.replace("3/9", "4/9")).matches) == 2


def test_each_existing_match_excludes_only_one_match_of_the_file(store, people):
    twice = TWO_RESULTS.replace("date;", "match;date;").replace("\n3", "\nx;3")
    lines = twice.splitlines()
    text = "\n".join(
        [lines[0], *(f"{1 + n // 2}{line[1:]}" for n, line in enumerate(lines[1:3] * 2))]
    )
    import_results(store, TWO_RESULTS)

    seen = preview_results(store, text)
    assert (seen.already_stored, len(seen.matches)) == (1, 1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "3/9/2023;Loba;Ana, Bruno, Chus, D, E, F",
            "{game} is for {players}, not {n}.",
        ),
        (
            "3/9/2023;Jaguar;Ana, Bruno",
            "{game} is for {players}, not {n}.",
        ),
    ],
)
def test_a_match_with_a_wrong_number_of_players_for_its_game_is_rejected(
    store, people, line, reason
):
    assert rejected(preview_results(store, f"date;game;players\n{line}\n")) == [(2, reason)]


def test_a_merged_name_counts_as_the_player_it_was_merged_into(store, app, people):
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Players).where(Players.id == 3).values(merged_into=1))

    assert rejected(preview_results(store, "date;game;players\n3/9/2023;Loba;Ana, Chus\n")) == [
        (2, "Two names in this match belong to the same person.")
    ]
    import_results(store, "date;game;players\n3/9/2023;Loba;Bruno, Chus\n")
    with engines.engine_of(app).connect() as connection:
        assert connection.scalars(
            select(MatchPlayers.player_id).order_by(MatchPlayers.seat)
        ).all() == [2, 1]


@pytest.mark.parametrize(
    ("days", "asked"),
    [([], []), ([1], [(1, 1)]), ([1, 3, 7], [(1, 7)]), ([1, 6, 7, 30], [(1, 1), (6, 7), (30, 30)])],
)
def test_time_ranges_join_evenings_that_are_close_together(days, asked):
    day = 24 * 60 * 60
    ranges = preview.time_ranges([number * day for number in days])

    assert [(first // day, last // day) for first, last in ranges] == asked
