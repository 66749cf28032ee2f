"""The choices that the new-match page fills in from earlier matches."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from flask import request

from scorekeeper.league import last_setup
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web.league import new_match_draft
from scorekeeper.web.league.new_match_draft import Agreement
from scorekeeper.web.shared.session import current_store


def first_agreement(player_keys: Sequence[str]) -> Agreement:
    """Return the choices that the form shows first.

    By default, they are the choices of the last match. If `?game=` names another game, they are the
    usual choices for that game. Without a last match, all players are seated, provided the game
    allows that many.
    """
    last = last_setup.last_match_setup(current_store())
    requested = GAMES.get(request.args.get("game", ""))
    if last is None or last.game not in GAMES:
        game = requested or new_match_draft.FIRST_GAME
        seats = tuple(player_keys) if len(player_keys) in game.seats else ()
        return Agreement(game, seats=seats, dealer=seats[0] if seats else "")
    agreement = new_match_draft.past_agreement(
        GAMES[last.game], last.players, last.dealer, last.options, player_keys
    )
    if requested in (None, agreement.game):
        return agreement
    agreement = Agreement(requested, agreement.seats, agreement.dealer)
    return new_match_draft.with_usual_choices(agreement, usual_agreement_lookup(player_keys))


def usual_agreement_lookup(player_keys: Collection[str]) -> new_match_draft.UsualAgreementLookup:
    """Return a function that finds a group's last choices for a game.

    If the group has not played the game, the function finds the last choices of any group, without
    its seats. The function returns None if nobody has played the game.
    """
    store = current_store()

    def usual(game: Game, seats: tuple[str, ...]) -> Agreement | None:
        setup_of = partial(last_setup.last_match_setup, store, game.slug)
        last = setup_of(seats) or setup_of()
        if last is None:
            return None
        agreement = new_match_draft.past_agreement(
            game, last.players, last.dealer, last.options, player_keys
        )
        return agreement if set(last.players) == set(seats) else replace(agreement, seats=())

    return usual
