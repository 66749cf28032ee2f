"""Helpers that fill in the form for a new season, and read the season from the database."""

from scorekeeper.league import seasons
from scorekeeper.server import engines
from tests.web.season_form import fill_fields


def newest_season(app):
    """Return the newest season in the database. None if there are no seasons."""
    return max(seasons.seasons(engines.store_of(app)), key=lambda each: each.id, default=None)


def typed_field(phone, name):
    return next(e for e in phone.page.root.all("input") if e["name"] == name)


def open_settings(phone, app, **typing):
    """Create a season with these values on its form, and return the season from the database."""
    phone.go("/season/new")
    fill_fields(phone, **{"name": "Autumn", **typing})
    page = phone.tap("Create the season")
    assert page.path == f"/season/{newest_season(app).id}", page.alerts
    return newest_season(app)
