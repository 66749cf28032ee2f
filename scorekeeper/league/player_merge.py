"""Somebody who was entered twice: both entries count as one from then on, or part again."""

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import aliased

from scorekeeper.db.aliases import merged
from scorekeeper.db.engines import db
from scorekeeper.db.evenings import night_of
from scorekeeper.db.match_rows import next_change
from scorekeeper.db.models import Match, MatchPlayer
from scorekeeper.db.models import Player as PlayerRow
from scorekeeper.league.roster import Player, there, this
from scorekeeper.match.names import refused
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.web.current_league import here


def merge_players(player_id: int, into: int) -> None:
    """This is the same person as `into`, under whose entry everything counts from now on.

    The entry keeps its name, which stays taken and means `into`. Again changes nothing. Raises
    NobodyThere.
    """
    league = here()
    with db.engine.begin() as connection:
        next_change(connection, league)
        this_one, other = there(connection, player_id, league), there(connection, into, league)
        if this_one.merged_into == into != player_id:
            return
        refuse_merged(connection, this_one, other, league)
        refuse_met(connection, this_one, other, league)
        connection.execute(
            update(PlayerRow).where(*this(player_id, league)).values(merged_into=into)
        )


def part_players(player_id: int) -> None:
    """Two people after all: each counts for himself again. Raises NobodyThere."""
    league = here()
    with db.engine.begin() as connection:
        next_change(connection, league)
        there(connection, player_id, league)
        connection.execute(
            update(PlayerRow).where(*this(player_id, league)).values(merged_into=None)
        )


def refuse_merged(connection: Connection, player: Player, other: Player, league: int) -> None:
    """Raise Refused unless these are two, neither of whom is somebody else already."""
    if player.id == other.id:
        raise refused(say("{who} is {who}: choose somebody else.", who=player.name), "same")
    for one in (player, other):
        if one.merged_into is not None:
            now = there(connection, one.merged_into, league).name
            raise refused(
                say("{who} counts as {now} already: part them first.", who=one.name, now=now),
                "merged",
            )


def refuse_met(connection: Connection, player: Player, other: Player, league: int) -> None:
    """Raise Refused if both sat in the same match, also one that was thrown away: one person
    has one seat.
    """
    now = merged(connection, league)
    his, theirs = (
        [one.id, *(entry for entry, is_now in now.items() if is_now == one.id)]
        for one in (player, other)
    )
    seat, beside = aliased(MatchPlayer), aliased(MatchPlayer)
    ask = (
        select(Match.game, Match.ended_at, Match.started_at)
        .join(seat, (seat.league_id == Match.league_id) & (seat.match_id == Match.id))
        .join(beside, (beside.league_id == Match.league_id) & (beside.match_id == Match.id))
        .where(Match.league_id == league, seat.player_id.in_(his), beside.player_id.in_(theirs))
        .order_by(Match.id.desc())
        .limit(1)
    )
    met = connection.execute(ask).first()
    if met is not None:
        night = night_of(met.ended_at or met.started_at)
        reason = say(
            "{who} and {other} both played {game} on {night}: they are two people.",
            who=player.name,
            other=other.name,
            game=GAMES[met.game].name,
            night=night,
        )
        raise refused(reason, "met")
