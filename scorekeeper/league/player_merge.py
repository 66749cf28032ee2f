"""Merge two player entries of one person, so that they count as one, and undo merges."""

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import aliased

from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.merged_players import load_merge_targets
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchPlayers, Players
from scorekeeper.errors import Refused
from scorekeeper.league.player_renames import increment_names_version
from scorekeeper.league.roster import Player, get_player, player_conditions
from scorekeeper.messages import say
from scorekeeper.rules import game_name
from scorekeeper.rules.kernel import Problem


def merge_players(store: Store, player_id: int, into: int) -> None:
    """Merge a player into `into`, so that all of the player's results count as results of `into`.

    The merged entry keeps its name, so no other player can use the name, and looking up the name
    finds `into`. Merging again changes nothing. Raises NotFound if one of the players does not
    exist, and Refused if the two cannot be merged.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        increment_names_version(connection, league)
        this_one, other = (
            get_player(connection, player_id, league),
            get_player(connection, into, league),
        )
        if this_one.merged_into == into != player_id:
            return
        refuse_merged(connection, this_one, other, league)
        refuse_played_together(connection, this_one, other, league)
        connection.execute(
            update(Players).where(*player_conditions(player_id, league)).values(merged_into=into)
        )


def unmerge_player(store: Store, player_id: int) -> None:
    """Undo a merge, so that each entry counts separately again. Raises NotFound."""
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        increment_names_version(connection, league)
        get_player(connection, player_id, league)
        connection.execute(
            update(Players).where(*player_conditions(player_id, league)).values(merged_into=None)
        )


def refuse_merged(connection: Connection, player: Player, other: Player, league: int) -> None:
    """Raise Refused if both are the same entry, or one of them is already merged."""
    if player.id == other.id:
        raise Refused([Problem("same", say("Choose a player other than {who}.", who=player.name))])
    for entry in (player, other):
        if entry.merged_into is not None:
            now = get_player(connection, entry.merged_into, league).name
            reason = say(
                "{who} is already merged into {now}. Undo that merge first.",
                who=entry.name,
                now=now,
            )
            raise Refused([Problem("merged", reason)])


def refuse_played_together(
    connection: Connection, player: Player, other: Player, league: int
) -> None:
    """Raise Refused if both players have played in the same match, even if it was deleted.

    One person cannot have two seats in a match.
    """
    targets = load_merge_targets(connection, league)
    player_ids, other_ids = (
        [entry.id, *(merged for merged, target in targets.items() if target == entry.id)]
        for entry in (player, other)
    )
    seat, beside = aliased(MatchPlayers), aliased(MatchPlayers)
    query = (
        select(Matches.game, Matches.ended_at, Matches.started_at)
        .join(seat, (seat.league_id == Matches.league_id) & (seat.match_id == Matches.id))
        .join(beside, (beside.league_id == Matches.league_id) & (beside.match_id == Matches.id))
        .where(
            Matches.league_id == league,
            seat.player_id.in_(player_ids),
            beside.player_id.in_(other_ids),
        )
        .order_by(Matches.id.desc())
        .limit(1)
    )
    met = connection.execute(query).first()
    if met is not None:
        evening = load_clock(connection, league).evening(met.ended_at or met.started_at)
        reason = say(
            "{who} and {other} played in the same match of {game} on {evening}, so they "
            "cannot be the same person.",
            who=player.name,
            other=other.name,
            game=game_name(met.game),
            evening=evening,
        )
        raise Refused([Problem("met", reason)])
