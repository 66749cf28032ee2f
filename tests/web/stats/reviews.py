"""The matches of a season of Loba, and the highlights that a review of it lists."""

# Ana wins twice on the first evening, Bruno three times on the second, Ana once on the third.
MATCHES = (
    ("2026-10-01", {"1": 0, "2": 30, "3": 20}),
    ("2026-10-01", {"1": 0, "2": 15}),
    ("2026-10-08", {"1": 30, "2": 0, "3": 40}),
    ("2026-10-08", {"1": 12, "2": 0}),
    ("2026-10-08", {"1": 11, "2": 0}),
    ("2026-10-15", {"1": 0, "2": 14}),
)


def highlights(page):
    return [line.words for line in page.part("Highlights").all("li")]
