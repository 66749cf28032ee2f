"""Corrections and their drafts are refused if the deal has changed or the rules forbid them."""

import pytest
from hypothesis import assume, given

from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.correction_commands import DraftReplaced
from scorekeeper.match.events import CorrectionDrafted, DraftDropped, RoundCorrected
from tests.match.commands.matches import SEEDS, OvertakenLog, deal, every_game
from tests.match.random_match import RandomMatch
from tests.refusals import reasons_of
from tests.replayed import replayed_sheet
from tests.sample import examples


def test_a_correction_of_a_deal_corrected_in_the_meantime_is_stale(chinchon):
    seen = chinchon.sheet(1).version
    stages = chinchon.sheet(1).deal_answers[0]
    correction_commands.correct_deal(chinchon, 1, 1, stages, seen, CommandMeta("first", 9))

    with pytest.raises(Stale):
        correction_commands.correct_deal(chinchon, 1, 1, stages, seen, CommandMeta("second", 10))
    correction_commands.correct_deal(
        chinchon, 1, 2, chinchon.sheet(1).deal_answers[1], seen, CommandMeta("another deal", 11)
    )


def test_a_correction_of_a_deal_changed_by_undo_or_redo_in_the_meantime_is_stale(chinchon):
    stages = chinchon.sheet(1).deal_answers
    fixed = correction_commands.correct_deal(
        chinchon, 1, 1, stages[0], 4, CommandMeta("first", 9)
    ).version

    undone = commands.undo(chinchon, 1, fixed, CommandMeta("undo", 10)).version
    with pytest.raises(Stale):
        correction_commands.correct_deal(
            chinchon, 1, 1, stages[0], fixed, CommandMeta("as before the undo", 11)
        )
    commands.redo(chinchon, 1, fixed, CommandMeta("redo", 12))
    with pytest.raises(Stale):
        correction_commands.correct_deal(
            chinchon, 1, 1, stages[0], undone, CommandMeta("as before the redo", 13)
        )

    correction_commands.correct_deal(
        chinchon, 1, 2, stages[1], fixed, CommandMeta("another deal", 14)
    )


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_deal_that_was_not_played_cannot_be_corrected(chinchon, number):
    stages = chinchon.sheet(1).deal_answers[0]

    with pytest.raises(Stale):
        correction_commands.correct_deal(chinchon, 1, number, stages, 4, CommandMeta("fix", 9))
    with pytest.raises(Stale):
        correction_commands.save_draft(chinchon, 1, number, stages, CommandMeta("draft", 9))


@every_game
@examples(25, 10)
@given(seed=SEEDS)
def test_a_correction_is_applied_completely_or_refused_without_any_change(game, seed):
    random_match = RandomMatch(game, seed).run_random_commands(15).make_playable().play(6)
    before = random_match.sheet
    assume(before.played_deals)
    number, stages = random_match.random_correction()

    refused = None
    try:
        random_match.run_command(correction_commands.correct_deal, number, stages, before.version)
    except Refused as refusal:
        refused = refusal

    after = random_match.sheet
    assert after == replayed_sheet(random_match.log, random_match.match)
    if refused:
        assert after == before
        assert refused.round is None or refused.round > number
    else:
        assert after.deal_answers == (
            *before.deal_answers[: number - 1],
            stages,
            *before.deal_answers[number:],
        )


def test_a_correction_that_makes_a_later_deal_invalid_names_that_deal(chinchon):
    before = chinchon.sheet(1)
    stages = (
        ("cards", deal("1", {"1": 2, "2": 5, "3": 61})),
        ("back", {"reenlist": []}),
    )
    with pytest.raises(Refused) as refused:
        correction_commands.correct_deal(
            chinchon, 1, 2, stages, before.version, CommandMeta("fix", 9)
        )

    assert refused.value.round == 3
    assert reasons_of(refused) == [
        ("not_active", "Chus is out and takes no part in this deal."),
    ]
    assert chinchon.sheet(1) == before


def test_an_invalid_correction_names_no_later_deal(chinchon):
    stages = (("cards", deal("1", {"1": 5, "2": 5, "3": 5})),)

    with pytest.raises(Refused) as refused:
        correction_commands.correct_deal(chinchon, 1, 2, stages, 4, CommandMeta("fix", 9))

    assert refused.value.round is None
    assert reasons_of(refused) == [("out_of_range", "Ana closed and can have at most 4 left.")]


def test_a_correction_after_which_a_player_is_out_asks_whether_they_come_back(
    chinchon,
):
    stages = (("cards", deal("1", {"1": 2, "2": 5, "3": 20})),)

    sheet = correction_commands.correct_deal(chinchon, 1, 3, stages, 4, CommandMeta("fix", 9))

    assert (sheet.asked_stage.round, sheet.asked_stage.stage) == (3, "back")
    assert len(sheet.played_deals) == 2


def test_saving_a_correction_deletes_its_draft(chinchon):
    stages = chinchon.sheet(1).deal_answers[0]
    correction_commands.save_draft(chinchon, 1, 1, stages, CommandMeta("draft", 9))
    assert chinchon.sheet(1).drafts[1].event == CorrectionDrafted(1, stages)

    sheet = correction_commands.correct_deal(chinchon, 1, 1, stages, 4, CommandMeta("fix", 10))
    again = correction_commands.correct_deal(chinchon, 1, 1, stages, 4, CommandMeta("fix", 10))

    assert sheet.drafts == {}
    assert again == sheet
    assert sheet.version == 7


def test_a_correction_is_saved_if_its_draft_was_discarded_in_the_meantime(chinchon):
    log = OvertakenLog(chinchon.names, chinchon.entries_by_match, chinchon.keys, chinchon.sheets)
    stages = log.sheet(1).deal_answers[0]
    correction_commands.save_draft(chinchon, 1, 1, stages, CommandMeta("draft", 9))
    log.faster(1, lambda _: correction_commands.drop_draft(chinchon, 1, 1, CommandMeta("drop", 10)))

    sheet = correction_commands.correct_deal(log, 1, 1, stages, 5, CommandMeta("fix", 11))

    assert sheet == replayed_sheet(log, 1)
    assert [type(entry.event) for entry in log.entries_by_match[1][5:]] == [
        DraftDropped,
        RoundCorrected,
    ]


@pytest.mark.parametrize(
    "command", [correction_commands.save_draft, correction_commands.correct_deal]
)
def test_a_draft_saved_by_another_phone_in_the_meantime_is_not_replaced(chinchon, command):
    log = OvertakenLog(chinchon.names, chinchon.entries_by_match, chinchon.keys, chinchon.sheets)
    first, second, _ = log.sheet(1).deal_answers
    log.faster(
        1,
        lambda _: correction_commands.save_draft(chinchon, 1, 1, second, CommandMeta("faster", 8)),
    )
    values = {"number": 1, "stages": first, "meta": CommandMeta("slower", 9), "replaces": [None]}
    if command is correction_commands.correct_deal:
        values["seen"] = 4

    with pytest.raises(DraftReplaced):
        command(log, 1, **values)

    assert log.sheet(1).drafts[1].event == CorrectionDrafted(1, second)
    assert log.entry_by_key(1, "slower") is None


def test_a_draft_changes_no_score_and_can_be_discarded(chinchon):
    before = chinchon.sheet(1)
    stages = before.deal_answers[0]

    drafted = correction_commands.save_draft(chinchon, 1, 1, stages, CommandMeta("draft", 9))
    dropped = correction_commands.drop_draft(chinchon, 1, 1, CommandMeta("drop", 10))

    assert drafted.position == before.position
    assert dropped.drafts == {}
    with pytest.raises(Stale):
        correction_commands.drop_draft(chinchon, 1, 1, CommandMeta("drop again", 11))
