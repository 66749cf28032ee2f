"""The league and its players: every change to them, as a verb.

A change that cannot be is refused with a sentence (`table.Refused`). Nobody who has ever sat
down to a match is deleted: the matches keep their players.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, exists, insert, or_, select, update

from scorekeeper.db.aliases import followed
from scorekeeper.db.engines import db, reader
from scorekeeper.db.ids import next_id
from scorekeeper.db.match_rows import next_change
from scorekeeper.db.models import Import, MatchPlayer, Payment
from scorekeeper.db.models import League as LeagueRow
from scorekeeper.db.models import Player as PlayerRow
from scorekeeper.match.names import folded, refused, tidy
from scorekeeper.messages import say
from scorekeeper.web.current_league import here

COLOURS = range(1, 11)
UNDER_WAY = ("writing", "stopping")  # imports.State in which nobody is to see what came with them


@dataclass(frozen=True, slots=True)
class League:
    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Player:
    """`key` is how matches know the player; who is hidden is not offered for new ones.

    `merged_into` is under whose id he counts, if he was entered twice.
    """

    id: int
    name: str
    colour: int
    hidden: bool
    has_played: bool
    merged_into: int | None = None

    @property
    def key(self) -> str:
        return str(self.id)


class Brought(NamedTuple):
    """Everybody's key by the name as it is compared, and the ids of those who are new."""

    keys: dict[str, str]
    new: list[int]


class NobodyThere(Exception):
    """There is no such player in the league."""


def current_league() -> League:
    league = here()
    ask = select(LeagueRow.name).where(LeagueRow.id == league)
    with reader(db.engine).connect() as connection:
        return League(league, connection.scalars(ask).one())


def rename_league(name: str) -> None:
    league = here()
    name = tidy(name, say("The league needs a name."))
    with db.engine.begin() as connection:
        next_change(connection, league)
        connection.execute(update(LeagueRow).where(LeagueRow.id == league).values(name=name))


def players(include_hidden: bool = False, include_merged: bool = False) -> list[Player]:
    """Everybody, by name."""
    league = here()
    ask = SOMEBODY.where(PlayerRow.league_id == league)
    if not include_hidden:
        ask = ask.where(PlayerRow.hidden.is_(False))
    if not include_merged:
        ask = ask.where(PlayerRow.merged_into.is_(None))
    with reader(db.engine).connect() as connection:
        found = [Player(*row) for row in connection.execute(ask)]
    return sorted(found, key=lambda player: (folded(player.name), player.id))


def called(name: str) -> Player | None:
    """Who answers to that name, if anybody: hidden ones too, and who was merged as he is now."""
    everybody = {each.id: each for each in players(True, True)}
    known = next((one for one in everybody.values() if folded(one.name) == folded(name)), None)
    if known is None:
        return None
    now = followed({one.id: one.merged_into for one in everybody.values() if one.merged_into})
    return everybody[now.get(known.id, known.id)]


def coming_in() -> set[int]:
    """Ids of who comes with old results that are being written, or taken out again."""
    league = here()
    with reader(db.engine).connect() as connection:
        return newcomers(connection, league)


def add_player(name: str, at: int | None = None) -> Player:
    """A new player, in the colour that fewest have. `at` is now unless it is given."""
    league = here()
    name = tidy(name)
    with db.engine.begin() as connection:
        # First, because it makes others wait who add a player to this league.
        number = next_id(connection, league, LeagueRow.last_player, LeagueRow.changes)
        refuse_taken(connection, name, league)
        colour = rarest_colour(connection, league)
        connection.execute(
            insert(PlayerRow).values(
                league_id=league,
                id=number,
                name=name,
                folded=folded(name),
                colour=colour,
                hidden=False,
                created_at=int(time.time()) if at is None else at,
            )
        )
    return Player(number, name, colour, hidden=False, has_played=False)


def bring_along(connection: Connection, names: Iterable[str], league: int, at: int) -> Brought:
    """Players for these tidy names; who is not here yet is added, hidden for the time being."""
    next_change(connection, league)
    rows = connection.execute(
        select(PlayerRow.id, PlayerRow.folded, PlayerRow.colour).where(
            PlayerRow.league_id == league
        )
    ).all()
    keys, used = {row.folded: str(row.id) for row in rows}, Counter(row.colour for row in rows)
    missing = {folded(name): name for name in names if folded(name) not in keys}
    last = next_id(connection, league, LeagueRow.last_player, many=len(missing))
    new: list[int] = []
    rows_of_new = []
    for number, (same, name) in enumerate(missing.items(), start=last - len(missing) + 1):
        colour = rarest(used)
        used[colour] += 1
        keys[same] = str(number)
        new.append(number)
        rows_of_new.append(
            {
                "league_id": league,
                "id": number,
                "name": name,
                "folded": same,
                "colour": colour,
                "hidden": True,
                "created_at": at,
            }
        )
    if new:
        connection.execute(insert(PlayerRow), rows_of_new)
    return Brought(keys, new)


def rename_player(player_id: int, name: str) -> None:
    """The new name stands in old matches too. Raises NobodyThere."""
    league = here()
    name = tidy(name)
    change = update(PlayerRow).values(name=name, folded=folded(name))
    with db.engine.begin() as connection:
        next_change(connection, league)
        refuse_taken(connection, name, league, but=(player_id,))
        if connection.execute(change.where(*this(player_id, league))).rowcount == 0:
            raise NobodyThere


def hide_player(player_id: int) -> None:
    """Not offered for new matches any more; old ones stay. Raises NobodyThere."""
    league = here()
    set_hidden(player_id, league, hidden=True)


def show_player(player_id: int) -> None:
    """Offered again. Raises NobodyThere."""
    league = here()
    set_hidden(player_id, league, hidden=False)


def remove_player(player_id: int) -> None:
    """Take out somebody who was added by mistake. Raises NobodyThere."""
    league = here()
    with db.engine.begin() as connection:
        next_change(connection, league)
        player = there(connection, player_id, league)
        if player_id in newcomers(connection, league):
            reason = say(
                "{who} comes with old results that are being written or taken back: wait"
                " until that is done.",
                who=player.name,
            )
            raise refused(reason, "coming_in")
        if player.has_played:
            reason = say(
                "{who} has played and stays in the league, but can be hidden.", who=player.name
            )
            raise refused(reason, "has_played")
        refuse_needed(connection, player, league)
        connection.execute(delete(PlayerRow).where(*this(player_id, league)))


# ---------------------------------------------------------------- what the verbs are made of

SOMEBODY = select(
    PlayerRow.id,
    PlayerRow.name,
    PlayerRow.colour,
    PlayerRow.hidden,
    exists()
    .where(MatchPlayer.league_id == PlayerRow.league_id, MatchPlayer.player_id == PlayerRow.id)
    .label("has_played"),
    PlayerRow.merged_into,
)


def this(player_id: int, league: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return PlayerRow.league_id == league, PlayerRow.id == player_id


def there(connection: Connection, player_id: int, league: int) -> Player:
    row = connection.execute(SOMEBODY.where(*this(player_id, league))).first()
    if row is None:
        raise NobodyThere
    return Player(*row)


def newcomers(connection: Connection, league: int) -> set[int]:
    ask = select(Import.newcomers).where(Import.league_id == league, Import.state.in_(UNDER_WAY))
    return {player for each in connection.scalars(ask) for player in each}


def refuse_needed(connection: Connection, player: Player, league: int) -> None:
    """Raise Refused if something else in the league names him, though he has not played."""
    also = select(PlayerRow.name).where(
        PlayerRow.league_id == league, PlayerRow.merged_into == player.id
    )
    paid = select(Payment.id).where(
        Payment.league_id == league,
        or_(Payment.payer_id == player.id, Payment.payee_id == player.id),
    )
    name = connection.scalars(also).first()
    if name is not None:
        reason = say("{who} is also {name}: part them first.", who=player.name, name=name)
        raise refused(reason, "merged")
    if connection.scalars(paid).first() is not None:
        reason = say(
            "{who} has paid or was paid and stays in the league, but can be hidden.",
            who=player.name,
        )
        raise refused(reason, "has_paid")


def refuse_taken(connection: Connection, name: str, league: int, but: Collection[int] = ()) -> None:
    """Raise Refused if somebody in the league but these is called so, or was once."""
    taken = select(PlayerRow.name, PlayerRow.hidden, PlayerRow.merged_into).where(
        PlayerRow.league_id == league,
        PlayerRow.folded == folded(name),
        PlayerRow.id.not_in(but),
    )
    somebody = connection.execute(taken).first()
    if somebody is None:
        return
    reason = say(
        "There is a {who} already: choose a name that tells them apart.", who=somebody.name
    )
    if somebody.merged_into is not None:
        now = there(connection, somebody.merged_into, league).name
        reason = say(
            "There is a {who} already, who is the same as {now}: choose another name.",
            who=somebody.name,
            now=now,
        )
    elif somebody.hidden:
        reason = say(
            "There is a {who} already, hidden: choose another name, or show {who} again.",
            who=somebody.name,
        )
    raise refused(reason, "name_taken")


def rarest_colour(connection: Connection, league: int) -> int:
    colours = select(PlayerRow.colour).where(PlayerRow.league_id == league)
    return rarest(Counter(connection.scalars(colours)))


def rarest(used: Counter[int]) -> int:
    return min(COLOURS, key=lambda colour: (used[colour], colour))


def set_hidden(player_id: int, league: int, *, hidden: bool) -> None:
    change = update(PlayerRow).where(*this(player_id, league)).values(hidden=hidden)
    with db.engine.begin() as connection:
        next_change(connection, league)
        if connection.execute(change).rowcount == 0:
            raise NobodyThere
