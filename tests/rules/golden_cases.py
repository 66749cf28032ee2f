"""The worked cases of all games, from golden/<game>.json. Each case is a match document."""

import json
from pathlib import Path

from scorekeeper.rules import GAMES

FOLDER = Path(__file__).with_name("golden")
CASES_BY_GAME = {game: json.loads((FOLDER / f"{game}.json").read_text("utf-8")) for game in GAMES}
CASES = [case for cases in CASES_BY_GAME.values() for case in cases]
