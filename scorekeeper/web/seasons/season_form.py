"""The form for a season's settings. It converts text to a `Season` and back.

Typed values are kept unchanged. Every error is a sentence that says which values are allowed.
"""

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form, SelectMultipleField, StringField

from scorekeeper.league.seasons import Season
from scorekeeper.messages import AndList, Message, say
from scorekeeper.rules import GAMES
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.scheme_text import format_hundredths
from scorekeeper.stats.schemes import (
    MAX_MATCHES,
    MAX_PLACES,
    MEASURES,
    PLACES,
    POINTS,
    STRENGTH,
    Scheme,
)
from scorekeeper.stats.stakes import COUNTERS, Stakes
from scorekeeper.stats.tie_breaks import TIE_BREAKS
from scorekeeper.web import stale_forms
from scorekeeper.web.money_text import amount_example, amount_input, parse_amount
from scorekeeper.web.seasons.setting_validators import (
    CHOICES,
    NUMBER_SEPARATORS,
    field_number,
    integer_between,
    one_of,
    parse_hundredths,
    parse_numbers,
    place_points_problem,
    valid_amount,
    valid_date,
    valid_games,
    valid_place_points,
)

EMPTY_BOX = "?"  # replaces an empty box before a filled one, to make the list invalid
PLACE_INPUT, MORE_PLACES = "place", "more-places"  # names of the boxes and of their button


class SeasonForm(Form):
    """A season's settings as text.

    `amounts` are the stakes by game. `places` are the points for each place, each in its own box.
    `table` contains the same points as a single string, as hidden inputs and older pages send them.
    """

    name = StringField()
    starts = StringField(validators=[valid_date])
    ends = StringField(validators=[valid_date])
    games = SelectMultipleField(validators=[valid_games], validate_choice=False)
    measure = StringField(validators=[one_of])
    each = StringField(validators=[one_of])
    table = StringField(validators=[valid_place_points])
    shared = StringField(validators=[one_of])
    which = StringField(validators=[one_of])
    count = StringField(validators=[integer_between(1, MAX_MATCHES)])
    minimum = StringField(validators=[integer_between(0, MAX_MATCHES)])
    bonus = StringField(validators=[valid_amount])
    ties = StringField()
    unit = StringField(validators=[one_of])

    def __init__(self, posted: MultiDict[str, str] | None = None, **shown: Any) -> None:
        boxes = posted.getlist(PLACE_INPUT) if posted is not None else []
        if posted is not None and boxes:
            posted = MultiDict(posted)
            posted["table"] = places_text(boxes)
        super().__init__(posted, **shown)
        self.places = boxes[:MAX_PLACES] or split_places(self.table.data or "")
        if posted is not None and MORE_PLACES in posted and self.can_add_place:
            self.places.append("")
        self.amounts = {
            slug: (
                posted.get(f"amount-{slug}", "")
                if posted is not None
                else shown.get("amounts", {}).get(slug, "")
            )
            for slug in GAMES
        }
        self.amount_problems: dict[str, Message] = {}

    def validate(self, extra_validators: Any = None) -> bool:
        super().validate(extra_validators)
        for field in self.unused_fields:
            field.errors = []  # unused fields are hidden and cannot be corrected
        fine = not any(field.errors for field in self)
        if self.unit.data:
            self.check_amounts()
        if fine and self.measure.data == POINTS.name and not has_same_direction(self.games.data):
            self.measure.errors = [
                say(
                    "Game points cannot combine games in which low points win with games in which "
                    "high points win. Choose only games of one kind: {low}, or the other games.",
                    low=low_wins_games(),
                )
            ]
            fine = False
        return fine and not self.amount_problems

    def check_amounts(self) -> None:
        for slug, text in self.amounts.items():
            if self.is_in_cents and parse_amount(text) is None:
                self.amount_problems[slug] = say(
                    "Enter an amount such as {example}, or leave the field blank for no stake.",
                    example=amount_example(),
                )
            elif not self.is_in_cents and parse_small_int(text.strip() or "0") is None:
                self.amount_problems[slug] = say(
                    "Enter a whole number of counters, or leave the field blank for no stake."
                )

    @property
    def can_add_place(self) -> bool:
        return len(self.places) < MAX_PLACES

    @property
    def is_in_cents(self) -> bool:
        return bool(self.unit.data != COUNTERS)

    @property
    def unused_fields(self) -> list[Any]:
        """Fields that the chosen scheme does not use."""
        rates = self.measure.data == STRENGTH.name
        by_place = self.measure.data == PLACES.name
        return [*([] if by_place else [self.table]), *([self.count, self.bonus] if rates else [])]

    @property
    def order(self) -> tuple[str, ...]:
        """The chosen tie-breaks in order, or the defaults if the form has no such field."""
        if self.ties.data is None:
            return Scheme().tie_breaks
        chosen = [name for name in self.ties.data.split() if name in TIE_BREAKS]
        return tuple(dict.fromkeys(chosen))

    @property
    def scheme(self) -> Scheme:
        """The scoring scheme in the form, with defaults instead of invalid values."""
        usual = Scheme()
        text = self.table.data or ""
        return Scheme(
            measure=self.measure.data if self.measure.data in MEASURES else usual.measure,
            per_match=self.each.data != "sum",
            place_points=usual.place_points if place_points_problem(text) else parse_numbers(text),
            shared_places="higher" if self.shared.data == "higher" else "average",
            counted_matches=self.which.data if self.which.data in CHOICES["which"] else "all",
            best_or_drop_count=field_number(self.count) or usual.best_or_drop_count,
            bonus_hundredths=parse_hundredths(self.bonus.data or "") or 0,
            min_matches=field_number(self.minimum),
            tie_breaks=self.order,
        )

    @property
    def stakes(self) -> Stakes:
        if not self.unit.data:
            return Stakes()
        read = parse_amount if self.is_in_cents else parse_small_int
        amounts = {slug: read(text.strip() or "0") or 0 for slug, text in self.amounts.items()}
        stakes = Stakes(self.unit.data, {slug: n for slug, n in amounts.items() if n})
        return stakes or Stakes()

    def season(self, season_id: int, closed_at: int | None) -> Season:
        """Return the season that a valid form describes."""
        chosen = tuple(slug for slug in GAMES if slug in self.games.data)
        return Season(
            id=season_id,
            name=self.name.data or "",
            starts=(self.starts.data or "").strip() or None,
            ends=(self.ends.data or "").strip() or None,
            games=None if len(chosen) == len(GAMES) else chosen,
            scheme=self.scheme,
            stakes=self.stakes,
            closed_at=closed_at,
        )


def form_from_season(season: Season) -> SeasonForm:
    """Return a form that shows a season's settings."""
    scheme, stakes = season.scheme, season.stakes
    return SeasonForm(
        name=season.name,
        starts=season.starts or "",
        ends=season.ends or "",
        games=[slug for slug in GAMES if slug in season.counted_games],
        measure=scheme.measure,
        each="match" if scheme.per_match else "sum",
        table=" ".join(map(str, scheme.place_points)),
        shared=scheme.shared_places,
        which=scheme.counted_matches,
        count=str(scheme.best_or_drop_count),
        minimum=str(scheme.min_matches),
        bonus=format_hundredths(scheme.bonus_hundredths),
        ties=" ".join(scheme.tie_breaks),
        unit=stakes.unit if stakes else "",
        amounts={
            slug: amount_input(amount, stakes.unit) for slug, amount in stakes.amounts.items()
        },
    )


def places_text(boxes: list[str]) -> str:
    """Return the points in the boxes as a single string, without empty boxes at the end."""
    typed = [text.strip() for text in boxes]
    while typed and not typed[-1]:
        typed.pop()
    return " ".join(text or EMPTY_BOX for text in typed)


def split_places(text: str) -> list[str]:
    """Return the points in `text`, one for each box.

    There is always at least one box.
    """
    return NUMBER_SEPARATORS.split(text.strip())[:MAX_PLACES]


def shown_values(form: SeasonForm) -> list[tuple[str, str]]:
    """Return the values (name, value) that the page shows when it is opened."""
    values = [
        (field.name, value)
        for field in form
        for value in (field.data if isinstance(field.data, list) else [field.data or ""])
    ]
    return values + [(f"amount-{slug}", text) for slug, text in form.amounts.items()]


def shown_season(posted: MultiDict[str, str], season_id: int) -> Season | None:
    """Return the season that the page showed when it was opened.

    Returns None if the form did not post these values.
    """
    shown = stale_forms.shown_values(posted)
    return SeasonForm(shown).season(season_id, None) if shown else None


def move_tie_break(order: tuple[str, ...], name: str, by: int) -> tuple[str, ...]:
    """Return the order with one tie-break moved by `by` places."""
    moved = [each for each in order if each != name]
    if name in order:
        moved.insert(min(max(order.index(name) + by, 0), len(moved)), name)
    return tuple(moved)


def has_same_direction(games: Mapping[str, Any] | list[str]) -> bool:
    """Return whether the lower total wins in all of these games or in none of them."""
    return len({GAMES[slug].low_wins for slug in games}) < 2


def low_wins_games() -> AndList:
    return AndList(game.name for game in GAMES.values() if game.low_wins)
