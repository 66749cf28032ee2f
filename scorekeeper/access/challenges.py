"""WebAuthn challenges: random values that a passkey signs, each valid once, for a few minutes."""

import secrets
import time

from sqlalchemy import ColumnElement, delete, insert

from scorekeeper.access.passkeys import InvalidPasskey
from scorekeeper.db.access_tables import Challenges
from scorekeeper.db.store import Store
from scorekeeper.runtime.tokens import token_hash

CHALLENGE_BYTES = 32  # random bytes
CHALLENGE_TIMEOUT_S = 5 * 60
# The longest remaining lifetime, as in invitations.py. A challenge with more time left is refused.
MAX_CHALLENGE_LIFETIME_S = CHALLENGE_TIMEOUT_S + 60


def create_challenge(store: Store, device_id: int | None) -> bytes:
    """Create and return a challenge. Only its hash is stored.

    `device_id` is the id of the phone that adds a passkey, or None for signing in.
    """
    challenge, now = secrets.token_bytes(CHALLENGE_BYTES), int(time.time())
    with store.write() as connection:
        connection.execute(delete(Challenges).where(~is_open_challenge(now)))
        connection.execute(
            insert(Challenges).values(
                league_id=store.league_id,
                challenge=token_hash(challenge.hex()),
                device_id=device_id,
                open_until=now + CHALLENGE_TIMEOUT_S,
            )
        )
    return challenge


def is_open_challenge(now: int) -> ColumnElement[bool]:
    return Challenges.open_until.between(now + 1, now + MAX_CHALLENGE_LIFETIME_S)


def consume_challenge(store: Store, challenge: bytes, device_id: int | None) -> None:
    """Delete a challenge of this league, so that it works only once.

    `device_id` is the id of the phone that adds a passkey, or None for signing in. Raises
    InvalidPasskey if there is no such challenge or it has expired.
    """
    with store.write() as connection:
        deleted = connection.execute(
            delete(Challenges).where(
                Challenges.league_id == store.league_id,
                Challenges.challenge == token_hash(challenge.hex()),
                Challenges.device_id.is_not_distinct_from(device_id),
                is_open_challenge(int(time.time())),
            )
        )
    if deleted.rowcount != 1:
        raise InvalidPasskey
