"""The data from which scripts compute hints contains the documented keys.

The module web/match/questions/client_data.py creates the data.
"""

import json
import re

from scorekeeper.web.match.questions import client_data, totals_data
from tests.web.match_phone import sit_down, start_match
from tests.web.page import Page

# A line of the table of keys: one or several keys, indented below the key that contains them.
ROW = re.compile(r"^( *)([a-z_]+(?:, [a-z_]+)*)  +\S", re.MULTILINE)


def documented_keys():
    """Return the keys in the tables of two docstrings as paths, such as "fields/named/fixed"."""
    totals = {f"totals/{each}" for each in keys_in_table(totals_data.__doc__)}
    return keys_in_table(client_data.__doc__) | totals


def keys_in_table(table):
    found, path = set(), []
    for indent, names in ROW.findall(table):
        path = [*path[: len(indent) // 2], names.split(", ")]
        above = "".join(f"{each[0]}/" for each in path[:-1])
        found |= {above + name for name in path[-1]}
    return found


def keys_on(page):
    """Return the keys in the data of all stages on a page, as paths."""
    found = set()
    for element in page.root.walk():
        if "data-sums" in element:
            found |= set(keys_of_stage(json.loads(element["data-sums"])))
    return found


def keys_of_stage(data):
    yield from data
    for part in ("totals", "calls"):
        yield from (f"{part}/{key}" for key in data.get(part, ()))
    yield from (f"totals/hand/{key}" for key in data.get("totals", {}).get("hand", ()))
    for field in data.get("fields", {}).values():
        yield from (f"fields/{key}" for key in field)
        for limits in field.get("named", (0, 0, {}))[2].values():
            yield from (f"fields/named/{key}" for key in limits)
    for place in ("status_line", "save_note", "headline", "detail"):
        yield from keys_of_lines(data.get(place, ()))


def keys_of_lines(lines):
    """Yield the keys of these lines as paths below "status_line".

    Lines in other places have the same keys, and the documented table lists them only once.
    """
    for line in lines:
        yield from (f"status_line/{key}" for key in line)
        yield from keys_of_lines(line.get("list", ()))


GIN_ONLY = {"oklahoma": True, "oklahoma_ace": "gin_only"}
DOUBLE, HOLLYWOOD = {"spades_double": True}, {"hollywood": True}


def stage_pages(app):
    """Yield pages that together contain all documented keys."""
    jabberwocky = sit_down(app, "jabberwocky", 5)
    yield jabberwocky.page
    predicted = jabberwocky.client.get(f"{jabberwocky.address}/ahead").json["next"]
    yield from (Page(200, "", each["part"]) for each in predicted)
    yield jabberwocky.save(bids=(1, 0, 1, 0, 0))
    jabberwocky.save(tricks=(1, 0, 0, 0, 0))
    yield jabberwocky.at("rounds/1/correct")
    jamon = start_match(app, "jamon", ("1", "2", "3", "4", "5"))
    yield jamon.go(f"{jamon.address}?instead=1")
    for game, options in (
        ("jaguar", {"cappotto_double": True}),
        ("jamon", {"scoring": "points"}),
        ("chinchon", {"run_rule": "wins"}),
    ):
        yield start_match(app, game, ("1", "2", "3", "4", "5"), **options).page
    loba = start_match(app, "loba", ("1", "2", "3"), limit=20, max_reenlist=1)
    loba.save(went_out="1", deadwood=(None, 25, 2))
    yield loba.save(**{"reenlist-2": "yes"})
    pairs = start_match(app, "gin", ("1", "2", "3", "4"), oklahoma=True)
    pairs.fill(**{"upcard-rank": "5", "upcard-suit": "C"})
    yield pairs.save(pair="0", result="draw")
    for players, options in ((2, GIN_ONLY), (2, HOLLYWOOD), (3, {}), (4, DOUBLE)):
        yield start_match(app, "gin", ("1", "2", "3", "4")[:players], **options).page


def test_the_table_lists_every_key_on_the_page_and_in_predictions(app):
    found = set().union(*map(keys_on, stage_pages(app)))
    for game in ("jabberwocky", "jaguar"):  # only predictions contain their totals
        table = start_match(app, game, ("1", "2", "3", "4", "5"))
        predicted = table.client.get(f"{table.address}/ahead").json
        found |= set(keys_of_stage({"totals": predicted["totals"]}))

    assert found == documented_keys()
