"""A match's picture: when it is available, its texts, and its players, lines and bars."""

import io
import re

import pytest
from PIL import Image

from scorekeeper import paths
from scorekeeper.web.match.context import load_match
from scorekeeper.web.stats.pictures import match_image
from scorekeeper.web.stats.pictures.image_text import text_width, to_drawable_text, to_symbol_names
from scorekeeper.web.stats.pictures.match_image import name_lines, story_lines, title_lines
from scorekeeper.web.stats.pictures.match_panel import (
    LINE_COLOURS,
    PANEL_BOX,
    bar_box,
    dash_segments,
)
from scorekeeper.web.stats.pictures.match_picture import build_match_card
from scorekeeper.web.stats.pictures.share_image import CHIP_COLOURS, SIZE
from tests.web.match_phone import sit_down


@pytest.fixture
def card(app):
    """A function that builds the card from which a match's picture is drawn."""

    def made(phone):
        with app.test_request_context():
            return build_match_card(load_match(app.extensions["scorekeeper.log"], phone.match))

    return made


def picture(card):
    return Image.open(io.BytesIO(match_image.render_png(card))).convert("RGB")


def is_near(colour, pixel):
    """Return whether a pixel has roughly this colour.

    Colours are not exact, because pictures have a limited palette.
    """
    wanted = tuple(int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return all(abs(a - b) < 24 for a, b in zip(wanted, pixel, strict=True))


def has_colour(image, box, colour):
    return any(is_near(colour, pixel) for _, pixel in image.crop(box).getcolors(SIZE[0] * SIZE[1]))


def play_loba(app, names=3):
    """Play a match that Ana wins, with the others out after deal 2, and return the phone."""
    loba = sit_down(app, "loba", names, limit=20, max_reenlist=0)
    others = len(loba.sheet.setup.players) - 1
    loba.save(went_out="1", deadwood=(None, *range(5, 5 + others)))
    loba.save(went_out="1", deadwood=(None, *range(20, 20 + others)))
    return loba


def test_the_picture_is_1200_by_630_pixels_and_gives_304_while_unchanged(app):
    loba = play_loba(app)

    answer = loba.client.get(f"{loba.address}/picture.png")

    assert answer.mimetype == "image/png"
    assert Image.open(io.BytesIO(answer.data)).size == SIZE == (1200, 630)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    tag = {"If-None-Match": answer.headers["ETag"]}
    assert loba.client.get(f"{loba.address}/picture.png", headers=tag).status_code == 304


def test_a_match_without_a_winner_has_no_picture(app):
    loba = sit_down(app, "loba", 3)
    assert loba.client.get(f"{loba.address}/picture.png").status_code == 404
    loba.save(went_out="1", deadwood=(None, 5, 6))
    loba.at("end")
    ended = loba.tap("Leave it unfinished")

    assert loba.client.get(f"{loba.address}/picture.png").status_code == 404
    assert "Save the picture" not in ended.words
    assert loba.client.get("/matches/99/picture.png").status_code == 404


def test_the_card_has_the_places_chart_and_story_of_the_podium(app, card):
    drawn = card(play_loba(app))

    assert drawn.title == ("", "Ana", " wins")
    assert drawn.subtitle.startswith("Loba · 2 deals · ")
    assert [(row.place, row.names, row.description) for row in drawn.rows] == [
        ("1", ("Ana",), "last one in, 0"),
        ("2", ("Ben",), "out at 25"),
        ("3", ("Cem",), "out at 27"),
    ]
    assert [line.person.initials for line in drawn.chart.lines] == ["A", "B", "C"]
    assert tuple("".join(parts) for parts in drawn.story) == (
        "Ana led from the first deal to the last.",
        "Ben and Cem were eliminated in Deal 2.",
    )


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_player_has_a_chip_and_a_line_in_the_picture(app, card, seats):
    image = picture(card(play_loba(app, seats)))

    left, top, right, bottom = PANEL_BOX
    for number in range(seats):
        assert has_colour(image, (0, top, left, bottom), CHIP_COLOURS[number][0]), number
        assert has_colour(image, (left + 70, top, right - 60, bottom), LINE_COLOURS[number]), number


def test_a_match_of_one_deal_has_a_bar_per_player(app, card):
    jamon = sit_down(app, "jamon", 3)
    jamon.save(went_out="1", counters=(7, 5, 3))
    image = picture(card(jamon))

    left, top, right, bottom = PANEL_BOX
    for number in range(3):
        assert has_colour(image, (left + 60, top, right, bottom), LINE_COLOURS[number]), number


def test_negative_totals_have_bars_left_of_zero(app, card):
    jaguar = sit_down(app, "jaguar", 5)
    jaguar.save(jaguar="1", friend="2", points="80")
    jaguar.at("end")
    jaguar.tap("End now")
    drawn = card(jaguar)

    boxes = [bar_box(drawn, n, (544, 336)) for n in range(5)]
    assert [row.total for row in drawn.rows] == [2, 1, -1, -1, -1]
    assert boxes[0][0] == boxes[1][0] > boxes[2][0]
    assert boxes[0][2] > boxes[1][2] > boxes[2][2]
    assert picture(drawn).size == SIZE


def test_partners_share_a_row_with_a_chip_each(app, card):
    rows = card(sit_down(app, "gin", 4)).rows

    assert [row.names for row in rows] == [("Ana", "Cem"), ("Ben", "Dora")]
    assert [[chip.initials for chip in row.chips] for row in rows] == [["A", "C"], ["B", "D"]]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ana", "Ana"),
        ("Łukasz", "Łukasz"),
        ("👩‍👦 Ana 👩‍👦", "Ana"),
        ("Jürgen-Ole", "Jürgen-Ole"),
        ("Δημήτρης", "Δημήτρης"),
        ("李小龍", ""),
        ("Ana 李小龍", ""),
        ("👩‍👦", ""),
        ("Æsa Sørensen", "Æsa Sørensen"),
        ("★★★", "★★★"),
        ("👩‍👦 ♠", "♠"),
        ("👩‍👦-", ""),
    ],
)
def test_the_drawable_text_of_a_name_omits_emoji_and_is_empty_if_letters_are_missing(name, written):
    assert to_drawable_text(name) == written


def test_a_name_that_cannot_be_drawn_is_replaced_by_the_seat_number(app, card):
    drawn = card(play_loba(app, ("李小龍", "Ben", "Cem")))

    assert "".join(drawn.title) == "Player 1 wins"
    assert [row.names for row in drawn.rows] == [("Player 1",), ("Ben",), ("Cem",)]
    assert picture(drawn).size == SIZE


@pytest.mark.parametrize(
    ("name", "written"), [("🦊", "Fox face"), ("👩‍👦", "Woman, boy"), ("李🦊", ""), ("-", "")]
)
def test_the_names_of_emoji_replace_a_name_without_letters(name, written):
    assert to_symbol_names(name) == written


def test_a_name_of_emoji_that_cannot_be_drawn_is_replaced_by_their_names(app, card):
    drawn = card(play_loba(app, ("🦊", "Ben", "Cem")))

    assert "".join(drawn.title) == "Fox face wins"
    assert [row.names for row in drawn.rows] == [("Fox face",), ("Ben",), ("Cem",)]


@pytest.mark.parametrize(
    ("letters", "room", "size", "lines"),
    [
        pytest.param(40, 420, 20, 1, id="one line in smaller letters"),
        pytest.param(40, 260, 16, 2, id="two lines"),
        pytest.param(20, 420, 20, 1, id="a low row"),
    ],
)
def test_a_name_of_40_letters_is_shown_in_full(letters, room, size, lines):
    name = "Maximiliana-Alejandra de la Fuente Ponte"

    found_size, found = name_lines((name,), letters, room)

    assert (found_size, len(found), " ".join(found)) == (size, lines, name)
    assert all(text_width(line, size) <= room for line in found)


def test_a_name_is_cut_only_if_there_is_no_room_for_two_lines():
    names = ("Maximiliana-Alejandra de la Fuente Ponte", "Ana")

    assert name_lines(names, 20, 260)[1][0].endswith("… + Ana")


def test_names_of_40_characters_can_be_drawn(app, card):
    names = tuple(f"{letter}aximiliana-Alejandra de la Fuente Ponte" for letter in "MPT")

    assert picture(card(play_loba(app, names))).size == SIZE


LONG = tuple(f"{letter}aximiliana-Alejandra de la Fuente Ponte" for letter in "MPTW")


def play_tied_match(app, names):
    """Play a match of Jabberwocky that all players win together, and return the phone."""
    jabberwocky = sit_down(app, "jabberwocky", names, schedule=[4], dealer_hook=False)
    jabberwocky.save(bids=(1,) * len(names))
    jabberwocky.save(tricks=(1,) * len(names))
    return jabberwocky


def test_a_title_of_one_winner_has_one_line_in_large_letters(app, card):
    assert title_lines(card(play_loba(app))) == (62, ["Ana wins"])


def test_a_title_names_all_winners_even_if_their_names_are_long(app, card):
    drawn = card(play_tied_match(app, LONG))
    size, lines = title_lines(drawn)

    assert len(lines) == 2
    assert all(text_width(line, size) <= 1088 for line in lines)
    title = " ".join(lines)
    assert re.findall(r"\w+-\w+", title) == [
        "Maximiliana-Alejandra",
        "Paximiliana-Alejandra",
        "Taximiliana-Alejandra",
        "Waximiliana-Alejandra",
    ]
    assert title.endswith("… win")
    assert picture(drawn).size == SIZE


def test_the_story_fits_the_picture_and_names_all_winners(app, card):
    size, (_, sentence) = story_lines(card(play_tied_match(app, LONG)))

    assert text_width(sentence, size) <= 1088
    assert re.findall(r"[MPTW]axi", sentence) == ["Maxi", "Paxi", "Taxi", "Waxi"]
    assert sentence.endswith("… share the win with one point each.")


def test_the_title_of_a_pair_with_long_names_names_both(app, card):
    gin = sit_down(app, "gin", LONG, target=10)
    gin.save(pair="0", result="gin", knocker="1", deadwood=(None, 50, None, None))
    gin.save(pair="0", result="draw")
    size, lines = title_lines(card(gin))

    assert " ".join(lines) == f"{LONG[0]} + {LONG[2]} win"
    assert size == 42


def test_a_dashed_line_is_split_into_dashes_and_gaps():
    pieces = dash_segments([(0.0, 0.0), (60.0, 0.0), (60.0, 20.0)])

    assert pieces == [
        [(0.0, 0.0), (22.0, 0.0)],
        [(34.0, 0.0), (56.0, 0.0)],
        [(60.0, 8.0), (60.0, 20.0)],
    ]


def test_the_chips_on_pictures_have_the_colours_of_the_pages():
    sheet = (paths.static_dir() / "css/base.css").read_text()
    colours = re.findall(r"\.p\d+ \{ --player: (#\w+); --on-player: (#\w+);", sheet)

    assert [(back, text.replace("#fff", "#ffffff")) for back, text in colours] == [
        (back, text) for back, text in CHIP_COLOURS
    ]
