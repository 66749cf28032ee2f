"""A match's picture shows long names in full, in any script and for any number of players."""

import pytest

from scorekeeper.web.stats.pictures.image_text import text_width
from scorekeeper.web.stats.pictures.match_image import story_lines, title_lines
from scorekeeper.web.stats.pictures.match_row import (
    GAP,
    lay_out_row,
    panel_left,
    row_height,
    text_left,
)
from scorekeeper.web.stats.pictures.name_lines import LINE_HEIGHT, fit_names
from scorekeeper.web.stats.pictures.share_image import SIZE
from tests.web.match_phone import sit_down
from tests.web.stats.pictures.match_pictures import draw, play_loba
from tests.web.stats.pictures.tiny_typeface import build_typeface


@pytest.mark.parametrize(
    ("letters", "width", "height", "size", "lines"),
    [
        pytest.param(40, 420, 100, 20, 1, id="one line in smaller letters"),
        pytest.param(40, 260, 50, 20, 2, id="two lines"),
        pytest.param(20, 420, 34, 20, 1, id="a row with little height"),
    ],
)
def test_a_name_of_40_letters_is_shown_in_full(letters, width, height, size, lines):
    name = "Maximiliana-Alejandra de la Fuente Ponte"

    found_size, found = fit_names((name,), letters, width, height)

    assert (found_size, len(found), " ".join(found)) == (size, lines, name)
    assert all(text_width(line, size) <= width for line in found)


def test_a_name_is_cut_only_if_no_size_fits():
    names = ("Maximiliana-Alejandra de la Fuente Ponte", "Ana")

    assert fit_names(names, 20, 260, 20)[1][0].endswith("… + Ana")


CJK = "".join(map(chr, range(0x4E00, 0x4E28)))
WORDS = {  # the first 39 letters of one word, and its last letter in ten different names
    "Latin": ("Donaudampfschifffahrtsgesellschaftskapi", "ABCDEFGHIJ"),
    "wide": ("W" * 39, "ABCDEFGHIJ"),
    "accents": ("q\u0301" * 19 + "q", "ABCDEFGHIJ"),
    "Hebrew": ("".join(map(chr, range(0x5D0, 0x5E3))) * 2 + "ק", "אבגדהוזחטי"),
    "Arabic": ("مستشفىالجامعةالاسلامية" + "ب" * 17, "ابتثجحخدذر"),
    "CJK": (CJK[:39], CJK[:10]),
    "emoji": ("\N{FOX FACE}" * 39, "".join(map(chr, range(0x1F980, 0x1F98A)))),
}


def without_spaces(lines):
    return "".join(lines).replace(" ", "")


def written_names(picture):
    """Return the names in each row as they are drawn. Fails if a text does not fit into its row."""
    left, step = panel_left(picture), row_height(picture)
    written = []
    for row in picture.rows:
        text = lay_out_row(row, step, left)
        width = left - GAP - text_left(row, step)
        beside = 0 if text.is_below else text_width(text.result, text.result_size)
        below = text.result_size if text.is_below else 0
        assert all(text_width(line, text.size) <= width - beside for line in text.lines)
        assert LINE_HEIGHT * (text.size * len(text.lines) + below) <= step
        assert text.result == row.description
        written.append(without_spaces(text.lines))
    return written


@pytest.fixture
def cjk_typeface(app, tmp_path):
    file = tmp_path / "cjk.ttf"
    file.write_bytes(build_typeface(CJK))
    app.config["FONTS"] = (file,)


@pytest.mark.usefixtures("cjk_typeface")
@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("script", WORDS)
def test_names_of_one_word_of_40_letters_are_whole(app, build_picture, script, players):
    start, ends = WORDS[script]
    phone = sit_down(app, "jamon", tuple(start + end for end in ends[:players]))
    phone.save(went_out="1", counters=(7, *[5] * (players - 2), 3))
    picture = build_picture(phone)

    shown = [name.replace(" ", "") for row in picture.rows for name in row.names]
    shown_letters = 15 if script == "emoji" else 40  # "Fox face, fox face" replaces the emoji
    assert {len(each) for each in shown} == {shown_letters}
    with app.app_context():
        assert written_names(picture) == shown
        assert without_spaces(title_lines(picture)[1]) == f"{shown[0]}wins"
        assert draw(picture).size == SIZE


@pytest.mark.parametrize(
    "names", [5, tuple("W" * 39 + end for end in "ABCDE")], ids=["short", "long"]
)
def test_a_long_result_fits_beside_or_below_the_name(app, build_picture, names):
    loba = sit_down(app, "loba", names, limit=20)
    loba.save(went_out="nobody", deadwood=(22, 23, 24, 25, 26))
    picture = build_picture(loba)

    assert picture.rows[0].description == "out last, lowest total 22"
    assert written_names(picture) == [without_spaces(row.names) for row in picture.rows]
    assert draw(picture).size == SIZE


def test_names_of_40_characters_can_be_drawn(app, build_picture):
    names = tuple(f"{letter}aximiliana-Alejandra de la Fuente Ponte" for letter in "MPT")

    assert draw(build_picture(play_loba(app, names))).size == SIZE


LONG = tuple(f"{letter}aximiliana-Alejandra de la Fuente Ponte" for letter in "MPTW")


def play_tied_match(app, names):
    """Play a match of Jabberwocky that all players win together, and return the phone."""
    jabberwocky = sit_down(app, "jabberwocky", names, schedule=[len(names)], dealer_hook=False)
    jabberwocky.save(bids=(1,) * len(names))
    jabberwocky.save(tricks=(1,) * len(names))
    return jabberwocky


def test_a_title_of_one_winner_has_one_line_in_large_letters(app, build_picture):
    assert title_lines(build_picture(play_loba(app))) == (62, ["Ana wins"])


def test_a_title_names_all_winners_even_if_their_names_are_long(app, build_picture):
    picture = build_picture(play_tied_match(app, LONG))
    size, lines = title_lines(picture)

    assert (size, len(lines)) == (26, 3)
    assert all(text_width(line, size) <= 1088 for line in lines)
    assert " ".join(lines) == f"{LONG[0]}, {LONG[1]}, {LONG[2]} and {LONG[3]} win"
    assert draw(picture).size == SIZE


def test_the_story_fits_the_picture_and_names_all_winners(app, build_picture):
    size, lines = story_lines(build_picture(play_tied_match(app, LONG)))

    assert all(text_width(line, size) <= 1088 for line in lines)
    assert " ".join(lines).endswith(
        f"{LONG[0]}, {LONG[1]}, {LONG[2]} and {LONG[3]} share the win with one point each."
    )


def test_a_sentence_of_the_story_that_does_not_fit_is_omitted(app, build_picture):
    wide = tuple("W" * 39 + end for end in "ABCDE")

    assert story_lines(build_picture(play_tied_match(app, wide)))[1] == [
        "Everyone made their bid in Deal 1."
    ]


def test_the_title_of_a_pair_with_long_names_names_both(app, build_picture):
    gin = sit_down(app, "gin", LONG, target=10)
    gin.save(pair="0", result="gin", knocker="1", deadwood=(None, 50, None, None))
    gin.save(pair="0", result="draw")
    size, lines = title_lines(build_picture(gin))

    assert " ".join(lines) == f"{LONG[0]} + {LONG[2]} win"
    assert size == 42
