"""Match documents for tests."""

NAMES = ["Ana", "Bruno", "Chus", "Dina", "Edu"]
A_DEAL = {
    "bids": {"Ana": 2, "Bruno": 2, "Chus": 0},
    "tricks": {"Ana": 2, "Bruno": 1, "Chus": 0},
}
OPTIONS = {"schedule": [3, 3]}


def match_document(game="jabberwocky", players=3, *rounds, **more):
    return {"game": game, "players": NAMES[:players], "rounds": list(rounds), **more}
