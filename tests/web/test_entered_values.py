"""If a form on any page fails, the error page says why and shows what was entered."""

import time

import pytest

from scorekeeper.access import admissions, invitations
from scorekeeper.league import roster
from scorekeeper.rights import Right
from tests.browser import leagues
from tests.members import Member, add_phone
from tests.web.access.newcomers import Newcomer, create_invitation, device_of
from tests.web.match_phone import sit_down
from tests.web.page import Page
from tests.web.phone import NOT_TYPED, Phone

MORE_PAGES = (
    "/",
    "/club/new",
    "/import",
    "/league",
    "/matches/1/rounds/1/correct",
    "/matches/11/names",
    "/matches/new",
    "/matches/new?game=jaguar",
    "/money",
    "/players",
    "/season/2/edit",
    "/season/new",
)
REMOVED = "This phone was removed from the league."
HERE = {"Origin": "http://localhost"}


def lines_to_copy(page):
    """Return the lines that the page offers to copy."""
    boxes = [box for box in page.root.all("textarea") if box["id"] == "entered"]
    return "".join(boxes[0].inside).split("\n") if boxes else []


def typed_forms(phone, paths):
    """Yield (address, fields, values) for each form with text fields, after filling them in."""
    for path in paths:
        page = phone.go(path)
        for form in page.root.all("form"):
            boxes = [
                box
                for box in page.root.all("input", "textarea")
                if page.form_of(box) is form and box.kind not in NOT_TYPED and box["name"] != "q"
            ]
            if form["method"] == "post" and boxes:
                for number, box in enumerate(boxes):
                    box.attrs["value"] = f"Value {number}"
                fields = list(phone.form_values(form, None))
                yield form["action"] or path, fields, {box["value"] for box in boxes}


def test_every_form_of_a_removed_phone_shows_what_was_typed(store, app):
    paths = leagues.fill_varied_league(app)
    add_phone(app, Right.OWNER, "another")
    forms = list(typed_forms(Phone(app), (*paths, *MORE_PAGES)))
    admissions.remove_device(store, 1, 1)
    removed, lost = Member(app), {}
    for path, fields, values in forms:
        data = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        if path.startswith("/join"):  # open to anyone
            continue
        response = removed.post(path, data=data, headers=HERE)
        assert response.status_code == 404, path
        page = Page(404, path, response.text)
        assert REMOVED in page.words, path
        if missing := values - {line.rpartition(": ")[2] for line in lines_to_copy(page)}:
            lost[path] = {name for name, value in fields if value in missing}

    assert len(forms) > 20
    assert lost == {}, (
        "Add the labels of these fields to LABELS in scorekeeper/web/entered_values.py."
    )


def test_lines_have_labels_and_leave_out_what_was_not_changed(store, app, phone):
    page = Phone(app).go("/season/new")
    form = {
        "name": "Autumn",
        "was-starts": "2026-01-01",
        "starts": "2026-01-01",
        "amount-loba": "1.50",
        "loba-limit": "101",
        "measure": "wins",
        "minimum": " ",
    }
    add_phone(app, Right.OWNER, "another")
    admissions.remove_device(store, 1, 1)

    response = phone.client.post(page.path, data=form, headers=HERE)

    page = Page(404, page.path, response.text)
    assert lines_to_copy(page) == ["Name: Autumn", "Stake for Loba: 1.50", "Out at: 101"]
    assert [heading.words for heading in page.root.all("h1")] == ["Not saved"]


BIDS = {"bids-1": "1", "bids-2": "0", "bids-3": "", "key": "x"}


@pytest.mark.parametrize(
    ("game", "options", "path", "form", "lines"),
    [
        ("jabberwocky", {"schedule": [2]}, "bids", BIDS, ["Bids: Ben 0, Ana 1"]),
        (
            "jabberwocky",
            {"schedule": [2]},
            "bids",
            {"bids-1": "a lot", "bids-9": "3", "odd": "value"},
            ["Bids: Ana a lot", "bids 9: 3", "odd: value"],
        ),
        (
            "chinchon",
            {},
            "cards",
            {"closer": "2", "close": "normal", "deadwood-1": "7", "deadwood-3": "12"},
            [
                "Who closed: Ben",
                "How the deal was closed: Closed, 4 or less",
                "Points left: Ana 7, Cem 12",
            ],
        ),
        ("gin", {}, "hand", {"result": "knock", "knocker": "2"}, ["Result: Knock", "Knocker: Ben"]),
        (
            "jabberwocky",
            {"schedule": [2]},
            "tricks",
            {"tricks-1": "2", "reneges-1": "1", "rest": "tricks-3=0"},
            ["Tricks: Ana 2", "Reneges: Ana 1"],
        ),
        ("jabberwocky", {"schedule": [2]}, "nothing", {"bids-1": "1"}, ["bids 1: 1"]),
    ],
)
def test_answers_of_a_removed_phone_are_shown_in_words(
    store, app, phone, game, options, path, form, lines
):
    match = sit_down(app, game, ["Ana", "Ben", "Cem"], **options).match
    add_phone(app, Right.OWNER, "another")
    admissions.remove_device(store, 1, int(time.time()))

    page = phone.request("POST", f"/matches/{match}/rounds/1/{path}", [*form.items()])

    assert (page.status, lines_to_copy(page)) == (404, lines)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("close", {"how": "closed"}),
        ("rounds/1/bids", {"quick": "0", "sure": "yes"}),
        ("rounds/1/bids/look", {"do": "clear"}),
        ("rounds/1/correct", {"do": "draft", "gone": "2", "bids.quick": "0", "2.bids.quick": "0"}),
        (
            "rounds/1/correct",
            {"seen": "5", "draft": "5", "bids.here": "1", "rest": "bids.bids-3=0"},
        ),
    ],
)
def test_values_of_buttons_and_hidden_inputs_are_not_shown(store, app, phone, path, form):
    match = sit_down(app, "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[2]).match
    add_phone(app, Right.OWNER, "another")
    admissions.remove_device(store, 1, int(time.time()))

    page = phone.request("POST", f"/matches/{match}/{path}", [("key", "x"), *form.items()])

    assert (page.status, lines_to_copy(page)) == (404, [])


def test_answers_of_a_phone_that_may_no_longer_keep_score_are_shown_in_words(store, app):
    match = sit_down(app, "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[2]).match
    friend = Newcomer(app)
    add_phone(app, Right.VIEWER, "viewer")
    friend.client.token = "viewer"
    correction = {"bids.bids-1": "1", "bids.bids-2": "2", "tricks.tricks-1": "2"}

    page = friend.request("POST", f"/matches/{match}/rounds/1/correct", [*correction.items()])

    assert (page.status, lines_to_copy(page)) == (403, ["Bids: Ben 2, Ana 1", "Tricks: Ana 2"])


@pytest.mark.parametrize("is_removed", [True, False])
def test_no_names_are_shown_of_a_match_that_started_after_the_removal(
    store, app, phone, is_removed
):
    match = sit_down(app, "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[2]).match
    add_phone(app, Right.OWNER, "another")
    if is_removed:
        admissions.remove_device(store, 1, 1)  # at second 1, before the match started
    else:
        phone = Newcomer(app)

    page = phone.request("POST", f"/matches/{match}/rounds/1/bids", [*BIDS.items()])

    assert (page.status, lines_to_copy(page)) == (404, ["bids 1: 1", "bids 2: 0"])


def test_a_withdrawn_link_is_named_as_the_reason(store, app):
    link, friend = create_invitation(app, Right.SCORER), Newcomer(app)
    friend.go(f"/join/{link.link}")
    friend.tap("Join Card table")
    friend.go("/players")
    friend.type("Add a name", "Dina")
    invitations.withdraw_invitation(store, link.invitation)

    page = friend.tap("Add")

    assert page.status == 404
    assert "the link or code it joined with was withdrawn" in page.words
    assert lines_to_copy(page) == ["Name: Dina"]
    assert "the link or code it joined with was withdrawn" in friend.go("/").words


def test_a_phone_that_may_no_longer_keep_score_keeps_what_it_entered(store, app):
    number = add_phone(app, Right.SCORER, "scorer")
    friend = Newcomer(app)
    friend.client.token = "scorer"
    friend.go("/players")
    friend.type("Add a name", "Dina")
    admissions.give_rights(store, {number: Right.VIEWER}, 1)

    page = friend.tap("Add")

    assert (page.status, lines_to_copy(page)) == (403, ["Name: Dina"])
    assert REMOVED not in page.words


def test_a_name_for_a_player_who_was_removed_meanwhile_is_not_lost(store, phone):
    ana = roster.add_player(store, "Ana")
    phone.go(f"/players/{ana.id}/edit")
    phone.set("name", "Anabel")
    roster.remove_player(store, ana.id)

    page = phone.tap("Rename")

    assert (page.status, lines_to_copy(page)) == (404, ["Name: Anabel"])


def test_a_link_that_is_withdrawn_while_a_phone_joins_loses_no_name(store, app):
    link, friend = create_invitation(app, allows_new_players=True), Newcomer(app)
    friend.go(f"/join/{link.link}")
    friend.tap("I’m new")
    friend.type("Your name", "Dina")
    invitations.withdraw_invitation(store, link.invitation)

    page = friend.tap("Join Card table")

    assert "This link is wrong or no longer valid." in page.alerts[0]
    assert lines_to_copy(page) == ["Your name: Dina"]
    assert device_of(app, friend) is None


def test_a_page_of_another_site_gets_none_of_its_values_back(phone):
    elsewhere = {"Origin": "http://evil.example"}

    response = phone.client.post("/players", data={"name": "Call us"}, headers=elsewhere)

    assert response.status_code == 403
    assert "Call us" not in response.text


def test_an_error_of_the_server_shows_what_was_entered(app, monkeypatch):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.view_functions["players.add"] = lambda: 1 / 0

    response = Member(app).post("/players", data={"name": "Dina"}, headers=HERE)

    assert lines_to_copy(Page(500, "/players", response.text)) == ["Name: Dina"]


@pytest.mark.parametrize("path", ["/", "/players"])
def test_a_removed_phone_that_only_reads_is_told_too(store, app, phone, path):
    add_phone(app, Right.OWNER, "another")
    admissions.remove_device(store, 1, 1)

    page = phone.go(path)

    assert f"{REMOVED} To come back, ask an owner for a new invitation." in page.words
    assert lines_to_copy(page) == []
