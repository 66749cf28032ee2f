"""Find the players and games that the names in a CSV file refer to, or suggest similar names.

Players' names are compared with `match.names.name_key`, as everywhere in the league. Game names are
compared without accents and punctuation, so Chinchon means Chinchón. The user chooses what an
unknown name refers to. Until then, the suggestion is used. If the user is not asked about a name,
it becomes a new player or a game that is left out, never a known player or game.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.errors import Refused
from scorekeeper.match.names import name_key, validate_name
from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv.headings import Role
from scorekeeper.transfer.results_csv.text import closest_name, shorten, text_key

NEW, LEAVE_OUT = "new", "leave out"
MAX_COMPARED = 100  # the most frequent unknown names, which get a suggestion
MAX_NAMES_ASKED, MAX_GAMES_ASKED = 50, 30  # unknown names the user is asked about
MAX_GAME_CHARS = 80  # characters of a game name the user is asked about
CONJUNCTION = re.compile(r"\s(?:and|y|e|&|\+)\s", re.IGNORECASE)  # English, Spanish, Italian


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of the league's players and games, and its current date ("2026-10-01")."""

    today: str
    names: Mapping[str, str]  # the players' names, by key
    games: Mapping[str, tuple[str, ...]]  # each game's name and its aliases, by slug
    low_wins: Mapping[str, bool]  # whether the fewest points win, by slug


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """The choices that the user has made. They are empty at first."""

    roles: Mapping[int, Role] = field(default_factory=dict)  # by the column's index
    # The choices by UnknownName.key: a player's key, NEW or LEAVE_OUT for a name; a slug or
    # LEAVE_OUT for a game.
    names: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)
    game: str = ""  # slug for all matches, if no column has the game
    heading_lines: int | None = None  # at the top of the file; if None, they are detected


class UnknownName(NamedTuple):
    """A name that the league does not have, and the number of lines that contain it.

    `text` is the name as first written. `chosen` and `suggested` are a player's key, a game's slug,
    NEW or LEAVE_OUT. If the user is not asked (`is_asked`), a player is NEW and a game is left out.
    """

    key: str
    text: str
    lines: int
    suggested: str
    chosen: str
    is_asked: bool = True

    @property
    def may_be_several(self) -> bool:
        """Whether this may be several names without a comma, such as "Bruno y Chus".

        Such a name is never split, because a single name can contain the same word: Ortega y
        Gasset.
        """
        return bool(CONJUNCTION.search(self.text))


class PlayerRef(NamedTuple):
    """A player. `key` is empty for a new player, who has only a name."""

    key: str
    name: str


class SpellingCounts:
    """The distinct names in a file, as first written, and how many lines contain each of them."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.lines: dict[str, int] = {}

    def add(self, keys: Mapping[str, str]) -> None:
        """Count the names on one line. `keys` maps the key of each name to the name as written."""
        for key, text in keys.items():
            self.texts.setdefault(key, text)
            self.lines[key] = self.lines.get(key, 0) + 1

    def most_frequent(self, but: Iterable[str]) -> list[str]:
        """Return the keys that are not in `but`, the most frequent first."""
        others = self.lines.keys() - set(but)
        return sorted(others, key=lambda key: (-self.lines[key], key))


@lru_cache(maxsize=1000)
def parse_name(text: str) -> tuple[str, str] | Message:
    """Return the name's key and its normalised form, or a sentence that explains the mistake."""
    try:
        name = validate_name(text)
    except Refused as refusal:
        return refusal.problems[0].reason
    return name_key(name), name


def unknown_players(
    spellings: SpellingCounts, known: KnownNames, chosen: Mapping[str, str]
) -> list[UnknownName]:
    """Return the unknown players: first the names to ask about, then the others.

    In each group, names similar to a known name come first. Otherwise, more frequent names come
    first.
    """
    allowed = {NEW, LEAVE_OUT, *known.names}
    unknown = []
    for number, key in enumerate(spellings.most_frequent(but=map(name_key, known.names.values()))):
        closest = closest_name(spellings.texts[key], known.names) if number < MAX_COMPARED else None
        unknown.append(build_unknown_name(key, spellings, chosen, allowed, closest or NEW))
    return limit_questions(unknown, MAX_NAMES_ASKED, NEW)


def unknown_games(
    spellings: SpellingCounts, known: KnownNames, chosen: Mapping[str, str]
) -> list[UnknownName]:
    """Return the unknown games, in the same order as `unknown_players`.

    Names that are too long for a game come last, and are not asked about.
    """
    slugs = slugs_by_name(known)
    names, allowed = {name: name for name in slugs}, {LEAVE_OUT, *known.games}
    unknown, too_long = [], []
    for number, key in enumerate(spellings.most_frequent(but=slugs)):
        if len(key) > MAX_GAME_CHARS:
            too_long.append(
                with_default_choice(
                    build_unknown_name(key, spellings, {}, allowed, LEAVE_OUT), LEAVE_OUT
                )
            )
            continue
        closest = closest_name(key, names) if number < MAX_COMPARED else None
        suggested = slugs[closest] if closest else LEAVE_OUT
        unknown.append(build_unknown_name(key, spellings, chosen, allowed, suggested))
    return limit_questions(unknown, MAX_GAMES_ASKED, LEAVE_OUT) + too_long


def limit_questions(names: list[UnknownName], most: int, default_choice: str) -> list[UnknownName]:
    """Return the names to ask about, at most `most` of them, followed by the other names.

    The choice for each of the other names is `default_choice`.
    """
    by_need = sorted(names, key=lambda name: name.suggested == name.chosen == default_choice)
    needed = {name.key for name in by_need[:most]}
    ordered = sorted(names, key=lambda name: name.suggested == default_choice)
    others = [
        with_default_choice(name, default_choice) for name in ordered if name.key not in needed
    ]
    return [name for name in ordered if name.key in needed] + others


def with_default_choice(name: UnknownName, default_choice: str) -> UnknownName:
    return name._replace(suggested=default_choice, chosen=default_choice, is_asked=False)


def slugs_by_name(known: KnownNames) -> dict[str, str]:
    """Return each game's slug by the text_key of its slug, name and aliases."""
    return {text_key(name): slug for slug, names in known.games.items() for name in (slug, *names)}


def build_unknown_name(
    key: str,
    spellings: SpellingCounts,
    chosen: Mapping[str, str],
    allowed: set[str],
    suggested: str,
) -> UnknownName:
    """Return the unknown name with its choice, or with the suggestion if the choice is invalid."""
    choice = chosen.get(key, "")
    return UnknownName(
        key,
        spellings.texts[key],
        spellings.lines[key],
        suggested,
        choice if choice in allowed else suggested,
    )


def people_by_name(known: KnownNames, unknown: list[UnknownName]) -> dict[str, PlayerRef | Message]:
    """Map the name_key of each name to the player, or to the reason to leave out its lines."""
    people: dict[str, PlayerRef | Message] = {
        name_key(name): PlayerRef(key, name) for key, name in known.names.items()
    }
    for name in unknown:
        if name.chosen == LEAVE_OUT:
            people[name.key] = say("“{name}” is left out.", name=shorten(name.text))
        elif name.chosen == NEW:
            people[name.key] = PlayerRef("", name.text)
        else:
            people[name.key] = PlayerRef(name.chosen, known.names[name.chosen])
    return people


def games_by_name(known: KnownNames, unknown: list[UnknownName]) -> dict[str, str | Message]:
    """Map the text_key of each game name to the slug, or to the reason to leave out its lines."""
    games: dict[str, str | Message] = {**slugs_by_name(known)}
    for name in unknown:
        if name.chosen == LEAVE_OUT:
            games[name.key] = say("There is no game called “{game}”.", game=shorten(name.text))
        else:
            games[name.key] = name.chosen
    return games
