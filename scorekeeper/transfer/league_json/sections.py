"""The sections of a league document, each with its table and the types of its columns."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.club.draws import DrawMethod
from scorekeeper.db.club_tables import ANSWERS, ClubNightPlayers, ClubNights, ClubRounds
from scorekeeper.db.import_tables import ImportJobs, ImportState
from scorekeeper.db.json_shapes import Lists
from scorekeeper.db.tables import (
    Leagues,
    MatchEvents,
    Payments,
    Players,
    Seasons,
    SnapshotResults,
    Terms,
)
from scorekeeper.stats.currencies import CURRENCY_CHOICES
from scorekeeper.stats.schemes import MAX_MATCHES
from scorekeeper.transfer.league_json import DURING_THIS_VERSION, FORMAT, VERSION
from scorekeeper.transfer.league_json import json_types as types
from scorekeeper.transfer.league_json.section import TAG, Section

# The states of imports that have matches.
FINISHED_STATES = (
    ImportState.WRITTEN.value,
    ImportState.UNDONE.value,
)
DRAW_METHODS = tuple(each.value for each in DrawMethod)
END = "end"  # the tag of the last line, which shows that the document is complete


# The league's own row. It is part of the first line, so it is not one of SECTIONS.
LEAGUE = Section(
    "league",
    Leagues,
    {
        "name": types.ValidName,
        "time_zone": types.TimeZone | None,
        "all_time_minimum": types.integer(1, MAX_MATCHES) | None,
        "currency": types.one_of(CURRENCY_CHOICES) | None,
        "current_season": types.Id | None,
        "current_season_since": types.EveningDate | None,
        "last_player": types.Count,
        "last_season": types.Count,
        "last_payment": types.Count,
        "last_import": types.Count,
        "last_club_night": types.Count,
    },
    added={
        "time_zone": (4, None),
        "all_time_minimum": (DURING_THIS_VERSION, None),
        "currency": (DURING_THIS_VERSION, None),
        "current_season_since": (DURING_THIS_VERSION, None),
        "last_club_night": (DURING_THIS_VERSION, 0),
    },
    league="id",
)
LEAGUE_TYPE = types.struct(LEAGUE.name, LEAGUE.columns)
# The first line.
HEADER: Mapping[str, Any] = {
    "format": types.one_of((FORMAT,)),
    "version": types.integer(VERSION, VERSION),
    "changed_at": types.Timestamp | None,
    "league": LEAGUE_TYPE,
}
HEADER_TYPE = types.struct("header", HEADER)
END_TYPE = types.struct(END, {}, tag_field=TAG, tag=END)
PLAYERS = Section(
    "players",
    Players,
    {
        "id": types.Id,
        "name": types.ValidName,
        "colour": types.Colour,
        "hidden": bool,
        "merged_into": types.Id | None,
        "created_at": types.Timestamp,
    },
)
SEASONS = Section(
    "seasons",
    Seasons,
    {
        "id": types.Id,
        "name": types.ValidName,
        "starts": types.EveningDate | None,
        "ends": types.EveningDate | None,
        "games": Lists[types.GameSlug] | None,
        "scheme": types.Scheme,
        "stakes": types.Stakes,
        "created_at": types.Timestamp,
        "closed_at": types.Timestamp | None,
        "hidden_players": Lists[types.Id] | None,
    },
    added={"hidden_players": (DURING_THIS_VERSION, None)},
    null_if_unknown={"hidden_players"},
)
IMPORTS = Section(
    "imports",
    ImportJobs,
    {
        "id": types.Id,
        "name": types.Text,
        "key": types.Key,
        "state": types.one_of(FINISHED_STATES),
        "lines": types.Count,
        "bad": types.Count,
        "matches": types.Count,
        "done": types.Count,
        "ranges": Lists[types.IdRange],
        "newcomers": Lists[types.Id],
        "at": types.Timestamp,
        "undone_at": types.Timestamp | None,
    },
    only=ImportJobs.state != ImportState.PREVIEWED,
    defaults={"choices": {}, "data": None},
)
LOG = Section(
    "log",
    MatchEvents,
    {
        "match": types.Id,
        "version": types.Id,
        "kind": types.Kind,
        "at": types.Timestamp,
        "device": types.Id | None,
        "key": types.Text,
        "body": types.AnyObject,
    },
    ("match", "version"),
    {"match": "match_id"},
)
# Raw entries of unreadable matches; an export interleaves them with the entries of other matches.
# They have no order within a match, because their versions may be damaged too.
UNREADABLE = Section(
    "unreadable",
    MatchEvents,
    {
        "match": types.Id,
        "version": types.RawNumber,
        "kind": str,
        "at": types.RawNumber,
        "device": types.RawNumber | None,
        "key": str,
        "body": str,
    },
    ("match",),
    LOG.stored,
    has_unique_keys=False,
)
KEPT = Section(
    "kept",
    SnapshotResults,
    {
        "season": types.Id,
        "match": types.Id,
        "ended_at": types.ResultTimestamp,
        "game": types.GameSlug,
        "result": types.Result,
        "stake": types.Stakes | None,
    },
    ("season", "match"),
    {"season": "season_id", "match": "match_id"},
    added={"stake": (2, None)},
)
TERMS = Section(
    "terms",
    Terms,
    {
        "match": types.Id,
        "chosen": bool,
        "season": types.Id | None,
        "stake": types.Stakes | None,
    },
    ("match",),
    {"season": "season_id", "match": "match_id"},
)
PAYMENTS = Section(
    "payments",
    Payments,
    {
        "id": types.Id,
        "payer": types.Id,
        "payee": types.Id,
        "amount": types.Amount,
        "unit": types.Unit,
        "season": types.Id | None,
        "key": types.Key,
        "at": types.Timestamp,
        "undone_at": types.Timestamp | None,
    },
    stored={"payer": "payer_id", "payee": "payee_id", "season": "season_id"},
)
CLUB_NIGHTS = Section(
    "club_nights",
    ClubNights,
    {
        "id": types.Id,
        "evening": types.EveningDate,
        "name": types.Text,
        "game": types.GameSlug,
        "options": types.AnyObject,
        "size": types.Id,
        "method": types.one_of(DRAW_METHODS),
        "key": types.Key,
        "created_at": types.Timestamp,
        "ended_at": types.Timestamp | None,
    },
    defaults={"invitation_id": None, "secret": None},
    since=4,
)
CLUB_PLAYERS = Section(
    "club_players",
    ClubNightPlayers,
    {
        "night": types.Id,
        "player": types.Id,
        "here": bool,
        "answer": types.one_of(ANSWERS) | None,
        "at": types.Timestamp,
    },
    ("night", "player"),
    {"night": "night_id", "player": "player_id"},
    since=4,
)
CLUB_ROUNDS = Section(
    "club_rounds",
    ClubRounds,
    {
        "night": types.Id,
        "number": types.Id,
        "game": types.GameSlug,
        "options": types.AnyObject,
        "method": types.one_of(DRAW_METHODS),
        "seed": types.Count,
        "drawn_from": types.DrawInputs | None,
        "edited": bool,
        "tables": Lists[Lists[types.PlayerKey]],
        "sitting_out": Lists[types.PlayerKey],
        "drawn_at": types.Timestamp,
        "started_at": types.Timestamp,
    },
    ("night", "number"),
    {"night": "night_id"},
    only=ClubRounds.started_at.is_not(None),
    defaults={"version": 1},
    added={"drawn_from": (DURING_THIS_VERSION, None)},
    since=4,
)
# The sections, in the same order as in a document. Rows refer only to earlier rows or to rows of
# the same section.
CLUB = (CLUB_NIGHTS, CLUB_PLAYERS, CLUB_ROUNDS)
SECTIONS = (PLAYERS, SEASONS, IMPORTS, UNREADABLE, LOG, KEPT, TERMS, PAYMENTS, *CLUB)
SECTION_BY_NAME: Mapping[str, Section] = {section.name: section for section in SECTIONS}
# The places of sections in the document; sections with the same place are mixed.
SECTION_PLACES = {
    section: SECTIONS.index(LOG if section is UNREADABLE else section) for section in SECTIONS
}
