"""A league with a match in every state that has a page.

The matches are created with `match.commands`, as the pages create them, so no page shows a state
that cannot occur.
"""

from itertools import count

from scorekeeper import create_app
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog

FIVE = ("Ana", "Bruno", "Chus", "Dina", "Edu")
TEN = (*FIVE, "Fina", "Gus", "Iñaki", "Zoë", "Amaia")
NINE_CARDS = {"schedule": [9, 9]}
HARD = (  # forty letters; right to left; joined emoji; combining marks; one long word
    "Maximiliana Konstantinopolitanska-Nowakó",
    "عبد الرحمن بن محمد الفارسي",
    "👩‍👩‍👧‍👦🃏♠️",
    "Z̷̢͝o̴̞͠ë̸́",
    "Donaudampfschifffahrtsgesellschaftskapit",
)

LONG = (  # about forty letters, in words that fit the narrowest screen
    "Maximiliana Konstantinopolitanska-Nowakó",
    "Bartholomäus Konstantinopolitanski-Wu",
    "Clementine von Hohenzollern-Sigmaringen",
    "Friederike Schwarzenberg-Liechtenstein",
    "Wilhelmina Grzegorzewska-Brzęczyszczyk",
)
TWELVE = ("Bartholomäus", "Maximilianos", "Clementina", "Friederika", "Wilhelmina")  # letters


class MatchFactory:
    """A factory of matches in a log, for players given by name.

    `names` also serve as keys. Without `names`, players are added to the database.
    """

    def __init__(self, log, names=None):
        self.log, self.keys = log, {}
        self.sent = count(1)
        for name in names or (*TEN, *HARD):
            self.keys[name] = roster.add_player(log.store, name).key if names is None else name

    def now(self):
        number = next(self.sent)
        return CommandMeta(f"room {number}", 1_790_000_000 + 60 * number)

    def match(self, game, *deals, names=FIVE, **options):
        """Start a match, record these deals (the last may be incomplete), and return its id."""
        seats = tuple(self.keys[name] for name in names)
        number = commands.start_match(self.log, game, seats, options, self.now())
        for answers in deals:
            self.deal(number, self.spelled(answers))
        return number

    def spelled(self, value):
        """Replace names with player keys, at any depth."""
        match value:
            case dict():
                return {self.keys.get(k, k): self.spelled(each) for k, each in value.items()}
            case list():
                return [self.spelled(each) for each in value]
        return self.keys.get(value, value) if isinstance(value, str) else value

    def deal(self, match, deal_answers):
        """Record the stages of the current deal that it has answers for."""
        sheet = self.log.sheet(match)
        number = sheet.position.number
        while sheet.asked and sheet.position.number == number:
            stage, position = sheet.asked.stage, sheet.asked.position
            fields = sheet.game.deal.fields(position, {**sheet.asked.deal_answers, **deal_answers})
            mine = [field.name for field in fields if field.stage == stage]
            said = deal_answers["hands"].pop(0) if deal_answers.get("hands") else deal_answers
            answers = {name: said[name] for name in mine if name in said}
            if not answers:
                return
            sheet = commands.record_stage(self.log, match, number, stage, answers, self.now())

    def close(self, match, how="closed"):
        commands.close(self.log, match, how, self.now())
        return match

    def delete(self, match):
        commands.delete(self.log, match, self.now())
        return match


def each(*numbers, names=FIVE):
    return dict(zip(names, numbers, strict=True))


BIDS = {"bids": each(2, 2, 2, 2, 2)}
PLAYED = {**BIDS, "tricks": each(2, 2, 2, 1, 2)}
HAND = {"jaguar": "Bruno", "friend": "Dina", "points": 75}
COUNTED = {"went_out": "Ana", "counters": each(3, 7, 5, 9, 1)}
CLOSED = {"closer": "Ana", "close": "normal", "deadwood": each(2, 30, 41, 12, 9)}
OUT_NOW = {"closer": "Ana", "close": "normal", "deadwood": each(1, 50, 50, 3, 4)}
OUT_AGAIN = {"closer": "Ana", "close": "normal", "deadwood": each(1, 55, 60, 3, 4)}
LEFT = {"went_out": "Ana", "deadwood": each(0, 60, 55, 12, 9)}
LOW = {"went_out": "Ana", "deadwood": each(0, 20, 15, 12, 9)}
ALL_OUT = {"went_out": "Ana", "deadwood": each(0, 60, 55, 62, 59)}
# With a limit of 50, Edu is out after LOW and EDU_OUT, and does not play WITHOUT_EDU.
EDU_OUT = {"went_out": "Ana", "deadwood": each(0, 20, 15, 12, 60)}
WITHOUT_EDU = {
    "went_out": "Bruno",
    "deadwood": each(4, 0, 6, 7, names=("Ana", "Bruno", "Chus", "Dina")),
}
KNOCK = {"result": "knock", "knocker": "Ana", "deadwood": each(4, 29, names=FIVE[:2])}
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

# Pages where numbers are entered, one for each question, with five players if the game allows
# it.
ASKED = {
    "jabberwocky bids": lambda room: room.match("jabberwocky", **NINE_CARDS),
    "jabberwocky tricks": lambda room: room.match("jabberwocky", BIDS, **NINE_CARDS),
    "jaguar": lambda room: room.match("jaguar", HAND),
    "jaguar of six": lambda room: room.match("jaguar", names=TEN[:6]),
    "jamón": lambda room: room.match("jamon", COUNTED, deals=3),
    "jamón by points": lambda room: room.match("jamon", scoring="points"),
    "jamón calls": lambda room: f"{room.match('jamon')}?instead=1",
    "chinchón": lambda room: room.match("chinchon", CLOSED),
    "chinchón coming back": lambda room: room.match("chinchon", OUT_NOW, OUT_AGAIN),
    "loba": lambda room: room.match("loba", LEFT),
    "loba coming back": lambda room: room.match("loba", LEFT, LEFT),
    "gin": lambda room: room.match("gin", KNOCK, names=FIVE[:2]),
    "gin of three": lambda room: room.match("gin", names=FIVE[:3]),
    "gin of two pairs, first": lambda room: room.match("gin", names=FIVE[:4]),
    "gin of two pairs, second": lambda room: room.match("gin", FIRST_HAND, names=FIVE[:4]),
    "gin with its upcard": lambda room: room.match("gin", names=FIVE[:2], oklahoma=True),
}
OVER = {
    "end of jabberwocky": lambda room: room.match("jabberwocky", PLAYED, schedule=[9]),
    "end of jaguar": lambda room: room.close(room.match("jaguar", HAND, HAND)),
    "end of jamón": lambda room: room.match("jamon", COUNTED),
    "end of chinchón": lambda room: room.match(
        "chinchon",
        {"closer": "Ana", "close": "normal", "deadwood": each(1, 50, 50, 45, 44)},
        limit=40,
    ),
    "end of loba": lambda room: room.match("loba", ALL_OUT, limit=50, max_reenlist=0),
    "end of gin": lambda room: room.match("gin", KNOCK, KNOCK, names=FIVE[:2], target=50),
    "end of gin of two pairs": lambda room: room.match("gin", BOTH, names=FIVE[:4], target=20),
    "left unfinished": lambda room: room.close(room.match("jaguar", HAND), "unfinished"),
    "thrown away": lambda room: room.delete(room.match("jaguar", HAND)),
}
MANY = {
    "jamón of ten": lambda room: room.match("jamon", names=TEN),
    "jamón of ten by points": lambda room: room.match("jamon", names=TEN, scoring="points"),
    "jamón calls of ten": lambda room: f"{room.match('jamon', names=TEN)}?instead=1",
    "chinchón of eight": lambda room: room.match("chinchon", names=TEN[:8]),
    "bids of hard names": lambda room: room.match("jabberwocky", names=HARD, **NINE_CARDS),
    "jaguar of hard names": lambda room: room.match("jaguar", names=HARD),
    "jamón of hard names": lambda room: room.match("jamon", names=HARD),
    "jamón calls of hard names": lambda room: f"{room.match('jamon', names=HARD)}?instead=1",
    "chinchón of hard names": lambda room: room.match("chinchon", names=HARD),
    "gin of two pairs with its upcard": lambda room: room.match(
        "gin", names=FIVE[:4], oklahoma=True
    ),
    "gin of hard names": lambda room: room.match("gin", names=HARD[:4]),
}
BESIDE = {
    "sheet": lambda room: f"{room.match('jabberwocky', PLAYED, **NINE_CARDS)}/sheet",
    "sheet with an explanation": lambda room: why(room, room.match("jaguar", HAND, HAND)),
    "sheet of gin": lambda room: why(room, room.match("gin", KNOCK, names=FIVE[:2])),
    "sheet of two pairs": lambda room: f"{room.match('gin', BOTH, names=FIVE[:4])}/sheet",
    "sheet of Hollywood": lambda room: hollywood(room),
    "sheet of chinchón": lambda room: f"{room.match('chinchon', OUT_NOW, OUT_AGAIN)}/sheet",
    "sheet of eight": lambda room: f"{room.match('chinchon', names=TEN[:8])}/sheet",
    "sheet of hard names": lambda room: hard_sheet(room),
    "correct jabberwocky": lambda room: correct(room.match("jabberwocky", PLAYED, **NINE_CARDS)),
    "correct jaguar": lambda room: correct(room.match("jaguar", HAND)),
    "correct jamón": lambda room: correct(room.match("jamon", COUNTED, deals=3)),
    "correct chinchón": lambda room: correct(room.match("chinchon", CLOSED)),
    "correct loba": lambda room: correct(room.match("loba", LEFT)),
    "correct gin": lambda room: correct(room.match("gin", KNOCK, names=FIVE[:2])),
    "correct two pairs": lambda room: correct(room.match("gin", BOTH, names=FIVE[:4])),
    "correct what breaks": lambda room: correct(
        room.match("loba", LOW, LOW, limit=50, max_reenlist=0)
    ),
    "history": lambda room: told(room, FIVE),
    "history of hard names": lambda room: told(room, HARD),
    "question on two phones": lambda room: room.match("jabberwocky", **NINE_CARDS),
    "ending an open game": lambda room: f"{room.match('jaguar', HAND)}/end",
    "ending a game with a fixed end": lambda room: f"{room.match('chinchon', CLOSED)}/end",
}
HOUSE = {
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
MATCHES = {**ASKED, **OVER, **MANY, **BESIDE}
PAGES = (*HOUSE, *MATCHES)


def correct(match):
    return f"{match}/rounds/1/correct"


def why(room, match):
    return f"{match}/sheet?why=1-{room.keys['Ana']}"


def told(room, names):
    """Create a match with many kinds of events in its log, and return the path of its history."""
    bids, tricks = each(2, 2, 2, 2, 2, names=names), each(2, 2, 2, 1, 2, names=names)
    played = {"bids": bids, "tricks": tricks, "reneges": {names[1]: 1}}
    match = room.match("jabberwocky", played, {"bids": bids}, names=names, **NINE_CARDS)
    other = room.spelled({**bids, names[0]: 1})
    stages = (("bids", {"bids": room.spelled(bids)}), ("tricks", {"tricks": other}))
    corrected = (
        stages[0],
        ("tricks", {"tricks": room.spelled({**tricks, names[0]: 1, names[3]: 2})}),
    )
    commands.save_draft(room.log, match, 1, stages, room.now())
    commands.correct_deal(room.log, match, 1, corrected, room.log.sheet(match).version, room.now())
    commands.undo(room.log, match, room.log.sheet(match).last_step.version, room.now())
    commands.close(room.log, match, "unfinished", room.now())
    return f"{match}/history"


def hollywood(room):
    hands = (KNOCK, {**KNOCK, "knocker": "Bruno", "deadwood": each(20, 3, names=FIVE[:2])})
    return f"{room.match('gin', *hands, names=FIVE[:2], hollywood=True)}/sheet"


def hard_sheet(room):
    answers = {"jaguar": HARD[0], "friend": HARD[1], "points": 75}
    return f"{room.match('jaguar', answers, names=HARD)}/sheet"


def path_of(room, page):
    """Return the path of a page, after creating the match that it shows, if it shows one."""
    return HOUSE[page] if page in HOUSE else f"/matches/{MATCHES[page](room)}"


class Table:
    """An app with an in-memory log and no database. Also holds its matches and its address."""

    def __init__(self):
        names = (*TEN, *HARD, *LONG, *TWELVE)
        self.log = MemoryLog({name: name for name in names})
        self.app = create_app({}, log=self.log)
        self.room = MatchFactory(self.log, names)
        self.address = ""

    def written(self, match):
        """Return the events of a match, except its start."""
        return [entry.event for entry in self.log.entries_by_match[match][1:]]
