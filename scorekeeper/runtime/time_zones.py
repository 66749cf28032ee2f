"""The time zones that tzdata contains, and the name of the machine's own zone."""

import os
import time
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path

LOCAL_ZONE_FILE = Path("/etc/localtime")  # on Unix, usually a link to the zone's file
NOT_PLACES = {"Factory"}  # tzdata's placeholder for "not set"


@cache
def time_zone_names() -> frozenset[str]:
    """Return the names of all zones, including old names, which browsers still report."""
    names = resources.files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return frozenset(names.split()) - NOT_PLACES


@cache
def time_zones_by_region() -> dict[str, tuple[str, ...]]:
    """Return the sorted current zone names by region, such as "Europe": ("Europe/Amsterdam", …)."""
    table = resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    lines = (line for line in table.splitlines() if not line.startswith("#"))
    names = sorted({line.split("\t")[2] for line in lines})
    return {region: tuple(zones) for region, zones in groupby(names, region_of)}


def region_of(name: str) -> str:
    """Return the region in a zone name: "Europe" for "Europe/Madrid"."""
    return name.partition("/")[0]


def machine_time_zone() -> str:
    """Return the name of the machine's zone ("Europe/Madrid"), or its abbreviation ("CET")."""
    linked = LOCAL_ZONE_FILE.resolve().as_posix().partition("zoneinfo/")[2]
    name = os.environ.get("TZ", linked).removeprefix(":")
    return name if name in time_zone_names() else time.strftime("%Z")
