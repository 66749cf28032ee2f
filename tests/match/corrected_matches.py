"""Helpers to compare a corrected match with a match played with the corrected answers."""

from dataclasses import replace

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog


def replay_in_new_match(played):
    """Enter the answers of the current sheet in a new match, and return the new match's sheet."""
    sheet = played.sheet
    log = MemoryLog(dict(played.log.names))
    setup = sheet.setup
    match = commands.start_match(
        log, setup.game, setup.players, setup.options, CommandMeta("start", 0)
    )
    for number, stages in enumerate(sheet.deal_answers, start=1):
        for stage, answers in stages:
            if log.sheet(match).answerable_stage(number, stage):
                commands.record_stage(
                    log, match, number, stage, answers, CommandMeta(f"{number} {stage}", 1)
                )
    return log.sheet(match)


def derived_values(sheet):
    """Return everything that follows from the deals: positions, points, and the next question."""
    deals = [(played.before, played.points, played.after) for played in sheet.played_deals]
    return deals, sheet.position, sheet.asked_stage


def without_change_fields(sheet):
    """Return the sheet without the fields that change with every event or undo."""
    return replace(sheet, version=0, changed_at=0, undo_versions={}, undone=())
