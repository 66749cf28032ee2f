"""A season's review page, with values worked out by hand."""

import io

import pytest
from PIL import Image

from scorekeeper.league import player_renames, roster, season_commands
from scorekeeper.web.seasons.season_table import build_season_table
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.stats.pictures.image_text import text_width
from scorekeeper.web.stats.pictures.review_image import (
    MARGIN,
    MAX_HIGHLIGHTS,
    SIZE,
    block_lines,
    text_left,
)
from scorekeeper.web.stats.review_share import build_review_picture
from scorekeeper.web.stats.reviews import (
    TITLE,
    build_review_page,
    highlights_to_share,
    reviewed_season,
)
from tests.clocks import evening_timestamp
from tests.members import HEADERS
from tests.web.loba_matches import FRIENDS, add_friends, create_season, fill_large_season, play_loba
from tests.web.match_phone import share_text
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of
from tests.web.stats.reviews.page import highlights, link_words, links


def test_a_review_lists_the_highlights_of_the_season(phone, autumn):
    page = phone.go("/season/1/review")

    assert (page.status, page.title) == (200, "Autumn in review")
    assert "6 matches, 3 evenings" in page.words
    # Ana's places 1, 1, 2, 2, 2 and 1 give 5 + 5 + 3 + 3 + 3 + 5 points: 24 in 6 matches.
    # Ana leads with 5 to 2½ after the first evening, Bruno with 4 to 3.80 after the second.
    assert highlights(page) == [
        "In the lead Ana with 4.00",
        "Best evening Bruno won 3 of 3 matches · Thu 8 Oct 2026",
        "Longest winning streak Bruno won 3 matches in a row · Thu 8 Oct 2026",
        "Upset of the season Ana (strength 1004) won Loba against Bruno (strength 1136)"
        " · Thu 15 Oct 2026",
        "Closest match Ana won Loba by 20 points, ahead of Chus · Thu 1 Oct 2026",
        "Evening with the most matches 3 matches · Thu 8 Oct 2026",
        "Lead The lead changed twice",
    ]


def test_each_highlight_leads_to_the_page_behind_it(phone, autumn):
    phone.go("/season/1/review")
    assert phone.tap("Best evening").path == "/nights/2026-10-08"
    phone.go("/season/1/review")
    assert phone.tap("Longest winning streak").path == "/matches/5"


def test_each_highlight_links_to_the_matches_behind_it(phone, autumn):
    page = phone.go("/season/1/review")

    assert links(page) == [
        ["/season/1", "/matches/6"],
        ["/nights/2026-10-08", "/matches/5"],
        ["/matches/5"],
        ["/matches/6"],
        ["/matches/1"],
        ["/nights/2026-10-08", "/matches/5"],
        ["/season/1", "/nights/2026-10-15", "/matches/6"],
    ]
    assert link_words(page) == [
        "Last win: Loba · Thu 15 Oct 2026",
        "Last win: Loba",
        "Last match: Loba",
        "Latest change · Thu 15 Oct 2026",
        "Deciding match: Loba",
    ]


def test_the_champions_link_to_their_last_win(store, phone, autumn):
    season_commands.close_season(store, autumn, at=evening_timestamp("2026-10-31"))
    phone.go("/season/1/review")

    assert phone.tap("Last win: Loba · Thu 15 Oct 2026").path == "/matches/6"


def test_the_reviews_of_many_players_have_pages_and_a_fold(phone, app):
    fill_large_season(app, 64)
    last = phone_of(app, 64)
    page = last.go("/season/1/review")
    assert len(page.items("Everyone’s season")) == 16
    assert len(page.find("12 more players", "details").all("li")) == 12
    assert own_rows(page) == ["Player 64 49th of 64, shared 1.00"]
    assert last.tap("Player 64").path == "/players/64/review?season=1"
    phone.go("/season/1/review")

    page = phone.tap("Lower places")

    assert page.path == "/season/1/review?from=17#everyone"
    assert len(page.items("Everyone’s season")) == 16
    assert own_rows(last.go("/season/1/review?from=61")) == []


def test_all_reviews_of_a_few_players_are_listed(phone, app):
    fill_large_season(app, 12)

    page = phone_of(app, 12).go("/season/1/review")

    assert len(page.items("Everyone’s season")) == 12
    assert "8 more players" not in page.words
    assert own_rows(page) == []


def test_the_season_page_links_to_its_review(phone, autumn):
    phone.go("/season/1")

    assert phone.tap("Review").path == "/season/1/review"


def test_a_closed_season_offers_its_review_with_its_champions(store, phone, autumn):
    season_commands.close_season(store, autumn, at=evening_timestamp("2026-10-31"))
    phone.go("/season/1")

    page = phone.tap("See the review")

    assert "Ana is champion" in page.words
    assert "In the lead" not in page.words
    assert "See the review" not in page.words


def test_a_hidden_player_is_left_out(store, phone, autumn):
    assert "Bruno" in " ".join(highlights(phone.go("/season/1/review")))
    roster.hide_player(store, 2)

    found = highlights(phone.go("/season/1/review"))
    assert found
    assert "Bruno" not in " ".join(found)


def test_records_of_the_league_that_a_season_broke_are_listed(phone, app):
    add_friends(app)
    play_loba(app, "2026-09-01", {"1": 0, "2": 30})
    create_season(app, starts="2026-10-01")
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})

    page = phone.go("/season/1/review")

    assert page.items("Records broken this season") == [
        "Loba: Biggest pot won Ana · Thu 1 Oct 2026 · before: 2 3"
    ]


def test_a_season_without_a_match_has_an_empty_review(phone, app):
    add_friends(app)
    create_season(app)

    page = phone.go("/season/1/review")

    assert "No matches yet" in page.words
    assert "Highlights" not in page.words


def test_there_is_no_review_of_all_time(phone, autumn):
    page = phone.go("/season/all/review")

    assert page.status == 404
    assert "Choose a season on the season page." in page.words
    assert FRIENDS[0] not in page.words


# ---------------------------------------------------------------- to share


def test_a_review_can_be_shared_as_text(phone, autumn):
    page = phone.go("/season/1/review")

    lines = share_text(page)
    assert lines[:3] == [
        "Autumn in review",
        "In the lead: Ana with 4.00",
        "Best evening: Bruno won 3 of 3 matches",
    ]
    assert lines[-1].endswith("/season/1/review")


def test_the_picture_of_a_review_is_upright_and_gives_304_while_unchanged(app, autumn):
    client = app.test_client()
    response = client.get("/season/1/review.png")

    assert response.mimetype == "image/png"
    assert Image.open(io.BytesIO(response.data)).size == (1080, 1350)
    again = client.get("/season/1/review.png", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/season/1/review.png", "/season/all/review.png"])
def test_there_is_no_picture_without_a_match_or_of_all_time(phone, app, path):
    create_season(app)

    assert phone.go(path).status == 404


def test_the_picture_of_a_closed_season_begins_with_its_champions(store, app, autumn):
    season_commands.close_season(store, autumn, at=evening_timestamp("2026-10-31"))

    picture = picture_of(app)

    assert ["".join(block.sentence_parts) for block in picture.highlights][:2] == [
        "Ana with 4.00",
        "Bruno won 3 of 3 matches",
    ]
    assert [chip.initials for chip in picture.highlights[0].chips] == ["A"]
    assert len(picture.highlights) == MAX_HIGHLIGHTS
    assert picture.title == ("", "Autumn", " in review")


LONG = "Donaudampfschifffahrtskapitän von Hohens"
ARABIC = "محمد عبد الرحمن بن عبد الله"


@pytest.mark.parametrize(
    "name",
    [LONG, "W" * 40, ARABIC, "\U0001f600"],
    ids=["long", "wide", "Arabic", "emoji"],
)
def test_sentences_with_hard_names_fit_the_picture_and_names_are_whole(store, app, autumn, name):
    player_renames.rename_players(store, {2: name})

    picture = picture_of(app)

    for block in picture.highlights:
        size, lines = block_lines(block)
        assert size * 1.2 * len(lines) <= 96
        assert all(text_width(line, size) <= SIZE[0] - MARGIN - text_left(block) for line in lines)
    said = ["".join(block_lines(block)[1]).replace(" ", "") for block in picture.highlights]
    written = name.replace(" ", "")
    assert f"{written}won3of3matches" in said
    assert any(f"against{written}(strength1136)" in each for each in said)


def picture_of(app):
    with app.test_request_context("/season/1/review.png", headers=HEADERS):
        app.preprocess_request()
        chosen, snapshot = reviewed_season("1"), snapshot_for_page()
        page = build_review_page(snapshot, chosen, build_season_table(snapshot, chosen))
        return build_review_picture(snapshot, TITLE, chosen, highlights_to_share(page))
