"""One row for each table that refers to other tables, for a league with a match and a season."""

from scorekeeper.club.draws import DrawMethod
from scorekeeper.db.access_tables import (
    Challenges,
    Invitations,
    PasskeyPhones,
    Passkeys,
    PublicLinks,
    PushSubscriptions,
    Submissions,
)
from scorekeeper.db.club_tables import ClubNights
from scorekeeper.db.tables import Payments, Players, SnapshotResults, Terms
from scorekeeper.rights import Right

HASH = "0" * 64
AGAIN = {"name": "Again", "folded": "again", "colour": 1, "hidden": False, "created_at": 1}


# Values by table, with references to match 1 and player 1.
ROWS = {
    Invitations: {
        "id": 1,
        "name": "Friends",
        "right": Right.VIEWER,
        "secret": HASH,
        "used": 1,
        "created_at": 1,
        "made_by": 1,
    },
    PublicLinks: {
        "id": 1,
        "name": "Final",
        "match_id": 1,
        "secret": HASH,
        "created_at": 1,
        "made_by": 1,
    },
    Submissions: {
        "match_id": 1,
        "player_id": 1,
        "round": 1,
        "stage": "bids",
        "answers": {},
        "seen": 1,
        "serial": 1,
        "device": 1,
        "at": 1,
    },
    Passkeys: {
        "id": 1,
        "name": "Phone",
        "host": "localhost",
        "credential": "abc",
        "public_key": b"key",
        "sign_count": 0,
        "created_at": 1,
    },
    PasskeyPhones: {"passkey_id": 1, "device_id": 1},
    ClubNights: {
        "id": 1,
        "evening": "2026-10-01",
        "name": "",
        "game": "loba",
        "options": {},
        "size": 4,
        "method": DrawMethod.CHANCE,
        "key": "night",
        "invitation_id": 1,
        "created_at": 1,
    },
    PushSubscriptions: {
        "device_id": 1,
        "endpoint": "https://push.example/1",
        "p256dh": "key",
        "auth": "key",
        "site": "https://cards.example",
        "kinds": ["turn"],
        "details": False,
    },
    Challenges: {"challenge": HASH, "device_id": 1, "open_until": 1},
    Terms: {"match_id": 1, "chosen": True},
    SnapshotResults: {
        "match_id": 1,
        "ended_at": 1,
        "game": "gin",
        "result": [],
    },
    Payments: {
        "id": 1,
        "payer_id": 1,
        "payee_id": 2,
        "amount": 500,
        "unit": "cents",
        "key": "paid",
        "at": 1,
    },
    Players: {"id": 99, **AGAIN, "merged_into": 1},
}
OF_A_SEASON = {PublicLinks, Terms, SnapshotResults, Payments}


def referring_rows(season):
    """Return {table: values of a row that refers to match 1, player 1 and this season}."""
    return {
        table: values | ({"season_id": season} if table in OF_A_SEASON else {})
        for table, values in ROWS.items()
    }
