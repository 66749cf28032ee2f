"""Old results from a spreadsheet: upload, preview, import, undo."""

from threading import Event, Thread

import pytest
from sqlalchemy import event, select

from scorekeeper.db.tables import ImportJobs, Matches, MatchEvents, Players
from scorekeeper.league import player_merge, roster
from scorekeeper.league.season_commands import create_season
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import jobs
from scorekeeper.web.transfer import csv_import
from tests.web.lobas import columns
from tests.web.phone import Page
from tests.web.results import jabberwocky

HEAD = "Fecha;Juego;Jugador;Puesto;Puntos\n"
FINE = HEAD + (
    "03/09/2023;Chinchon;Ana;1;62\n03/09/2023;Chinchon;BRUNO;2;109\n03/09/2023;Chinchon;Gema;3;103\n"
    "10/09/2023;Loba;Gema;1;\n10/09/2023;Loba;Ana;2;\n"
)
MESSY = FINE.replace("Puntos\n", "Puntos;Notas\n").replace("62\n", "62;en casa\n") + (
    "31/10/2023;Loba;Ana;1;40\n31/10/2023;Loba;Bruno;3.5;41\n"
    "12/10/2023;Mus;Ana;1;\n12/10/2023;Mus;Txus;2;\n02/11/2023;Chinchon;Ana;primera;8\n"
)


@pytest.fixture(autouse=True)
def friends(store):
    """Ana, Bruno and Chus, keys 1 to 3."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)


def in_parts(key, name, data):
    """Return the body of a multipart form with a key and a file."""
    part = '--cut-here\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
    head = f"{part.format('key', '')}{key}\r\n" + part.format("file", f'; filename="{name}"')
    return head.encode() + data + b"\r\n--cut-here--\r\n"


def send_file(phone, data, name="old.csv"):
    """Choose a file on the page and send it as a browser would."""
    form = phone.page.find("Check the file", "button").around("form")
    assert form["enctype"] == "multipart/form-data"
    key = next(box["value"] for box in form.all("input") if box["name"] == "key")
    data = data.encode() if isinstance(data, str) else data
    answer = phone.client.post(
        form["action"],
        data=in_parts(key, name, data),
        content_type="multipart/form-data; boundary=cut-here",
        headers={"Origin": "http://localhost"},
    )
    if answer.status_code == 303:
        return phone.go(answer.headers["Location"])
    phone.page = Page(answer.status_code, form["action"], answer.text)
    return phone.page


def looked(phone, data, name="old.csv"):
    phone.go("/import")
    return send_file(phone, data, name)


def write(phone, data):
    """Upload this file and write all of it."""
    looked(phone, data)
    return phone.tap("Import")


def everything(table):
    """Return all rows that an import could change."""
    with engines.store_of(table).engine.connect() as connection:
        return [
            connection.execute(select(each.__table__)).all()
            for each in (Matches, MatchEvents, Players)
        ]


def names(page, heading):
    return [line.all("b")[0].words for line in page.part(heading).all("li")]


def chosen(page, name):
    return next(o.words for o in page.find(name, "select").all("option") if "selected" in o)


def rows(page):
    """Return the lines of the preview or of the table."""
    return [[c.words for c in line.all("th", "td")] for line in page.root.all("tr")][1:]


def standings(phone):
    """Return each player's name, matches and wins of all time."""
    return columns(phone.go("/season/all"), "Player", "M", "W")


# ---------------------------------------------------------------- from upload to undo


def test_an_empty_season_links_to_the_import_of_old_results(store, phone):
    create_season(store, Season(0, "New"))
    phone.go("/season")

    assert phone.tap("Import them").title == "Old results"
    assert "Earlier imports" not in phone.page.words


def test_uploading_a_file_shows_a_preview_and_imports_nothing(table, phone):
    before = everything(table)
    page = looked(phone, FINE)

    assert page.status == 200
    assert "lines 5 matches 2 rejected lines 0" in page.words
    assert "Semicolons, UTF-8, the first line is the header." in page.words
    assert [chosen(page, name) for name in ("Fecha", "Juego", "Jugador", "Puesto", "Puntos")] == [
        "Date, day first",
        "Game",
        "Player",
        "Place",
        "Game points",
    ]
    assert names(page, "Unknown names") == ["Gema"]
    assert rows(page) == [
        ["2", "Sunday 3 September 2023", "Chinchón", "Ana", "1", "62"],
        ["3", "Sunday 3 September 2023", "Chinchón", "Bruno", "2", "109"],
        ["4", "Sunday 3 September 2023", "Chinchón", "Gema", "3", "103"],
        ["5", "Sunday 10 September 2023", "Loba", "Gema", "1", "–"],
        ["6", "Sunday 10 September 2023", "Loba", "Ana", "2", "–"],
    ]
    assert "2 matches, 5 lines. You can undo the whole import at once." in page.words
    assert everything(table) == before


def test_an_import_counts_at_once_and_can_be_undone_and_redone(phone):
    page = write(phone, FINE)
    assert page.path == "/import/1/running"
    assert "2 matches were imported" in page.words
    counted = standings(phone)
    assert counted == [("Ana", "2", "1"), ("Gema", "2", "1"), ("Bruno", "1", "0")]

    phone.go("/import")
    assert "The import of 2 matches was undone" in phone.tap("Undo: old.csv").words
    assert phone.go("/season/all").root.all("table") == []
    assert "old result" not in phone.go("/matches").words
    phone.go("/import")
    assert "2 matches were imported" in phone.tap("Redo: old.csv").words
    assert standings(phone) == counted


def test_each_imported_result_has_a_page(phone):
    write(phone, FINE)
    phone.go("/matches")
    assert "Chinchón: Ana won" in phone.page.words
    assert "an old result" in phone.page.words

    page = phone.tap("Chinchón: Ana won")
    assert (page.path, page.title) == ("/results/1", "Chinchón")
    assert "Sunday 3 September 2023" in page.words
    assert [(r[0], r[1], r[2]) for r in rows(page)] == [
        ("1", "Ana", "62"),
        ("2", "Bruno", "109"),
        ("3", "Gema", "103"),
    ]
    assert [r[2] for r in rows(phone.go("/results/2"))] == ["not recorded", "not recorded"]
    assert phone.tap("Show the import").path == "/import/1/running"


def test_the_evening_of_an_imported_result_shows_no_times(phone):
    write(phone, FINE + "05/09/1955;Loba;Ana;1;\n05/09/1955;Loba;Chus;2;\n")

    page = phone.go("/nights/1955-09-05")
    assert page.status == 200
    assert page.part("Loba").words.startswith("Loba match 1 of the evening, an old result")
    assert "One match, 2 players. Ana" in page.part("Ana won Loba").words
    assert phone.tap("Result", within="Loba").path == "/results/3"
    assert phone.tap("Show the evening").path == "/nights/1955-09-05"


def test_an_evening_with_an_imported_result_shows_the_times_of_its_played_match(log, phone):
    write(phone, FINE)
    jabberwocky(log, "1", "2", "3", evening="2023-09-03", hour=2)

    assert "2 matches, 4 players, from 22:00 to 22:02" in phone.go("/nights/2023-09-03").words


@pytest.mark.parametrize(
    "path", ["", "/sheet", "/end", "/sheet.csv", "/rounds/1/correct", "/history"]
)
def test_match_addresses_of_an_imported_result_redirect_to_its_page(phone, path):
    write(phone, FINE)

    assert phone.go(f"/matches/1{path}").path == "/results/1"


@pytest.mark.parametrize("path", ["throw-away", "bring-back", "undo", "close", "rounds/1/deal"])
def test_an_imported_result_cannot_be_changed_like_a_match(table, phone, path):
    write(phone, FINE)
    before = everything(table)

    answer = phone.client.post(f"/matches/1/{path}", data={"key": "k", "how": "closed"})

    assert answer.status_code in (303, 404, 405)
    assert everything(table) == before


def test_the_result_address_of_a_played_match_redirects_to_the_match(table, phone):
    verbs.start_match(
        table.extensions["scorekeeper.log"], "loba", ("1", "2"), {}, CommandMeta("a", 1)
    )

    assert phone.go("/results/1").path == "/matches/1"
    assert phone.go("/results/2").status == 404


@pytest.mark.both_databases
def test_the_page_of_an_undone_result_is_not_found_and_explains_the_undo(phone):
    write(phone, FINE)
    phone.go("/import")
    phone.tap("Undo: old.csv")

    page = phone.go("/results/1")
    assert page.status == 404
    assert "This result was undone together with its import." in page.words


# ---------------------------------------------------------------- other choices


def test_an_undecided_column_prevents_the_import(table, phone):
    page = looked(phone, MESSY)
    before = everything(table)
    assert chosen(page, "Notas") == "Choose…"

    page = phone.tap("Import")
    assert page.status == 422
    sentence = "Choose what “Notas” contains, or “Not used” to leave it out."
    assert page.alerts == [f"Not imported yet: {sentence}"]
    assert "autofocus" in page.find("Notas", "select")
    assert everything(table) == before

    phone.choose("Notas", "Not used")
    assert "2 matches were imported" in phone.tap("Import").words


def test_every_rejected_line_has_a_reason(phone):
    page = looked(phone, MESSY)

    assert [line.words for line in page.part("5 rejected lines").all("li")] == [
        "line 7 Left out because it belongs to the same match as line 8. 31/10/2023; Loba; "
        "Ana; 1; 40",
        "line 8 A place must be a whole number, not “3.5”. 31/10/2023; Loba; Bruno; 3.5; 41",
        "line 9 There is no game called “Mus”. 12/10/2023; Mus; Ana; 1;",
        "line 10 There is no game called “Mus”. 12/10/2023; Mus; Txus; 2;",
        "line 11 A place must be a whole number, not “primera”. 02/11/2023; "
        "Chinchon; Ana; primera; 8",
    ]


def test_an_unknown_name_can_be_assigned_to_a_player(store, phone):
    looked(phone, FINE)
    phone.choose("Gema", "Chus")
    page = phone.tap("Check again")
    assert chosen(page, "Gema") == "Chus"
    assert rows(page)[2][3] == "Chus"
    assert chosen(phone.go(page.path), "Gema") == "Chus"

    phone.tap("Import")
    assert standings(phone) == [("Ana", "2", "1"), ("Chus", "2", "1"), ("Bruno", "1", "0")]
    assert [player.name for player in roster.players(store, include_hidden=True)] == [
        "Ana",
        "Bruno",
        "Chus",
    ]


def test_a_name_can_be_left_out_and_an_unknown_game_assigned(phone):
    page = looked(phone, MESSY)
    phone.choose("Mus", "Jamón")
    phone.choose("Txus", "Leave out")
    phone.choose("Notas", "Not used")
    page = phone.tap("Check again")

    assert (chosen(page, "Mus"), chosen(page, "Txus")) == ("Jamón", "Leave out")
    assert "“Txus” is left out." in page.words


def test_one_game_can_be_chosen_for_all_lines(phone):
    page = looked(phone, "Date;Ana;Bruno\n3/9/2023;5;0\n4/9/2023;0;7\n")
    assert "Choose the column with the game, or choose one game for all lines." in page.words
    assert "No matches could be read yet." in page.words

    phone.choose("One game for all lines", "Loba")
    phone.tap("Check again")
    phone.tap("Import")
    assert standings(phone) == [("Ana", "2", "1"), ("Bruno", "2", "1")]


def test_chosen_contents_of_unknown_columns_are_remembered(phone):
    page = looked(phone, "Wann;Wer;Was\n" + "\n".join(FINE.splitlines()[1:]))
    assert "Choose the column with the date." in page.words
    roles = ("Date, day first", "Game", "Player", "Place", "Game points")
    for number, role in enumerate(roles, start=1):
        phone.choose(f"Column {number}", role)
    phone.tap("Check again")
    phone.choose("Number of header lines", "1")
    page = phone.tap("Check again")

    titles = ("Wann", "Wer", "Was", "Column 4", "Column 5")
    assert tuple(chosen(phone.go(page.path), title) for title in titles) == roles
    assert "lines 5 matches 2 rejected lines 0" in phone.page.words
    assert "2 matches were imported" in phone.tap("Import").words


def test_a_file_with_one_column_per_new_player_is_imported(phone):
    looked(phone, "Fecha;Juego;Pepe;Xavi\n3/9/2023;Loba;5;0\n4/9/2023;Loba;0;7\n")
    for name in ("Pepe", "Xavi"):
        phone.choose(name, "Points of the player in the heading")
    phone.tap("Check again")
    phone.tap("Import")

    assert standings(phone) == [("Pepe", "2", "1"), ("Xavi", "2", "1")]


def test_the_number_of_header_lines_can_be_chosen(phone):
    page = looked(phone, FINE)
    assert chosen(page, "Number of header lines") == "1"
    phone.choose("Number of header lines", "0")

    page = phone.tap("Check again")
    assert chosen(page, "Number of header lines") == "0"
    assert "lines 6" in page.words


def test_choices_changed_just_before_the_import_are_checked_first(table, phone):
    looked(phone, FINE)
    phone.choose("Gema", "Leave out")
    before = everything(table)

    page = phone.tap("Import")

    assert page.status == 422
    assert chosen(page, "Gema") == "Leave out"
    assert "No matches could be read from this file" in page.alerts[0]
    assert everything(table) == before


def test_an_import_of_fewer_matches_than_previewed_needs_another_check(phone):
    looked(phone, FINE + "11/09/2023;Loba;Ana;1;\n11/09/2023;Loba;Chus;2;\n")
    phone.choose("Gema", "Leave out")

    page = phone.tap("Import 3 matches")

    assert page.status == 422
    assert (
        "With these choices, there is now 1 match. Check it again, then import." in page.alerts[0]
    )
    assert "One match was imported" in phone.tap("Import one match").words


@pytest.fixture
def merged_at_last(store, monkeypatch):
    """Ana and Bruno are merged after the file was checked and before it is written."""

    def merge(seen):
        player_merge.merge_players(store, 2, into=1)
        return []

    monkeypatch.setattr(csv_import, "write_problems", merge)


@pytest.mark.usefixtures("merged_at_last")
def test_merging_two_players_of_a_match_after_the_check_prevents_the_import(table, phone):
    looked(phone, FINE)

    page = phone.tap("Import 2 matches")

    assert page.status == 422
    assert "Two players of the same match have been merged in the meantime" in page.alerts[0]
    assert "Two names in this match belong to the same person." in page.words
    assert everything(table)[:2] == [[], []]


def test_existing_matches_are_imported_again_only_on_request(phone):
    write(phone, FINE)
    page = looked(phone, FINE)
    assert "Nothing new: all 2 matches are already here." in page.words
    assert "5 rejected lines" not in page.words
    assert "Import 2 matches" not in page.words

    phone.tap("Also import matches that already exist")
    page = phone.tap("Check again")
    assert "Nothing new" not in page.words
    assert "2 matches were imported" in phone.tap("Import 2 matches").words
    assert standings(phone)[0] == ("Ana", "4", "2")


def test_a_file_with_existing_matches_and_wrong_lines_lists_both(phone):
    write(phone, FINE)
    page = looked(phone, FINE + "31/10/2023;Mus;Ana;1;\n")

    assert "Nothing new" not in page.words
    assert "6 rejected lines" in page.words
    assert "This match already exists." in page.words


def test_a_match_with_too_many_players_is_rejected(phone):
    page = looked(phone, "date;game;players\n3/9/2023;Loba;Ana, Bruno, Chus, D, E, F\n")

    assert "Loba is for 2 to 5 players, not 6." in page.words


# ---------------------------------------------------------------- twice, and failures


def test_tapping_import_on_a_second_phone_imports_nothing_more(table, phone, another_phone):
    looked(phone, FINE)
    another_phone.go(phone.page.path)
    phone.tap("Import")
    before = everything(table)

    assert "2 matches were imported" in another_phone.tap("Import").words
    assert everything(table) == before


@pytest.mark.parametrize(
    "late", ["save_choices", "uploaded_data"], ids=["before it chose", "before it read"]
)
def test_concurrent_import_requests_import_the_file_once(table, phone, monkeypatch, late):
    """The second request starts before the file is imported, and continues after the first."""
    looked(phone, FINE)
    button, path = phone.page.find("Import", "button"), phone.page.path
    said = dict(phone.filled(button.around("form"), button))
    is_waiting, may_go_on, original, answers = Event(), Event(), getattr(jobs, late), []

    def held(*given):
        if not is_waiting.is_set():
            is_waiting.set()
            assert may_go_on.wait(30)
        return original(*given)

    monkeypatch.setattr(jobs, late, held)
    second = Thread(target=lambda: answers.append(table.test_client().post(path, data=said)))
    second.start()
    assert is_waiting.wait(30)
    try:
        first = phone.client.post(path, data=said)
        before = everything(table)
    finally:
        may_go_on.set()
        second.join()

    assert [(answer.status_code, answer.location) for answer in (first, *answers)] == [
        (303, "/import/1/running"),
        (303, "/import/1/running"),
    ]
    assert everything(table) == before
    assert "2 matches were imported" in phone.go(first.location).words


def test_opening_the_preview_during_the_import_redirects_to_the_result(phone, monkeypatch):
    path = looked(phone, FINE).path

    def written_meanwhile(store, import_id):
        with monkeypatch.context() as once:
            once.setattr(jobs, "uploaded_data", original)
            assert phone.tap("Import").path == f"{path}/running"
        return original(store, import_id)

    original = jobs.uploaded_data
    monkeypatch.setattr(jobs, "uploaded_data", written_meanwhile)

    assert phone.client.get(path).location == f"{path}/running"


def test_uploading_a_file_twice_from_one_page_creates_one_import(table, phone):
    phone.go("/import")
    page = phone.page
    first = send_file(phone, FINE).path
    phone.page = page

    assert send_file(phone, FINE).path == first


@pytest.mark.both_databases
def test_a_failed_import_writes_nothing_and_can_be_repeated(store, table, phone):
    looked(phone, FINE)
    before = everything(table)

    def fail(connection, cursor, statement, parameters, context, many):
        if statement.startswith("INSERT INTO match_player"):
            raise OSError("The disk is full.")

    engine = store.engine
    event.listen(engine, "after_cursor_execute", fail)
    with pytest.raises(OSError, match="disk"):
        phone.tap("Import")
    event.remove(engine, "after_cursor_execute", fail)

    assert everything(table) == before
    assert "Nothing was imported" in phone.go("/import/1/running").words
    phone.tap("Check the file again")
    assert "2 matches were imported" in phone.tap("Import").words


# ---------------------------------------------------------------- hostile files


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
def test_an_unreadable_file_is_refused_with_an_explanation(store, table, phone, data, sentence):
    before = everything(table)
    page = looked(phone, data)

    assert page.status == 422
    assert page.alerts == [f"The file was not read {sentence}"]
    assert page.by_id(page.by_id("file")["aria-describedby"]).words == sentence
    assert everything(table) == before
    with store.engine.connect() as connection:
        assert connection.execute(select(ImportJobs.id)).all() == []


def test_a_missing_file_is_refused_with_an_explanation(phone):
    phone.go("/import")
    page = phone.ask("POST", "/import", [("key", "k")])

    assert (page.status, page.alerts) == (422, ["The file was not read Choose a file first."])


def test_a_file_over_the_upload_limit_is_refused(phone):
    page = looked(phone, b"x" * (csv_import.MAX_UPLOAD_BYTES + 1))

    assert page.status == 413
    assert "not read" in page.words


def test_the_higher_upload_limit_applies_only_to_the_upload_route(phone):
    assert phone.ask("POST", "/players", [("name", "x" * 70_000)]).status == 413
    looked(phone, FINE)
    assert phone.ask("POST", phone.page.path, [("name-x", "x" * 70_000)]).status == 413


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
def test_malformed_lines_do_not_break_the_preview(table, phone, line, reason):
    page = looked(phone, f"{FINE}{line}\n3/9/2023;Loba;Bruno;2;9\n")

    assert page.status == 200
    if reason:
        assert reason.rstrip(".") in page.words
    else:
        assert "=cmd|' /C calc'!A0" in names(page, "Unknown names")


def test_markup_in_cells_and_file_names_is_escaped(phone):
    text = FINE.replace("Gema", "<b>Gema</b>").replace("Puntos", "<i>Puntos</i>")
    page = looked(phone, text, "<script>alert(1)</script>.csv")

    assert page.title == "Old results"
    assert "<script>alert(1)</script>.csv" in page.words
    assert "<b>Gema</b>" in names(page, "Unknown names")
    assert "<b>Gema" not in page.text
    assert "2 matches were imported" in phone.tap("Import").words
    assert "<b>Gema</b>" in phone.go("/season/all").words


def test_a_file_of_one_column_asks_for_the_date_column(phone):
    page = looked(phone, "hello\nworld\n")

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
    page = looked(phone, FINE)
    page = phone.ask("POST", page.path, pairs)

    assert page.status in (200, 422)
    assert phone.go("/import/1").status == 200


def test_the_first_hundred_rejected_lines_are_listed_and_all_are_counted(phone):
    page = looked(phone, FINE + "31/09/2023;Jaguar;Ana;1;40\n" * 150)

    assert "150 rejected lines" in page.words
    assert len(page.part("150 rejected lines").all("li")) == 100
    assert "And 50 more." in page.words


def matches_of(count, game, name):
    """Return the lines of this many matches of two players, with `n` in the name or the game."""
    return "".join(
        f"{1 + n % 28}/9/2023;{game.format(n=n)};Ana;1;\n"
        f"{1 + n % 28}/9/2023;{game.format(n=n)};{name.format(n=n)};2;\n"
        for n in range(count)
    )


def test_fifty_unknown_names_are_listed_and_the_others_become_new_players(table, phone):
    page = looked(
        phone, HEAD + matches_of(59, "Loba", "N{n}") * 2 + matches_of(1, "Loba", "Brunno")
    )

    assert len(names(page, "Unknown names")) == 50
    assert names(page, "Unknown names")[0] == "Brunno"
    assert chosen(page, "Brunno") == "Bruno"
    assert "10 more names become new players." in page.words


@pytest.mark.both_databases
def test_unknown_games_over_the_limit_are_counted_but_not_listed(phone):
    long = "x" * 81
    page = looked(phone, HEAD + matches_of(33, "Mus {n}", "Bruno") + matches_of(1, long, "Bruno"))

    assert len(names(page, "Unknown games")) == 30
    assert "4 more games are left out." in page.words
    page = looked(phone, FINE + matches_of(1, long, "Bruno"))
    assert "One more game is left out." in page.part("Unknown games").words


@pytest.mark.parametrize("path", ["/import/9", "/import/9/running", "/import/0"])
def test_an_unknown_import_is_not_found(phone, path):
    assert phone.go(path).status == 404


@pytest.mark.parametrize("verb", ["undo", "redo", ""])
def test_actions_on_an_unknown_import_are_not_found(phone, verb):
    assert phone.ask("POST", f"/import/9/{verb}".rstrip("/")).status == 404


def test_a_file_name_is_shortened_and_bidi_overrides_are_removed(phone):
    page = looked(phone, FINE, "x" * 300 + "\u202e.csv")

    assert f"{'x' * 76}.csv" in page.words
    assert "\u202e" not in page.text


# ---------------------------------------------------------------- import and export


def test_the_import_and_export_page_links_to_old_results(table, phone):
    phone.go("/in-and-out")
    assert phone.tap("Old results").path == "/import"


def test_the_import_and_export_page_omits_missing_routes(table, phone):
    table.view_functions = {
        name: view for name, view in table.view_functions.items() if name != "feeds.results"
    }

    assert "Results as a feed" not in phone.go("/in-and-out").words
