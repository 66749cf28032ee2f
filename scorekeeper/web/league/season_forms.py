"""Text to the settings of a season. What was typed is kept as it was typed; every refusal is a
sentence that says what would be taken.
"""

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectMultipleField, StringField
from wtforms.validators import ValidationError

from scorekeeper.counting.money import CENTS, COUNTERS, Stakes
from scorekeeper.counting.schemes import (
    MEASURES,
    MOST_MATCHES,
    MOST_PLACES,
    MOST_POINTS,
    PLACES,
    POINTS,
    STRENGTH,
    Scheme,
    hundredths,
)
from scorekeeper.counting.ties import TIES
from scorekeeper.reading import small_number
from scorekeeper.rules import GAMES
from scorekeeper.rules.words import Say, say
from scorekeeper.seasons import Season

DECIMAL = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
LIST = re.compile(r"[0-9]{1,4}(?:[\s,;–-]+[0-9]{1,4})*")
CHOICES = {
    "measure": tuple(MEASURES),
    "each": ("match", "sum"),
    "shared": ("average", "higher"),
    "which": ("all", "best", "drop"),
    "unit": (CENTS, COUNTERS, ""),
}


def refuse(sentence: Say) -> ValidationError:
    return ValidationError(sentence)  # wtforms keeps it as it is


def one_of(form: Form, field: Any) -> None:
    if field.data not in CHOICES[field.name]:
        raise refuse(say("Choose one of what is there."))


def a_day(form: Form, field: Any) -> None:
    text = (field.data or "").strip()
    try:
        if text:
            time.strptime(text, "%Y-%m-%d")
        if text and not re.fullmatch(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
    except ValueError:
        raise refuse(say("A day is written 2026-10-01: year, month, day.")) from None


def whole(least: int, most: int) -> Callable[[Form, Any], None]:
    def check(form: Form, field: Any) -> None:
        number = small_number((field.data or "").strip() or "0")
        if number is None or not least <= number <= most:
            raise refuse(say("A whole number from {least} to {most}.", least=least, most=most))

    return check


def a_table(form: Form, field: Any) -> None:
    wrong = wrong_in_table(field.data or "")
    if wrong is not None:
        raise refuse(wrong)


def wrong_in_table(text: str) -> Say | None:
    """Why these cannot be points for places, if they cannot."""
    if not LIST.fullmatch(text.strip()):
        return say("Whole numbers, the first place first: 5 3 2 1.")
    points = listed(text)
    if len(points) > MOST_PLACES or max(points) > MOST_POINTS:
        return say(
            "At most {places} places, and {points} points for each.",
            places=MOST_PLACES,
            points=MOST_POINTS,
        )
    if list(points) != sorted(points, reverse=True):
        return say("A better place cannot get less: write the highest first.")
    return None


def amount(form: Form, field: Any) -> None:
    if decimal(field.data or "") is None:
        raise refuse(say("An amount such as 50, or 0.50; empty for none."))


def these_games(form: Form, field: Any) -> None:
    if not field.data:
        raise refuse(say("Choose at least one game."))
    if set(field.data) - set(GAMES):
        raise refuse(say("Choose among the games that are here."))


class SeasonForm(Form):
    """The settings of a season as text."""

    name = StringField()
    starts = StringField(validators=[a_day])
    ends = StringField(validators=[a_day])
    games = SelectMultipleField(validators=[these_games], validate_choice=False)
    measure = StringField(validators=[one_of])
    each = StringField(validators=[one_of])
    table = StringField(validators=[a_table])
    shared = StringField(validators=[one_of])
    which = StringField(validators=[one_of])
    count = StringField(validators=[whole(1, MOST_MATCHES)])
    minimum = StringField(validators=[whole(0, MOST_MATCHES)])
    bonus = StringField(validators=[amount])
    ties = StringField()
    unit = StringField(validators=[one_of])

    def __init__(self, posted: MultiDict[str, str] | None = None, **shown: Any) -> None:
        super().__init__(posted, **shown)
        self.amounts = {
            slug: (
                posted.get(f"amount-{slug}", "")
                if posted is not None
                else shown.get("amounts", {}).get(slug, "")
            )
            for slug in GAMES
        }
        self.wrong_amounts: dict[str, Say] = {}

    def validate(self, extra_validators: Any = None) -> bool:
        super().validate(extra_validators)
        for field in self.unseen:
            field.errors = []  # nobody could mend it there
        fine = not any(field.errors for field in self)
        if self.unit.data:
            self.look_at_amounts()
        if fine and self.measure.data == POINTS.name and not same_way(self.games.data):
            self.measure.errors = [
                say(
                    "Points of the game itself need games that count the same way: {low}, where"
                    " the lower wins, or any of the others.",
                    low=low_games(),
                )
            ]
            fine = False
        return fine and not self.wrong_amounts

    def look_at_amounts(self) -> None:
        for slug, text in self.amounts.items():
            if self.paid_in_cents and decimal(text) is None:
                self.wrong_amounts[slug] = say("An amount such as 0.50; empty for nothing.")
            elif not self.paid_in_cents and small_number(text.strip() or "0") is None:
                self.wrong_amounts[slug] = say("A whole number of counters; empty for nothing.")

    @property
    def paid_in_cents(self) -> bool:
        return bool(self.unit.data != COUNTERS)

    @property
    def unseen(self) -> list[Any]:
        """Fields that the way of counting does not ask for."""
        rates = self.measure.data == STRENGTH.name
        by_place = self.measure.data == PLACES.name
        return [*([] if by_place else [self.table]), *([self.count, self.bonus] if rates else [])]

    @property
    def order(self) -> tuple[str, ...]:
        """The tie-breaks in the order that was chosen, without those that were left out."""
        if self.ties.data is None:
            return Scheme().ties
        chosen = [name for name in self.ties.data.split() if name in TIES]
        return tuple(dict.fromkeys(chosen))

    @property
    def scheme(self) -> Scheme:
        """Of a form that is valid, or nearly: what cannot be read is as usual."""
        usual = Scheme()
        text = self.table.data or ""
        return Scheme(
            measure=self.measure.data if self.measure.data in MEASURES else usual.measure,
            a_match=self.each.data != "sum",
            table=usual.table if wrong_in_table(text) else listed(text),
            shared="higher" if self.shared.data == "higher" else "average",
            which=self.which.data if self.which.data in CHOICES["which"] else "all",
            count=number(self.count) or usual.count,
            bonus=decimal(self.bonus.data or "") or 0,
            minimum=number(self.minimum),
            ties=self.order,
        )

    @property
    def stakes(self) -> Stakes:
        if not self.unit.data:
            return Stakes()
        read = decimal if self.paid_in_cents else small_number
        amounts = {slug: read(text.strip() or "0") or 0 for slug, text in self.amounts.items()}
        found = Stakes(self.unit.data, {slug: n for slug, n in amounts.items() if n})
        return found or Stakes()

    def season(self, season_id: int, closed_at: int | None) -> Season:
        """The season of a valid form."""
        chosen = tuple(slug for slug in GAMES if slug in self.games.data)
        return Season(
            season_id,
            self.name.data or "",
            (self.starts.data or "").strip() or None,
            (self.ends.data or "").strip() or None,
            None if len(chosen) == len(GAMES) else chosen,
            self.scheme,
            self.stakes,
            closed_at,
        )


def shown(season: Season) -> SeasonForm:
    """A form that shows a season's settings."""
    scheme, stakes = season.scheme, season.stakes
    in_text = decimal_text if stakes.unit == CENTS else str
    return SeasonForm(
        name=season.name,
        starts=season.starts or "",
        ends=season.ends or "",
        games=[slug for slug in GAMES if slug in season.its_games],
        measure=scheme.measure,
        each="match" if scheme.a_match else "sum",
        table=" ".join(map(str, scheme.table)),
        shared=scheme.shared,
        which=scheme.which,
        count=str(scheme.count),
        minimum=str(scheme.minimum),
        bonus=hundredths(scheme.bonus),
        ties=" ".join(scheme.ties),
        unit=stakes.unit if stakes else "",
        amounts={slug: in_text(amount) for slug, amount in stakes.amounts.items()},
    )


WAS = "was-"  # before the names of what a page showed when it was opened


def as_sent(form: SeasonForm) -> list[tuple[str, str]]:
    """What a page that nobody has touched says of what it showed."""
    values = [
        (field.name, value)
        for field in form
        for value in (field.data if isinstance(field.data, list) else [field.data or ""])
    ]
    values += [(f"amount-{slug}", text) for slug, text in form.amounts.items()]
    return [(WAS + name, value) for name, value in values]


def was_sent(posted: MultiDict[str, str]) -> list[tuple[str, str]]:
    """The same as it came back."""
    return [(name, value) for name, value in posted.items(multi=True) if name.startswith(WAS)]


def was_shown(posted: MultiDict[str, str], season_id: int) -> Season | None:
    """The season as the page showed it, if it says so."""
    sent = MultiDict((name.removeprefix(WAS), value) for name, value in was_sent(posted))
    return SeasonForm(sent).season(season_id, None) if sent else None


def moved(order: tuple[str, ...], name: str, by: int) -> tuple[str, ...]:
    """The order with one tie-break a place further up or down."""
    found = [each for each in order if each != name]
    if name in order:
        found.insert(min(max(order.index(name) + by, 0), len(found)), name)
    return tuple(found)


def listed(text: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"[0-9]+", text or ""))


def number(field: Any) -> int:
    return small_number((field.data or "").strip() or "0") or 0


def decimal(text: str) -> int | None:
    """Hundredths in "0.5", "0,50" or "2"; 0 for nothing, None for anything else."""
    text = text.strip()
    if not text:
        return 0
    found = DECIMAL.fullmatch(text)
    if found is None:
        return None
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))


def decimal_text(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"


def same_way(games: Mapping[str, Any] | list[str]) -> bool:
    """Whether in all these games the lower wins, or in none."""
    return len({GAMES[slug].low_wins for slug in games}) < 2


def low_games() -> list[str]:
    return [game.name for game in GAMES.values() if game.low_wins]
