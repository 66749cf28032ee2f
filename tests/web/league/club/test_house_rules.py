"""The house rules of a club night, and what the form says about them."""

from scorekeeper.league.club import nights as club_nights
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.club_league import BEGAN


def test_the_rules_are_those_of_the_last_match_or_the_standard(phone, store, log, people):
    commands.start_match(log, "loba", tuple(people[:3]), {"limit": 51}, CommandMeta("loba", BEGAN))
    page = phone.go("/club/new")
    assert [rules.split(",")[0] for rules in shown_rules(page)] == [
        "Loba: out at 51",
        "Loba: out at 100",
    ]
    phone.tap("Create club night")
    assert club_nights.get_night(store, 1).settings.options == {"limit": 51}

    phone.go("/club/1/edit")
    phone.set("rules", "standard")
    phone.tap("Save")

    assert club_nights.get_night(store, 1).settings.options == {}


def shown_rules(page):
    """Return the house rules in short, for each choice of rules for the chosen game."""
    summaries = [each for each in page.root.all("small") if each["data-rules-of"]]
    return [each.words for each in summaries if "hidden" not in each]
