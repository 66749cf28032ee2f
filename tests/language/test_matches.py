"""All text on the pages of a match can be translated, for every game and stage."""

import pytest

from tests.language.pseudo import check, match_of, untranslated_words


def history_of(phone):
    """Return (history page of a match, text file of the history)."""
    return phone.at("history"), phone.at("history.txt")


def test_jabberwocky_pages_are_translated(app, people):
    phone = match_of(app, "jabberwocky", 3)
    check(phone.page, phone.look(bids=(None, 1, 0)), phone.save(bids=(2, None, None)))
    assert set(untranslated_words(people.go("/tv"))) <= {"localhost", "join"}
    check(phone.save(bids=(1, None, None)), phone.look(tricks=(1, 1, None)))
    check(phone.save(tricks=(0, 1, 1)), phone.save(tricks=(1, None, None), reneges=(None, 1, None)))
    friend = phone.another_phone()
    phone.save(bids=(0, 0, 0))
    check(friend.save(bids=(1, 0, 0)))
    check(friend.tap("⟦Use my answer⟧"))
    check(phone.at("sheet"), phone.at("sheet?why=1-1"), phone.at("sheet?why=1-2"))
    check(phone.at("rounds/1/correct"), phone.look(tricks__tricks=(0, 1, 2)))
    check(phone.save(tricks__tricks=(0, 0, 2)), phone.at("sheet?why=1-2"), phone.at("end"))
    check(*history_of(phone))


def test_jaguar_pages_are_translated(app, people):
    phone = match_of(app, "jaguar", 5, point_bids=True, cappotto_double=True)
    check(phone.page, phone.look(jaguar="1"), phone.save(points="119"))
    check(phone.look(jaguar="1", friend="2", points="80"), phone.save(), phone.at("sheet?why=1-1"))
    phone.reload()
    passes = next(b for b in phone.page.root.all("button") if b["name"] == "quick")
    check(phone.send(phone.page.form_of(passes), passes), phone.at("sheet"), phone.at("end"))
    check(phone.tap("⟦End now"), phone.at("sheet"), phone.at("end"), *history_of(phone))


def test_jamon_pages_are_translated(app, people):
    phone = match_of(app, "jamon", 3, deals=None)
    check(
        phone.page, phone.look(went_out="1", counters=(4, 5, None)), phone.save(counters=(9, 9, 9))
    )
    phone.go(f"{phone.address}?instead=1")
    check(phone.page)
    call = next(b for b in phone.page.root.all("button") if b["value"] == "0>1")
    check(phone.send(phone.page.form_of(call), call))
    check(phone.reload(), phone.save(went_out="2", default_by="1"), phone.at("sheet?why=1-1"))
    check(*history_of(phone))


def test_pages_of_jamon_by_points_are_translated(app, people):
    phone = match_of(app, "jamon", 2, scoring="points", counters=1)
    check(phone.page, phone.save(went_out="1", counters=(1, 1), cards=(None, 0)))
    check(phone.save(cards=(None, 1)), phone.at("sheet?why=1-2"))


@pytest.mark.parametrize(
    "options", [{}, {"bust": "exceed", "max_reenlist": 1, "stake": 0}], ids=str
)
def test_loba_pages_are_translated(app, people, options):
    phone = match_of(app, "loba", 3, limit=20, **options)
    check(phone.page, phone.look(went_out="1"), phone.save(deadwood=(None, 1, 30)))
    check(phone.look(deadwood=(None, 5, None)), phone.save())
    check(phone.look(reenlist=(None, None, "yes")), phone.save(), phone.at("sheet?why=1-3"))
    phone.reload()
    check(phone.save(went_out="nobody", deadwood=(30, 30, 30)), phone.at("sheet"))


def test_a_loba_correction_that_makes_a_later_deal_invalid_is_translated(app, people):
    phone = match_of(app, "loba", 3, limit=20, max_reenlist=0)
    phone.save(went_out="1", clean="yes", deadwood=(None, 5, 30))
    phone.save(went_out="2", deadwood=(4, None, None))
    phone.at("rounds/1/correct")
    check(phone.save(cards__deadwood=(None, 5, 3)), phone.save(), phone.tap("⟦Finish later⟧"))
    check(phone.at("rounds/1/correct"), phone.look(), phone.look(cards__deadwood=(None, 25, 30)))
    check(phone.at("sheet"), phone.at("rounds/1/correct"), phone.at("sheet?why=1-1"))
    phone.at("rounds/1/correct/2")
    check(phone.look(**{"2__cards__deadwood": (None, None, 4)}), phone.save())
    check(phone.at("rounds/2/correct"), phone.save(), *history_of(phone))


def test_a_loba_correction_that_ends_the_match_before_a_later_deal_is_translated(app, people):
    phone = match_of(app, "loba", 3, limit=20, max_reenlist=0)
    phone.save(went_out="1", deadwood=(None, 5, 30))
    phone.save(went_out="2", deadwood=(4, None, None))
    phone.at("rounds/1/correct")
    check(phone.save(cards__deadwood=(None, 25, 30)), phone.save(), *history_of(phone))


@pytest.mark.parametrize("rule", ["same", "minus25", "wins"])
def test_chinchon_pages_are_translated(app, people, rule):
    phone = match_of(app, "chinchon", 3, run_rule=rule, limit=50)
    check(phone.page, phone.look(closer="1"), phone.save(deadwood=(9, 10, 20)))
    check(phone.save(deadwood=(4, 10, 60)), phone.save(), phone.at("sheet?why=1-3"))
    phone.reload()
    check(phone.save(reenlist=(None, None, "yes")), phone.at("sheet"))
    phone.reload()
    check(phone.save(close="chinchon", closer="2", deadwood=(60, None, 60)), phone.at("sheet"))
    check(*history_of(phone))


def test_gin_pages_are_translated(app, people):
    phone = match_of(app, "gin", 2, oklahoma=True, spades_double=True, big_gin_bonus=31, target=40)
    check(phone.page, phone.save(result="knock", knocker="1", deadwood=(11, 30)))
    phone.set("upcard-rank", "5")
    phone.set("upcard-suit", "S")
    check(phone.look(), phone.save(), phone.save(deadwood=(4, 2)), phone.at("sheet?why=1-2"))
    phone.reload()
    phone.set("upcard-rank", "A")
    phone.set("upcard-suit", "H")
    check(phone.look(result="gin", knocker="1", deadwood=(None, 50)), phone.save())
    check(phone.at("sheet?why=2-1"), *history_of(phone))


def test_pages_of_gin_for_three_and_in_pairs_are_translated(app, people):
    three = match_of(app, "gin", 3)
    check(three.page, three.save(result="draw"), three.at("sheet"))
    pairs = match_of(app, "gin", 4)
    check(pairs.page, pairs.save(pair="0", result="knock", knocker="1", deadwood=(5, 20)))
    check(pairs.look(result="draw"), pairs.save(result="draw"), pairs.at("sheet?why=1-1%2B3"))
    check(*history_of(pairs))


def test_pages_of_hollywood_gin_are_translated(app, people):
    phone = match_of(app, "gin", 2, hollywood=True)
    check(phone.page, phone.save(result="gin", knocker="1", deadwood=(None, 30)), phone.at("sheet"))


def test_ending_deleting_and_rematching_pages_are_translated(app, people):
    phone = match_of(app, "loba", 2, limit=10, max_reenlist=0)
    friend = phone.another_phone()
    check(phone.at("end"), phone.tap("⟦Leave it unfinished⟧"), phone.tap("⟦Keep playing⟧"))
    phone.at("end")
    check(phone.tap("⟦Delete this match⟧"), phone.go("/matches/thrown-away"))
    check(friend.save(went_out="1"), phone.reload(), phone.tap("⟦Restore match⟧"))
    check(phone.save(went_out="1", deadwood=(None, 30)), phone.go("/"), phone.go("/matches"))
    phone.reload()
    check(phone.tap("⟦Rematch, same seats⟧"), phone.go("/"), phone.go("/matches?game=gin"))
    check(*history_of(phone))
    late = phone.request("POST", f"{phone.address}/reopen", [("key", "k")])
    check(late)


def test_the_csv_of_a_sheet_is_translated(app, people):
    phone = match_of(app, "gin", 2, target=77)

    check(phone.at("sheet.csv"))
