"""Jabberwocky on the page: fields, previews, cells of the sheet, the summary."""

import pytest

from tests.rules.jabberwocky_table import GAME, after, by_seat, deal, start, table
from tests.rules.notation import field, refusals, text


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        ({}, "13 deals, 1 point for a made bid, bids must not add up to the number of tricks."),
        (
            {"schedule": [1], "scoring": "ten_plus_bid", "dealer_hook": False},
            "one deal of one card, 10 points plus the bid for a made bid, the dealer may bid"
            " anything.",
        ),
        (
            {"scoring": "tricks_plus_ten"},
            "13 deals, 1 per trick, 10 more for a made bid, bids must not add up to the number of"
            " tricks.",
        ),
        (
            {"schedule": [1, 2, 3], "renege_penalty": 0, "renege_voids_point": True},
            "3 deals of 1, 2 and 3 cards, 1 point for a made bid, bids must not add up to the"
            " number of tricks, a renege costs no points, a renege also loses the bid’s points.",
        ),
        (
            {"schedule": [9] * 4 + [8] * 12, "renege_penalty": 5},
            "16 deals of 8 to 9 cards, 1 point for a made bid, bids must not add up to the number"
            " of tricks, a renege costs 5 points.",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says


def test_the_fields_have_their_order_and_layout():
    asked = GAME.deal.fields(start(), {"bids": by_seat((1, 1, 0))})

    assert [
        (
            f.name,
            f.stage,
            f.kind,
            f.layout,
            f.required,
            f.needs_every_seat,
            f.default,
            f.limits.most,
            f.limits.total,
        )
        for f in asked
    ] == [
        ("bids", "bids", "numbers", "chips", True, True, None, 3, None),
        ("tricks", "tricks", "numbers", "chips", True, True, None, 3, 3),
        ("reneges", "tricks", "numbers", "folded", False, False, 0, 2, None),
    ]
    assert [text(f.label) for f in asked] == ["Bid", "Tricks", "Reneges"]
    assert text(asked[2].note) == "Punished reneges, −3 each"
    assert asked[1].hints.marked_numbers == by_seat((1, 1, 0))
    assert all(f.seats == ("2", "3", "1") for f in asked)


def test_a_page_does_not_ask_for_reneges_in_a_deal_of_one_card():
    """The last card is forced, so nobody can renege. Older deals may contain zeros."""
    position, zeros = start(schedule=[1, 3]), by_seat((0, 0, 0))
    asked = {f.name: f.layout for f in GAME.deal.fields(position, {})}

    assert asked == {"bids": "chips", "tricks": "chips", "reneges": "hidden"}
    recorded = {"bids": by_seat((0, 0, 0)), "tricks": by_seat((1, 0, 0)), "reneges": zeros}
    assert refusals(position, recorded) == []


@pytest.mark.parametrize(
    ("bids", "forbidden"),
    [
        pytest.param({"2": 1, "3": 0}, 2, id="two are left"),
        pytest.param({"2": 3, "3": 0}, 0, id="nothing is left"),
        pytest.param({"2": 0, "3": 0}, 3, id="everything is left"),
        pytest.param({"2": 3, "3": 1}, None, id="the others bid more than there is"),
        pytest.param({"2": 1}, None, id="one has not bid yet"),
        pytest.param({}, None, id="nobody has bid yet"),
        pytest.param({"1": 2, "2": 1, "3": 0}, 2, id="the dealer has bid it"),
    ],
)
def test_the_dealer_may_not_bid_the_number_of_tricks_that_are_left(bids, forbidden):
    no = field(start(), {"bids": bids}, "bids").forbidden

    assert {key: text(why) for key, why in no.items()} == (
        {} if forbidden is None else {("1", forbidden): "the bids must not add up to 3."}
    )
    assert field(start(dealer_hook=False), {"bids": bids}, "bids").forbidden == {}


@pytest.mark.parametrize(
    ("tricks", "rest"),
    [
        ({"2": 1, "3": 1}, {"1": 1}),
        ({"1": 3, "2": 0}, {"3": 0}),
        ({"1": 0, "2": 0}, {"3": 3}),
        ({"1": 3, "2": 1}, {}),
        ({"1": -1, "2": 0}, {}),
        ({"1": 1}, {}),
        ({"1": 1, "2": 1, "3": 1}, {}),
        ({}, {}),
    ],
    ids=str,
)
def test_the_last_seats_tricks_are_suggested(tricks, rest):
    answers = {"bids": by_seat((1, 1, 0)), "tricks": tricks}

    assert field(start(), answers, "tricks").hints.suggested_numbers == rest


def test_titles_buttons_and_notes_name_the_stage_and_the_cards():
    assert [text(GAME.display.title(start(), s)) for s in ("bids", "tricks")] == ["Bids", "Tricks"]
    assert [text(GAME.display.save_label(start(), s)) for s in ("bids", "tricks")] == [
        "Save the bids",
        "Save the tricks",
    ]
    assert text(GAME.display.deal_subtitle(start(schedule=[1]))) == "one card"
    assert text(GAME.display.caption(table())) == (
        "Each row shows the number of cards and the dealer. Each cell shows bid/tricks, points and "
        "total."
    )


def test_the_preview_counts_the_bids():
    _, position = after(deal((2, 2, 0), (2, 1, 0), Bruno=1), schedule=[3, 4])

    seen = GAME.display.preview(position, "bids", {"bids": {"1": 2, "3": 1}})

    assert text(seen.status_line) == "Bids: 3 for 4 tricks. Bruno bids last."
    assert {seat: text(note) for seat, note in seen.notes.items()} == {
        "1": "1 point",
        "2": "−3 points",
        "3": "1 point",
    }
    assert (seen.save_note, dict(seen.totals_after), seen.quick_answers) == (None, {}, ())


@pytest.mark.parametrize(
    ("tricks", "says", "totals"),
    [
        pytest.param({}, "0 of 3 tricks", {}, id="nothing yet"),
        pytest.param({"1": 2, "2": 1}, "3 of 3 tricks", {}, id="one missing"),
        pytest.param(
            {"1": 2, "2": 1, "3": 0},
            "3 of 3 tricks. Made it: Chus, Ana.",
            {"1": 1, "2": -3, "3": 1},
            id="all placed",
        ),
        pytest.param(
            {"1": 0, "2": 1, "3": 2},
            "3 of 3 tricks. Made it: nobody.",
            {"1": 0, "2": -3, "3": 0},
            id="nobody kept it",
        ),
        pytest.param(
            {"1": 1, "2": 2, "3": 0},
            "3 of 3 tricks. Made it: Bruno, Chus.",
            {"1": 0, "2": -2, "3": 1},
            id="kept, but reneged",
        ),
        pytest.param(
            {"1": 2, "2": 2, "3": 0},
            "The tricks must add up to 3, not 4.",
            {},
            id="a trick too many",
        ),
    ],
)
def test_the_sentence_beside_save_says_who_kept_their_bid(tricks, says, totals):
    answers = {"bids": by_seat((2, 2, 0)), "tricks": tricks, "reneges": {"2": 1, "3": "?"}}

    seen = GAME.display.preview(start(), "tricks", answers)

    assert text(seen.save_note) == says
    assert {seat: then.total for seat, then in seen.totals_after.items()} == totals
    assert {seat: text(note) for seat, note in seen.notes.items()} == {
        "1": "bid 2",
        "2": "bid 2",
        "3": "bid 0",
    }


def test_projected_totals_include_earlier_deals():
    _, position = after(deal((2, 2, 0), (2, 1, 0)), schedule=[3, 3])

    seen = GAME.display.preview(position, "tricks", deal((2, 0, 0), (2, 1, 0)))

    assert {seat: then.total for seat, then in seen.totals_after.items()} == by_seat((2, 0, 2))


def test_all_made_but_one_gives_that_player_the_rest():
    seen = GAME.display.preview(start(), "tricks", {"bids": by_seat((2, 2, 0))})

    assert [
        (text(q.label), q.answers, q.seat, q.is_disabled, q.submits) for q in seen.quick_answers
    ] == [
        ("All made it but Bruno, who took 1", {"tricks": by_seat((2, 1, 0))}, "2", False, False),
        ("Impossible: all made it but Chus", {"tricks": by_seat((2, 2, -1))}, "3", True, False),
        ("All made it but Ana, who took 1", {"tricks": by_seat((1, 2, 0))}, "1", False, False),
    ]


def test_the_player_who_missed_may_have_taken_0():
    quick = GAME.display.preview(start(), "tricks", {"bids": by_seat((1, 3, 0))}).quick_answers

    assert [(text(q.label), q.is_disabled) for q in quick] == [
        ("All made it but Bruno, who took 2", False),
        ("Impossible: all made it but Chus", True),
        ("All made it but Ana, who took 0", False),
    ]


def test_nobody_can_have_taken_more_than_all_tricks():
    quick = GAME.display.preview(start(), "tricks", {"bids": by_seat((0, 0, 0))}).quick_answers

    assert [(text(q.label), q.is_disabled) for q in quick] == [
        ("All made it but Bruno, who took 3", False),
        ("All made it but Chus, who took 3", False),
        ("All made it but Ana, who took 3", False),
    ]


def test_all_made_it_is_possible_if_the_dealer_bids_freely():
    free = start(dealer_hook=False)

    [quick] = GAME.display.preview(free, "tricks", {"bids": by_seat((2, 1, 0))}).quick_answers

    assert (text(quick.label), quick.answers) == ("All made it", {"tricks": by_seat((2, 1, 0))})
    assert (quick.seat, quick.is_disabled) == (None, False)
    assert refusals(free, {"bids": by_seat((2, 1, 0)), **quick.answers}) == []


def test_cells_show_bid_and_tricks():
    (first,), _ = after(deal((2, 2, 0), (2, 1, 0)))

    cells = GAME.display.cells(first)

    assert {seat: text(cell.text) for seat, cell in cells.items()} == {
        "1": "2/2",
        "2": "2/1",
        "3": "0/0",
    }
    assert text(cells["2"].spoken) == "bid 2, took 1"


def test_the_line_below_the_sheet_says_how_many_deals_are_left():
    _, second = after(deal((2, 2, 0), (2, 1, 0)))
    _, over = after(deal((2, 2, 0), (2, 1, 0)), schedule=[3])

    assert text(GAME.display.sheet_note(start())) == "13 deals are left."
    assert text(GAME.display.sheet_note(second)) == "12 deals are left."
    assert GAME.display.sheet_note(over) is None
