"""The check of stored answers accepts everything that the commands write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.events import decode_event, encode_event
from scorekeeper.match.log import MemoryLog
from scorekeeper.match.replay import SheetBuilder, initial_sheet
from scorekeeper.match.stored_answers import check_stored_answers
from scorekeeper.rules import GAMES
from tests.match.random_match import RandomMatch
from tests.sample import examples

NAMES = {"1": "Ana", "2": "Ben", "3": "Cem"}


def check(entries):
    builder = SheetBuilder(initial_sheet(entries[0]))
    for entry in entries[1:]:
        check_stored_answers(builder, decode_event(*encode_event(entry.event)))
        builder.write(entry)


@pytest.mark.parametrize("game", GAMES)
@examples(10, 4)
@given(seed=st.integers(0, 2**32))
def test_everything_that_the_commands_write_is_accepted(game, seed):
    check(RandomMatch(game, seed).run_random_commands(40).entries)


def test_a_draft_that_no_longer_fits_a_corrected_deal_is_accepted():
    """One phone saves a draft of deal 2. Another phone corrects deal 1, which puts Cem out."""
    log = MemoryLog(NAMES)
    match = commands.start_match(log, "loba", tuple(NAMES), {"limit": 25}, CommandMeta("start", 1))

    def cards(of_cem):
        return {"went_out": "1", "clean": False, "deadwood": {"1": 0, "2": 5, "3": of_cem}}

    for number in (1, 2):
        commands.record_stage(log, match, number, "cards", cards(4), CommandMeta(f"{number}", 2))
    seen = log.sheet(match).version
    over = (("cards", cards(30)), ("back", {"reenlist": []}))
    without_cem = {"went_out": "1", "clean": False, "deadwood": {"1": 0, "2": 5}}
    correction_commands.correct_deal(
        log, match, 1, over, seen, CommandMeta("over", 3), ((2, (("cards", without_cem),)),)
    )
    correction_commands.save_draft(log, match, 2, (("cards", cards(6)),), CommandMeta("draft", 4))

    check(log.entries_by_match[match])
