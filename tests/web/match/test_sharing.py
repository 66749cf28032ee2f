"""Sharing a match as text for a chat, and as CSV for a spreadsheet."""

import csv
import io

import pytest

from scorekeeper.league import match_terms_commands, season_commands
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from tests.web.match_phone import share_text, sit_down


def table_of(phone):
    text = phone.client.get(f"{phone.address}/sheet.csv").get_data().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def test_the_shared_text_has_places_and_payments(app):
    loba = sit_down(app, "loba", 3, limit=10, max_reenlist=0)
    over = loba.save(went_out="1", deadwood=(None, 20, 30))

    assert share_text(over) == [
        "Loba, one deal",
        "1. Ana: last one in, 0",
        "2. Ben: out at 20",
        "3. Cem: out at 30",
        "Each player put in 1.",
        "Ben pays Ana 1",
        "Cem pays Ana 1",
        "Ben and Cem were eliminated in Deal 1.",
    ]


@pytest.mark.parametrize(
    ("stakes", "five", "fifteen", "says_stake_in_text"),
    [(NO_STAKES, "5", "15", True), (Stakes("cents", {"loba": 50}), "2.50", "7.50", False)],
    ids=["no stakes", "money"],
)
def test_payments_are_in_the_unit_of_the_stake_of_each_player(
    app, store, stakes, five, fifteen, says_stake_in_text
):
    season_commands.create_season(store, Season(0, "Autumn", stakes=stakes))
    loba = sit_down(app, "loba", 2, limit=20, stake=5)
    for _ in range(2):
        loba.save(went_out="1", deadwood=(None, 30))
        loba.save(**{"reenlist-2": "yes"})
    over = loba.save(went_out="1", deadwood=(None, 30))

    note = f"Each player put in {five}, and {five} each time they came back."
    assert over.items("The pot") == [f"Ben came back twice and pays Ana {fifteen}"]
    assert f"{note} The winner’s own stakes" in over.words
    assert f"Ben pays Ana {fifteen}" in share_text(over)
    assert (note in share_text(over)) is says_stake_in_text
    assert "All amounts are in" not in over.words


def test_the_result_and_its_text_say_that_the_match_ended_early(app):
    loba = sit_down(app, "loba", 2)
    loba.save(went_out="1", deadwood=(None, 20))
    loba.at("end")
    over = loba.tap("End now")

    assert "Loba · one deal, ended early ·" in over.words
    assert share_text(over)[0] == "Loba, one deal, ended early"


MONEY, COINS = Stakes("cents", {"loba": 50}), Stakes("counters", {"loba": 3})


@pytest.mark.parametrize(
    ("stakes", "amounts"),
    [(MONEY, ("0.50", "1.50")), (COINS, ("3 counters", "9 counters"))],
    ids=["money", "counters"],
)
def test_payments_are_in_the_stakes_of_the_season(app, store, stakes, amounts):
    season_commands.create_season(store, Season(0, "Autumn", stakes=stakes))
    loba = sit_down(app, "loba", 3, limit=10, max_reenlist=0)
    over = loba.save(went_out="1", deadwood=(None, 20, 30))
    stake, pot = amounts

    assert share_text(over)[-3:-1] == [f"Ben pays Ana {stake}", f"Cem pays Ana {stake}"]
    card = over.part(f"The pot: {pot}")
    assert [row.words for row in card.all("li")] == [
        f"Ben pays Ana {stake}",
        f"Cem pays Ana {stake}",
    ]
    assert f"Each player put in {stake}. The winner’s own stakes make up the rest" in card.words


def test_payments_of_a_match_without_a_stake_are_not_in_money(app, store):
    season_commands.create_season(store, Season(0, "Autumn", stakes=MONEY))
    loba = sit_down(app, "loba", 3, limit=10, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 20, 30))
    match_terms_commands.set_match_terms(store, 1, MatchTerms(stake=NO_STAKES))

    assert "Ben pays Ana 1" in share_text(loba.go("/matches/1"))


def test_players_who_share_a_place_are_on_one_line_of_the_shared_text(app):
    jamon = sit_down(app, "jamon", 3)
    over = jamon.save(went_out="1", counters=(1, 7, 7))

    assert share_text(over) == [
        "Jamón, one deal",
        "1. Ana, Ben, Cem: 5 counters",
        "Ana went out.",
        "Ana, Ben and Cem share the win with 5 counters each.",
    ]


def test_two_pairs_pay_each_other_in_the_plural(app):
    four = sit_down(app, "gin", 4, target=50)
    four.save(pair="0", result="gin", knocker="1", deadwood=(0, 31, None, None))
    page = four.save(result="draw")

    assert page.items("Settling up") == ["Ben + Dora pay Ana + Cem 271"]
    assert "Ben + Dora pay Ana + Cem 271 points" in share_text(page)


def test_the_shared_text_of_an_unfinished_match_has_the_totals(app):
    gin = sit_down(app, "gin", 2)
    gin.save(result="draw")
    gin.at("end")

    assert share_text(gin.tap("Leave it unfinished")) == [
        "Gin rummy, one hand",
        "Left unfinished.",
        "Ana: 0",
        "Ben: 0",
    ]


def test_names_with_special_characters_are_unchanged_in_the_shared_text(app):
    jaguar = sit_down(app, "jaguar", ("<b>Ana", "Ben & {n}", "{who}", "</textarea>", "😀 שרה"))
    jaguar.save(jaguar="1", friend="2", points="80")
    jaguar.at("end")
    closed = jaguar.tap("End now")

    assert share_text(closed)[1] == "1. <b>Ana: 2 points"
    assert share_text(closed)[2] == "2. Ben & {n}: 1 point"
    assert "{who}, </textarea>, \N{FIRST STRONG ISOLATE}😀 שרה" in share_text(closed)[3]


def test_the_csv_has_points_and_totals_of_every_player_in_each_deal(app):
    bids = sit_down(app, "jabberwocky", 3)
    bids.save(bids=(1, 0, 1))
    bids.save(tricks=(1, 1, 1), reneges=(None, 1, None))
    bids.save(bids=(1, 1, 1))

    assert table_of(bids) == [
        ["deal", "dealer", "Ana", "Ana total", "Ben", "Ben total", "Cem", "Cem total"],
        ["1", "Ana", "1", "1", "-3", "-3", "1", "1"],
    ]


def test_a_player_who_came_back_has_the_total_before_that_in_csv_and_sheet(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    loba.save(went_out="1", deadwood=(None, 10, 25))
    loba.save(**{"reenlist-3": "yes"})

    assert table_of(loba)[2] == ["2", "Ben", "0", "0", "10", "70", "25", "105"]
    assert "105" in loba.at("sheet").by_id("cell-2-3").words


def test_a_player_who_sat_out_has_an_empty_csv_cell(app):
    gin = sit_down(app, "gin", 3)
    gin.save(result="gin", knocker="2", deadwood=(None, None, 30))

    assert table_of(gin)[1] == ["1", "Ana", "", "0", "50", "50", "0", "0"]


def test_partners_share_one_pair_of_csv_columns(app):
    gin = sit_down(app, "gin", 4)

    assert table_of(gin)[0] == [
        "deal",
        "dealer",
        "Ana + Cem",
        "Ana + Cem total",
        "Ben + Dora",
        "Ben + Dora total",
    ]


@pytest.mark.parametrize(
    "name", ["=1+1", "+49", "-5", "@SUM(A1)", "=cmd|'/c calc'!A1", "\uff1d1+1"]
)
def test_a_name_is_never_a_formula_in_the_csv(app, name):
    gin = sit_down(app, "gin", (name, "Ben"))
    gin.save(result="draw")

    heads, deal = table_of(gin)
    assert heads[2] == f"'{name}"
    assert heads[3] == f"'{name} total"
    assert deal[1] == f"'{name}"


@pytest.mark.parametrize("name", ['Ana "the" Ace', "Ana, Ben", "Ana;Ben", "שרה", "😀", "O'Neil"])
def test_names_with_special_characters_are_unchanged_in_the_csv(app, name):
    gin = sit_down(app, "gin", (name, "Ben"))

    assert table_of(gin)[0][2] == name


def test_the_csv_file_is_named_after_the_match(app):
    gin = sit_down(app, "gin", 2)

    response = gin.client.get(f"{gin.address}/sheet.csv")

    assert response.headers["Content-Disposition"] == 'attachment; filename="gin-1.csv"'
    assert response.mimetype == "text/csv"
    assert response.data.startswith(b"\xef\xbb\xbf")


def test_the_menu_links_to_the_csv(app):
    gin = sit_down(app, "gin", 2)
    gin.at("sheet")

    assert gin.page.find("Save as CSV", "a")["href"] == "/matches/1/sheet.csv"


ABBAS = "عباس"


def test_right_to_left_names_are_isolated_from_numbers(app):
    phone = sit_down(app, "loba", ("Ana", ABBAS))
    phone.save(went_out="1", deadwood=(None, 12))
    phone.at("rounds/1/correct")

    part = phone.look(cards__deadwood=(None, 7))

    changes = part.by_id("effects").words
    assert f"\N{FIRST STRONG ISOLATE}{ABBAS}\N{POP DIRECTIONAL ISOLATE} was 12 7" in changes


def test_right_to_left_names_in_the_csv_have_no_isolate_characters(app):
    phone = sit_down(app, "loba", ("Ana", ABBAS))
    phone.save(went_out="1", deadwood=(None, 12))

    head = phone.client.get(f"{phone.address}/sheet.csv").text.splitlines()[0]

    assert head.removeprefix("\ufeff") == f"deal,dealer,Ana,Ana total,{ABBAS},{ABBAS} total"
