"""The new-match page, without JavaScript."""

from urllib.parse import unquote, urlsplit

import pytest

from scorekeeper.league import roster, season_commands, seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms, Season
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rules import GAMES
from tests.web.phone import Page


@pytest.fixture(autouse=True)
def friends(store):
    """Ana, Bruno, Chus and Dina, keys 1 to 4."""
    for name in ("Ana", "Bruno", "Chus", "Dina"):
        roster.add_player(store, name)


def seats(page):
    """Return the order of play as the page shows it, the first dealer with a star."""
    shown = []
    for line in page.root.all("li"):
        if line["class"] == "seatline":
            deals = any("checked" in box for box in line.all("input"))
            shown.append(line.all("bdi")[0].words + "*" * deals)
    return " ".join(shown)


def started(log, match):
    setup = log.sheet(match).setup
    return setup.game, " ".join(setup.players), setup.first_dealer


def rules(page):
    return page.by_id("rules").all("summary")[0].words


def differing(page):
    """Return the page's text about house rules, or None if all rules are standard."""
    said = [e.words for e in page.root.all("p") if "setup__house" in e["class"].split()]
    return said[0] if said else None


def part_after_change(phone):
    """Post the form as htmx does after a change; return the part as the phone's new page."""
    form = phone.page.by_id("setup")
    data = {}
    for name, value in phone.filled(form, None):
        data.setdefault(name, []).append(value)
    headers = {"Origin": "http://localhost", "HX-Request": "true"}
    answer = phone.client.post("/matches/new", data=data, headers=headers)
    phone.page = Page(answer.status_code, "/matches/new", answer.text)
    return phone.page


def test_a_match_of_all_players_starts_with_one_tap(phone, log):
    phone.go("/matches/new")
    page = phone.tap("Start")

    assert page.path == "/matches/1"
    assert started(log, 1) == ("jabberwocky", "1 2 3 4", "1")


def test_seats_can_be_moved_and_the_first_dealer_chosen(phone, log):
    phone.go("/matches/new")
    phone.tap("Move Chus up")
    phone.tap("Bruno deals")
    page = phone.tap("Move Ana down")

    assert seats(page) == "Chus Ana Bruno* Dina"
    phone.tap("Start")
    assert started(log, 1) == ("jabberwocky", "3 1 2 4", "2")


def test_the_first_seat_cannot_move_up_nor_the_last_seat_down(phone):
    page = phone.go("/matches/new")

    assert page.find("Move Ana up", "button").is_disabled
    assert page.find("Move Dina down", "button").is_disabled


def test_adding_a_player_keeps_the_other_choices(phone):
    phone.go("/matches/new")
    phone.tap("Chinchón")
    phone.tap("Dina")
    phone.tap("Bruno deals")
    phone.type("Add a name", "Zoë")
    page = phone.tap("Add")

    assert page.status == 200
    assert seats(page) == "Ana Bruno* Chus Zoë"
    assert rules(page).startswith("Rules: Out at 100")
    assert page.find("Add a name", "input")["value"] == ""


def test_adding_a_known_name_selects_the_existing_player(phone):
    phone.go("/matches/new")
    phone.tap("Dina")
    phone.type("Add a name", " dina ")

    assert seats(phone.tap("Add")) == "Ana* Bruno Chus Dina"


def test_adding_the_name_of_a_hidden_player_selects_that_player(store, phone):
    roster.hide_player(store, 4)
    assert seats(phone.go("/matches/new")) == "Ana* Bruno Chus"
    phone.type("Add a name", "Dina")

    assert seats(phone.tap("Add")) == "Ana* Bruno Chus Dina"


@pytest.mark.parametrize(
    "name",
    [
        "محمد الأمين",
        "李",
        "🂡",
        "Anne-Marie d’Árvore",
        "<b>Bob</b>",
        "{n}",
        "' OR 1=1 --",
        "x" * 40,
        "😀" * 40,
    ],
)
def test_names_in_any_script_are_shown_as_typed(phone, name):
    phone.go("/matches/new")
    phone.type("Add a name", name)
    page = phone.tap("Add")

    assert seats(page).endswith(f"Dina {name}")
    assert name in phone.tap("Start").words


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        pytest.param("x" * 41, "A name can have at most 40 characters, not 41.", id="too long"),
        pytest.param("\u202eZoë", "A name must be on one line", id="turns the line round"),
        pytest.param("\u200b", "Every player needs a name.", id="nothing to see"),
    ],
)
def test_an_invalid_name_is_refused_and_kept_in_its_field(phone, name, sentence):
    phone.go("/matches/new")
    phone.tap("Loba")
    phone.type("Add a name", name)
    page = phone.tap("Start")

    assert page.status == 422
    assert sentence in page.alerts[0]
    assert page.words.count(sentence) == 2
    assert page.find("Add a name", "input")["value"] == name
    assert "checked" in page.find("Loba", "input")


def test_renaming_a_player_keeps_the_other_choices(phone, log):
    phone.go("/matches/new")
    phone.tap("Loba")
    phone.tap("Move Chus up")
    phone.tap("Dina deals")
    phone.type("New name for Bruno", "Benno")
    page = phone.tap("Save names")

    assert page.status == 200
    assert seats(page) == "Ana Chus Benno Dina*"
    assert "checked" in page.find("Loba", "input")
    phone.tap("Start")
    assert started(log, 1) == ("loba", "1 3 2 4", "4")


def test_renaming_to_a_name_in_use_is_refused_beside_the_field(phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Ana")
    page = phone.tap("Save names")

    sentence = "There is already a player called Ana. Choose a name that tells them apart."
    assert page.status == 422
    assert page.alerts == [f"The match has not started {sentence}"]
    field = page.find("New name for Bruno", "input")
    assert field["value"] == "Ana"
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert page.find("Add a name", "input")["value"] == ""


def test_start_saves_a_new_name_that_was_typed(store, phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Benno")
    phone.tap("Start")

    assert roster.find_player_by_name(store, "Benno").key == "2"


def test_a_typed_name_is_kept_while_seats_are_moved(phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Benno")
    page = phone.tap("Move Chus up")

    assert page.find("New name for Bruno", "input")["value"] == "Benno"
    assert seats(page) == "Ana* Chus Bruno Dina"


def test_start_does_not_overwrite_a_name_changed_in_the_meantime(store, phone):
    phone.go("/matches/new")
    phone.type("New name for Bruno", "Benno")
    roster.rename_player(store, 1, "Anita")
    phone.tap("Start")

    assert [one.name for one in roster.players(store)] == ["Anita", "Benno", "Chus", "Dina"]


def test_start_with_a_new_player_first_shows_the_seats_to_check(phone, log):
    phone.go("/matches/new")
    phone.type("Add a name", "Zoë")
    page = phone.tap("Start")

    assert page.status == 422
    assert page.alerts == [
        "The match has not started These players were added: Zoë. Check the seats, then start."
    ]
    assert phone.tap("Start").path == "/matches/1"
    assert started(log, 1) == ("jabberwocky", "1 2 3 4 5", "1")


def test_too_few_players_are_refused_beside_start_and_at_the_top(phone):
    phone.go("/matches/new")
    phone.tap("Jaguar")
    page = phone.tap("Start")

    assert page.status == 422
    assert page.alerts == ["The match has not started Jaguar is for 5 to 6 players."]
    assert page.by_id("not-yet").words == "Jaguar is for 5 to 6 players."
    assert "4 players are chosen. Start" in page.words
    assert "checked" in page.find("Jaguar", "input")
    assert seats(page) == "Ana* Bruno Chus Dina"


def test_the_options_of_a_chosen_game_can_be_shown(phone):
    phone.go("/matches/new")
    phone.tap("Loba")
    page = phone.tap("Show the options of this game")

    assert page.find("A joker left in hand counts", "input")["value"] == "10"


def test_changed_options_apply_to_the_match(phone, log):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "3, 4;5 4 3")
    phone.tap("Bids must not add up to the number of tricks")
    phone.choose("A made bid scores", "10 + the bid")
    phone.tap("Start")

    options = log.sheet(1).setup.options
    assert options["schedule"] == [3, 4, 5, 4, 3]
    assert options["dealer_hook"] is False
    assert options["scoring"] == "ten_plus_bid"
    assert options["renege_penalty"] == 3


def test_more_cards_than_the_pack_has_are_refused_with_the_maximum(phone):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "3 4 52")
    page = phone.tap("Start")

    assert page.status == 422
    assert page.find("Cards in each deal", "input")["value"] == "3 4 52"
    assert "gets at most" in page.alerts[0]


@pytest.mark.parametrize("typed", ["", "x", "3 4 five", "0 1", "9" * 7, "-3"])
def test_an_invalid_option_is_refused_and_kept_as_typed(phone, typed):
    phone.go("/matches/new")
    phone.tap("Dina deals")
    phone.type("Cards in each deal", typed)
    page = phone.tap("Start")

    sentence = (
        "Cards in each deal must be up to 1000 whole numbers, each 1 or more, such as 3 4 5 4 3."
    )
    assert page.status == 422
    assert page.alerts == [f"The match has not started {sentence}"]
    field = page.find("Cards in each deal", "input")
    assert field["value"] == typed
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert "open" in page.by_id("rules")
    assert seats(page) == "Ana Bruno Chus Dina*"


def test_an_option_that_does_not_fit_the_number_of_players_is_refused(phone):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "13")
    page = phone.tap("Start")

    assert page.alerts == [
        "The match has not started With 4 players, each player gets at most 12 cards in a deal."
    ]


def test_the_summary_of_the_rules_follows_every_change(phone):
    phone.go("/matches/new")
    phone.tap("Chus")
    phone.tap("Dina")
    phone.tap("Gin rummy")
    part_after_change(phone)
    phone.tap("Hollywood: three games at once")
    assert rules(part_after_change(phone)).endswith("game 100, Hollywood.")

    phone.tap("Hollywood: three games at once")
    phone.type("Points to reach", "150")

    assert rules(part_after_change(phone)) == (
        "Rules: to 150, knock with 10 or less, gin 20, undercut 10, box 20, game 100."
    )


def test_house_rules_are_counted_and_can_be_reset_with_one_tap(phone, log):
    phone.go("/matches/new")
    phone.tap("Loba")
    page = phone.tap("Show the options of this game")
    assert differing(page) is None

    phone.type("Out at", "70")
    phone.type("Stake of each player", "2")
    assert differing(phone.tap("Show the options of this game")) == (
        "2 rules differ from the standard rules. Reset to the standard rules"
    )
    phone.tap("Bruno deals")
    page = phone.tap("Reset")

    assert differing(page) is None
    assert page.find("Out at", "input")["value"] == "100"
    assert seats(page) == "Ana Bruno* Chus Dina"
    phone.tap("Start")
    assert log.sheet(1).setup.options["limit"] == 100


def test_options_set_by_a_preset_are_not_counted_as_house_rules(phone):
    phone.go("/matches/new")
    phone.tap("Gin rummy")
    phone.tap("Show the options of this game")
    phone.tap("modern")

    page = phone.tap("Show the options of this game")

    assert differing(page).startswith("One rule differs from the standard rules.")


def test_house_rules_of_the_last_match_are_stated_and_stay_reset(phone, log):
    verbs.start_match(log, "loba", ("1", "2", "3"), {"limit": 50, "stake": 5}, CommandMeta("a", 1))
    verbs.start_match(log, "loba", ("1", "2"), {"limit": 50}, CommandMeta("b", 2))
    page = phone.go("/matches/new")
    assert differing(page) == (
        "Same rules as last time. One differs from the standard rules. Reset to the standard rules"
    )

    phone.tap("Reset")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert differing(page) is None
    assert page.find("Out at", "input")["value"] == "100"


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        pytest.param(
            "Gin rummy", "Gin rummy is for 2 to 4 players. 5 players are chosen.", id="too many"
        ),
        pytest.param("Jaguar", None, id="right"),
    ],
)
def test_a_wrong_number_of_players_disables_start(phone, game, reason):
    phone.go("/matches/new")
    phone.type("Add a name", "Edu")
    phone.tap("Add")
    phone.tap(game)
    page = part_after_change(phone)

    assert page.status == 200
    assert page.alerts == []
    assert page.find("Start", "button").is_disabled == (reason is not None)
    not_yet = page.by_id("not-yet")
    assert (not_yet and not_yet.parent.words) == reason


@pytest.mark.parametrize(("game", "looks_wrong"), [("Jaguar", False), ("Gin rummy", True)])
def test_too_few_players_are_no_mistake_yet_but_too_many_are(phone, game, looks_wrong):
    phone.go("/matches/new")
    if looks_wrong:
        phone.type("Add a name", "Edu")
        phone.tap("Add")
    phone.tap(game)
    page = part_after_change(phone)

    assert ("problem" in page.by_id("not-yet")["class"]) == looks_wrong


def test_an_option_that_does_not_fit_disables_start(phone):
    phone.go("/matches/new")
    phone.type("Cards in each deal", "13")
    page = part_after_change(phone)

    assert page.find("Start", "button").is_disabled
    assert (
        page.by_id("not-yet").words
        == "With 4 players, each player gets at most 12 cards in a deal."
    )


def test_an_empty_optional_number_is_none(phone, log):
    phone.go("/matches/new")
    phone.tap("Loba")
    phone.tap("Show the options of this game")
    phone.type("Returns allowed", "")
    phone.tap("Start")

    assert log.sheet(1).setup.options["max_reenlist"] is None


@pytest.fixture
def jaguar(phone):
    """A new match of Jaguar for five, with its options on the page."""
    phone.go("/matches/new")
    phone.type("Add a name", "Edu")
    phone.tap("Jaguar")
    phone.tap("Add")
    return phone


def bands(page):
    """Return the bands as the rows show them, such as "71 ×2"."""
    rows = [e for e in page.root.all("div") if e["class"] == "bands__row"]
    return [" ×".join(box["value"] for box in row.all("input")) for row in rows]


def band_problem(page):
    found = page.by_id("no-point_bands")
    return found and found.words


def start_on_an_older_page(phone, typed):
    """Start as an older page does, which has one field for all bands."""
    start = phone.page.find("Start", "button")
    rows = ("jaguar-point_bands-from", "jaguar-point_bands-times")
    filled = phone.filled(phone.page.form_of(start), start)
    older = [(name, value) for name, value in filled if name not in rows]
    return phone.ask("POST", "/matches/new", [*older, ("jaguar-point_bands", typed)])


def test_point_bands_are_entered_in_rows_of_two_fields(jaguar, log):
    assert bands(jaguar.page) == [" ×"]
    jaguar.type("Row 1: from", "71")
    jaguar.type("Row 1: times", "2")
    assert bands(jaguar.tap("Add a row")) == ["71 ×2", " ×"]
    jaguar.type("Row 2: from", "81")
    jaguar.type("Row 2: times", "3")
    assert bands(jaguar.tap("Add a row")) == ["71 ×2", "81 ×3", " ×"]
    jaguar.tap("Start")

    assert log.sheet(1).setup.options["point_bands"] == [[71, 2], [81, 3]]


def test_removing_a_point_band_keeps_the_other_rows(jaguar, log):
    jaguar.type("Row 1: from", "71")
    jaguar.type("Row 1: times", "2")
    jaguar.tap("Add a row")
    jaguar.type("Row 2: from", "81")
    jaguar.type("Row 2: times", "3")

    assert bands(jaguar.tap("Remove row 1")) == ["81 ×3"]
    assert bands(jaguar.tap("Remove row 1")) == [" ×"]
    jaguar.tap("Start")
    assert log.sheet(1).setup.options["point_bands"] is None


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        pytest.param(("81", ""), "Row 2 needs both numbers.", id="half"),
        pytest.param(("71", "3"), "Rows 1 and 2 both start at 71 points.", id="twice"),
        pytest.param(
            ("121", "3"),
            "Row 2 cannot be used. Multipliers for high bids need a different bid in each row,"
            " from 0 to 120 points, and a multiplier of 1 or more.",
            id="too high",
        ),
        pytest.param(
            ("81", "x"),
            "Row 2 cannot be used. Multipliers for high bids need a different bid in each row,"
            " from 0 to 120 points, and a multiplier of 1 or more.",
            id="a letter",
        ),
    ],
)
def test_an_invalid_point_band_is_named_and_kept_as_typed(jaguar, second, sentence):
    jaguar.type("Row 1: from", "71")
    jaguar.type("Row 1: times", "2")
    jaguar.tap("Add a row")
    jaguar.type("Row 2: from", second[0])
    jaguar.type("Row 2: times", second[1])
    page = jaguar.tap("Start")

    assert page.status == 422
    assert page.alerts == [f"The match has not started {sentence}"]
    assert band_problem(page) == sentence
    assert bands(page) == ["71 ×2", " ×".join(second)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [("71 ×2, 81x3", [[71, 2], [81, 3]]), ("", None)],
    ids=["two bands", "none"],
)
def test_an_older_page_with_one_field_for_point_bands_is_accepted(jaguar, log, typed, found):
    start_on_an_older_page(jaguar, typed)

    assert log.sheet(1).setup.options["point_bands"] == found


def test_invalid_point_bands_from_an_older_page_are_refused_with_a_reason(jaguar):
    page = start_on_an_older_page(jaguar, "71 twice")

    assert page.status == 422
    assert band_problem(page).startswith("Multipliers for high bids need a different bid")


def test_point_bands_of_the_last_match_are_prefilled(store, phone, log):
    roster.add_player(store, "Edu")
    options = {"point_bids": True, "point_bands": [[71, 2], [101, 5]]}
    verbs.start_match(log, "jaguar", ("1", "2", "3", "4", "5"), options, CommandMeta("a", 1))

    page = phone.go("/matches/new")

    assert bands(page) == ["71 ×2", "101 ×5"]
    assert differing(page).startswith("Same rules as last time. 2 differ from the standard rules.")


def test_a_preset_does_not_overwrite_options_set_by_hand(phone, log):
    phone.go("/matches/new")
    phone.tap("Gin rummy")
    phone.tap("Show the options of this game")
    phone.tap("modern")
    phone.type("Bonus for an undercut", "15")
    page = phone.tap("Show the options of this game")
    assert page.find("Bonus for gin", "input")["value"] == "25"

    phone.tap("Start")
    options = log.sheet(1).setup.options
    assert (options["gin_bonus"], options["undercut_bonus"], options["target"]) == (25, 15, 125)


def test_partners_at_gin_are_shown_for_four_players(phone):
    phone.go("/matches/new")
    phone.tap("Gin rummy")
    page = phone.tap("Show the options of this game")

    assert "Partners sit opposite each other: Ana and Chus against Bruno and Dina." in page.words


def test_a_double_tap_starts_one_match(phone):
    page = phone.go("/matches/new")
    start = page.find("Start", "button")
    first = phone.send(page.form_of(start), start).path
    phone.page = page

    assert phone.send(page.form_of(start), start).path == first == "/matches/1"


def test_a_page_changed_after_going_back_starts_another_match(phone):
    page = phone.go("/matches/new")
    phone.tap("Start")
    phone.page = page
    phone.tap("Bruno deals")

    assert phone.tap("Start").path == "/matches/2"


def test_one_tap_repeats_the_last_match_with_the_next_dealer(phone, log):
    verbs.start_match(
        log, "loba", ("3", "1", "2"), {"stake": 5, "first_dealer": "1"}, CommandMeta("a", 1)
    )
    phone.go("/matches/new")
    phone.tap("Start, Bruno deals first")

    assert started(log, 2) == ("loba", "3 1 2", "2")
    assert log.sheet(2).setup.options["stake"] == 5


def test_seats_and_options_of_the_last_match_are_prefilled(phone, log):
    verbs.start_match(
        log, "loba", ("3", "1", "2"), {"stake": 5, "first_dealer": "2"}, CommandMeta("a", 1)
    )
    page = phone.go("/matches/new")

    assert seats(page) == "Chus* Ana Bruno"
    assert page.find("Stake of each player", "input")["value"] == "5"


def test_choosing_a_group_prefills_its_last_match(phone, log):
    verbs.start_match(log, "loba", ("2", "1"), {"limit": 50}, CommandMeta("a", 1))
    verbs.start_match(log, "loba", ("1", "2", "3"), {}, CommandMeta("b", 2))
    phone.go("/matches/new")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert seats(page) == "Bruno Ana*"
    assert page.find("Out at", "input")["value"] == "50"


def test_choices_made_by_hand_are_kept_when_the_group_changes(phone, log):
    verbs.start_match(log, "loba", ("2", "1"), {"limit": 50}, CommandMeta("a", 1))
    verbs.start_match(log, "loba", ("1", "2", "3"), {}, CommandMeta("b", 2))
    phone.go("/matches/new")
    phone.type("Out at", "70")
    phone.tap("Move Bruno up")
    phone.tap("Move Bruno down")
    phone.tap("Ana deals")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert seats(page) == "Ana* Bruno"
    assert page.find("Out at", "input")["value"] == "70"


def test_house_rules_of_a_game_are_prefilled_for_a_new_group(phone, log):
    verbs.start_match(log, "loba", ("2", "1"), {"limit": 50}, CommandMeta("a", 1))
    phone.go("/matches/new")
    phone.tap("Chus")
    page = phone.tap("Show the options of this game")

    assert page.find("Out at", "input")["value"] == "50"


def test_a_player_hidden_since_the_last_match_is_not_offered(store, phone, log):
    verbs.start_match(log, "loba", ("3", "1", "2"), {"first_dealer": "2"}, CommandMeta("a", 1))
    roster.hide_player(store, 3)

    assert seats(phone.go("/matches/new")) == "Ana* Bruno"


@pytest.mark.parametrize(
    "was",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"game":{}}',
        "[" * 5000,
        '{"game":"loba","seats":7}',
        '{"game":"loba","seats":["1",[]],"dealer":1,"given":{},"own":[]}',
        '{"game":"gin","seats":["1","2"],"dealer":"9","given":{"preset":"x"},"own":["y"]}',
    ],
)
def test_a_forged_hidden_state_field_is_ignored(phone, log, was):
    phone.go("/matches/new")
    phone.set("was", was)

    assert phone.tap("Start").title == "Bids"
    assert log.sheet(1).setup.players == ("1", "2", "3", "4")


@pytest.mark.both_databases
def test_a_form_without_players_is_refused_with_a_reason(table):
    answer = table.test_client().post("/matches/new", data={"start": "1"})

    assert answer.status_code == 422
    assert "Jabberwocky is for 3 to 5 players." in answer.text


def test_a_get_request_by_htmx_returns_the_whole_page(table):
    page = table.test_client().get("/matches/new", headers={"HX-Request": "true"})

    assert page.text.startswith("<!doctype html>")


def test_a_post_request_by_htmx_returns_only_the_form(table):
    part = table.test_client().post("/matches/new", headers={"HX-Request": "true"})

    assert part.text.lstrip().startswith('<form class="setup" id="setup"')
    assert "</form>" in part.text
    assert "<html" not in part.text


def test_the_rules_page_links_back_to_the_new_match(phone):
    phone.go("/matches/new")
    phone.tap("All rules of Jabberwocky")

    assert phone.tap("Back").path == "/matches/new"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_option_links_to_its_section_of_the_rules(phone, game):
    phone.go("/matches/new")
    phone.tap(game.name)
    page = phone.tap("Show the options of this game")
    links = [e["href"] for e in page.root.all("a") if e["class"] == "option__about"]

    ids = {e["id"] for e in phone.go(f"/rules/{game.slug}").root.all("h3")}
    assert len(links) == len(game.options)
    for link in links:
        address = urlsplit(link)
        assert address.path == f"/rules/{game.slug}"
        assert unquote(address.fragment) in ids


@pytest.fixture
def autumn(store):
    """A season that takes every match."""
    return season_commands.create_season(store, Season(0, "Autumn"))


def test_a_match_can_be_started_as_friendly(store, phone, autumn):
    phone.go("/matches/new")
    phone.tap("Friendly match: does not count for any season")
    phone.tap("Move Chus up")
    phone.tap("Start")

    assert seasons.load_match_terms(store, 1) == MatchTerms(chosen=True, season=None)


def test_friendly_is_off_by_default_and_offered_only_with_a_season(store, phone):
    assert "Friendly" not in phone.go("/matches/new").words
    season_commands.create_season(store, Season(0, "Autumn"))
    assert "Friendly" in phone.go("/matches/new").words
    phone.tap("Start")

    assert seasons.load_match_terms(store, 1) == NO_TERMS


def initials(page):
    """Return the initials by name, as the page shows them."""
    tokens = [each for each in page.root.all("span") if "token" in each["class"].split()]
    shown = [(token.parent.all("bdi"), token.words) for token in tokens]
    return {names[0].words: letters for names, letters in shown if names}


def test_players_have_the_same_initials_on_the_new_match_page_and_in_the_match(phone, store):
    """Mireia joined first, but Miguel is first in the list of players."""
    roster.remove_player(store, 3)
    roster.remove_player(store, 4)
    for name in ("Mireia", "Miguel"):
        roster.add_player(store, name)
    expected = {"Ana": "A", "Bruno": "B", "Mireia": "Mi", "Miguel": "M2"}
    page = phone.go("/matches/new")
    assert [name for name in initials(page) if name.startswith("M")] == ["Miguel", "Mireia"]
    assert initials(page) == expected
    page = phone.tap("Move Mireia up")
    assert initials(page) == expected

    assert initials(phone.tap("Start")) == expected
