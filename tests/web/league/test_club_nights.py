"""Club nights on a phone without JavaScript: people, draws, tables, codes, ranking."""

import re

import pytest

from scorekeeper.access import invitations
from scorekeeper.club.draws import Method
from scorekeeper.league import club_nights, club_rounds
from scorekeeper.league.club_nights import NightSettings
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.clocks import evening_date
from tests.club_league import BEGAN, FIRST_NAMES, add_people, draw, hold, matches, play_out, start
from tests.members import add_phone
from tests.web.league.test_match_order import table_rows
from tests.web.phone import Phone


class Newcomer(Phone):
    """A phone with this token, or a phone that belongs to no league."""

    def __init__(self, app, token=None):
        super().__init__(app)
        self.client.token = token


@pytest.fixture
def people(store):
    return add_people(store, 8)


@pytest.fixture
def night(store, people):
    """A night with eight people, for tables of four."""
    return hold(store, people, size=4)


def draft(store, night):
    return club_rounds.night_rounds(store, night).draft


@pytest.mark.both_databases
def test_an_evening_of_two_rounds(phone, store, log, people):
    phone.go("/")
    phone.tap("Club nights")
    phone.tap("New club night")
    phone.type("Date", "2026-09-21")
    phone.type("Name (optional)", "Autumn cup")
    phone.tap("Jabberwocky")
    phone.tap("Create the night")
    for name in FIRST_NAMES[:8]:
        phone.tap(name)
    phone.type("Add a name", "Ignacio")
    phone.tap("Add")
    phone.tap("Save who is here")
    assert phone.page.title == "Autumn cup"
    assert "9 people are here" in phone.page.words

    phone.tap("Draw round 1")
    assert "nobody meets again tonight" in phone.page.words
    phone.tap("Start 2 matches")
    assert "in progress" in phone.page.words

    first = matches(store, 1)
    for match in first:
        commands.close(log, match, "unfinished", CommandMeta("end", BEGAN))
    phone.go("/club/1")
    phone.tap("Draw round 2")
    phone.tap("Start 2 matches")
    assert len(matches(store, 1, 2)) == 2
    assert "Earlier rounds" in phone.page.words


def test_a_draw_can_be_repeated_and_changed_by_hand(phone, store, night):
    phone.go("/club/1")
    phone.tap("Like with like", within="Draw")
    phone.choose("Players at a table, if possible", "3")
    phone.tap("Draw round 1")
    assert [len(table) for table in draft(store, night).tables] == [4, 4]
    before = draft(store, night)
    assert before.method is Method.LIKE_WITH_LIKE

    one, other = before.tables[0][0], before.tables[1][0]
    phone.choose("Swap", FIRST_NAMES[int(one) - 1], within="Draw of round 1")
    phone.choose("with", FIRST_NAMES[int(other) - 1], within="Draw of round 1")
    phone.tap("Swap", within="Draw of round 1")
    assert draft(store, night).tables[0][0] == other
    assert "changed by hand" in phone.page.words

    phone.tap("Draw again")
    assert draft(store, night).version == 3
    assert "changed by hand" not in phone.page.words


def test_a_swap_of_nobody_is_refused_with_a_reason(phone, store, night):
    draw(store, night)
    phone.go("/club/1")

    page = phone.tap("Swap", within="Draw of round 1")

    assert page.status == 422
    assert page.alerts == ["Not done Choose two different players of this draw."]


def test_two_phones_that_press_start_make_one_set_of_matches(phone, another_phone, store, night):
    draw(store, night)
    phone.go("/club/1")
    another_phone.go("/club/1")

    phone.tap("Start 2 matches")
    page = another_phone.tap("Start 2 matches")

    assert page.status == 200
    assert len(matches(store, night)) == 2
    assert [row[2] for row in table_rows(phone.go("/matches"))] == ["in progress"] * 2


def test_a_start_after_another_phone_drew_again_is_refused_and_shows_the_new_draw(
    phone, another_phone, store, night
):
    draw(store, night)
    phone.go("/club/1")
    another_phone.go("/club/1")
    another_phone.tap("Draw again")

    page = phone.tap("Start 2 matches")

    assert page.status == 409
    assert page.alerts[0].startswith("Not done Another phone has drawn, changed or started")
    assert f"seed {draft(store, night).seed}" in page.words
    assert matches(store, night) == []


def test_too_few_people_are_refused_with_a_reason(phone, store):
    hold(store, add_people(store, 2))
    phone.go("/club/1")

    page = phone.tap("Draw round 1")

    assert page.status == 422
    assert page.alerts == [
        "Not done Jabberwocky needs at least 3 players at a table, but 2 are free."
    ]


def test_a_late_arrival_is_named_until_the_round_is_drawn_again(phone, store):
    people = add_people(store, 9)
    night = hold(store, people[:8], size=4)
    draw(store, night)
    phone.go("/club/1/people")
    phone.tap("Íñigo")
    phone.tap("Save who is here")
    assert "Not in this draw: Íñigo. Draw again to include them." in phone.page.words

    phone.tap("Draw again")

    assert "Not in this draw" not in phone.page.words


def test_people_of_a_running_table_are_not_drawn(phone, store, log, night):
    draw(store, night)
    start(store, log, night)
    play_out(log, matches(store, night)[0])

    page = phone.go("/club/1")
    assert "Still playing, and not drawn:" in page.words
    phone.tap("Draw round 2")

    assert len(draft(store, night).seated) == 4


def test_the_ranking_and_a_deleted_match(phone, store, log, night):
    draw(store, night)
    start(store, log, night)
    first, second = matches(store, night)
    play_out(log, first)
    play_out(log, second)
    assert "2 matches" in phone.go("/club/1").words

    commands.delete(log, second, CommandMeta("delete", BEGAN + 200))

    page = phone.go("/club/1")
    assert "The match was deleted and does not count." in page.words
    assert "one match" in page.part("Ranking of the night").words
    assert len(page.part("Ranking of the night").all("tr")) == 5


def test_a_viewer_sees_the_night_without_buttons(table, store, log, night):
    add_phone(table, Right.VIEWER, "viewer")
    draw(store, night)
    viewer = Newcomer(table, "viewer")

    page = viewer.go("/club/1")

    assert page.status == 200
    assert "Draw of round 1" in page.words
    assert page.by_id("main").all("button") == []
    assert viewer.go("/club/new").status == 403


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("evening", "21.9.", "Enter the date of the evening, such as 2026-10-01."),
        ("size", "9", "Jabberwocky with these rules is for 3, 4, 5 players at a table."),
        ("size", "", "Jabberwocky with these rules is for 3, 4, 5 players at a table."),
        ("name", "x" * 41, "Enter a name of at most 40 characters, or none."),
    ],
)
def test_settings_that_are_refused_stay_typed(phone, store, field, text, reason):
    phone.go("/club/new")
    phone.tap("Jabberwocky")
    phone.set("name", "Cup")
    phone.set(field, text)

    page = phone.tap("Create the night")

    assert page.status == 422
    assert page.alerts == [f"Not saved {reason}"]
    assert dict(phone.filled(page.root.all("form")[0], None))[field] == text
    assert club_nights.nights(store) == []


def test_the_rules_are_those_of_the_last_match_or_the_standard(phone, store, log, people):
    commands.start_match(log, "loba", tuple(people[:3]), {"limit": 51}, CommandMeta("loba", BEGAN))
    phone.go("/club/new")
    phone.tap("Create the night")
    assert club_nights.get_night(store, 1).options == {"limit": 51}

    phone.go("/club/1/edit")
    phone.tap("The standard rules")
    phone.tap("Save")

    assert club_nights.get_night(store, 1).options == {}


def test_a_name_that_is_refused_keeps_the_ticks(phone, store, night, people):
    phone.go("/club/1/people")
    phone.tap("Ana")
    phone.type("Add a name", "\u202eevil")

    page = phone.tap("Add")

    assert page.status == 422
    ticked = [box["value"] for box in page.root.all("input") if "checked" in box]
    assert sorted(ticked) == people[1:]
    assert len([each for each in club_nights.night_players(store, night) if each.here]) == 8


def test_a_long_list_can_be_searched_by_first_letters_and_keeps_the_ticks(phone, store):
    people = add_people(store, 25)
    night = hold(store, people[:3])
    phone.go("/club/1/people")
    phone.tap("Bruno")
    phone.type("Find a player", "os")

    page = phone.tap("Search")

    shown = [
        each.words for each in page.root.all("li") if each["data-entry-of"] and "hidden" not in each
    ]
    assert shown == ["Ana", "Chus", "Óscar"]  # those who are ticked stay
    phone.tap("Óscar")
    phone.tap("Save who is here")
    here = [each.key for each in club_nights.night_players(store, night) if each.here]
    assert here == [people[0], people[2], people[13]]


def test_an_ended_night_can_be_continued(phone, store, night):
    phone.go("/club/1")
    phone.tap("End the night")
    assert "This night has ended." in phone.page.words
    assert not any(b.words.startswith("Draw") for b in phone.page.root.all("button"))

    phone.tap("Continue the night")

    assert club_nights.get_night(store, night).is_open


def test_the_front_page_links_to_tonight_before_later_nights(phone, store, now):
    for evening in ("2000-01-01", "2098-01-01", evening_date(now), "2099-01-01"):
        settings = NightSettings(evening, f"On {evening}", "loba", {}, 4, Method.CHANCE)
        club_nights.create_night(store, settings, evening, BEGAN)
    add_people(store, 3)

    phone.go("/matches/new")
    phone.go("/")

    links = [a.words for a in phone.page.root.all("a") if a.words.startswith("Club night: ")]
    assert links == [f"Club night: On {evening_date(now)}", "Club night: On 2098-01-01"]


def test_the_tv_page_shows_tonights_tables_until_the_night_ends(phone, store, log, people, now):
    night = hold(store, people, size=4, evening=evening_date(now))
    assert "Table 1" not in phone.go("/tv").words
    draw(store, night)
    assert phone.go("/tv").title == "Round 1: find your table"
    start(store, log, night)
    assert phone.go("/tv").title == "Round 1"

    club_nights.end_night(store, night, BEGAN)

    assert "Table 1" not in phone.go("/tv").words


# ---------------------------------------------------------------- codes for the tables


def codes(phone, night=1):
    """Create codes; return the secret in their addresses."""
    phone.go(f"/club/{night}/codes")
    phone.tap("Create codes")
    return phone.client.get_cookie(f"scorekeeper-codes-1-{night}").value


@pytest.fixture
def playing(store, log, night):
    draw(store, night)
    start(store, log, night)
    return matches(store, night)


def test_a_newcomer_scans_the_code_of_a_table_and_keeps_its_score(table, phone, playing):
    secret = codes(phone)
    assert phone.page.text.count('class="qr"') == 4  # two tables and two spare codes
    newcomer = Newcomer(table)

    newcomer.go(f"/club/at/{secret}/2")
    page = newcomer.tap("Join Card table")

    assert page.path == f"/matches/{playing[1]}"
    assert any("Save" in button.words for button in page.root.all("button"))
    assert newcomer.go(f"/club/at/{secret}/1").path == f"/matches/{playing[0]}"


def test_the_code_of_a_table_leads_to_the_match_of_the_newest_round(
    table, phone, store, log, night, playing
):
    secret = codes(phone)
    for match in playing:
        play_out(log, match)
    draw(store, night, 2)
    start(store, log, night, 2)

    assert phone.go(f"/club/at/{secret}/1").path == f"/matches/{matches(store, night, 2)[0]}"
    assert phone.go(f"/club/at/{secret}/9").path == "/club/1"


def test_the_codes_end_with_the_night(table, phone, playing):
    secret = codes(phone)
    phone.go("/club/1")
    phone.tap("End the night")

    page = Newcomer(table).go(f"/club/at/{secret}/1")

    assert "This link is wrong or has expired." in page.words
    assert "This night has ended." in phone.go("/club/1/codes").words


def test_new_codes_and_a_withdrawal_end_the_codes_before(table, phone, store, night):
    first = codes(phone)
    phone.client.delete_cookie("scorekeeper-codes-1-1")
    assert "Another phone shows the codes." in phone.go("/club/1/codes").words
    second = codes(phone)
    phone.tap("Withdraw these codes")

    for secret in (first, second):
        with pytest.raises(invitations.InvalidInvitation):
            invitations.get_by_secret(store, secret)
    assert club_nights.get_night(store, night).invitation_id is None


def test_a_viewer_who_scans_a_code_may_become_a_scorer(table, phone, playing):
    secret = codes(phone)
    add_phone(table, Right.VIEWER, "viewer")

    page = Newcomer(table, "viewer").go(f"/club/at/{secret}/1")

    assert page.path == "/join"


def test_a_scan_changes_nothing(table, phone, playing):
    secret = codes(phone)
    with engines.engine_of(table).connect() as connection:
        before = connection.exec_driver_sql("SELECT * FROM device").all()

    Newcomer(table).go(f"/club/at/{secret}/1")

    with engines.engine_of(table).connect() as connection:
        assert connection.exec_driver_sql("SELECT * FROM device").all() == before


# ---------------------------------------------------------------- who comes


def link(phone, night=1):
    """Create a link to ask who comes; return its path."""
    phone.go(f"/club/{night}")
    page = phone.tap("Create a")
    return re.search(r"/coming/[\w-]+", page.by_id("link")["value"])[0]


def test_people_answer_with_a_link_and_are_ticked_on_the_night(table, phone, store):
    people = add_people(store, 3)
    night = hold(store, [])
    stranger, path = Newcomer(table), link(phone)

    page = stranger.go(path)
    assert "Yes: 0, maybe: 0, no: 0" in page.words
    stranger.tap("Bruno")
    stranger.tap("Yes")
    page = stranger.tap("Save the answer")
    assert "Saved: Bruno, Yes." in page.words
    assert "Yes: 1, maybe: 0, no: 0" in page.words
    stranger.tap("Chus")
    stranger.tap("Maybe")
    stranger.tap("Save the answer")

    phone.go("/club/1")
    assert "Yes (1): Bruno" in phone.page.words
    assert "Maybe (1): Chus" in phone.page.words
    phone.tap("Tick everybody who said yes")
    phone.tap("Save who is here")
    here = [each.key for each in club_nights.night_players(store, night) if each.here]
    assert here == [people[1]]


def test_an_answer_without_a_name_or_an_answer_is_refused_and_keeps_the_rest(table, phone, store):
    add_people(store, 3)
    hold(store, [])
    stranger, path = Newcomer(table), link(phone)
    stranger.go(path)
    stranger.tap("Yes")
    page = stranger.tap("Save the answer")
    assert (page.status, page.alerts) == (422, ["Not saved Choose your name from the list."])
    assert [box["value"] for box in page.root.all("input") if "checked" in box] == ["", "yes"]

    stranger.go(path)
    stranger.tap("Ana")
    page = stranger.tap("Save the answer")

    assert (page.status, page.alerts) == (422, ["Not saved Choose yes, maybe or no."])
    assert [each.answer for each in club_nights.night_players(store, 1)] == []


def test_the_phone_of_a_player_answers_for_this_player(table, phone, store):
    ana, _, _ = add_people(store, 3)
    hold(store, [])
    path = link(phone)
    add_phone(table, Right.VIEWER, "anas", player_id=int(ana))
    anas = Newcomer(table, "anas")

    anas.go(path)
    anas.tap("No")
    anas.tap("Save the answer")

    assert [(p.key, p.answer) for p in club_nights.night_players(store, 1)] == [(ana, "no")]


def test_a_withdrawn_link_gets_a_404(table, phone, store):
    add_people(store, 3)
    hold(store, [])
    first, second = link(phone), link(phone)
    stranger = Newcomer(table)
    assert stranger.go(first).status == 404
    assert stranger.go(second).status == 200

    phone.go("/club/1")
    phone.tap("Withdraw the link")

    assert stranger.go(second).status == 404
