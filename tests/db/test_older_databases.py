"""Data of older databases keeps its meaning after an upgrade."""

import pytest
import sqlalchemy

from scorekeeper.access import invitations, public_links
from scorekeeper.db import rebuild
from scorekeeper.db.access_tables import Admissions, Devices
from scorekeeper.db.tables import Matches, MatchEvents, SnapshotResults
from scorekeeper.league import match_terms_commands, season_commands
from scorekeeper.league.roster import add_player
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.rights import Right
from scorekeeper.server import database_app, engines
from scorekeeper.server.bare_app import with_migrated_database
from scorekeeper.stats.stakes import Stakes
from tests.clocks import evening_timestamp
from tests.databases import rows as all_rows
from tests.db.derived_rows import derived_rows
from tests.db.revisions import downgrade
from tests.filled_league import fill_league
from tests.league.season_changes import season
from tests.members import NAME, add_phone
from tests.transfer.result_files import import_results


def test_upgrading_keeps_the_stakes_of_matches_in_a_closed_season(store, app, log, people, play):
    """One match has the season's stakes, one has stakes of its own, and one has no stakes."""
    autumn = season(store, starts=None, stakes=Stakes("cents", {"jabberwocky": 10, "loba": 10}))
    play("2026-10-01")
    play("2026-10-08")
    import_results(store, "date;game;Ana;Bruno\n24/12/2025;Loba;101;40\n")
    match_terms_commands.set_match_terms(
        store, 2, MatchTerms(stake=Stakes("counters", {"jabberwocky": 5}))
    )
    season_commands.close_season(store, autumn.id)
    before = [(row.match_id, row.stake) for row in all_rows(app, SnapshotResults)]
    assert [stake for _, stake in before] == [
        None,
        {"unit": "counters", "amounts": {"jabberwocky": 5}},
        {"unit": "cents", "amounts": {}},
    ]

    downgrade(app, "0002")
    engines.upgrade(app)

    assert [(row.match_id, row.stake) for row in all_rows(app, SnapshotResults)] == before


@pytest.mark.parametrize("is_repeated", [True, False])
def test_a_match_whose_last_answer_was_repeated_ends_with_the_first_one_after_the_upgrade(
    store, app, log, play, is_repeated
):
    match, later = play("2026-06-11"), evening_timestamp("2026-11-19")
    if is_repeated:
        commands.undo(log, match, 3, CommandMeta("undo", later))
        answers = {"tricks": {"1": 1, "2": 0, "3": 0}}
        commands.record_stage(log, match, 1, "tricks", answers, CommandMeta("again", later))
        with store.engine.begin() as connection:  # as an older version wrote it
            connection.execute(sqlalchemy.update(Matches).values(ended_at=later))

    downgrade(app, "0010")
    engines.upgrade(app)

    assert rebuild.has_missing_results(store.engine) is is_repeated
    rebuild.rebuild(store.engine)
    [row] = all_rows(app, Matches)
    assert row.ended_at == evening_timestamp("2026-06-11")
    assert row.result is not None


@pytest.mark.parametrize("agreed", [{}, {"hands": 3}])
def test_jaguar_ended_before_an_agreed_end_loses_its_records_in_the_upgrade(
    store, app, log, people, agreed
):
    players = (*people, *(add_player(store, name).key for name in ("Dina", "Edu")))
    match = commands.start_match(log, "jaguar", players, agreed, CommandMeta("start", 1))
    hand = {"jaguar": players[0], "friend": players[1], "points": 80}
    commands.record_stage(log, match, 1, "hand", hand, CommandMeta("hand", 2))
    commands.close(log, match, "closed", CommandMeta("end", 3))
    [row] = all_rows(app, Matches)
    with_records = [[*seat[:9], {"best_session": 2}] for seat in row.result]
    with store.engine.begin() as connection:  # as an older version wrote it
        connection.execute(sqlalchemy.update(Matches).values(result=with_records))

    downgrade(app, "0019")
    with_migrated_database(app)

    [row] = all_rows(app, Matches)
    assert [bool(seat[9]) for seat in row.result] == [not agreed] * 5


def test_a_match_with_an_undo_that_has_lost_entries_keeps_its_result_after_the_upgrade(
    store, app, log, play
):
    match = play("2026-06-11")
    commands.undo(log, match, 3, CommandMeta("undo", 1))
    commands.record_stage(
        log, match, 1, "tricks", {"tricks": {"1": 1, "2": 0, "3": 0}}, CommandMeta("again", 2)
    )
    check_that_upgrading_keeps_the_result(app, "0010", match, left=4)


def test_a_match_that_has_lost_entries_keeps_its_result_after_the_upgrade(app, play):
    check_that_upgrading_keeps_the_result(app, "0008", play("2026-06-11"), left=1)


def check_that_upgrading_keeps_the_result(app, revision, match, left):
    """Delete all but the first `left` entries of a match's log, upgrade, and check the result."""
    gone = (MatchEvents.match_id == match, MatchEvents.version > left)
    with engines.engine_of(app).begin() as connection:
        connection.execute(sqlalchemy.delete(MatchEvents).where(*gone))
    before = derived_rows(app)
    assert before[0][0].result is not None

    downgrade(app, revision)
    with_migrated_database(app)

    assert derived_rows(app) == before


def test_public_links_of_older_databases_show_the_same_match_or_feed_with_full_names(
    store, app, people, play
):
    match = play("2026-10-01")
    match_secret = public_links.create_public_link(store, "Final", public_links.one_match(match))
    feed_secret = public_links.create_public_link(store, "Reader", public_links.FEED)

    downgrade(app, "0011")
    engines.upgrade(app)

    links = [public_links.get_by_secret(store, each) for each in (match_secret, feed_secret)]
    assert [link.subject for link in links] == [public_links.one_match(match), public_links.FEED]
    assert [(link.names, link.indexed) for link in links] == [(ShownNames.FULL, False)] * 2


def test_devices_of_older_databases_keep_access_from_invitations_and_from_owners(store, app):
    """If no invitation gave a permission, the permission counts as granted by an owner."""
    link = invitations.invite(store, Right.VIEWER, "Friends").invitation
    for right, link_id in (("viewer", link), ("scorer", link), ("viewer", None)):
        add_phone(app, Right(right), f"{right} {link_id}", invitation_id=link_id)
    downgrade(app, "0006")
    engines.upgrade(app)

    phones = [row for row in all_rows(app, Devices) if row.name == NAME][1:]
    ways = {(row.device_id, row.invitation_id) for row in all_rows(app, Admissions)}
    assert [(row.right, row.granted) for row in phones] == [
        ("viewer", None),
        ("scorer", "scorer"),
        ("viewer", "viewer"),
    ]
    assert {(phone.id, phone.invitation_id or 0) for phone in phones} < ways


def test_starting_the_server_fills_in_missing_results_of_an_older_database(
    app, monkeypatch, tmp_path
):
    fill_league(app, matches=8, seed=1)
    results_before = results(app)
    downgrade(app, "0001")
    address = engines.engine_of(app).url.render_as_string(hide_password=False)
    engines.engine_of(app).dispose()
    monkeypatch.setenv("SCOREKEEPER_DATABASE", address)

    upgraded = database_app.create_migrated_app()

    assert any(results_before)
    assert results(upgraded) == results_before
    assert not rebuild.has_missing_results(engines.engine_of(upgraded))
    engines.engine_of(upgraded).dispose()


def test_starting_the_server_separates_records_of_an_older_database_by_variant(
    app, monkeypatch, tmp_path
):
    fill_league(app, matches=30, seed=1)
    results_before = results(app)
    downgrade(app, "0008")
    with engines.engine_of(app).begin() as connection:
        for row in connection.execute(sqlalchemy.select(Matches.id, Matches.result)).all():
            plain = [
                [*seat[:9], {name.split(" ")[0]: value for name, value in seat[9].items()}]
                for seat in row.result or ()
            ]
            change = sqlalchemy.update(Matches).where(Matches.id == row.id)
            connection.execute(change.values(result=plain or None))
    assert results(app) != results_before
    address = engines.engine_of(app).url.render_as_string(hide_password=False)
    engines.engine_of(app).dispose()
    monkeypatch.setenv("SCOREKEEPER_DATABASE", address)

    upgraded = database_app.create_migrated_app()

    assert results(upgraded) == results_before
    engines.engine_of(upgraded).dispose()


def results(app):
    return [row.result for row in all_rows(app, Matches)]
