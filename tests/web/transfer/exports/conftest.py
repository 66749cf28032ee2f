"""A league with a finished and an unfinished match, for tests of exports."""

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web.extension_keys import LOG_KEY
from tests.web.transfer.exports.match_time import EVENING_AT


@pytest.fixture
def friends(store):
    """Ana, =Bruno and Chus, with the keys 1 to 3."""
    for name in ("Ana", "=Bruno", "Chus"):
        roster.add_player(store, name, at=0)


@pytest.fixture
def played(store, app, friends):
    """The event log of a league with two matches.

    Ana has won a match of Loba in two deals. A match of gin is unfinished.
    """
    log = app.extensions[LOG_KEY]
    season_commands.create_season(
        store, Season(0, "-Autumn", scheme=Scheme("wins", per_match=False)), at=0
    )
    agreed = {"limit": 40, "max_reenlist": 0, "stake": 0}
    commands.start_match(log, "loba", ("1", "2"), agreed, CommandMeta("a", EVENING_AT))
    for number, cards in ((1, 30), (2, 12)):
        answers = {"went_out": "1", "deadwood": {"1": 0, "2": cards}}
        commands.record_stage(
            log, 1, number, "cards", answers, CommandMeta(f"b{number}", EVENING_AT + 60 * number)
        )
    commands.start_match(log, "gin", ("1", "2", "3"), {}, CommandMeta("c", EVENING_AT + 200))
    commands.close(log, 2, "unfinished", CommandMeta("d", EVENING_AT + 300))
    return log
