"""PURE. Who and which game is meant by a name in a file: known, like a known one, or new.

Players are known as everywhere in the league (names.folded), games by their letters alone, so
that Chinchon is Chinchón. What is not known is a stranger: the person says who that is, and
until then what is suggested holds. Nobody who is not asked about is taken for somebody else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.match.commands import Refused
from scorekeeper.match.names import folded, tidy
from scorekeeper.messages import Say, say
from scorekeeper.transfer.results_csv.headings import Role
from scorekeeper.transfer.results_csv.text import letters, likely, shortened

NEW, LEAVE_OUT = "new", "leave out"
MOST_COMPARED = 100  # strangers, those of most lines, for whom a like name is looked for
MOST_NAMES, MOST_GAMES = 50, 30  # that are asked about
LONGEST_GAME = 80  # letters of a game that is asked about; nothing longer is a name


@dataclass(frozen=True, slots=True)
class Known:
    """What the league knows, and the day it is there ("2026-10-01")."""

    today: str
    names: Mapping[str, str]  # a player's key -> name
    games: Mapping[str, tuple[str, ...]]  # slug -> the game's name, and what else it is called
    low_wins: Mapping[str, bool]  # slug -> whether the fewest points win


@dataclass(frozen=True, slots=True)
class Choices:
    """What the person chose over what was guessed; at first nothing."""

    roles: Mapping[int, Role] = field(default_factory=dict)  # by the column's index
    names: Mapping[str, str] = field(default_factory=dict)  # Stranger.key -> who that is
    games: Mapping[str, str] = field(default_factory=dict)  # Stranger.key -> slug or LEAVE_OUT
    game: str = ""  # slug of all matches, where no column says the game
    headed: int | None = None  # lines at the top that are none of a match; None: find out


class Stranger(NamedTuple):
    """A name that is not known: as first written, in how many lines, and who that is.

    `chosen` and `suggested` are a player's key or NEW, or a game's slug; or LEAVE_OUT. Who is not
    `asked` about is new, or left out for a game.
    """

    key: str
    text: str
    lines: int
    suggested: str
    chosen: str
    asked: bool = True


class Person(NamedTuple):
    """Somebody at the table: the key of a known player, or none and the name of a new one."""

    key: str
    name: str


class Seen:
    """The different spellings of a file: how each was first written, and in how many lines."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def add(self, keys: Mapping[str, str]) -> None:
        """What stands in one line: key -> as written."""
        for key, text in keys.items():
            self.texts.setdefault(key, text)
            self.lines[key] = self.lines.get(key, 0) + 1

    def commonest(self, but: Iterable[str]) -> list[str]:
        """Keys, those of most lines first."""
        left = self.lines.keys() - set(but)
        return sorted(left, key=lambda key: (-self.lines[key], key))


@lru_cache(maxsize=1000)
def named(text: str) -> tuple[str, str] | Say:
    """A name as it is compared and as it may be kept, or why nobody can be called that."""
    try:
        name = tidy(text)
    except Refused as refusal:
        return refusal.problems[0].reason
    return folded(name), name


def strange_names(seen: Seen, known: Known, chosen: Mapping[str, str]) -> list[Stranger]:
    """The names of nobody known: who may be somebody here first, then those of most lines."""
    allowed = {NEW, LEAVE_OUT, *known.names}
    found = []
    for number, key in enumerate(seen.commonest(but=map(folded, known.names.values()))):
        alike = likely(seen.texts[key], known.names) if number < MOST_COMPARED else None
        found.append(stranger(key, seen, chosen, allowed, alike or NEW))
    return asked_about(found, MOST_NAMES, NEW)


def strange_games(seen: Seen, known: Known, chosen: Mapping[str, str]) -> list[Stranger]:
    """The names of no game here: what may be one first, then those of most lines."""
    slugs = slugs_by_name(known)
    names, allowed = {name: name for name in slugs}, {LEAVE_OUT, *known.games}
    found, unheard = [], []
    for number, key in enumerate(seen.commonest(but=slugs)):
        if len(key) > LONGEST_GAME:
            unheard.append(unasked(stranger(key, seen, {}, allowed, LEAVE_OUT), LEAVE_OUT))
            continue
        alike = likely(key, names) if number < MOST_COMPARED else None
        suggested = slugs[alike] if alike else LEAVE_OUT
        found.append(stranger(key, seen, chosen, allowed, suggested))
    return asked_about(found, MOST_GAMES, LEAVE_OUT) + unheard


def asked_about(found: list[Stranger], most: int, nobody: str) -> list[Stranger]:
    """Those who are asked about, then the others, who are `nobody` known."""
    by_need = sorted(found, key=lambda one: one.suggested == one.chosen == nobody)
    needed = {one.key for one in by_need[:most]}
    ordered = sorted(found, key=lambda one: one.suggested == nobody)
    others = [unasked(one, nobody) for one in ordered if one.key not in needed]
    return [one for one in ordered if one.key in needed] + others


def unasked(one: Stranger, nobody: str) -> Stranger:
    return one._replace(suggested=nobody, chosen=nobody, asked=False)


def slugs_by_name(known: Known) -> dict[str, str]:
    """Every name of every game, in letters alone -> its slug."""
    return {letters(name): slug for slug, names in known.games.items() for name in (slug, *names)}


def stranger(
    key: str, seen: Seen, chosen: Mapping[str, str], allowed: set[str], suggested: str
) -> Stranger:
    """A choice that is none any more, such as a player who was removed, counts as not made."""
    choice = chosen.get(key, "")
    return Stranger(
        key,
        seen.texts[key],
        seen.lines[key],
        suggested,
        choice if choice in allowed else suggested,
    )


def people(seen: Seen, known: Known, strangers: list[Stranger]) -> dict[str, Person | Say]:
    """Who is meant by each name of the file, folded."""
    found: dict[str, Person | Say] = {
        folded(name): Person(key, name) for key, name in known.names.items()
    }
    for one in strangers:
        if one.chosen == LEAVE_OUT:
            found[one.key] = say("“{name}” is left out.", name=shortened(one.text))
        elif one.chosen == NEW:
            found[one.key] = Person("", one.text)
        else:
            found[one.key] = Person(one.chosen, known.names[one.chosen])
    return found


def games(known: Known, strangers: list[Stranger]) -> dict[str, str | Say]:
    """Which game is meant by each name of the file, in letters alone."""
    found: dict[str, str | Say] = {**slugs_by_name(known)}
    for one in strangers:
        if one.chosen == LEAVE_OUT:
            found[one.key] = say("No game called “{game}” here.", game=shortened(one.text))
        else:
            found[one.key] = one.chosen
    return found
