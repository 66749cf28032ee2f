"""A match's picture: when it is available, and the texts, players, lines and bars that it shows."""

import io
import re

import pytest
from PIL import Image

from scorekeeper import paths
from scorekeeper.web.stats.pictures.image_text import to_drawable_text, to_symbol_names
from scorekeeper.web.stats.pictures.match_panel import (
    LINE_COLOURS,
    PANEL_BOTTOM,
    PANEL_LEFTS,
    PANEL_RIGHT,
    PANEL_TOP,
    bar_box,
    dash_segments,
)
from scorekeeper.web.stats.pictures.share_image import CHIP_COLOURS, SIZE
from tests.web.match_phone import sit_down
from tests.web.stats.pictures.match_pictures import draw, play_loba

PANEL_BOX = (PANEL_LEFTS[0], PANEL_TOP, PANEL_RIGHT, PANEL_BOTTOM)


def is_near(colour, pixel):
    """Return whether a pixel has roughly this colour.

    Colours are not exact, because pictures have a limited palette.
    """
    wanted = tuple(int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return all(abs(a - b) < 24 for a, b in zip(wanted, pixel, strict=True))


def has_colour(image, box, colour):
    return any(is_near(colour, pixel) for _, pixel in image.crop(box).getcolors(SIZE[0] * SIZE[1]))


def test_the_picture_is_1200_by_630_pixels_and_gives_304_while_unchanged(app):
    loba = play_loba(app)

    response = loba.client.get(f"{loba.address}/picture.png")

    assert response.mimetype == "image/png"
    assert Image.open(io.BytesIO(response.data)).size == SIZE == (1200, 630)
    assert response.headers["Cache-Control"] == "private, no-cache"
    tag = {"If-None-Match": response.headers["ETag"]}
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


def test_the_picture_has_the_places_chart_and_story_of_the_podium(app, build_picture):
    picture = build_picture(play_loba(app))

    assert picture.title == ("", "Ana", " wins")
    assert picture.subtitle.startswith("Loba · 2 deals · ")
    assert [(row.place, row.names, row.description) for row in picture.rows] == [
        ("1", ("Ana",), "last one in, 0"),
        ("2", ("Ben",), "out at 25"),
        ("3", ("Cem",), "out at 27"),
    ]
    assert [line.person.initials for line in picture.chart.lines] == ["A", "B", "C"]
    assert tuple("".join(parts) for parts in picture.story) == (
        "Ana led from the first deal to the last.",
        "Ben and Cem were eliminated in Deal 2.",
    )


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_player_has_a_chip_and_a_line_in_the_picture(app, build_picture, seats):
    image = draw(build_picture(play_loba(app, seats)))

    left, top, right, bottom = PANEL_BOX
    for number in range(seats):
        assert has_colour(image, (0, top, left, bottom), CHIP_COLOURS[number][0]), number
        assert has_colour(image, (left + 70, top, right - 60, bottom), LINE_COLOURS[number]), number


def test_a_match_of_one_deal_has_a_bar_per_player(app, build_picture):
    jamon = sit_down(app, "jamon", 3)
    jamon.save(went_out="1", counters=(7, 5, 3))
    image = draw(build_picture(jamon))

    left, top, right, bottom = PANEL_BOX
    for number in range(3):
        assert has_colour(image, (left + 60, top, right, bottom), LINE_COLOURS[number]), number


def test_negative_totals_have_bars_left_of_zero(app, build_picture):
    jaguar = sit_down(app, "jaguar", 5)
    jaguar.save(jaguar="1", friend="2", points="80")
    jaguar.at("end")
    jaguar.tap("End now")
    picture = build_picture(jaguar)

    boxes = [bar_box(picture, n, (544, 336)) for n in range(5)]
    assert [row.total for row in picture.rows] == [2, 1, -1, -1, -1]
    assert boxes[0][0] == boxes[1][0] > boxes[2][0]
    assert boxes[0][2] > boxes[1][2] > boxes[2][2]
    assert draw(picture).size == SIZE


def test_partners_share_a_row_with_a_chip_each(app, build_picture):
    rows = build_picture(sit_down(app, "gin", 4)).rows

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


def test_a_name_that_cannot_be_drawn_is_replaced_by_the_seat_number(app, build_picture):
    picture = build_picture(play_loba(app, ("李小龍", "Ben", "Cem")))

    assert "".join(picture.title) == "Player 1 wins"
    assert [row.names for row in picture.rows] == [("Player 1",), ("Ben",), ("Cem",)]
    assert draw(picture).size == SIZE


@pytest.mark.parametrize(
    ("name", "written"), [("🦊", "Fox face"), ("👩‍👦", "Woman, boy"), ("李🦊", ""), ("-", "")]
)
def test_the_names_of_emoji_replace_a_name_without_letters(name, written):
    assert to_symbol_names(name) == written


def test_a_name_of_emoji_that_cannot_be_drawn_is_replaced_by_their_names(app, build_picture):
    picture = build_picture(play_loba(app, ("🦊", "Ben", "Cem")))

    assert "".join(picture.title) == "Fox face wins"
    assert [row.names for row in picture.rows] == [("Fox face",), ("Ben",), ("Cem",)]


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


def test_the_lines_on_pictures_have_the_colours_of_the_pages_in_the_light_theme():
    sheet = (paths.static_dir() / "css/base.css").read_text()
    players = re.findall(r"\.p\d+ \{ --player: (#\w+);(.*)\}", sheet)
    own = [re.search(r"--(?:stroke|thin): light-dark\((#\w+),", rest) for _, rest in players]

    assert (
        tuple(line[1] if line else player for (player, _), line in zip(players, own, strict=True))
        == LINE_COLOURS
    )
