"""The history of a match: each change and its phone, computed from the log alone."""

import time

import pytest

from scorekeeper import create_app
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.events import EVENT_BY_KIND, ResultImported
from scorekeeper.match.log import MemoryLog
from scorekeeper.rules import GAMES
from tests.match.random_tables import Evening
from tests.web.evening import Writer
from tests.web.phone import Phone

FRIENDS = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina"}
PHONES = {1: "Ana’s phone", 2: "<b>Bruno</b>"}
EIGHT = 1_795_118_400  # 19 November 2026, 20:00 in UTC
SEEDS = range(4)


@pytest.fixture(autouse=True)
def clocks_in_utc(monkeypatch):
    """Set the time zone to UTC, regardless of the machine's."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


class Told:
    """A match that is changed once a minute, each time from a phone."""

    def __init__(self, game, seats, **options):
        self.log = MemoryLog(FRIENDS, phones=PHONES)
        self.minutes = 0
        players = tuple(FRIENDS)[:seats]
        self.match = verbs.start_match(self.log, game, players, options, self.sent(1))
        self.app = create_app({"TESTING": True}, log=self.log)
        self.page = f"/matches/{self.match}/history"

    def sent(self, device, minutes=1):
        self.minutes += minutes
        return CommandMeta(f"at {self.minutes}", EIGHT + 60 * self.minutes, device)

    def do(self, verb, *details, device=1, minutes=1, **more):
        verb(self.log, self.match, *details, self.sent(device, minutes), **more)

    def answer(self, *stages, device=1):
        for number, stage, answers in stages:
            self.do(verbs.record_stage, number, stage, answers, device=device)

    def text(self):
        """Return the lines of the history's text file."""
        return Phone(self.app).client.get(f"{self.page}.txt").text.splitlines()

    def last(self):
        return self.text()[-2:]


def by_seat(*numbers):
    return dict(zip(FRIENDS, numbers, strict=False))


def bids(number, *numbers):
    return number, "bids", {"bids": by_seat(*numbers)}


def tricks(number, *numbers):
    return number, "tricks", {"tricks": by_seat(*numbers)}


@pytest.fixture
def three():
    """Three at Jabberwocky, with three cards each, after one deal that Ana dealt."""
    told = Told("jabberwocky", 3, schedule=[3, 3])
    told.answer(bids(1, 1, 0, 1), tricks(1, 2, 0, 1))
    return told


def test_the_history_lists_answers_and_the_points_scored(three):
    three.answer((2, "bids", {"bids": by_seat(2, 2, 2)}), device=None)

    assert three.text() == [
        "Jabberwocky",
        "",
        "Thu 19 Nov 2026",
        "20:01  Ana’s phone started Jabberwocky: Ana, Bruno, Chus; Ana deals first.",
        "       Cards in each deal: 3, 3",
        "",
        "Thu 19 Nov 2026, Deal 1",
        "20:02  Ana’s phone saved the bids: Bruno 0, Chus 1, Ana 1.",
        "20:03  Ana’s phone saved the tricks: Bruno 0, Chus 1, Ana 2.",
        "       +1 for Bruno and Chus.",
        "",
        "Thu 19 Nov 2026, Deal 2",
        "20:04  Saved the bids: Chus 2, Ana 2, Bruno 2.",
    ]


def test_a_correction_lists_only_changed_values_and_changed_totals(three):
    stages = (("bids", bids(1, 1, 0, 1)[2]), ("tricks", tricks(1, 1, 1, 1)[2]))
    three.do(verbs.correct_deal, 1, stages, 3, device=2)

    assert three.last() == [
        "20:04  <b>Bruno</b> corrected Deal 1. Tricks: Bruno 0 → 1, Ana 2 → 1.",
        "       Ana: 0 → 1 (+1), Bruno: 1 → 0 (−1).",
    ]
    page = Phone(three.app).go(three.page)
    line = page.root.all("ol")[0].all("li")[0]
    assert [each.words for each in line.all("del", "ins")] == ["0", "1", "2", "1"]
    assert line.all("bdi")[0].words == "<b>Bruno</b>"
    assert "Corrected later." in page.root.all("ol")[0].all("li")[1].words


def test_the_history_lists_undo_redo_and_answers_saved_again(three):
    three.do(verbs.undo, 3)
    three.do(verbs.redo, 3)
    three.do(verbs.undo, 3)
    three.answer(tricks(1, 1, 0, 2))

    assert three.text()[-8:] == [
        "20:03  Ana’s phone saved the tricks: Bruno 0, Chus 1, Ana 2.",
        "       +1 for Bruno and Chus.",
        "       Undone later.",
        "20:04  Ana’s phone undid the tricks.",
        "20:05  Ana’s phone redid the tricks.",
        "20:06  Ana’s phone undid the tricks.",
        "20:07  Ana’s phone saved the tricks again: Bruno 0, Chus 2, Ana 1.",
        "       +1 for Ana and Bruno.",
    ]


def test_the_history_distinguishes_drafts_from_corrections(three):
    stages = (("bids", bids(1, 1, 0, 1)[2]), ("tricks", tricks(1, 1, 1, 1)[2]))
    three.do(verbs.save_draft, 1, stages)
    assert three.last() == [
        "20:04  Ana’s phone kept a correction of Deal 1 as a draft. Tricks: Bruno 0 → 1,"
        " Ana 2 → 1.",
        "       It does not count yet.",
    ]

    three.do(verbs.drop_draft, 1)
    assert three.text()[-1] == "20:05  Ana’s phone discarded the draft of Deal 1."

    three.do(verbs.save_draft, 1, stages)
    three.do(verbs.correct_deal, 1, stages, 6)
    assert three.last() == [
        "20:07  Ana’s phone discarded the draft of Deal 1.",
        "       The deal has been corrected.",
    ]


@pytest.fixture
def loba():
    """Loba with limit 20 and nobody coming back: Chus is out after the first of two deals."""
    told = Told("loba", 3, limit=20, max_reenlist=0)
    told.answer(
        (1, "cards", {"went_out": "1", "deadwood": {"1": 0, "2": 5, "3": 30}}),
        (2, "cards", {"went_out": "2", "deadwood": {"1": 4, "2": 0}}),
    )
    return told


def cards(went_out, **left):
    deadwood = {key.removeprefix("p"): n for key, n in left.items()}
    return (("cards", {"went_out": went_out, "deadwood": deadwood}),)


def test_a_correction_lists_the_later_deals_changed_with_it(loba):
    second = cards("2", p1=4, p2=0, p3=7)
    loba.do(verbs.correct_deal, 1, cards("1", p1=0, p2=5, p3=3), 3, later=((2, second),))

    assert loba.text()[-4:] == [
        "20:04  Ana’s phone corrected Deal 1. Points left: Chus 30 → 3.",
        "       Deal 2 changed too: Points left: Chus – → 7.",
        "       Chus: 30 → 10 (−20).",
        "       Chus is no longer out.",
    ]
    assert loba.text().count("       Corrected later.") == 2

    loba.do(verbs.undo, 4)
    assert loba.text()[-3:] == [
        "20:05  Ana’s phone undid the correction of Deal 1.",
        "       Chus: 10 → 30 (+20).",
        "       Chus is out.",
    ]


def test_a_correction_lists_the_deals_that_no_longer_count(loba):
    loba.do(verbs.correct_deal, 1, cards("1", p1=0, p2=25, p3=30), 3, later=((2, ()),))

    assert loba.text()[-5:] == [
        "20:04  Ana’s phone corrected Deal 1. Points left: Bruno 5 → 25.",
        "       Deal 2 no longer counts: the match ends before it.",
        "       Ana: 4 → 0 (−4), Bruno: 5 → 25 (+20).",
        "       Bruno is out.",
        "       Ana wins.",
    ]
    assert "       The match now ends before this deal." in loba.text()


def test_the_history_lists_ending_reopening_deleting_and_restoring(three):
    three.do(verbs.close, "unfinished")
    three.do(verbs.reopen)
    three.do(verbs.undo, 5)
    three.do(verbs.delete)
    three.do(verbs.restore)

    assert three.text()[-6:] == [
        "20:04  Ana’s phone left the match unfinished.",
        "20:05  Ana’s phone reopened the match.",
        "       Undone later.",
        "20:06  Ana’s phone undid reopening the match.",
        "20:07  Ana’s phone deleted the match.",
        "20:08  Ana’s phone restored the match.",
    ]


def test_the_winners_are_listed_with_the_last_deal(three):
    three.answer(bids(2, 2, 1, 1), tricks(2, 1, 1, 1))

    assert three.text()[-2:] == ["       +1 for Bruno and Chus.", "       Bruno and Chus win."]


def test_calls_are_listed_one_by_one():
    told = Told("jamon", 3, deals=1)
    told.answer((1, "call-1", {"calls": [["2", "3"]]}))
    told.do(verbs.undo, 2, device=2)
    told.answer((1, "call-1", {"calls": [["2", "1"]]}))
    told.answer((1, "count", {"went_out": "3"}))

    assert told.text()[7:] == [
        "20:02  Ana’s phone saved a call: Bruno calls Chus.",
        "       Undone later.",
        "20:03  <b>Bruno</b> undid a call.",
        "20:04  Ana’s phone saved a call again: Bruno calls Ana.",
        "20:05  Ana’s phone saved the deal. Went out: Chus.",
        "       +4 for Ana, +2 for Bruno, +9 for Chus (went out).",
        "       Chus wins.",
    ]


def test_the_history_lists_both_hands_of_two_pairs():
    told = Told("gin", 4, oklahoma=True)
    first = {"pair": ["1", "2"], "result": "knock", "knocker": "1", "deadwood": {"1": 4, "2": 24}}
    told.answer((1, "hand-1", {"upcard": "9S", **first}))
    told.answer((1, "hand-2", {"pair": ["3", "4"], "result": "draw"}))

    assert told.text()[4] == "       Oklahoma: the upcard limits the knock: yes"
    assert told.text()[-3:] == [
        "20:02  Ana’s phone saved the first hand. Upcard: 9 of spades; Pairs:"
        " Ana against Bruno; Result: Knock; Knocker: Ana; Deadwood: Ana 4, Bruno 24.",
        "20:03  Ana’s phone saved the second hand: Chus against Dina; Result: Draw.",
        "       +20 for Ana + Chus.",
    ]


def test_the_history_lists_players_who_come_back():
    told = Told("loba", 3, limit=20)
    told.answer((1, "cards", {"went_out": None, "deadwood": by_seat(5, 30, 9)}))
    told.answer((1, "back", {"reenlist": ["2"]}))

    assert told.text()[-3:] == [
        "20:02  Ana’s phone saved the deal. Went out: nobody; Points left: "
        "Ana 5, Bruno 30, Chus 9.",
        "20:03  Ana’s phone saved who comes back: Bruno yes.",
        "       +5 for Ana, +30 for Bruno (back 9), +9 for Chus.",
    ]


def test_a_correction_on_the_next_day_shows_its_date(three):
    three.answer(bids(2, 2, 1, 1))
    stages = (("bids", bids(1, 1, 1, 0)[2]), ("tricks", tricks(1, 2, 0, 1)[2]))
    three.do(verbs.correct_deal, 1, stages, 4, minutes=300)

    lines = Phone(three.app).go(three.page).root.all("li")
    days = [
        [time["datetime"] for time in line.all("time") if time["data-time"] == "day"]
        for line in lines
        if line.all("time")
    ]

    assert days == [[], ["2026-11-20T01:04:00Z"], [], [], []]
    assert "Fri 20 Nov 2026, Deal 1" in three.text()


def test_the_history_and_the_sheet_link_to_each_other(three):
    phone = Writer(three.app, three.match)
    phone.at("sheet")

    assert phone.tap("History").title == "History"
    assert phone.page.find("Save as text", "a")["href"] == f"{three.page}.txt"
    assert phone.tap("Back to the score sheet").title == "Score sheet"


def test_every_kind_of_entry_in_every_game_has_a_line():
    kinds = set()
    for game in GAMES:
        for seed in SEEDS:
            evening = Evening(game, seed).wander(60)
            phone = Phone(create_app({"TESTING": True}, log=evening.log))
            page = phone.go(f"/matches/{evening.match}/history")
            lines = [li.all("p")[0].words for log in page.root.all("ol") for li in log.all("li")]
            assert len(lines) == len(evening.entries)
            assert all(line.endswith(".") for line in lines), lines
            kinds |= {type(entry.event) for entry in evening.entries}

    assert kinds == set(EVENT_BY_KIND.values()) - {ResultImported}


def test_the_history_of_an_unknown_match_is_not_found(three):
    phone = Phone(three.app)

    assert phone.go("/matches/9/history").status == 404
    assert phone.client.get("/matches/9/history.txt").status_code == 404
