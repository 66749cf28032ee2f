"""A new match starts with the choices of the last match."""

from scorekeeper.league import last_setup, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.league.short_matches import start


def test_there_is_no_last_match_setup_before_the_first_match(store, people):
    assert last_setup.last_match_setup(store) is None


def test_the_last_match_setup_moves_the_deal_to_the_next_seat(store, log, people):
    start(log, ("2", "3", "1"), schedule=[1, 2, 1], first_dealer="3")

    setup = last_setup.last_match_setup(store)

    assert (setup.game, setup.players, setup.dealer) == ("jabberwocky", ("2", "3", "1"), "1")
    assert setup.options["schedule"] == [1, 2, 1]
    assert "first_dealer" not in setup.options


def test_each_group_and_game_has_its_own_last_match_setup(store, log, people):
    dina = roster.add_player(store, "Dina").key
    all_four = (*people, dina)
    start(log, people, at=1)
    start(log, all_four, "chinchon", at=2, limit=60)
    start(log, all_four, "chinchon", at=3, limit=80)
    start(log, people, "loba", at=4)

    assert last_setup.last_match_setup(store).game == "loba"
    assert last_setup.last_match_setup(store, players=("3", "1", "2")).game == "loba"
    assert last_setup.last_match_setup(store, "jabberwocky", players=("3", "1", "2")).match == 1
    assert last_setup.last_match_setup(store, "chinchon").options["limit"] == 80
    assert last_setup.last_match_setup(store, players=reversed(all_four)).options["limit"] == 80
    assert last_setup.last_match_setup(store, "gin") is None
    assert last_setup.last_match_setup(store, players=("1", "2")) is None


def test_the_last_match_setup_ignores_deleted_matches(store, log, people):
    start(log, people, at=1)
    commands.delete(log, start(log, people, "loba", at=2), CommandMeta("away", 3))

    assert last_setup.last_match_setup(store).game == "jabberwocky"
