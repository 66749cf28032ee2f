"""Check the players and options of a new match, and build its `Setup`."""

from collections.abc import Sequence

from scorekeeper.messages import Message, say, say_n
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Options, Problem, Setup

PLAYER_NAME_REQUIRED = say("Every player needs a name.")


def build_setup(game: Game, players: tuple[str, ...], options: Options) -> Setup | Problem:
    """Return the setup with all options, or the first problem: `bad_players` or `bad_option`."""
    if problem := player_problem(game, players):
        return problem
    option_by_name = {option.name: option for option in game.options}
    for name, value in options.items():
        if name == "first_dealer":
            continue
        if name not in option_by_name:
            return Problem("bad_option", say("There is no option “{name}”.", name=name), name)
        if not option_by_name[name].allows(value):
            return Problem("bad_option", option_by_name[name].refusal(value), name)
    dealer = options.get("first_dealer", players[0])
    if dealer not in players:
        reason = say("The first dealer must be one of the players of this match.")
        return Problem("bad_option", reason, "first_dealer")
    all_options = game.all_options(players, options)
    setup = Setup(game.slug, players, {**all_options, "first_dealer": dealer})
    return next(iter(game.setup_problems(setup)), setup)


def check_stored_setup(game: Game, players: tuple[str, ...], options: Options) -> None:
    """Raise ValueError if the start of a stored match is damaged.

    The players' keys must differ, the first dealer must be one of the players, and each option
    must have its type. Without this check, a damaged option could fail on any page of the match.
    """
    if len({player for player in players if type(player) is str}) < len(players):
        raise ValueError("The players are invalid.")
    if options.get("first_dealer", players[0]) not in players:
        raise ValueError("The first dealer is not a player.")
    for option in game.options:
        if option.name in options and not option.has_type(options[option.name]):
            raise ValueError(f"The option {option.name} has an invalid type.")


def player_counts(seats: Sequence[int]) -> Message:
    """Return the numbers of players in words, such as "5 or 6 players"."""
    least, most = seats[0], seats[-1]
    if least == most:
        return say_n("one player", "{n} players", least)
    if most == least + 1:
        return say("{least} or {most} players", least=least, most=most)
    return say("{least} to {most} players", least=least, most=most)


def player_problem(game: Game, players: tuple[str, ...]) -> Problem | None:
    """Return the first problem (the number of players, an empty or a duplicate name), or None."""
    if len(players) not in game.seats:
        reason = say("{game} is for {players}.", game=game.name, players=player_counts(game.seats))
        return Problem("bad_players", reason, "players")
    if not all(name.strip() for name in players):
        return Problem("bad_players", PLAYER_NAME_REQUIRED, "players")
    if len({name.strip().casefold() for name in players}) < len(players):
        return Problem("bad_players", say("Each player needs a different name."), "players")
    return None
