"""The collapsible parts of a season's settings, and which of them are open.

Most seasons use the standard details, so their form fits on a few screens of a phone.
"""

from collections.abc import Container
from typing import Any

from scorekeeper.messages import Message, say
from scorekeeper.stats.schemes import PLACES, Scheme
from scorekeeper.web.seasons.conflict import stakes_text, ties_text
from scorekeeper.web.seasons.season_form import MORE_PLACES, SeasonForm

TIE_BREAK_BUTTONS = ("up", "down", "without", "with")


def fold_values(form: SeasonForm, pressed: Container[str]) -> dict[str, Any]:
    """Return the template variables of the collapsible sections.

    `pressed` contains the name of the pressed button. The titles show the tie-breaks and the stakes
    in words, so these two sections are closed unless the user is changing their values or has to
    correct them. The details are open if the user has added places. They are also open if a detail
    that the chosen scheme uses differs from the standard or was refused.
    """
    ties = any(name in pressed for name in TIE_BREAK_BUTTONS)
    details = MORE_PLACES in pressed or has_unusual_details(form)
    parts = {"ties": ties, "details": details, "stakes": bool(form.amount_problems)}
    return {
        "unfolded_parts": [name for name, is_open in parts.items() if is_open],
        "tie_breaks_text": ties_text(form.order),
        "stakes_text": stakes_title(form),
    }


def stakes_title(form: SeasonForm) -> Message | list[Message]:
    """Return the chosen stakes, or the chosen unit while no amount has been entered."""
    if form.stakes or not form.unit.data:
        return stakes_text(form.stakes)
    return (
        say("money, but no amount yet") if form.is_in_cents else say("counters, but no amount yet")
    )


def has_unusual_details(form: SeasonForm) -> bool:
    """Return whether a detail was refused, or is used and differs from the standard."""
    scheme, usual = form.scheme, Scheme()
    names = ["min_matches"]
    if scheme.measure == PLACES.name:
        names += ["place_points", "shared_places"]
    if not scheme.uses_rating:
        names += ["counted_matches", "bonus_hundredths"]
    fields = (form.table, form.shared, form.which, form.count, form.minimum, form.bonus)
    return any(field.errors for field in fields) or any(
        getattr(scheme, name) != getattr(usual, name) for name in names
    )
