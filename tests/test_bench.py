"""The leagues that `make bench` measures, and the phone of its test client."""

from random import Random

from bench import decade, league_phones
from scorekeeper import create_app
from scorekeeper.server.engines import engine_of


def test_adding_the_benchmark_device_twice_gives_it_access(sqlite):
    app = create_app({"SQLALCHEMY_DATABASE_URI": sqlite})
    phone = league_phones.owner_client(app)
    phone.token = None  # not the phone of the tests
    assert phone.get("/players").status_code == 404

    for _ in range(2):
        league_phones.add_phone(app)

    assert phone.get("/players").status_code == 200
    engine_of(app).dispose()


def test_a_copied_hand_of_jaguar_keeps_the_called_card():
    """The called card is a 7, and one player's key is also 7."""
    start = {"game": "jaguar", "players": ["4", "7", "1", "9", "2"], "options": {}, "rules": 1}
    hand = {"jaguar": "7", "called": "7", "bids": [["7", "7"], ["4", "pass"]], "friend": None}
    lines = [
        {"kind": kind, "key": kind, "at": 0, "body": body}
        for kind, body in (
            ("match started", start),
            ("stage recorded", {"round": 1, "stage": "hand", "answers": hand}),
        )
    ]

    first, second = decade.copied_rows(lines, 2, 0, Random(1))

    jaguar, player = first["body"]["players"][1], first["body"]["players"][0]
    assert second["body"]["answers"] == {
        "jaguar": jaguar,
        "called": "7",
        "bids": [[jaguar, "7"], [player, "pass"]],
        "friend": None,
    }
