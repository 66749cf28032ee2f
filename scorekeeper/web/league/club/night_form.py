"""The form for a night's settings, built from the settings or from a request.

`merge_forms` compares a form with the stored settings if another phone has changed them.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scorekeeper.clock import is_evening_date
from scorekeeper.club.draws import DrawMethod
from scorekeeper.league import last_setup
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import ClubNight, NightSettings
from scorekeeper.league.edit_conflicts import compare_edits
from scorekeeper.match.names import MAX_NAME_LENGTH
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Options, Problem
from scorekeeper.rules.setup import build_setup
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.dates import medium_date
from scorekeeper.web.league.club.night_view import DRAW_METHOD_TITLES
from scorekeeper.web.league.new_match_draft import past_agreement
from scorekeeper.web.shared.session import current_store

LAST_RULES, STANDARD_RULES = "last", "standard"
# The hidden input with the house rules at the time when the form was opened.
OPTIONS_INPUT = "options"
PART_TITLES = {
    "evening": say("Date"),
    "name": say("Name"),
    "game": say("Game"),
    "size": say("Players per table"),
    "method": say("Draw"),
}


@dataclass(frozen=True)
class TypedSettings:
    """The settings form for a night, with typed or stored values.

    `rules` is LAST_RULES, STANDARD_RULES, or empty to keep the night's rules.
    """

    evening: str
    name: str
    game: Game
    size: str
    method: DrawMethod
    rules: str

    def parts(self, options: str, rules: str = "") -> dict[str, tuple[object, ...]]:
        """Return the values of each part, in a form that can be compared.

        The house rules (`options`, and `rules` if they were chosen) belong to the game.
        """
        return {
            "evening": (self.evening,),
            "name": (self.name,),
            "game": (self.game.slug, options, rules),
            "size": (self.size,),
            "method": (self.method,),
        }


def form_from_night(night: ClubNight) -> TypedSettings:
    """Return the form with a night's settings."""
    evening, name, game, _, size, method = night.settings
    return TypedSettings(evening, name, GAMES[game], str(size), method, "")


def form_from_post(form: Mapping[str, str]) -> TypedSettings:
    method = form.get("method", "")
    return TypedSettings(
        form.get("evening", ""),
        " ".join(form.get("name", "").split()),
        GAMES.get(form.get("game", ""), next(iter(GAMES.values()))),
        form.get("size", ""),
        DrawMethod(method) if method in set(DrawMethod) else DrawMethod.FEWEST_MEETINGS,
        form.get("rules", ""),
    )


def shown_values(night: ClubNight) -> list[tuple[str, str]]:
    """Return the values (name, value) that the form has when it is opened."""
    form = form_from_night(night)
    return [
        ("evening", form.evening),
        ("name", form.name),
        ("game", form.game.slug),
        ("size", form.size),
        ("method", form.method.value),
        (OPTIONS_INPUT, options_text(night.settings.options)),
    ]


def options_text(options: Options) -> str:
    return json.dumps(options, sort_keys=True)


# ---------------------------------------------------------------- changes on two phones


def merge_forms(
    shown: Mapping[str, str], typed: TypedSettings, night: ClubNight
) -> tuple[TypedSettings, list[Message]]:
    """Return the stored settings with the form's changes, and a sentence for each conflict.

    `shown` are the values that the form had when it was opened.
    """
    opened, stored = form_from_post(shown), form_from_night(night)
    opened_options = shown.get(OPTIONS_INPUT, "")
    stored_options = options_text(night.settings.options)
    options = opened_options
    if typed.rules or typed.game is not opened.game:
        options = options_text(rules_of(typed.game, typed.rules, kept_rules(typed.game, night)))
    # The form does not show the rules that it was opened with. Rules that the user chose are
    # therefore a change, even if they are the same rules.
    is_stored = (typed.game, options) == (stored.game, stored_options)
    edits = compare_edits(
        opened.parts(opened_options),
        typed.parts(options, typed.rules),
        stored.parts(stored_options, typed.rules if is_stored else ""),
    )
    chosen = replace(stored, **{part: getattr(typed, part) for part in edits.changed})
    if "game" in edits.changed:
        chosen = replace(chosen, rules=typed.rules)
    return chosen, list(current_values(night, edits.conflicts))


def current_values(night: ClubNight, parts: Iterable[str]) -> Iterable[Message]:
    """Return a line for each of these parts: its title and the stored value."""
    words = {
        "evening": medium_date(night.settings.evening),
        "name": night.settings.name or "–",
        "game": game_and_rules(night),
        "size": night.settings.size,
        "method": DRAW_METHOD_TITLES[night.settings.method],
    }
    return (say("{what}: {value}", what=PART_TITLES[name], value=words[name]) for name in parts)


def game_and_rules(night: ClubNight) -> Message:
    game = GAMES[night.settings.game]
    rules = rules_summary(game, night.settings.options)
    return say("{game}. Rules: {rules}", game=game.name, rules=rules)


def rules_summary(game: Game, options: Options) -> Message:
    """Return the house rules in short, or the reason why a match cannot start with them."""
    sizes = club_nights.allowed_sizes(game, options)
    seats = tuple(map(str, range(1, max(sizes, default=game.seats[0]) + 1)))
    setup = build_setup(game, seats, options)
    return setup.reason if isinstance(setup, Problem) else game.display.summary(setup)


def rules_summaries(night: ClubNight | None) -> dict[str, dict[str, Message]]:
    """Return the house rules that each choice stands for, by choice and by game.

    The choices are those of `TypedSettings.rules`.
    """

    def kept(game: Game) -> Options:
        return kept_rules(game, night) if night else {}

    return {
        rules: {
            slug: rules_summary(game, rules_of(game, rules, kept(game)))
            for slug, game in GAMES.items()
        }
        for rules in ("", LAST_RULES, STANDARD_RULES)
    }


# ---------------------------------------------------------------- from the form to settings


def check_settings(typed: TypedSettings, kept: Options) -> NightSettings | Problem:
    """Return the settings, or the first problem with them.

    `kept` are the night's current house rules.
    """
    if not is_evening_date(typed.evening):
        reason = say("Enter the date of the evening, such as 2026-10-01.")
        return Problem("bad_date", reason, "evening")
    if len(typed.name) > MAX_NAME_LENGTH or not typed.name.isprintable():
        reason = say(
            "Enter a name of at most {n} characters, or leave it blank.", n=MAX_NAME_LENGTH
        )
        return Problem("bad_name", reason, "name")
    options = rules_of(typed.game, typed.rules, kept)
    sizes, size = club_nights.allowed_sizes(typed.game, options), parse_small_int(typed.size)
    if size not in sizes:
        reason = say(
            "Enter a table size that {game} allows with these rules: {sizes}.",
            game=typed.game.name,
            sizes=[str(n) for n in sizes],
        )
        return Problem("bad_size", reason, "size")
    return NightSettings(
        typed.evening, typed.name, typed.game.slug, dict(options), size or 0, typed.method
    )


def with_allowed_size(typed: TypedSettings, kept: Options) -> TypedSettings:
    """Return the form with the nearest table size that its game and house rules allow.

    If the size is not a number, or if the rules allow no size, the size stays as it is.
    """
    sizes = club_nights.allowed_sizes(typed.game, rules_of(typed.game, typed.rules, kept))
    size = parse_small_int(typed.size)
    if not sizes or size is None:
        return typed
    return replace(typed, size=str(nearest_size(sizes, size)))


def nearest_size(sizes: Iterable[int], size: int) -> int:
    return min(sizes, key=lambda each: abs(each - size))


def kept_rules(game: Game, night: ClubNight) -> Options:
    """Return the night's house rules, or the standard rules if the night has another game."""
    return night.settings.options if night.settings.game == game.slug else {}


def rules_of(game: Game, rules: str, kept: Options) -> Options:
    """Return the chosen house rules, as options that differ from the standard.

    Returns `kept` unless `rules` is STANDARD_RULES, or is LAST_RULES and the game has been played.
    """
    if rules == STANDARD_RULES:
        return {}
    latest = last_setup.last_match_setup(current_store(), game.slug)
    if rules != LAST_RULES or latest is None:
        return kept
    last = past_agreement(game, latest.players, latest.dealer, latest.options, latest.players)
    return last.given
