"""Measure the bytes that a phone downloads for a match page and for a saved stage."""

import re

from bench import data, report
from bench.serving import Answer, Phone, scorekeeper
from scorekeeper.web.extension_keys import LOG_KEY

KB = 1000  # bytes
# Touch icons and the manifest are not counted. Browsers fetch the icons only for home screens, and
# the manifest only after the page has loaded.
FILE_OF_FIRST_VIEW = re.compile(
    r'<(?:link(?! rel="(?:apple-touch-icon|manifest)")|script)[^>]*?(?:href|src)="(/static/[^"#]+)'
)
LATER_FILES = re.compile(r'data-later-files="([^"]+)"')
ICON_FILE = re.compile(r'<use href="(/static/[^"#]+)')


def measure(league: data.League) -> None:
    report.heading("Over the wire, compressed with gzip, with headers")
    app = data.open_app(league.folder)
    log = app.extensions[LOG_KEY]
    five = data.add_players(app, data.FIVE)
    match = data.play_deals(log, "jabberwocky", five, "wire", 0)
    table = data.Table(match, log.sheet(match))
    data.close_app(app)
    with scorekeeper(league.folder) as (address, _):
        phone = Phone(address)
        report.target(
            "first view of a match, Jabberwocky with five players",
            first_view(phone, match),
            48,
            "kB",
        )
        parts = []
        while not table.sheet.is_over:
            path, form = table.next()
            if not table.sheet.is_over:
                parts.append(phone.post(path, form))
        report.target("response to a saved stage, the largest of a match", largest(parts), 5, "kB")


def first_view(phone: Phone, match: int) -> float:
    page = phone.get(f"/matches/{match}")
    loads = set(FILE_OF_FIRST_VIEW.findall(page.text)) | set(ICON_FILE.findall(page.text))
    files = {path: phone.get(path) for path in sorted(loads)}
    later = [phone.get(path).size for path in LATER_FILES.findall(page.text)[0].split()]
    report.figure("files that are loaded later", f"{sum(later) / KB:.1f} kB")
    # An @import would load files that are not counted here.
    assert not any("@import" in sheet.text for path, sheet in files.items() if ".css" in path)
    report.figure(f"the page alone, without its {len(files)} files", f"{page.size / KB:.1f} kB")
    return (page.size + sum(each.size for each in files.values())) / KB


def largest(parts: list[Answer]) -> float:
    return max(part.size for part in parts) / KB
