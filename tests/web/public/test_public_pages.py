"""The public pages of a match say when they were loaded, because they do not update themselves."""

import calendar
import re
import time

import pytest

from tests.members import Member
from tests.web.evening import sit_down
from tests.web.phone import Reader


@pytest.mark.parametrize("path", ["", "/board"], ids=["page", "embedded sheet"])
def test_a_public_match_says_as_of_when_it_is(table, phone, path):
    sit_down(table, "jaguar", 5)
    phone.go("/showings?match=1")
    made = phone.client.post("/showings", data={"name": "World", "match": "1"})
    address = re.search(r"/shown/[\w-]+", made.text)[0]
    stranger = Member(table)
    stranger.token = None

    before = int(time.time())
    page = Reader(stranger.get(address + path).text).root

    [shown] = [each for each in page.all("p") if each.words.startswith("As of")]
    [moment] = shown.all("time")
    at = calendar.timegm(time.strptime(moment["datetime"], "%Y-%m-%dT%H:%M:%SZ"))
    assert before <= at <= time.time()
    assert moment["data-time"] == "both"
