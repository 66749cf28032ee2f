"""A finished match has a link to BG Stats, but the server itself sends nothing there."""

import json
from urllib.parse import parse_qs, urlsplit

from tests.web.match_phone import sit_down


def bg_stats_data(page):
    """Return the data in the page's link to BG Stats."""
    address = urlsplit(page.find("Log this play in BG Stats", "a")["href"])
    assert (address.scheme, address.netloc, address.path) == (
        "https",
        "app.bgstatsapp.com",
        "/createPlay.html",
    )
    [data] = parse_qs(address.query, strict_parsing=True)["data"]
    return json.loads(data)


def test_the_bg_stats_link_contains_the_result(app):
    loba = sit_down(app, "loba", 3, limit=10, max_reenlist=0)
    data = bg_stats_data(loba.save(went_out="1", deadwood=(None, 20, 30)))

    assert data["sourceName"] == "Scorekeeper"
    assert data["sourcePlayId"].startswith("1-")
    assert len(data["playDate"]) == len("2026-11-21 20:15:00")
    assert "durationMin" not in data  # the match started years ago
    assert data["game"] == {
        "name": "Loba",
        "sourceGameId": "loba",
        "highestWins": False,
        "noPoints": False,
    }
    assert data["players"] == [
        {
            "name": "Ana",
            "sourcePlayerId": "1",
            "startPlayer": True,
            "score": "0",
            "rank": 1,
            "winner": True,
        },
        {
            "name": "Ben",
            "sourcePlayerId": "2",
            "startPlayer": False,
            "score": "20",
            "rank": 2,
            "winner": False,
        },
        {
            "name": "Cem",
            "sourcePlayerId": "3",
            "startPlayer": False,
            "score": "30",
            "rank": 3,
            "winner": False,
        },
    ]


def test_partners_are_a_team_and_win_together(app):
    gin = sit_down(app, "gin", 4, target=10)
    gin.save(pair="0", result="gin", knocker="1", deadwood=(None, 50, None, None))
    data = bg_stats_data(gin.save(pair="0", result="draw"))

    assert [(p["name"], p["team"], p["winner"]) for p in data["players"]] == [
        ("Ana", "1", True),
        ("Cem", "1", True),
        ("Ben", "2", False),
        ("Dora", "2", False),
    ]


def test_any_name_survives_url_encoding(app):
    jaguar = sit_down(app, "jaguar", ("A&b=#?", '"Ben"', "{who}", "%20", "שרה 😀"))
    jaguar.save(jaguar="1", friend="2", points="80")
    jaguar.at("end")
    data = bg_stats_data(jaguar.tap("End now"))

    assert [p["name"] for p in data["players"]] == ["A&b=#?", '"Ben"', "{who}", "%20", "שרה 😀"]


def test_running_and_unfinished_matches_have_no_bg_stats_link(app):
    gin = sit_down(app, "gin", 2)
    assert "BG Stats" not in gin.page.text
    gin.at("end")

    assert "BG Stats" not in gin.tap("Leave it unfinished").text
