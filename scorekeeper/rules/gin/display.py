"""Wording for gin's pages: titles, cells of the sheet, and the rules summary."""

from scorekeeper.messages import Message, Name, Signed, say
from scorekeeper.rules.common import sides_near_limit
from scorekeeper.rules.display import Cell, CellNote
from scorekeeper.rules.gin.hand import BIG_GIN, DRAW, KNOCK, is_doubled, winner
from scorekeeper.rules.gin.scoring import active, first_pair_points
from scorekeeper.rules.kernel import Answers, Options, PlayedDeal, Position, Setup


def title(position: Position, stage: str) -> Message:
    n = position.number
    return {
        "hand": say("Hand {number}", number=n),
        "hand-1": say("Hand {number}, 1 of 2", number=n),
        "hand-2": say("Hand {number}, 2 of 2", number=n),
    }[stage]


def deal_subtitle(position: Position) -> Message:
    """Name the dealer and the target."""
    dealer, target = Name(position.dealer), position.options["target"]
    if len(position.players) == 3:
        return say("{who} sits out as dealer · first to {target}", who=dealer, target=target)
    return say("{who} deals · first to {target}", who=dealer, target=target)


def stage_phrase(position: Position, stage: str) -> Message:
    return {
        "hand": say("the hand"),
        "hand-1": say("the first hand"),
        "hand-2": say("the second hand"),
    }[stage]


def save_label(position: Position, stage: str) -> Message:
    return {
        "hand": say("Save the hand"),
        "hand-1": say("Save the first hand"),
        "hand-2": say("Save the second hand"),
    }[stage]


def caption(setup: Setup) -> Message:
    """Return the caption of the sheet, which explains its cells and gives the target.

    With two pairs, each cell begins with the points of both hands.
    """
    target, has_pairs = setup.options["target"], len(setup.players) == 4
    if setup.options["hollywood"]:
        cell = say("Each cell shows the points of the hand and the total of all three games.")
        if has_pairs:
            cell = say("Each cell shows both hands, the points, and the total of all three games.")
        return say("{cell} Each game is played to {target}.", cell=cell, target=target)
    cell = say("Each cell shows the points of the hand and the total.")
    if has_pairs:
        cell = say("Each cell shows both hands, the points, and the total.")
    return say("{cell} The match ends at {target} points.", cell=cell, target=target)


# ---------------------------------------------------------------- the sheet


def cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return the cells of a deal. The winner's cell says how the hand ended.

    If nobody won, the cells of both players say how the hand ended. With three players, the
    dealer's cell says that they sat out. With two pairs, each cell has the signed points of both
    hands.
    """
    if len(played.before.players) == 4:
        return pair_cells(played)
    won = winner(played.before.options, played.answers)
    word = ending_word(won, played.answers)
    if won is not None:
        row = {won: Cell(note=CellNote(word_with_games(played, won, word)))}
    else:
        row = {seat: Cell(note=CellNote(word, "soft")) for seat in active(played.before)}
    if len(played.before.players) == 3:
        row[played.before.dealer] = Cell(note=CellNote(say("sat out"), "soft"))
    return row


def word_with_games(played: PlayedDeal, won: str, word: Message) -> Message:
    """Return `word`, with the number of Hollywood games if there are several ("knock × 2").

    If a spade upcard doubles the points, "♠×2" follows ("knock ♠×2").
    """
    boxes = played.after.game_state.boxes[won] - played.before.game_state.boxes[won]
    word = say("{word} × {n}", word=word, n=boxes) if boxes > 1 else word
    return say("{word} ♠×2", word=word) if is_doubled_deal(played) else word


def is_doubled_deal(played: PlayedDeal) -> bool:
    return is_doubled(played.before.options, played.answers)


def ending_word(won: str | None, hand: Answers) -> Message:
    """Return how a hand ended, as one or two words."""
    if hand["result"] == DRAW:
        return say("draw")
    if won is None:
        return say("equal")
    if hand["result"] == KNOCK:
        return say("knock") if won == hand["knocker"] else say("undercut")
    return say("big gin") if hand["result"] == BIG_GIN else say("gin")


def pair_cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return the points of both hands as seen by each pair, with a note if neither pair scores.

    The cell of the pair that scores says if a spade upcard doubles the points.
    """
    position, hands = played.before, played.answers["hands"]
    first_points, second_points = (first_pair_points(position, hand) for hand in hands)
    equal = CellNote(say("equal"), "soft")
    if all(hand["result"] == DRAW for hand in hands):
        equal = CellNote(say("draw"), "soft")
    row = {}
    for side, sign in zip(position.totals, (1, -1), strict=True):
        points = {"first": Signed(sign * first_points), "second": Signed(sign * second_points)}
        shown = say("{first} {second}", **points)
        spoken = say("first hand {first}, second hand {second}", **points)
        if is_doubled_deal(played) and sign * (first_points + second_points) > 0:
            shown = say("{word} ♠×2", word=shown)
            spoken = say("{hands}, doubled by a spade", hands=spoken)
        row[side] = Cell(shown, spoken, None if first_points + second_points else equal)
    return row


def sheet_note(position: Position) -> Message:
    """Report the boxes so far, and the bonuses that are added at the end."""
    options, boxes = position.options, position.game_state.boxes
    won = [say("{who} {n}", who=Name(side), n=count) for side, count in boxes.items()]
    return say(
        "Boxes: {won}. At the end, each box counts {each}, and the first to reach {target} gets"
        " {game} for the game.",
        each=options["box_bonus"],
        won=won,
        game=options["game_bonus"],
        target=options["target"],
    )


def near_limit(position: Position) -> dict[str, Message]:
    """Return the sides near the target.

    In Hollywood, the result is empty, because each game has its own totals.
    """
    return (
        {}
        if position.game_state.games
        else sides_near_limit(position.options["target"], position.totals)
    )


# ---------------------------------------------------------------- the summary of the rules


def summary(setup: Setup) -> Message:
    """Return one sentence with the target, the bonuses, and the variants."""
    return say(
        "to {target}, {rules}.",
        target=setup.options["target"],
        rules=[*bonus_phrases(setup.options), *variant_phrases(setup)],
    )


def bonus_phrases(options: Options) -> list[Message]:
    return [
        knock_phrase(options),
        say("gin {bonus}", bonus=options["gin_bonus"]),
        say("undercut {bonus}", bonus=options["undercut_bonus"]),
        say("box {bonus}", bonus=options["box_bonus"]),
        say("game {bonus}", bonus=options["game_bonus"]),
    ]


def knock_phrase(options: Options) -> Message:
    if options["knock_limit"] == 0:
        return say("only gin ends a hand")
    return say("knock with {most} or less", most=options["knock_limit"])


def variant_phrases(setup: Setup) -> list[Message]:
    """Return the rules of this match that are optional or differ from the standard."""
    options = setup.options
    phrases = []
    if options["big_gin_bonus"] is not None:
        phrases.append(say("big gin {bonus}", bonus=options["big_gin_bonus"]))
    if options["shutout"] != "flat100":
        phrases.append(shutout_phrase(options["shutout"]))
    if not options["undercut_on_tie"]:
        phrases.append(say("equal deadwood is not an undercut"))
    if options["winner_by"] == "total":
        phrases.append(say("the highest final score wins"))
    if len(setup.players) == 2 and options["deal_rule"] != "alternate":
        phrases.append(dealer_phrase(options["deal_rule"]))
    if options["oklahoma"] and options["oklahoma_ace"] == "gin_only":
        phrases.append(say("Oklahoma, only gin after an ace"))
    elif options["oklahoma"]:
        phrases.append(say("Oklahoma"))
    variants = {"spades_double": say("spades double"), "hollywood": say("Hollywood")}
    return phrases + [word for name, word in variants.items() if options[name]]


def shutout_phrase(rule: str) -> Message:
    return {
        "double_hands": say("the hands count double in a shutout"),
        "double_all": say("everything counts double in a shutout"),
        "none": say("no shutout bonus"),
    }[rule]


def dealer_phrase(rule: str) -> Message:
    return {
        "winner": say("the winner of a hand deals next"),
        "loser": say("the loser of a hand deals next"),
    }[rule]
