"""Corrections and drafts in the history of a match."""

from scorekeeper.match import commands, correction_commands
from tests.web.match.history.changed_match import bids, cards, tricks
from tests.web.phone import Phone


def test_a_correction_lists_only_changed_values_and_changed_totals(three):
    stages = (("bids", bids(1, 1, 0, 1)[2]), ("tricks", tricks(1, 1, 1, 1)[2]))
    three.run_command(correction_commands.correct_deal, 1, stages, 3, device=2)

    assert three.last() == [
        "20:04  <b>Bruno</b> corrected Deal 1. Tricks: Bruno 0 → 1, Ana 2 → 1.",
        "       Ana: 0 → 1 (+1), Bruno: 1 → 0 (−1).",
    ]
    page = Phone(three.app).go(three.page)
    line = page.root.all("ol")[0].all("li")[0]
    assert [each.words for each in line.all("del", "ins")] == ["0", "1", "2", "1"]
    assert line.all("bdi")[0].words == "<b>Bruno</b>"
    assert "Corrected later." in page.root.all("ol")[0].all("li")[1].words


def test_the_history_distinguishes_drafts_from_corrections(three):
    stages = (("bids", bids(1, 1, 0, 1)[2]), ("tricks", tricks(1, 1, 1, 1)[2]))
    three.run_command(correction_commands.save_draft, 1, stages)
    assert three.last() == [
        "20:04  Ana’s phone saved a draft correction of Deal 1. Tricks: Bruno 0 → 1, Ana 2 → 1.",
        "       It does not count yet.",
    ]

    three.run_command(correction_commands.drop_draft, 1)
    assert three.text()[-1] == "20:05  Ana’s phone discarded the draft of Deal 1."


def test_a_correction_with_several_drafts_has_one_line(three):
    """The phone saves a draft for each *Next*, and drops it when the correction is complete."""
    before = three.text()[:-1]
    for went in ((2, 0, 1), (1, 0, 2), (1, 1, 1)):
        stages = (("bids", bids(1, 1, 0, 1)[2]), ("tricks", tricks(1, *went)[2]))
        three.run_command(correction_commands.save_draft, 1, stages)
    assert len(three.text()) == len(before) + 3
    assert three.last() == [
        "20:06  Ana’s phone saved a draft correction of Deal 1. Tricks: Bruno 0 → 1, Ana 2 → 1.",
        "       It does not count yet.",
    ]

    three.run_command(correction_commands.correct_deal, 1, stages, 3)
    assert three.text()[-3:] == [
        "       Corrected later.",
        "20:07  Ana’s phone corrected Deal 1. Tricks: Bruno 0 → 1, Ana 2 → 1.",
        "       Ana: 0 → 1 (+1), Bruno: 1 → 0 (−1).",
    ]
    assert len(three.log.entries(three.match)) == 8


def test_the_draft_of_another_phone_keeps_its_line(three):
    drafted = (("bids", bids(1, 1, 0, 1)[2]), ("tricks", tricks(1, 1, 0, 2)[2]))
    stages = (("bids", bids(1, 1, 0, 1)[2]), ("tricks", tricks(1, 1, 1, 1)[2]))
    three.run_command(correction_commands.save_draft, 1, drafted, device=2)
    three.run_command(correction_commands.correct_deal, 1, stages, 4)

    assert three.text()[-4:] == [
        "20:04  <b>Bruno</b> saved a draft correction of Deal 1. Tricks: Chus 1 → 2, Ana 2 → 1.",
        "       It does not count yet.",
        "20:05  Ana’s phone corrected Deal 1. Tricks: Bruno 0 → 1, Ana 2 → 1.",
        "       Ana: 0 → 1 (+1), Bruno: 1 → 0 (−1).",
    ]


def test_a_correction_lists_the_later_deals_changed_with_it(loba):
    second = cards("2", p1=4, p2=0, p3=7)
    loba.run_command(
        correction_commands.correct_deal, 1, cards("1", p1=0, p2=5, p3=3), 3, later=((2, second),)
    )

    assert loba.text()[-4:] == [
        "20:04  Ana’s phone corrected Deal 1. Points left: Chus 30 → 3.",
        "       Deal 2 changed too: Points left: Chus – → 7.",
        "       Chus: 30 → 10 (−20).",
        "       Chus is no longer out.",
    ]
    assert loba.text().count("       Corrected later.") == 2

    loba.run_command(commands.undo, 4)
    assert loba.text()[-3:] == [
        "20:05  Ana’s phone undid the correction of Deal 1.",
        "       Chus: 10 → 30 (+20).",
        "       Chus is out.",
    ]


def test_a_correction_lists_the_deals_that_no_longer_count(loba):
    loba.run_command(
        correction_commands.correct_deal, 1, cards("1", p1=0, p2=25, p3=30), 3, later=((2, ()),)
    )

    assert loba.text()[-5:] == [
        "20:04  Ana’s phone corrected Deal 1. Points left: Bruno 5 → 25.",
        "       Deal 2 no longer counts: the match ends before it.",
        "       Ana: 4 → 0 (−4), Bruno: 5 → 25 (+20).",
        "       Bruno is out.",
        "       Ana wins.",
    ]
    assert "       The match now ends before this deal." in loba.text()


def test_a_correction_on_the_next_day_shows_its_date(three):
    three.answer(bids(2, 2, 1, 1))
    stages = (("bids", bids(1, 1, 1, 0)[2]), ("tricks", tricks(1, 2, 0, 1)[2]))
    three.run_command(correction_commands.correct_deal, 1, stages, 4, minutes=300)

    lines = Phone(three.app).go(three.page).root.all("li")
    days = [
        [time["datetime"] for time in line.all("time") if time["data-time"] == "day"]
        for line in lines
        if line.all("time")
    ]

    assert days == [[], ["2026-11-20T01:04:00Z"], [], [], []]
    assert "Fri 20 Nov 2026, Deal 1" in three.text()
