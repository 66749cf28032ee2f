"""A refused field's `aria-describedby` refers to the element that contains the reason."""

from tests.web.match_phone import sit_down


def described_by(page):
    """Return {field's name or group's id: id of the element that describes it}."""
    fields = [*page.root.all("input"), *page.root.groups()]
    return {e["name"] or e["id"]: e["aria-describedby"] for e in fields if e["aria-describedby"]}


def reason_of(page, name):
    """Return the sentence that describes this field."""
    return page.by_id(described_by(page)[name]).words


def test_a_refused_number_in_a_collapsible_section_is_described_by_its_reason(app):
    bids = sit_down(app, "jabberwocky", 3, schedule=[3, 3])
    bids.save(bids=(1, 1, 0))

    refused = bids.save(tricks=(1, 1, 1), reneges=(9, None, None))

    assert reason_of(refused, "reneges-1") == (
        "Reneges must be between 0 and 2: nobody can renege with the last card."
    )


def test_a_collapsible_section_opens_for_a_refusal_but_not_for_a_warning(app):
    bids = sit_down(app, "jabberwocky", 3, schedule=[3, 3])
    bids.save(bids=(1, 1, 0))

    warned = bids.look(tricks=(1, 1, 1), reneges=(9, None, None))
    refused = bids.save()

    assert "open" not in warned.by_id("fold-reneges")
    assert "open" in refused.by_id("fold-reneges")


def test_a_refused_choice_in_a_collapsible_section_is_described_by_its_reason(app):
    chinchon = sit_down(app, "chinchon", 3)
    chinchon.fill(defective=(None, 6, None))

    refused = chinchon.save(closer="2", deadwood=(10, 2, 20))

    assert reason_of(refused, "defective-2") == (
        "Ben has 6 cards and cannot close: only a player with seven cards can."
    )


def test_a_disabled_choice_has_its_reason_below(app):
    chinchon = sit_down(app, "chinchon", 3)

    part = chinchon.look(closer="2")

    assert part.by_id("defective-why").words == "Not Ben: the player who closes has seven cards."


def test_a_refused_number_in_a_correction_is_described_by_its_reason(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 20, 30))
    loba.at("rounds/1/correct")
    loba.fill(cards__deadwood=(None, 20, 999))

    refused = loba.send(loba.page.by_id("ask").closest("form"))

    assert reason_of(refused, "cards.deadwood-3") == "Points left must be between 2 and 90."
