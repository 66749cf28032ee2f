"""A league with a match in every state that has a page.

The matches are created with `match.commands`, as the pages create them, so no page shows a state
that cannot occur.
"""

from itertools import count

from scorekeeper import create_app
from scorekeeper.league import roster
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog
from tests.browser.player_names import (
    ALIKE_NAMES,
    FIVE,
    HARD_NAMES,
    LONG_NAMES,
    MEDIUM_NAMES,
    SAME_BEGINNING,
    TEN,
)

NINE_CARDS = {"schedule": [9, 9]}


class MatchFactory:
    """A factory of matches in a log. Players are given by name.

    `names` also serve as keys. Without `names`, players are added to the database.
    """

    def __init__(self, log, names=None):
        self.log, self.keys = log, {}
        self.sent = count(1)
        for name in names or (*TEN, *HARD_NAMES):
            self.keys[name] = roster.add_player(log.store, name).key if names is None else name

    def next_meta(self):
        number = next(self.sent)
        return CommandMeta(f"room {number}", 1_790_000_000 + 60 * number)

    def match(self, game, *deals, names=FIVE, **options):
        """Start a match, record these deals, and return the match's id.

        The last deal may be incomplete.
        """
        seats = tuple(self.keys[name] for name in names)
        number = commands.start_match(self.log, game, seats, options, self.next_meta())
        for answers in deals:
            self.deal(number, self.with_keys(answers))
        return number

    def with_keys(self, value):
        """Return the value with names replaced by player keys, at any depth."""
        match value:
            case dict():
                return {self.keys.get(k, k): self.with_keys(each) for k, each in value.items()}
            case list():
                return [self.with_keys(each) for each in value]
        return self.keys.get(value, value) if isinstance(value, str) else value

    def deal(self, match, deal_answers):
        """Record the stages of the current deal until a stage has no answers."""
        sheet = self.log.sheet(match)
        number = sheet.position.number
        while sheet.asked_stage and sheet.position.number == number:
            stage, position = sheet.asked_stage.stage, sheet.asked_stage.position
            fields = sheet.game.deal.fields(
                position, {**sheet.asked_stage.deal_answers, **deal_answers}
            )
            mine = [field.name for field in fields if field.stage == stage]
            said = deal_answers["hands"].pop(0) if deal_answers.get("hands") else deal_answers
            answers = {name: said[name] for name in mine if name in said}
            if not answers:
                return
            sheet = commands.record_stage(self.log, match, number, stage, answers, self.next_meta())

    def close(self, match, how="closed"):
        commands.close(self.log, match, how, self.next_meta())
        return match

    def delete(self, match):
        commands.delete(self.log, match, self.next_meta())
        return match


def by_name(*numbers, names=FIVE):
    return dict(zip(names, numbers, strict=True))


BIDS = {"bids": by_name(2, 2, 2, 2, 2)}
JABBERWOCKY_DEAL = {**BIDS, "tricks": by_name(2, 2, 2, 1, 2)}
JAGUAR_HAND = {"jaguar": "Bruno", "friend": "Dina", "points": 75}
JAMON_DEAL = {"went_out": "Ana", "counters": by_name(3, 7, 5, 9, 1)}
CHINCHON_DEAL = {"closer": "Ana", "close": "normal", "deadwood": by_name(2, 30, 41, 12, 9)}
OUT_NOW = {"closer": "Ana", "close": "normal", "deadwood": by_name(1, 50, 50, 3, 4)}
OUT_AGAIN = {"closer": "Ana", "close": "normal", "deadwood": by_name(1, 55, 60, 3, 4)}
LOBA_DEAL = {"went_out": "Ana", "deadwood": by_name(0, 60, 55, 12, 9)}
CAME_BACK = LOBA_DEAL | {"reenlist": ["Bruno", "Chus"]}  # with a limit of 50
LOW = {"went_out": "Ana", "deadwood": by_name(0, 20, 15, 12, 9)}
ALL_OUT = {"went_out": "Ana", "deadwood": by_name(0, 60, 55, 62, 59)}
# With a limit of 50, Edu is out after LOW and EDU_OUT, and does not play WITHOUT_EDU.
EDU_OUT = {"went_out": "Ana", "deadwood": by_name(0, 20, 15, 12, 60)}
WITHOUT_EDU = {
    "went_out": "Bruno",
    "deadwood": by_name(4, 0, 6, 7, names=("Ana", "Bruno", "Chus", "Dina")),
}
KNOCK = {"result": "knock", "knocker": "Ana", "deadwood": by_name(4, 29, names=FIVE[:2])}
BOTH = {
    "hands": [
        {
            "pair": ["Ana", "Bruno"],
            "result": "knock",
            "knocker": "Ana",
            "deadwood": {"Ana": 4, "Bruno": 24},
        },
        {
            "pair": ["Chus", "Dina"],
            "result": "gin",
            "knocker": "Dina",
            "deadwood": {"Chus": 31, "Dina": 0},
        },
    ]
}
FIRST_HAND = {"hands": BOTH["hands"][:1]}

# Pages on which numbers are entered, one for each question, with five players if the game allows
# that many.
QUESTION_PAGES = {
    "jabberwocky bids": lambda factory: factory.match("jabberwocky", **NINE_CARDS),
    "jabberwocky tricks": lambda factory: factory.match("jabberwocky", BIDS, **NINE_CARDS),
    "jaguar": lambda factory: factory.match("jaguar", JAGUAR_HAND),
    "jaguar with six players": lambda factory: factory.match("jaguar", names=TEN[:6]),
    "jamón": lambda factory: factory.match("jamon", JAMON_DEAL, deals=3),
    "jamón by points": lambda factory: factory.match("jamon", scoring="points"),
    "jamón calls": lambda factory: f"{factory.match('jamon')}?instead=1",
    "chinchón": lambda factory: factory.match("chinchon", CHINCHON_DEAL),
    "chinchón coming back": lambda factory: factory.match("chinchon", OUT_NOW, OUT_AGAIN),
    "loba": lambda factory: factory.match("loba", LOBA_DEAL),
    "loba coming back": lambda factory: factory.match("loba", LOBA_DEAL, LOBA_DEAL),
    "gin": lambda factory: factory.match("gin", KNOCK, names=FIVE[:2]),
    "gin with three players": lambda factory: factory.match("gin", names=FIVE[:3]),
    "gin with two pairs, first": lambda factory: factory.match("gin", names=FIVE[:4]),
    "gin with two pairs, second": lambda factory: factory.match("gin", FIRST_HAND, names=FIVE[:4]),
    "gin with its upcard": lambda factory: factory.match("gin", names=FIVE[:2], oklahoma=True),
}
FINISHED_PAGES = {
    "end of jabberwocky": lambda factory: factory.match(
        "jabberwocky", JABBERWOCKY_DEAL, schedule=[9]
    ),
    "end of jaguar": lambda factory: factory.close(
        factory.match("jaguar", JAGUAR_HAND, JAGUAR_HAND)
    ),
    "end of jamón": lambda factory: factory.match("jamon", JAMON_DEAL),
    "end of chinchón": lambda factory: factory.match(
        "chinchon",
        {"closer": "Ana", "close": "normal", "deadwood": by_name(1, 50, 50, 45, 44)},
        limit=40,
    ),
    "end of loba": lambda factory: factory.match("loba", ALL_OUT, limit=50, max_reenlist=0),
    "end of gin": lambda factory: factory.match("gin", KNOCK, KNOCK, names=FIVE[:2], target=50),
    "end of gin with two pairs": lambda factory: factory.match(
        "gin", BOTH, names=FIVE[:4], target=20
    ),
    "left unfinished": lambda factory: factory.close(
        factory.match("jaguar", JAGUAR_HAND), "unfinished"
    ),
    "deleted": lambda factory: factory.delete(factory.match("jaguar", JAGUAR_HAND)),
}
CROWDED_PAGES = {
    "jamón with ten players": lambda factory: factory.match("jamon", names=TEN),
    "jamón with ten players, by points": lambda factory: factory.match(
        "jamon", names=TEN, scoring="points"
    ),
    "jamón calls with ten players": lambda factory: (
        f"{factory.match('jamon', names=TEN)}?instead=1"
    ),
    "chinchón with eight players": lambda factory: factory.match("chinchon", names=TEN[:8]),
    "bids with hard names": lambda factory: factory.match(
        "jabberwocky", names=HARD_NAMES, **NINE_CARDS
    ),
    "jaguar with hard names": lambda factory: factory.match("jaguar", names=HARD_NAMES),
    "jamón with hard names": lambda factory: factory.match("jamon", names=HARD_NAMES),
    "jamón calls with hard names": lambda factory: (
        f"{factory.match('jamon', names=HARD_NAMES)}?instead=1"
    ),
    "chinchón with hard names": lambda factory: factory.match("chinchon", names=HARD_NAMES),
    "gin with two pairs and its upcard": lambda factory: factory.match(
        "gin", names=FIVE[:4], oklahoma=True
    ),
    "gin with hard names": lambda factory: factory.match("gin", names=HARD_NAMES[:4]),
}
SHEET_AND_CORRECTION_PAGES = {
    "sheet": lambda factory: (
        f"{factory.match('jabberwocky', JABBERWOCKY_DEAL, **NINE_CARDS)}/sheet"
    ),
    "sheet with an explanation": lambda factory: explanation_path(
        factory, factory.match("jaguar", JAGUAR_HAND, JAGUAR_HAND)
    ),
    "sheet of gin": lambda factory: explanation_path(
        factory, factory.match("gin", KNOCK, names=FIVE[:2])
    ),
    "sheet with two pairs": lambda factory: f"{factory.match('gin', BOTH, names=FIVE[:4])}/sheet",
    "sheet of Hollywood": lambda factory: hollywood_sheet(factory),
    "sheet of chinchón": lambda factory: f"{factory.match('chinchon', OUT_NOW, OUT_AGAIN)}/sheet",
    "sheet with eight players": lambda factory: f"{factory.match('chinchon', names=TEN[:8])}/sheet",
    "sheet with hard names": lambda factory: hard_sheet(factory),
    "correct jabberwocky": lambda factory: correction_path(
        factory.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    ),
    "correct jaguar": lambda factory: correction_path(factory.match("jaguar", JAGUAR_HAND)),
    "correct jamón": lambda factory: correction_path(factory.match("jamon", JAMON_DEAL, deals=3)),
    "correct chinchón": lambda factory: correction_path(factory.match("chinchon", CHINCHON_DEAL)),
    "correct loba": lambda factory: correction_path(factory.match("loba", LOBA_DEAL)),
    "correct gin": lambda factory: correction_path(factory.match("gin", KNOCK, names=FIVE[:2])),
    "correct two pairs": lambda factory: correction_path(
        factory.match("gin", BOTH, names=FIVE[:4])
    ),
    "correct what breaks": lambda factory: correction_path(
        factory.match("loba", LOW, LOW, limit=50, max_reenlist=0)
    ),
    "history": lambda factory: create_long_history(factory, FIVE),
    "history with hard names": lambda factory: create_long_history(factory, HARD_NAMES),
    "question on two phones": lambda factory: factory.match("jabberwocky", **NINE_CARDS),
    "ending an open game": lambda factory: f"{factory.match('jaguar', JAGUAR_HAND)}/end",
    "ending a game with a fixed end": lambda factory: (
        f"{factory.match('chinchon', CHINCHON_DEAL)}/end"
    ),
}
LEAGUE_PAGES = {
    "home": "/",
    "new match": "/matches/new",
    "matches": "/matches",
    "no such game": "/matches?game=gin",
    "away": "/matches/thrown-away",
    "players": "/players",
    "rules": "/rules",
    **{
        f"rules of {game}": f"/rules/{game}"
        for game in ("jabberwocky", "jaguar", "jamon", "chinchon", "loba", "gin")
    },
    "no such page": "/nothing-here",
}
MATCHES = {**QUESTION_PAGES, **FINISHED_PAGES, **CROWDED_PAGES, **SHEET_AND_CORRECTION_PAGES}
PAGES = (*LEAGUE_PAGES, *MATCHES)


def correction_path(match):
    return f"{match}/rounds/1/correct"


def explanation_path(factory, match):
    return f"{match}/sheet?why=1-{factory.keys['Ana']}"


def create_long_history(factory, names):
    """Create a match with many kinds of events in its log, and return the path of its history."""
    bids, tricks = by_name(2, 2, 2, 2, 2, names=names), by_name(2, 2, 2, 1, 2, names=names)
    played = {"bids": bids, "tricks": tricks, "reneges": {names[1]: 1}}
    match = factory.match("jabberwocky", played, {"bids": bids}, names=names, **NINE_CARDS)
    other = factory.with_keys({**bids, names[0]: 1})
    stages = (("bids", {"bids": factory.with_keys(bids)}), ("tricks", {"tricks": other}))
    corrected = (
        stages[0],
        ("tricks", {"tricks": factory.with_keys({**tricks, names[0]: 1, names[3]: 2})}),
    )
    correction_commands.save_draft(factory.log, match, 1, stages, factory.next_meta())
    correction_commands.correct_deal(
        factory.log, match, 1, corrected, factory.log.sheet(match).version, factory.next_meta()
    )
    commands.undo(
        factory.log, match, factory.log.sheet(match).last_step.version, factory.next_meta()
    )
    commands.close(factory.log, match, "unfinished", factory.next_meta())
    return f"{match}/history"


def hollywood_sheet(factory):
    hands = (KNOCK, {**KNOCK, "knocker": "Bruno", "deadwood": by_name(20, 3, names=FIVE[:2])})
    return f"{factory.match('gin', *hands, names=FIVE[:2], hollywood=True)}/sheet"


def hard_sheet(factory):
    answers = {"jaguar": HARD_NAMES[0], "friend": HARD_NAMES[1], "points": 75}
    return f"{factory.match('jaguar', answers, names=HARD_NAMES)}/sheet"


def path_of(factory, page):
    """Return the path of a page. If the page shows a match, create the match first."""
    return LEAGUE_PAGES[page] if page in LEAGUE_PAGES else f"/matches/{MATCHES[page](factory)}"


class Table:
    """An app with an in-memory log and no database, its match factory and its address."""

    def __init__(self):
        names = (*TEN, *HARD_NAMES, *LONG_NAMES, *MEDIUM_NAMES, *ALIKE_NAMES, *SAME_BEGINNING)
        self.log = MemoryLog({name: name for name in names})
        self.app = create_app({}, log=self.log)
        self.factory = MatchFactory(self.log, names)
        self.address = ""

    def events_of(self, match):
        """Return the events of a match, except its start."""
        return [entry.event for entry in self.log.entries_by_match[match][1:]]
