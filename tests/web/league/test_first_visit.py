"""The front page of a league without matches."""

from scorekeeper.access import invitations
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from tests.members import add_phone


def test_a_first_visit_leads_to_a_first_match_in_two_taps(phone):
    phone.go("/")
    phone.tap("5")
    page = phone.tap("Just deal")

    assert page.path == "/matches/1"
    assert page.title == "Bids"
    for name in ("Ace", "King", "Queen", "Jack", "Ten"):
        assert name in page.words


def test_players_can_be_added_before_the_first_match(phone, log):
    phone.go("/")
    page = phone.tap("Add names first")
    fold = page.find("Add a name", "input").closest("details")
    assert ("open" in fold, "hidden" in fold.all("summary")[0]) == (True, True)
    for name in ("Ana", "Bruno", "Chus"):
        phone.type("Add a name", name)
        page = phone.tap("Add")
        assert "open" in page.find("Add a name", "input").closest("details")

    assert phone.tap("Start").path == "/matches/1"
    assert log.sheet(1).setup.players == ("1", "2", "3")


def test_the_game_of_the_first_match_is_kept_while_names_are_added(phone, log):
    phone.go("/")
    phone.tap("Loba")
    page = phone.tap("Add names first")
    assert page.path == "/matches/new?game=loba"
    for name in ("Ana", "Bruno"):
        phone.type("Add a name", name)
        phone.tap("Add")

    phone.tap("Start")

    assert log.sheet(1).game.slug == "loba"


def test_the_usual_number_of_players_of_a_game_is_preselected_until_another_is_chosen(phone):
    def checked(query):
        page = phone.go(f"/?first=1&{query}")
        return [box["value"] for box in page.root.all("input") if "checked" in box]

    assert checked("game=gin") == ["gin", "2"]
    assert checked("game=gin&seats=4&usual=4") == ["gin", "2"]
    assert checked("game=jaguar&seats=2&usual=2") == ["jaguar", "5"]
    assert checked("game=gin&seats=3&usual=4") == ["gin", "3"]


def test_a_game_is_preselected_so_the_first_match_starts_with_one_tap(phone):
    phone.go("/")

    assert "Jabberwocky" in phone.tap("Just deal").words


def test_a_wrong_number_of_players_is_refused_on_the_first_visit(phone):
    phone.go("/")
    phone.tap("Jaguar")
    phone.tap("4")
    page = phone.tap("Just deal")

    assert page.status == 422
    assert page.reasons == ["Jaguar is for 5 or 6 players."]
    assert dict(phone.page.root.all("form")[0].attrs)["id"] == "first"
    assert [box["value"] for box in page.root.all("input") if "checked" in box] == ["jaguar", "4"]


def test_a_double_tap_starts_one_match(phone, log):
    page = phone.go("/")
    form, button = page.root.all("form")[0], page.root.all("button")[0]

    first = phone.send(form, button).path
    phone.page = page

    assert phone.send(form, button).path == first == "/invite"
    assert phone.go("/matches/1").status == 200
    assert phone.go("/matches/2").status == 404


def test_a_stale_first_visit_adds_no_placeholder_names_to_a_league_with_players(store, phone):
    phone.go("/")
    roster.add_player(store, "Ana")

    assert phone.tap("Just deal").path == "/matches/new?game=jabberwocky"
    assert "Ace" not in phone.go("/players").words


def headings_and_buttons(page):
    return [each.words for each in page.root.all("h1", "legend", "button", "a")]


def test_the_first_page_keeps_its_shape_after_the_first_names_were_added(store, phone):
    before = headings_and_buttons(phone.go("/"))
    roster.add_player(store, "Bruno")
    page = phone.go("/")
    assert headings_and_buttons(page) == before
    assert "Bruno plays. Until you add more names, the others are called Ace, King" in page.words
    roster.add_player(store, "Ana")
    assert headings_and_buttons(phone.go("/")) == before

    phone.tap("3")
    page = phone.tap("Just deal")

    assert page.path == "/matches/1"
    assert [name in page.words for name in ("Ana", "Bruno", "Ace", "King")] == [True] * 3 + [False]


def test_more_named_players_than_seats_are_chosen_before_the_first_match(phone, friends):
    phone.go("/")
    phone.tap("Loba")
    phone.tap("4")

    assert phone.tap("Just deal").path == "/matches/new?game=loba"


def test_the_usual_front_page_is_shown_before_the_first_match_if_there_is_a_season(
    store, phone, friends
):
    season_commands.create_season(store, Season(0, "Autumn"))

    assert "Full standings" in phone.go("/").words


def test_a_stale_first_visit_keeps_its_game_in_a_league_with_a_match(phone, log, friends):
    phone.go("/?first=1")
    commands.start_match(log, "jaguar", friends, {}, CommandMeta("a", 1000))
    phone.tap("Loba")
    page = phone.tap("Just deal")

    assert page.path == "/matches/new?game=loba"
    assert "checked" in page.find("Loba", "input")
    assert "checked" in page.find("Dina", "input")


def test_a_first_visit_deals_and_shows_the_code_for_the_others(store, phone):
    phone.go("/")
    page = phone.tap("Deal & invite")

    assert page.path == "/invite"
    assert "Scan to join" in page.words
    assert "Newcomers can add themselves as players." in page.words
    assert "can view valid for 15 more minutes" in page.words
    assert phone.tap("Open the match: Jabberwocky").path == "/matches/1"


def test_a_first_visit_with_names_starts_and_shows_the_code_for_the_others(phone, log):
    phone.go("/")
    phone.tap("Add names first")
    for name in ("Ana", "Bruno", "Chus"):
        phone.type("Add a name", name)
        phone.tap("Add")
    page = phone.tap("Deal & invite")

    assert page.path == "/invite"
    assert "Newcomers can add themselves as players." in page.words
    assert phone.tap("Open the match: Jabberwocky").path == "/matches/1"
    assert log.sheet(1).setup.players == ("1", "2", "3")
    assert "Deal & invite" not in phone.go("/matches/new").words


def test_a_scorers_first_visit_offers_no_invitation(app, store, phone):
    add_phone(app, Right.SCORER, "scorer")
    phone.client.token = "scorer"

    assert "Deal & invite" not in phone.go("/").words
    assert "Deal & invite" not in phone.tap("Add names first").words
    response = phone.client.post(
        "/first",
        data={"game": "loba", "seats": "3", "invite": "1", "key": "first"},
        headers={"Origin": "http://localhost"},
    )

    assert response.location == "/matches/1"
    assert invitations.active_invitations(store) == []
