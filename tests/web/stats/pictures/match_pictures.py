"""Play matches and draw their pictures."""

import io

from PIL import Image

from scorekeeper.web.stats.pictures import match_image
from tests.web.match_phone import sit_down


def draw(picture):
    return Image.open(io.BytesIO(match_image.render_png(picture))).convert("RGB")


def play_loba(app, names=3):
    """Play a match that Ana wins, and return the phone. The other players are out after deal 2."""
    loba = sit_down(app, "loba", names, limit=20, max_reenlist=0)
    others = len(loba.sheet.setup.players) - 1
    loba.save(went_out="1", deadwood=(None, *range(5, 5 + others)))
    loba.save(went_out="1", deadwood=(None, *range(20, 20 + others)))
    return loba
