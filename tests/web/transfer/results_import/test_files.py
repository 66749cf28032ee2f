"""Uploads of old results: unreadable, malformed, hostile and large files."""

import pytest
from sqlalchemy import select

from scorekeeper.db.import_tables import ImportJobs
from scorekeeper.web.transfer import results_import
from tests.web.transfer.results_import.uploads import (
    FINE,
    HEADINGS,
    chosen_option,
    imported_rows,
    listed_names,
    upload_file,
)

TOO_WIDE = ";".join(f"c{n}" for n in range(200)) + "\n" + ";".join("1" * 200) + "\n"
UNREADABLE = {
    "a packed file": (
        b"PK\x03\x04" + b"\0" * 100,
        "This is a spreadsheet file, not CSV. Save it as CSV and choose that file.",
    ),
    "an old spreadsheet": (
        b"\xd0\xcf\x11\xe0" + b"\0" * 100,
        "This is a spreadsheet file, not CSV. Save it as CSV and choose that file.",
    ),
    "six megabytes": (b"a;b\n" * 1_500_000, "This file is larger than 5 MB. Split the file."),
    "null characters": (
        FINE.replace("Ana", "A\0na").encode(),
        "This is not a text file. Save the spreadsheet as CSV in UTF-8.",
    ),
    "nothing": (b"", "This file is empty."),
    "200 columns": (TOO_WIDE.encode(), "Line 1 has 200 columns, but a line can have at most 60."),
    "too many lines": (
        b"a\n" * 20_001,
        "This file has 20001 lines, but a file can have at most 20000. Split the file.",
    ),
}


@pytest.mark.parametrize(("data", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.both_databases
def test_an_unreadable_file_is_refused_with_an_explanation(store, app, phone, data, sentence):
    before = imported_rows(app)
    page = upload_file(phone, data)

    assert page.status == 422
    assert page.reasons == [sentence]
    assert page.by_id(page.by_id("file")["aria-describedby"]).words == sentence
    assert imported_rows(app) == before
    with store.engine.connect() as connection:
        assert connection.execute(select(ImportJobs.id)).all() == []


def test_a_missing_file_is_refused_with_an_explanation(phone):
    assert "up to 5 MB and 20,000 lines" in phone.go("/import").words
    page = phone.request("POST", "/import", [("key", "k")])

    assert (page.status, page.alerts) == (422, ["Not uploaded Choose a file first."])


def test_a_file_over_the_upload_limit_is_refused(phone):
    page = upload_file(phone, b"x" * (results_import.MAX_UPLOAD_BYTES + 1))

    assert page.status == 413
    assert "not read" in page.words


def test_the_higher_upload_limit_applies_only_to_the_upload_route(phone):
    assert phone.request("POST", "/players", [("name", "x" * 70_000)]).status == 413
    upload_file(phone, FINE)
    assert phone.request("POST", phone.page.path, [("name-x", "x" * 70_000)]).status == 413


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3/9/2023;Loba;=cmd|' /C calc'!A0;1;5", None),
        ("3/9/2023;Loba;Ana;=1+1;5", "A place must be a whole number, not “=1+1”."),
        ("3/9/2099;Loba;Ana;1;5", "The date 2099-09-03 is in the future."),
        (f"3/9/2023;Loba;{'x' * 500};1;5", "A name can have at most 40 characters, not 500."),
        ("3/9/2023;Loba;;1;5", "There is no player on this line."),
    ],
    ids=["formula name", "formula place", "future", "long name", "no name"],
)
def test_malformed_lines_do_not_break_the_preview(app, phone, line, reason):
    page = upload_file(phone, f"{FINE}{line}\n3/9/2023;Loba;Bruno;2;9\n")

    assert page.status == 200
    if reason:
        assert reason.rstrip(".") in page.words
    else:
        assert "=cmd|' /C calc'!A0" in listed_names(page, "Unknown names")


def test_markup_in_cells_and_file_names_is_escaped(phone):
    text = FINE.replace("Gema", "<b>Gema</b>").replace("Puntos", "<i>Puntos</i>")
    page = upload_file(phone, text, "<script>alert(1)</script>.csv")

    assert page.title == "Old results"
    assert "<script>alert(1)</script>.csv" in page.words
    assert "<b>Gema</b>" in listed_names(page, "Unknown names")
    assert "<b>Gema" not in page.text
    assert "2 matches were imported" in phone.tap("Import").words
    assert "<b>Gema</b>" in phone.go("/season/all").words


def test_a_name_that_may_be_several_players_is_one_name_and_has_a_hint(phone):
    hint = "is several players, put commas between the names, or put each name on its own line."
    head = "date;game;players\n3/9/2023;Loba;Ana > "
    page = upload_file(phone, f"{head}Ortega y Gasset, Gema\n")

    assert listed_names(page, "Unknown names") == ["Gema", "Ortega y Gasset"]
    assert f"If “Ortega y Gasset” {hint}" in page.words
    assert f"If “Dina & Edu” {hint}" in upload_file(phone, f"{head}Dina & Edu\n").words
    assert hint not in upload_file(phone, f"{head}Eyal, Andy\n").words


def test_a_file_of_one_column_asks_for_the_date_column(phone):
    page = upload_file(phone, "hello\nworld\n")

    assert page.status == 200
    assert "Choose the column with the date." in page.words


@pytest.mark.parametrize(
    "pairs",
    [
        [("column-0", "nonsense"), ("column-99", "game"), ("column-x", "game")],
        [("headed", "99999999999"), ("game", "poker"), ("name-gema", "99"), ("game-x", "")],
        [("seen", "-1"), ("write", "1")],
    ],
)
def test_invalid_choices_cause_no_server_error(phone, pairs):
    page = upload_file(phone, FINE)
    page = phone.request("POST", page.path, pairs)

    assert page.status in (200, 422)
    assert phone.go("/import/1").status == 200


def test_the_first_hundred_rejected_lines_are_listed_and_all_are_counted(phone):
    page = upload_file(phone, FINE + "31/09/2023;Jaguar;Ana;1;40\n" * 150)

    assert "150 rejected lines" in page.words
    assert len(page.part("150 rejected lines").all("li")) == 100
    assert "And 50 more." in page.words


def matches_of(count, game, name):
    """Return the lines of `count` matches.

    In `game` and `name`, `{n}` is replaced with the number of the match.
    """
    return "".join(
        f"{1 + n % 28}/9/2023;{game.format(n=n)};Ana;1;\n"
        f"{1 + n % 28}/9/2023;{game.format(n=n)};{name.format(n=n)};2;\n"
        for n in range(count)
    )


def test_fifty_unknown_names_are_listed_and_the_others_become_new_players(app, phone):
    page = upload_file(
        phone, HEADINGS + matches_of(59, "Loba", "N{n}") * 2 + matches_of(1, "Loba", "Brunno")
    )

    assert len(listed_names(page, "Unknown names")) == 50
    assert listed_names(page, "Unknown names")[0] == "Brunno"
    assert chosen_option(page, "Brunno") == "Bruno"
    assert "10 more names become new players." in page.words


@pytest.mark.both_databases
def test_unknown_games_over_the_limit_are_counted_but_not_listed(phone):
    long = "x" * 81
    page = upload_file(
        phone, HEADINGS + matches_of(33, "Mus {n}", "Bruno") + matches_of(1, long, "Bruno")
    )

    assert len(listed_names(page, "Unknown games")) == 30
    assert "4 more games are left out." in page.words
    page = upload_file(phone, FINE + matches_of(1, long, "Bruno"))
    assert "One more game is left out." in page.part("Unknown games").words


@pytest.mark.parametrize("path", ["/import/9", "/import/9/running", "/import/0"])
def test_an_unknown_import_is_not_found(phone, path):
    assert phone.go(path).status == 404


@pytest.mark.parametrize("verb", ["undo", "redo", ""])
def test_actions_on_an_unknown_import_are_not_found(phone, verb):
    assert phone.request("POST", f"/import/9/{verb}".rstrip("/")).status == 404


def test_a_file_name_is_shortened_and_bidi_overrides_are_removed(phone):
    page = upload_file(phone, FINE, "x" * 300 + "\u202e.csv")

    assert f"{'x' * 76}.csv" in page.words
    assert "\u202e" not in page.text
