"""The state of the form for a new match: game, players, seats, dealer and rules.

The server stores nothing between requests. A hidden field contains the state that the form showed
(`to_json`). Comparing the posted form with this state distinguishes choices made by hand from
prefilled values. When the game or the group changes, choices are kept and prefilled values are
replaced. Each game keeps its own rules. They return when the game is chosen again.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Options, Problem, Setup
from scorekeeper.rules.setup import build_setup
from scorekeeper.web.league.option_forms import OptionForm

SEATS, DEALER, OPTIONS = "seats", "dealer", "options"  # names in `Agreement.set_by_hand`
MAX_JSON_LENGTH = 12_000  # characters of JSON
FIRST_GAME = next(iter(GAMES.values()))


@dataclass(frozen=True)
class Agreement:
    """The choices for a match.

    `given` are the options that differ from the game's defaults. `set_by_hand` names the parts
    that were set by hand on this page (SEATS, DEALER, OPTIONS). `other_games` are the options, by
    game, that were set by hand on this page before another game was chosen.
    """

    game: Game = FIRST_GAME
    seats: tuple[str, ...] = ()
    dealer: str = ""
    given: Options = field(default_factory=dict)
    set_by_hand: frozenset[str] = frozenset()
    other_games: Mapping[str, Options] = field(default_factory=dict)

    @property
    def effective_options(self) -> Options:
        """All options with their values, defaults included."""
        return self.game.all_options(self.seats, self.given)

    @property
    def setup(self) -> Setup | Problem:
        """The setup of the match, or the problem that prevents its start."""
        return build_setup(self.game, self.seats, self.start_options)

    @property
    def start_options(self) -> Options:
        """The options to start the match with, including the first dealer if there are seats.

        Options that are left out get their defaults.
        """
        return {**self.given, "first_dealer": self.dealer} if self.seats else self.given

    @property
    def house_rules(self) -> frozenset[str]:
        """Names of the options that differ from the standard.

        Options that follow from another option, such as a preset's bonuses, are left out.
        """

        def standard(name: str) -> Any:
            others = {n: value for n, value in self.given.items() if n != name}
            return self.game.all_options(self.seats, others)[name]

        options = self.effective_options
        return frozenset(name for name in self.given if options[name] != standard(name))

    @property
    def has_remembered_rules(self) -> bool:
        """Whether the house rules were prefilled and not set by hand on this page."""
        return OPTIONS not in self.set_by_hand

    @property
    def example(self) -> Setup:
        """A setup with these rules, even if the match cannot start with these seats.

        In that case, the seats are placeholders, and the options are the defaults if these rules
        are not valid.
        """
        if isinstance(setup := self.setup, Setup):
            return setup
        seats = tuple(str(n) for n in range(1, self.game.seats[0] + 1))
        for given in (self.given, {}):
            if isinstance(setup := build_setup(self.game, seats, given), Setup):
                break
        if not isinstance(setup, Setup):
            raise TypeError("The default options of a game must be valid.")
        return setup


@dataclass(frozen=True)
class Draft:
    """The form's state. `unseated` are players who were added after the page showed the seats."""

    agreement: Agreement
    options: OptionForm
    unseated: tuple[str, ...] = ()


UsualAgreementLookup = Callable[[Game, tuple[str, ...]], Agreement | None]


def untouched_draft(agreement: Agreement) -> Draft:
    """Return a draft that shows this agreement, without edits."""
    return Draft(agreement, OptionForm(agreement.game, agreement.effective_options))


def past_agreement(
    game: Game, seats: Iterable[str], dealer: str, options: Options, player_keys: Collection[str]
) -> Agreement:
    """Return an earlier match's choices, without players and options that no longer exist."""
    seats = tuple(seats)
    allowed = {option.name: option for option in game.options}
    valid = {n: v for n, v in options.items() if n in allowed and allowed[n].allows(v)}
    defaults = game.all_options(seats, {n: v for n, v in valid.items() if n == "preset"})
    given = {n: v for n, v in valid.items() if n == "preset" or v != defaults[n]}
    remaining = tuple(seat for seat in seats if seat in player_keys)
    return Agreement(
        game, remaining, dealer if dealer in remaining else next(iter(remaining), ""), given
    )


def draft_from_form(
    form: MultiDict[str, str], player_keys: Collection[str], usual: UsualAgreementLookup
) -> Draft:
    """Return the posted draft, changed as the pressed button requires.

    `player_keys` are the keys of the players who can be chosen. `usual` finds a group's last
    choices.
    """
    previous = from_json(form.get("was", ""), player_keys)
    shown = previous or Agreement()
    game = GAMES.get(form.get("game", ""), shown.game)
    chosen = [key for key in dict.fromkeys(form.getlist("plays")) if key in player_keys]
    unseated = tuple(key for key in chosen if key not in shown.seats)
    seats = tuple(key for key in shown.seats if key in chosen) + unseated
    moved = move_seat(seats, form.get("up"), form.get("down"))
    dealer = form.get("first_dealer", "")
    set_by_hand = set(shown.set_by_hand)
    if moved != seats:
        set_by_hand.add(SEATS)
    if dealer != shown.dealer:
        set_by_hand.add(DEALER)
    if dealer not in moved:
        dealer = next(iter(moved), "")
        set_by_hand.discard(DEALER)
    agreement = Agreement(game, moved, dealer, {}, frozenset(set_by_hand), shown.other_games)
    if previous is None:
        return untouched_draft(with_usual_choices(agreement, usual))
    if game is not previous.game:
        agreement = with_rules_of_chosen_game(agreement, previous, form)
        return untouched_draft(with_usual_choices(agreement, usual))
    if "standard" in form:
        agreement = replace(agreement, set_by_hand=agreement.set_by_hand | {OPTIONS})
        return replace(untouched_draft(agreement), unseated=unseated)
    draft = apply_typed_options(agreement, previous, form, unseated)
    if set(moved) == set(previous.seats):
        return draft
    return refill_for_group(draft, usual)


def with_rules_of_chosen_game(
    agreement: Agreement, previous: Agreement, form: MultiDict[str, str]
) -> Agreement:
    """Return the agreement with the rules that were set for its game on this page, if any.

    The rules of the previous game are kept in `other_games` if they were set by hand.
    """
    left = apply_typed_options(replace(agreement, game=previous.game), previous, form, ()).agreement
    rules = dict(agreement.other_games)
    if OPTIONS in left.set_by_hand:
        rules[previous.game.slug] = left.given
    given = rules.pop(agreement.game.slug, None)
    set_by_hand = agreement.set_by_hand - {OPTIONS}
    return replace(
        agreement,
        given=given or {},
        set_by_hand=set_by_hand if given is None else set_by_hand | {OPTIONS},
        other_games=rules,
    )


def apply_typed_options(
    agreement: Agreement, previous: Agreement, form: MultiDict[str, str], unseated: tuple[str, ...]
) -> Draft:
    """Return the draft with the posted options.

    Its `given` contains the options that the user has changed, now or in an earlier request.
    """
    shown_texts = OptionForm(previous.game, previous.effective_options).texts
    options = OptionForm(previous.game, {}, form)
    given = {
        box.option.name: box.value
        for box in options.boxes
        if not box.problem
        and (box.option.name in previous.given or box.typed != shown_texts[box.option.name])
    }
    set_by_hand = (
        agreement.set_by_hand | {OPTIONS} if given != previous.given else agreement.set_by_hand
    )
    agreement = replace(agreement, given=given, set_by_hand=set_by_hand)
    options.show(agreement.effective_options)
    return Draft(agreement, options, unseated)


def refill_for_group(draft: Draft, usual: UsualAgreementLookup) -> Draft:
    """Return the draft with the changed group's last choices instead of prefilled values."""
    agreement = with_usual_choices(draft.agreement, usual)
    if not draft.options.problems:
        draft.options.show(agreement.effective_options)
    return replace(draft, agreement=agreement)


def with_usual_choices(agreement: Agreement, usual: UsualAgreementLookup) -> Agreement:
    """Return the agreement with the group's last choices, except for parts set by hand."""
    last = usual(agreement.game, agreement.seats)
    if last is None:
        return agreement
    if set(last.seats) == set(agreement.seats):
        seats = agreement.seats if SEATS in agreement.set_by_hand else last.seats
        dealer = agreement.dealer if DEALER in agreement.set_by_hand else last.dealer
        agreement = replace(agreement, seats=seats, dealer=dealer)
    return agreement if OPTIONS in agreement.set_by_hand else replace(agreement, given=last.given)


def move_seat(seats: tuple[str, ...], up: str | None, down: str | None) -> tuple[str, ...]:
    """Return the seats with player `up` moved one place up, and player `down` one place down."""
    order = list(seats)
    for key, step in ((up, -1), (down, 1)):
        if key in order and 0 <= (place := order.index(key)) + step < len(order):
            order[place], order[place + step] = order[place + step], order[place]
    return tuple(order)


# ---------------------------------------------------------------- the hidden field


def to_json(agreement: Agreement) -> str:
    return json.dumps(
        {
            "game": agreement.game.slug,
            SEATS: agreement.seats,
            DEALER: agreement.dealer,
            "given": agreement.given,
            "own": sorted(agreement.set_by_hand),
            "others": agreement.other_games,
        },
        separators=(",", ":"),
    )


def from_json(text: str, player_keys: Collection[str]) -> Agreement | None:
    """Return the agreement that the page showed, or None if `text` is not from `to_json`."""
    try:
        data = json.loads(text[:MAX_JSON_LENGTH])
        game = GAMES[data["game"]]
        others = data.get("others", {})  # pages of older versions have none
        return Agreement(
            game,
            tuple(key for key in dict.fromkeys(data[SEATS]) if key in player_keys),
            str(data[DEALER]),
            allowed_options(game, given_options(data)),
            frozenset({SEATS, DEALER, OPTIONS} & set(data["own"])),
            {slug: allowed_options(GAMES[slug], dict(each)) for slug, each in others.items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def allowed_options(game: Game, given: Options) -> dict[str, Any]:
    """Return the given options whose values the game allows.

    Raises KeyError if `given` contains an unknown name.
    """
    options = {option.name: option for option in game.options}
    return {name: value for name, value in given.items() if options[name].allows(value)}


def given_options(stored: Mapping[str, Any]) -> dict[str, Any]:
    return dict(stored["given"])
