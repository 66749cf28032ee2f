"""Names that mean something to HTML, templates, spreadsheets, SQL or Python stay plain text.

This holds on every page, in every refusal and in every export. Players (one of them merged),
seasons, phones, invitations, public links, passkeys, an import and the league have such names.
"""

import csv
import io
import re
from xml.etree import ElementTree as ET

import pytest

from scorekeeper.match import names
from tests.sample import sized
from tests.security.nasty_names import GROUPS, PLAIN, PLAYERS, REFUSED, WORST, name_league
from tests.transfer.exports import decode_document

FORMULA = re.compile(r"[=+\-@\t\r]")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


@pytest.fixture(scope="module")
def plain_league(file, tmp_path_factory):
    return name_league(file, tmp_path_factory.mktemp("plain"), PLAIN)


@pytest.fixture(scope="module", params=sized(GROUPS, [WORST]), ids=lambda group: group[0])
def nasty_league(request, file, tmp_path_factory):
    """(names, the responses of all paths in a league with these names)."""
    return request.param, name_league(file, tmp_path_factory.mktemp("nasty"), request.param)


def of_kind(responses, *kinds):
    return {path: response for path, response in responses.items() if response.type in kinds}


def test_status_and_content_type_are_the_same_as_with_plain_names(plain_league, nasty_league):
    _, responses = nasty_league

    assert {path: (response.status, response.type) for path, response in responses.items()} == {
        path: (response.status, response.type) for path, response in plain_league.items()
    }
    assert len(of_kind(plain_league, "text/html")) > 30
    assert of_kind(plain_league, "text/csv")
    assert of_kind(plain_league, "application/atom+xml")


def test_pages_have_the_same_elements_as_with_plain_names(plain_league, nasty_league):
    """If elements and attributes are the same, no name has opened or closed a tag."""
    _, responses = nasty_league
    for path, response in of_kind(responses, "text/html").items():
        assert response.elements == plain_league[path].elements, path


def collapse_spaces(name):
    """Return a name with its spaces collapsed, as in the words of a page."""
    return " ".join(names.validate_name(name).split())


def test_the_list_of_players_shows_names_unchanged(nasty_league):
    people, responses = nasty_league
    words = responses["/players"].words

    for name in people[:-1]:  # the last one is merged
        assert collapse_spaces(name) in words


@pytest.mark.parametrize("path", ["/players/1/edit", "/phones", "/showings"])
def test_names_are_shown_unchanged_on_pages(nasty_league, path):
    """The pages show all players (one of them merged), links and passkeys, or public links."""
    people, responses = nasty_league
    words = responses[path].words

    for name in people:
        assert collapse_spaces(name) in words
    if path == "/players/1/edit":
        assert f"Also entered as {collapse_spaces(people[-1])}. Both count as one player." in words


def test_season_names_are_shown_unchanged_in_the_list_of_seasons(nasty_league):
    people, responses = nasty_league
    words = responses["/season/2"].words

    for name in people:
        assert collapse_spaces(name) in words


def test_refusals_name_what_was_entered_unchanged(nasty_league):
    people, responses = nasty_league
    for path, form in REFUSED.items():
        response = responses[f"POST {path}"]
        assert response.status == 422, path
        root = response.root
        shown = root.words, *(each["value"] for each in root.walk())
        shown = [" ".join(each.split()) for each in shown]
        for typed in form(people).values():
            assert any(" ".join(typed.split()) in each for each in shown), path
    words = responses["POST /players/3/same"].words
    assert (
        f"{collapse_spaces(people[2])} and {collapse_spaces(people[0])} played in the same match"
        in words
    )


def test_no_link_or_form_leads_to_a_script_or_another_site(nasty_league):
    _, responses = nasty_league
    for path, response in of_kind(responses, "text/html").items():
        for element in response.root.walk():
            for name in ("href", "src", "action", "formaction"):
                leads = element[name].lower()
                assert not leads.startswith(("javascript:", "data:text", "//")), (path, leads)


def test_csv_files_keep_their_rows_and_columns_and_contain_no_formulas(plain_league, nasty_league):
    _, responses = nasty_league
    for path, response in of_kind(responses, "text/csv").items():
        rows = cells(response.body)
        assert [len(row) for row in rows] == [len(row) for row in cells(plain_league[path].body)], (
            path
        )
        for cell in (cell for row in rows for cell in row):
            assert not FORMULA.match(cell) or NUMBER.fullmatch(cell), (path, cell)


def cells(body):
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline="")))


def replace_names(text, people):
    """Replace the plain names in a text with these names, and remove the direction isolates."""
    called = dict(zip(PLAIN, (names.validate_name(name) for name in people), strict=True))
    text = re.sub("[A-F] Player", lambda match: called[match[0]], text)
    return re.sub("[\u2066-\u2069]", "", text)


def test_csv_files_contain_the_names_with_no_more_than_apostrophes(plain_league, nasty_league):
    people, responses = nasty_league
    for path, response in of_kind(responses, "text/csv").items():
        before, after = cells(plain_league[path].body), cells(response.body)
        expected = [[without_quote(replace_names(cell, people)) for cell in row] for row in before]
        assert sorted([without_quote(cell) for cell in row] for row in after) == sorted(expected), (
            path
        )


def without_quote(cell):
    return cell.replace("'", "")


def test_the_history_as_text_contains_the_names_unchanged(plain_league, nasty_league):
    people, responses = nasty_league
    path = "/matches/11/history.txt"

    before, after = plain_league[path].body.decode(), responses[path].body.decode()
    assert replace_names(after, PLAIN) == replace_names(before, people)


def test_feeds_have_the_same_elements_as_with_plain_names_and_contain_the_names(
    plain_league, nasty_league
):
    people, responses = nasty_league
    for path, response in of_kind(responses, "application/atom+xml").items():
        assert tags(response.body) == tags(plain_league[path].body), path
        nasty, expected = texts(response.body), texts(plain_league[path].body)
        assert [replace_names(each, PLAIN) for each in nasty] == [
            replace_names(each, people) for each in expected
        ], path


def tags(body):
    return [each.tag for each in ET.fromstring(body).iter()]


def texts(body):
    content = (each.text or "" for each in ET.fromstring(body).iter())
    return [re.sub("/shown/[^/]+", "/shown/SECRET", text) for text in content]


def test_previews_of_links_contain_the_names_and_texts_for_pictures_do_not(
    plain_league, nasty_league
):
    """A picture shows names, but its alternative text contains none."""
    people, responses = nasty_league
    for path, response in of_kind(responses, "text/html").items():
        before, after = plain_league[path].descriptions, response.descriptions
        assert [replace_names(each, PLAIN) for each in after] == [
            replace_names(each, people) for each in before
        ], path
    assert any("A Player" in each for each in plain_league["/shown/SHOWN"].descriptions)


def test_the_export_contains_the_names_unchanged(nasty_league):
    people, responses = nasty_league
    for path in ("/export.jsonl", "/export.json"):
        whole = decode_document(responses[path].body)
        called = [names.validate_name(name) for name in people]

        assert [each["name"] for each in whole["players"][:PLAYERS]] == called
        assert {each["name"] for each in whole["seasons"]} >= set(called)
        assert whole["league"]["name"] == people[0]
        assert people[4] in [each["name"] for each in whole["imports"]]
