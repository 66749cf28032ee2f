"""Variants of a game: the options that change its points, as part of a record name.

Records of different variants are not compared. For the standard game, the name has no options.
Values stored by older versions therefore count as standard.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.messages import Message, say
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import (
    Option,
    OptionKind,
    Options,
    Setup,
    choice_json_value,
)

SEPARATOR = " "  # between a record's name and the options; no name contains it


def points_variant(game: Game, setup: Setup) -> dict[str, Any]:
    """Return the options that change points, unless their values follow from defaults or a preset.

    The result is empty for the standard game.
    """
    variant: dict[str, Any] = {}
    implied = game.all_options(setup.players, variant)
    for option in game.options:
        if option.changes_points and setup.options[option.name] != implied[option.name]:
            variant[option.name] = setup.options[option.name]
            implied = game.all_options(setup.players, variant)
    return variant


def record_name(kind: str, variant: Options) -> str:
    """Return the stored name of a record: the name of its kind, and the variant if there is one."""
    return kind + record_name_suffix(variant)


def record_name_suffix(variant: Options) -> str:
    """Return the suffix that the stored names of all record kinds share in this variant."""
    if not variant:
        return ""
    return SEPARATOR + json.dumps(variant, ensure_ascii=False, separators=(",", ":"))


def split_record_name(name: str) -> tuple[str, str]:
    """Return the name of the record's kind, and the variant as text.

    The variant is "" for the standard game.
    """
    kind, _, variant = name.partition(SEPARATOR)
    return kind, variant


def parse_variant(game: Game, text: str) -> dict[str, Any] | None:
    """Return the options in the text of a variant, or None if the game does not accept them."""
    try:
        variant = json.loads(text) if text else {}
    except (ValueError, RecursionError):  # imported text may be invalid
        return None
    options = {option.name: option for option in game.options}
    if not isinstance(variant, dict) or not variant.keys() <= options.keys():
        return None
    return variant if all(options[name].allows(value) for name, value in variant.items()) else None


def variant_phrases(game: Game, variant: Mapping[str, Any]) -> Iterator[Message]:
    """Yield the options of a variant in words, such as "A made bid scores: 10 + the bid"."""
    for option in game.options:
        if option.name in variant:
            yield option_phrase(option, variant[option.name])


def option_phrase(option: Option, value: Any) -> Message:
    if option.kind is OptionKind.YES_OR_NO:
        return (
            say("{rule}: yes", rule=option.label) if value else say("{rule}: no", rule=option.label)
        )
    if value is None:
        return say("{rule}: none", rule=option.label)
    if option.kind is OptionKind.CHOICE:
        chosen = next(each for each in option.choices if choice_json_value(each) == value)
        return say("{rule}: {value}", rule=option.label, value=chosen.label)
    if option.kind is OptionKind.BANDS:
        bands = [say("{n} ×{factor}", n=least, factor=factor) for least, factor in value]
        return say("{rule}: {value}", rule=option.label, value=bands)
    return say("{rule}: {value}", rule=option.label, value=value)
