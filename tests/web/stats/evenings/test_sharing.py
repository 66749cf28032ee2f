"""Sharing an evening: its text, its link and its picture."""

import io

import pytest
from PIL import Image

from scorekeeper.league import payments, player_renames, roster, season_commands
from scorekeeper.league.payments import NewPayment
from scorekeeper.web.stats.evening_view import whole_places
from tests.clocks import evening_timestamp
from tests.web.results import jabberwocky, loba
from tests.web.stats.evenings.page import ANA, BRUNO, CHUS, DINA, FIRST, SECOND, THIRD

HOUR_S = 60 * 60


def test_the_evening_can_be_shared_as_text(phone, two_evenings):
    page = phone.go(f"/nights/{SECOND}")

    assert "".join(page.by_id("text").inside).splitlines() == [
        "Card table, Wednesday 12 November 2025",
        "Loba: Bruno won",
        "Autumn: 1 Ana 4.00, 2 Bruno 3.75, 3 Chus 2.25",
        "Ana pays Bruno 0.50",
        "Chus pays Bruno 0.50",
    ]


@pytest.mark.both_databases
def test_the_text_says_which_payments_were_made_before_the_next_evening(
    store, phone, log, two_evenings
):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=THIRD)
    for payer, amount, evening in (
        (1, 25, FIRST),
        (1, 50, SECOND),
        (3, 30, SECOND),
        (3, 50, THIRD),
    ):
        payment = NewPayment(payer, 2, amount, "cents", None)
        at = evening_timestamp(evening) + 2 * HOUR_S
        payments.record_payment(store, payment, f"{evening} {payer}", at=at)

    page = phone.go(f"/nights/{SECOND}")

    assert "".join(page.by_id("text").inside).splitlines()[-2:] == [
        "Ana has paid Bruno 0.50",
        "Chus has paid Bruno 0.30 of 0.50",
    ]


def shared_standings(phone, evening):
    text = "".join(phone.go(f"/nights/{evening}").by_id("text").inside)
    return next(line for line in text.splitlines() if line.startswith("Autumn: "))


def test_the_text_counts_the_players_after_the_first_five(store, phone, log):
    for name in ("Edu", "Fina", "Gus"):
        roster.add_player(store, name)
    loba(log, ANA, BRUNO, CHUS, evening=FIRST)
    jabberwocky(log, *"4567", evening=FIRST, hour=2)

    assert shared_standings(phone, FIRST) == (
        "Autumn: 1 Ana 5.00, 1 Dina 5.00, 3 Bruno 3.00, 4 Chus 2.00, 4 Edu 2.00, 4 Fina 2.00, "
        "4 Gus 2.00"
    )
    jabberwocky(log, "3", "5", "6", evening=SECOND)
    jabberwocky(log, "7", "5", "6", evening=SECOND, hour=1)
    assert shared_standings(phone, SECOND).endswith(", and 2 more")


@pytest.mark.parametrize(
    ("places", "count"),
    [
        ([1, 2, 3], 3),
        ([1, 2, 3, 4, 5, 6], 5),
        ([1, 2, 3, 4, 4, 4, 7, 8], 6),
        ([1, 2, 3, *[4] * 7], 10),
        ([1, 2, 3, *[4] * 8], 3),
        ([1] * 11, 0),
        ([], 0),
    ],
    ids=["few", "five", "shared", "ten share", "too many share", "all share", "nobody"],
)
def test_players_who_share_a_place_are_not_divided(places, count):
    assert whole_places(places, usual=5, most=10) == count


def test_the_text_counts_players_if_too_many_share_a_place(store, phone, log):
    for number in range(30):
        roster.add_player(store, f"Player {number}")
    for first in range(1, 31, 3):
        jabberwocky(log, str(first), str(first + 1), str(first + 2), evening=FIRST)
    assert "1 Player 23 5.00, and 20 more" in shared_standings(phone, FIRST)

    jabberwocky(log, "31", "32", "33", evening=FIRST, hour=1)
    assert shared_standings(phone, FIRST) == "Autumn: 11 players share first place, and 22 more"


def test_the_text_contains_no_address_that_only_members_can_open(phone, two_evenings):
    page = phone.go(f"/nights/{SECOND}")

    assert "http" not in "".join(page.by_id("text").inside)
    assert page.name(page.by_id("link")) == "Link for members of the league"
    assert page.by_id("link")["value"].endswith(f"/nights/{SECOND}")


def test_an_owner_shares_the_evening_with_everyone(phone, two_evenings):
    phone.go(f"/nights/{SECOND}")
    page = phone.tap("Share with everyone")

    chosen = [each for each in page.root.all("option") if "selected" in each]
    assert [each.words for each in chosen] == ["Wed 12 Nov 2025"]


def picture(phone, date=SECOND):
    response = phone.client.get(f"/nights/{date}/card.png")
    assert response.mimetype == "image/png"
    return response


def test_the_picture_is_a_png_of_1200_by_630_pixels(phone, two_evenings):
    with Image.open(io.BytesIO(picture(phone).data)) as drawn:
        assert drawn.size == (1200, 630)
        assert drawn.format == "PNG"


def test_the_picture_is_unchanged_until_a_player_is_renamed(store, phone, two_evenings):
    before = picture(phone)
    assert picture(phone).data == before.data
    again = phone.client.get(
        f"/nights/{SECOND}/card.png", headers={"If-None-Match": before.headers["ETag"]}
    )
    assert again.status_code == 304

    player_renames.rename_players(store, {2: "Benno"})
    assert picture(phone).data != before.data
    player_renames.rename_players(store, {2: "Bruno"})
    assert picture(phone).data == before.data


def is_empty(phone, box, date=SECOND):
    """Return whether the picture shows only the felt in this box (left, top, right, bottom)."""
    with Image.open(io.BytesIO(picture(phone, date).data)) as drawn:
        darkest, brightest = zip(*drawn.convert("RGB").crop(box).getextrema(), strict=True)
    return darkest == brightest


def test_without_a_season_the_picture_has_rows_for_seven_matches(log, store, season, phone):
    season_commands.remove_season(store, season)
    for hour in range(6):
        jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND, hour=hour)

    rows = [(72, top, 116, top + 44) for top in range(238, 238 + 7 * 54, 54)]
    assert [is_empty(phone, row) for row in rows] == [False] * 6 + [True]


def test_the_picture_says_that_it_does_not_show_all_matches(log, phone):
    beside_the_title = (800, 170, 1130, 220)
    for hour in range(4):
        jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND, hour=hour)
    assert is_empty(phone, beside_the_title)

    jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND, hour=4)
    assert not is_empty(phone, beside_the_title)


def test_the_picture_says_that_more_players_share_the_last_place_in_it(log, phone):
    beside_the_season = (800, 470, 1130, 505)
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    assert is_empty(phone, beside_the_season, FIRST)

    jabberwocky(log, ANA, BRUNO, CHUS, DINA, evening=SECOND)
    jabberwocky(log, DINA, BRUNO, CHUS, evening=SECOND, hour=1)
    assert not is_empty(phone, beside_the_season)
