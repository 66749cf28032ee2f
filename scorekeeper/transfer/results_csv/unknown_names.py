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
from scorekeeper.match.names import name_key, normalise_name
from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv.headings import Role
from scorekeeper.transfer.results_csv.text import closest_name, shorten, text_key

NEW, LEAVE_OUT = "new", "leave out"
MAX_COMPARED = 100  # strangers, those of most lines, for whom a like name is looked for
MAX_NAMES_ASKED, MAX_GAMES_ASKED = 50, 30  # that are asked about
MAX_GAME_CHARS = 80  # letters of a game that is asked about; nothing longer is a name


@dataclass(frozen=True, slots=True)
class KnownNames:
    """What the league knows, and the day it is there ("2026-10-01")."""

    today: str
    names: Mapping[str, str]  # a player's key -> name
    games: Mapping[str, tuple[str, ...]]  # slug -> the game's name, and what else it is called
    low_wins: Mapping[str, bool]  # slug -> whether the fewest points win


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """What the person chose over what was guessed; at first nothing."""

    roles: Mapping[int, Role] = field(default_factory=dict)  # by the column's index
    names: Mapping[str, str] = field(default_factory=dict)  # Stranger.key -> who that is
    games: Mapping[str, str] = field(default_factory=dict)  # Stranger.key -> slug or LEAVE_OUT
    game: str = ""  # slug of all matches, where no column says the game
    headed: int | None = None  # lines at the top that are none of a match; None: find out


class UnknownName(NamedTuple):
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


class PlayerRef(NamedTuple):
    """Somebody at the table: the key of a known player, or none and the name of a new one."""

    key: str
    name: str


class SpellingCounts:
    """The different spellings of a file: how each was first written, and in how many lines."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def add(self, keys: Mapping[str, str]) -> None:
        """What stands in one line: key -> as written."""
        for key, text in keys.items():
            self.texts.setdefault(key, text)
            self.lines[key] = self.lines.get(key, 0) + 1

    def most_frequent(self, but: Iterable[str]) -> list[str]:
        """Keys, those of most lines first."""
        left = self.lines.keys() - set(but)
        return sorted(left, key=lambda key: (-self.lines[key], key))


@lru_cache(maxsize=1000)
def parse_name(text: str) -> tuple[str, str] | Message:
    """A name as it is compared and as it may be kept, or why nobody can be called that."""
    try:
        name = normalise_name(text)
    except Refused as refusal:
        return refusal.problems[0].reason
    return name_key(name), name


def unknown_players(
    seen: SpellingCounts, known: KnownNames, chosen: Mapping[str, str]
) -> list[UnknownName]:
    """The names of nobody known: who may be somebody here first, then those of most lines."""
    allowed = {NEW, LEAVE_OUT, *known.names}
    found = []
    for number, key in enumerate(seen.most_frequent(but=map(name_key, known.names.values()))):
        alike = closest_name(seen.texts[key], known.names) if number < MAX_COMPARED else None
        found.append(build_unknown_name(key, seen, chosen, allowed, alike or NEW))
    return limit_questions(found, MAX_NAMES_ASKED, NEW)


def unknown_games(
    seen: SpellingCounts, known: KnownNames, chosen: Mapping[str, str]
) -> list[UnknownName]:
    """The names of no game here: what may be one first, then those of most lines."""
    slugs = slugs_by_name(known)
    names, allowed = {name: name for name in slugs}, {LEAVE_OUT, *known.games}
    found, unheard = [], []
    for number, key in enumerate(seen.most_frequent(but=slugs)):
        if len(key) > MAX_GAME_CHARS:
            unheard.append(
                mark_unasked(build_unknown_name(key, seen, {}, allowed, LEAVE_OUT), LEAVE_OUT)
            )
            continue
        alike = closest_name(key, names) if number < MAX_COMPARED else None
        suggested = slugs[alike] if alike else LEAVE_OUT
        found.append(build_unknown_name(key, seen, chosen, allowed, suggested))
    return limit_questions(found, MAX_GAMES_ASKED, LEAVE_OUT) + unheard


def limit_questions(found: list[UnknownName], most: int, nobody: str) -> list[UnknownName]:
    """Those who are asked about, then the others, who are `nobody` known."""
    by_need = sorted(found, key=lambda one: one.suggested == one.chosen == nobody)
    needed = {one.key for one in by_need[:most]}
    ordered = sorted(found, key=lambda one: one.suggested == nobody)
    others = [mark_unasked(one, nobody) for one in ordered if one.key not in needed]
    return [one for one in ordered if one.key in needed] + others


def mark_unasked(one: UnknownName, nobody: str) -> UnknownName:
    return one._replace(suggested=nobody, chosen=nobody, asked=False)


def slugs_by_name(known: KnownNames) -> dict[str, str]:
    """Every name of every game, in letters alone -> its slug."""
    return {text_key(name): slug for slug, names in known.games.items() for name in (slug, *names)}


def build_unknown_name(
    key: str, seen: SpellingCounts, chosen: Mapping[str, str], allowed: set[str], suggested: str
) -> UnknownName:
    """A choice that is none any more, such as a player who was removed, counts as not made."""
    choice = chosen.get(key, "")
    return UnknownName(
        key,
        seen.texts[key],
        seen.lines[key],
        suggested,
        choice if choice in allowed else suggested,
    )


def people_by_name(
    seen: SpellingCounts, known: KnownNames, strangers: list[UnknownName]
) -> dict[str, PlayerRef | Message]:
    """Who is meant by each name of the file, folded."""
    found: dict[str, PlayerRef | Message] = {
        name_key(name): PlayerRef(key, name) for key, name in known.names.items()
    }
    for one in strangers:
        if one.chosen == LEAVE_OUT:
            found[one.key] = say("“{name}” is left out.", name=shorten(one.text))
        elif one.chosen == NEW:
            found[one.key] = PlayerRef("", one.text)
        else:
            found[one.key] = PlayerRef(one.chosen, known.names[one.chosen])
    return found


def games_by_name(known: KnownNames, strangers: list[UnknownName]) -> dict[str, str | Message]:
    """Which game is meant by each name of the file, in letters alone."""
    found: dict[str, str | Message] = {**slugs_by_name(known)}
    for one in strangers:
        if one.chosen == LEAVE_OUT:
            found[one.key] = say("No game called “{game}” here.", game=shorten(one.text))
        else:
            found[one.key] = one.chosen
    return found
