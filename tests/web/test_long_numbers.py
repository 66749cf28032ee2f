"""Numbers with more digits than Python converts are refused in answers and ignored in addresses."""

import pytest

from tests.web.match_phone import sit_down

LONG = "9" * 5000


@pytest.mark.parametrize(
    ("game", "seats", "path", "answers"),
    [
        pytest.param("gin", 4, "rounds/1/hand-1", {"pair": LONG}, id="pair"),
        pytest.param("jamon", 3, "rounds/1/call-1", {"calls": f"{LONG}>0"}, id="call"),
        pytest.param("jabberwocky", 3, "rounds/1/bids", {"quick": LONG}, id="quick answer"),
        pytest.param("jabberwocky", 3, "rounds/1/bids", {"bids-1": LONG}, id="bid"),
    ],
)
def test_an_answer_with_a_number_of_5000_digits_is_refused(app, game, seats, path, answers):
    phone = sit_down(app, game, seats)

    refused = phone.post_part(f"{phone.address}/{path}", answers.items())

    assert refused.status == 422
    assert phone.sheet.version == 1


@pytest.mark.parametrize("path", ["/sheet?why={}-1", "/sheet?why=1-{}", "?instead={}", "?saved={}"])
def test_match_pages_ignore_a_query_number_of_5000_digits(app, path):
    phone = sit_down(app, "jabberwocky", 3)
    phone.save(bids=(1, 0, 1))
    phone.save(tricks=(1, 0, 2))

    assert phone.go(phone.address + path.format(LONG)).status == 200


@pytest.mark.parametrize("path", ["/matches?before={}", "/showings?shows=match-{}"])
def test_league_pages_ignore_a_query_number_of_5000_digits(phone, path):
    assert phone.go(path.format(LONG)).status == 200
