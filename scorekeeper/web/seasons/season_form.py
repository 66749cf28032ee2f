"""Text to the settings of a season. What was typed is kept as it was typed; every refusal is a
sentence that says what would be taken.
"""

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectMultipleField, StringField

from scorekeeper.league.seasons import Season
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.stats.scheme_text import hundredths
from scorekeeper.stats.schemes import MEASURES, MOST_MATCHES, PLACES, POINTS, STRENGTH, Scheme
from scorekeeper.stats.stakes import CENTS, COUNTERS, Stakes
from scorekeeper.stats.tiebreaks import TIES
from scorekeeper.web.seasons.fields import (
    CHOICES,
    a_day,
    a_table,
    amount,
    decimal,
    decimal_text,
    listed,
    number,
    one_of,
    these_games,
    whole,
    wrong_in_table,
)


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


def same_way(games: Mapping[str, Any] | list[str]) -> bool:
    """Whether in all these games the lower wins, or in none."""
    return len({GAMES[slug].low_wins for slug in games}) < 2


def low_games() -> list[str]:
    return [game.name for game in GAMES.values() if game.low_wins]
