"""Unusual or invalid rows, and functions that return changes to a decoded document."""

BIDS = {"bids": {"1": 1, "2": 1, "3": 0}}


TRICKS = {"tricks": {"1": 1, "2": 0, "3": 0}}


def change(section, number, **columns):
    def changed(whole):
        whole[section][number] |= columns

    return changed


def add_correction(**columns):
    """Return a function that appends a correction to a decoded document.

    The correction has the same answers as before, and `columns` in its body.
    """
    stages = [["bids", BIDS], ["tricks", TRICKS]]

    def changed(whole):
        row = {"version": 4, "kind": "round corrected", "key": "fix", "at": 1003}
        body = {"round": 1, "stages": stages} | columns
        whole["log"].append(whole["log"][2] | row | {"body": body})

    return changed


def body(number, **columns):
    def changed(whole):
        whole["log"][number]["body"] |= columns

    return changed


def drop(section, number, *columns):
    def dropped(whole):
        for name in columns:
            del whole[section][number][name]

    return dropped


def remove(section, number):
    return lambda whole: whole[section].pop(number)


def add(section, **row):
    return lambda whole: whole[section].append(row)


def merge_in_circle(whole):
    whole["players"][0]["merged_into"], whole["players"][1]["merged_into"] = 2, 1


SEASON = {
    "id": 1,
    "name": "Autumn",
    "starts": None,
    "ends": None,
    "games": None,
    "scheme": {},
    "stakes": {},
    "created_at": 0,
    "closed_at": None,
}


KEPT = {
    "season": 1,
    "match": 1,
    "ended_at": 5,
    "game": "gin",
    "result": [["1", 0, 1, 1, 2, 1, 5, 0, {}, {}]],
    "stake": None,
}


PAID = {
    "id": 1,
    "payer": 1,
    "payee": 2,
    "amount": 5,
    "unit": "cents",
    "season": None,
    "key": "k",
    "at": 0,
    "undone_at": None,
}


NIGHT = {
    "id": 1,
    "evening": "2026-10-01",
    "name": "",
    "game": "loba",
    "options": {},
    "size": 4,
    "method": "chance",
    "key": "k",
    "created_at": 0,
    "ended_at": None,
}


AWAY = {
    "match": 1,
    "version": 4,
    "kind": "match thrown away",
    "at": 5,
    "device": None,
    "key": "x",
    "body": {},
}


NOTED = {
    "match": 2,
    "version": 1,
    "kind": "result noted",
    "at": 5,
    "device": None,
    "key": "old",
    "body": {
        "game": "gin",
        "players": ["1", "2"],
        "places": [1, 2],
        "points": [None, 3],
        "night": "2023-09-03",
        "number": 0,
        "batch": 7,
    },
}
