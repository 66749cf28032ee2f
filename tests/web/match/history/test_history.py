"""The history of a match: each change and its phone, computed from the log alone."""

from scorekeeper import create_app
from scorekeeper.match import commands
from scorekeeper.match.events import EVENT_BY_KIND, ResultImported
from scorekeeper.rules import GAMES
from scorekeeper.web.match.history.one_line_per_correction import superseded_versions
from tests.match.random_match import RandomMatch
from tests.sample import sized
from tests.web.match.history.changed_match import ChangedMatch, bids, by_seat, tricks
from tests.web.match.history.pages import history_pages, page_links
from tests.web.match_phone import MatchPhone
from tests.web.phone import Phone

SEEDS = range(sized(4, 2))


def deals_on(page):
    """Return the deal numbers in the headings of a history page."""
    headings = [heading.words.split() for heading in page.root.all("h2")]
    return [int(words[1]) for words in headings if words[0] == "Deal"]


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


def test_the_history_lists_undo_redo_and_answers_saved_again(three):
    three.run_command(commands.undo, 3)
    three.run_command(commands.redo, 3)
    three.run_command(commands.undo, 3)
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


def test_the_history_lists_ending_reopening_deleting_and_restoring(three):
    three.run_command(commands.close, "unfinished")
    three.run_command(commands.reopen)
    three.run_command(commands.undo, 5)
    three.run_command(commands.delete)
    three.run_command(commands.restore)

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
    match = ChangedMatch("jamon", 3, deals=1)
    match.answer((1, "call-1", {"calls": [["2", "3"]]}))
    match.run_command(commands.undo, 2, device=2)
    match.answer((1, "call-1", {"calls": [["2", "1"]]}))
    match.answer((1, "count", {"went_out": "3"}))

    assert match.text()[7:] == [
        "20:02  Ana’s phone saved a call: Bruno calls Chus.",
        "       Undone later.",
        "20:03  <b>Bruno</b> undid a call.",
        "20:04  Ana’s phone saved a call again: Bruno calls Ana.",
        "20:05  Ana’s phone saved the deal. Went out: Chus.",
        "       +4 for Ana, +2 for Bruno, +9 for Chus (went out).",
        "       Chus wins.",
    ]


def test_the_history_lists_both_hands_of_two_pairs():
    match = ChangedMatch("gin", 4, oklahoma=True)
    first = {"pair": ["1", "2"], "result": "knock", "knocker": "1", "deadwood": {"1": 4, "2": 24}}
    match.answer((1, "hand-1", {"upcard": "9S", **first}))
    match.answer((1, "hand-2", {"pair": ["3", "4"], "result": "draw"}))

    assert match.text()[4] == "       Oklahoma: the upcard limits the knock: yes"
    assert match.text()[-3:] == [
        "20:02  Ana’s phone saved the first hand. Upcard: 9 of spades; Opponents:"
        " Ana against Bruno; Result: Knock; Knocker: Ana; Deadwood: Ana 4, Bruno 24.",
        "20:03  Ana’s phone saved the second hand: Chus against Dina; Result: Draw.",
        "       +20 for Ana + Chus.",
    ]


def test_the_history_lists_players_who_come_back():
    match = ChangedMatch("loba", 3, limit=20)
    match.answer((1, "cards", {"went_out": None, "deadwood": by_seat(5, 30, 9)}))
    match.answer((1, "back", {"reenlist": ["2"]}))

    assert match.text()[-3:] == [
        "20:02  Ana’s phone saved the deal. Went out: nobody; Points left: "
        "Ana 5, Bruno 30, Chus 9.",
        "20:03  Ana’s phone saved who comes back: Bruno yes.",
        "       +5 for Ana, +30 for Bruno (back 9), +9 for Chus.",
    ]


def test_the_history_and_the_sheet_link_to_each_other(three):
    phone = MatchPhone(three.app, three.match)
    phone.at("sheet")

    assert phone.tap("History").title == "History"
    assert phone.page.find("Save as text", "a")["href"] == f"{three.page}.txt"
    assert phone.tap("Back to the score sheet").title == "Score sheet"


def test_every_kind_of_entry_in_every_game_has_a_line():
    kinds = set()
    for game in GAMES:
        for seed in SEEDS:
            random_match = RandomMatch(game, seed).run_random_commands(60)
            phone = Phone(create_app({"TESTING": True}, log=random_match.log))
            lines = [
                li.all("p")[0].words
                for page in history_pages(phone, random_match.match)
                for log in page.root.all("ol")
                for li in log.all("li")
            ]
            superseded = superseded_versions(random_match.entries)
            assert len(lines) == len(random_match.entries) - len(superseded)
            assert all(line.endswith(".") for line in lines), lines
            kinds |= {type(entry.event) for entry in random_match.entries}

    assert kinds == set(EVENT_BY_KIND.values()) - {ResultImported}


def test_the_history_of_an_unknown_match_is_not_found(three):
    phone = Phone(three.app)

    assert phone.go("/matches/9/history").status == 404
    assert phone.client.get("/matches/9/history.txt").status_code == 404


def test_a_long_history_has_pages_of_whole_deals_newest_first():
    match = ChangedMatch("jabberwocky", 3, schedule=[3] * 18)
    for number in range(1, 19):
        match.answer(bids(number, 1, 0, 1), tricks(number, 2, 0, 1))
    phone = Phone(match.app)
    pages = list(history_pages(phone, match.match))

    found = [deals_on(page) for page in pages]
    assert [number for numbers in found for number in numbers] == list(range(18, 0, -1))
    links = [link.words for link in page_links(pages[0])]
    assert links == [f"Deal {numbers[0]}–{numbers[-1]}" for numbers in found]
    assert len(links) == 4
    assert [link["aria-current"] for link in page_links(pages[1])[:2]] == ["", "page"]
    assert deals_on(phone.go(f"{match.page}?page=99")) == found[-1]


def test_a_deal_that_is_changed_again_and_again_is_divided_between_pages(three):
    for _ in range(30):
        three.run_command(commands.undo, 3)
        three.run_command(commands.redo, 3)
    pages = list(history_pages(Phone(three.app), three.match))

    assert [deals_on(page) for page in pages] == [[1], [1], [1]]
    links = [link.words for link in page_links(pages[0])]
    assert links == ["Deal 1 (1)", "Deal 1 (2)", "Deal 1 (3)"]
    entries = [len(log.all("li")) for page in pages for log in page.root.all("ol")]
    assert sum(entries) == 63


def test_a_short_history_has_no_links_to_pages(three):
    assert page_links(Phone(three.app).go(three.page)) == []
