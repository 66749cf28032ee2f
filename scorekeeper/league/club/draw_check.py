"""Check the draw of a club night's round by repeating it from its stored inputs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import select

from scorekeeper.club.draw_inputs import DrawInputs, DrawnRound, inputs_from_json
from scorekeeper.db.club_tables import ClubRounds
from scorekeeper.db.column_types import is_unreadable
from scorekeeper.db.merged_players import load_current_keys
from scorekeeper.db.store import Store
from scorekeeper.errors import NotFound
from scorekeeper.league.club.draws import round_conditions, seeded_rng
from scorekeeper.league.club.rounds import ClubRound, load_rounds
from scorekeeper.messages import say

# The numbers of a table and a seat, both from 1; (0, 0) for a player who sits out.
TableSeat = tuple[int, int]


class Move(NamedTuple):
    """A player whose seat in the round differs from the seat in the repeated draw.

    A seat is None if the player is not in the draw, or not in the round.
    """

    player: str
    drawn: TableSeat | None
    current: TableSeat | None


@dataclass(frozen=True)
class DrawCheck:
    """A round, the inputs of its draw, and the players whose seats differ in a repeated draw.

    `inputs` is None if the round was drawn by a version that did not store them, or if the inputs
    or the tables cannot be read (`is_unreadable`). All keys are the players' current keys.
    """

    round: ClubRound
    inputs: DrawInputs | None
    moves: tuple[Move, ...] = ()
    is_unreadable: bool = False


def check_draw(store: Store, night: int, number: int) -> DrawCheck:
    """Repeat the draw of a round, and compare it with the stored round.

    Raises NotFound if there is no such round. A draw for 40 people takes up to 0.4 seconds.
    """
    with store.read() as connection:
        rounds = load_rounds(connection, store.league_id, night).rounds
        current_keys = load_current_keys(connection, store.league_id)
        stored = connection.scalar(
            select(ClubRounds.drawn_from).where(*round_conditions(store.league_id, night, number))
        )
    club_round = next((each for each in rounds if each.number == number), None)
    if club_round is None:
        raise NotFound(say("This round has not been drawn yet."))
    if is_unreadable(stored) or not club_round.tables:
        return DrawCheck(club_round, None, is_unreadable=True)
    if stored is None:
        return DrawCheck(club_round, None)
    # The draw uses the keys from before any merge, because two of the players may now be one entry.
    inputs = inputs_from_json(stored)
    drawn = inputs.draw(club_round.method, seeded_rng(club_round.seed)).with_current_keys(
        current_keys
    )
    moves = moved_players(drawn.without_tables(club_round.skipped_numbers), club_round)
    return DrawCheck(club_round, inputs.with_current_keys(current_keys), moves)


def moved_players(drawn: DrawnRound, club_round: ClubRound) -> tuple[Move, ...]:
    """Return the players whose seats differ, in the same order as in the repeated draw."""
    before = seat_by_player(drawn.tables, drawn.sitting_out)
    now = seat_by_player(club_round.tables, club_round.sitting_out)
    return tuple(
        Move(player, before.get(player), now.get(player))
        for player in {**before, **now}
        if before.get(player) != now.get(player)
    )


def seat_by_player(
    tables: Sequence[Sequence[str]], sitting_out: Sequence[str]
) -> dict[str, TableSeat]:
    """Return the seat of each player, by key."""
    seated = {
        player: (table, seat)
        for table, players in enumerate(tables, start=1)
        for seat, player in enumerate(players, start=1)
    }
    return {**seated, **dict.fromkeys(sitting_out, (0, 0))}
