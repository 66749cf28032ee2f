"""Players submit values on their own phones. The scorer sees, can change and saves these values."""

import pytest

from scorekeeper.league import player_merge, roster
from scorekeeper.rights import Right
from tests.members import add_phone
from tests.web.match_phone import MatchPhone, disabled_values, field_value, sit_down
from tests.web.phone import Phone


class PlayerPhone(MatchPhone):
    """A player's phone with the match open."""

    def __init__(self, app, match, token):
        Phone.__init__(self, app)
        self.app, self.match, self.address = app, match, f"/matches/{match}"
        self.client.token = token
        self.go(self.address)

    def send_own(self, **answers):
        self.fill(**answers)
        return self.tap("Send to the scorer")

    def send_part(self, **answers):
        self.fill(**answers)
        form = self.page.by_id("mine")
        return self.part(form, path=form["hx-post"])


@pytest.fixture
def scorer(app):
    """The scorer's phone. Ana deals three cards each, so Ben bids first and then Cem."""
    return sit_down(app, "jabberwocky", 3, schedule=[3, 3])


@pytest.fixture
def phone_of(app, scorer):
    def joined(seat, name, right=Right.VIEWER):
        add_phone(app, right, name, f"{name}’s phone", player_id=seat)
        return PlayerPhone(app, scorer.match, name)

    return joined


@pytest.fixture
def ben(phone_of):
    return phone_of(2, "Ben")


@pytest.fixture
def cem(phone_of):
    return phone_of(3, "Cem")


def rows(page):
    """Return the names of the players who have a row of chips on the page."""
    return [row.all("bdi")[0].words for row in page.root.groups()]


def submitted_values(page):
    marks = [each for each in page.root.all("span") if each["class"] == "submitted"]
    return [mark.all("span")[-1].words for mark in marks]


def bids(page):
    return [field_value(page, f"bids-{seat}") for seat in (1, 2, 3)]


def test_a_player_with_viewer_access_sees_only_their_own_row(scorer, ben):
    assert ben.page.title == "Bids"
    assert rows(ben.page) == ["Ben"]
    assert "Yours: Bid" in ben.page.words
    assert "Save the bids" not in ben.page.words


def test_a_submission_prefills_the_row_on_the_scorers_page(scorer, ben):
    ben.send_own(bids=(None, 2, None))

    assert "Sent." in ben.page.words
    scorer.reload()
    assert bids(scorer.page) == [None, "2", None]
    assert submitted_values(scorer.page) == ["from Ben’s phone"]
    assert scorer.sheet.version == 1
    assert scorer.save(bids=(0, None, 0)).title == "Tricks"
    assert scorer.sheet.deal_answers[0] == (("bids", {"bids": {"2": 2, "3": 0, "1": 0}}),)


def test_other_players_see_submissions_and_the_bids_they_forbid(scorer, phone_of, ben, cem):
    ana = phone_of(1, "Ana")
    ben.send_own(bids=(None, 2, None))
    cem.reload()
    assert "Sent but not saved yet" in cem.page.words
    assert "Ben 2" in cem.page.words
    cem.send_own(bids=(None, None, 0))
    ana.reload()

    assert "Ben 2" in ana.page.words
    assert disabled_values(ana.page, "bids-1") == ["1"]
    assert "Not 1: the bids must not add up to 3." in ana.page.words


def test_a_device_without_a_seat_sees_submissions_but_cannot_submit(store, scorer, ben, phone_of):
    dora = int(roster.add_player(store, "Dora").key)
    onlooker = phone_of(dora, "Dora")
    ben.send_own(bids=(None, 2, None))

    onlooker.reload()

    assert "Ben 2" in onlooker.page.words
    assert onlooker.page.root.groups() == []
    response = onlooker.request("POST", "/matches/1/rounds/1/bids/mine", [("bids-2", "1")])
    assert response.status == 422
    assert response.reasons == [
        "This phone does not belong to a player in this match, so it cannot enter anything."
    ]
    assert bids(scorer.reload()) == [None, "2", None]


def test_a_viewer_cannot_submit_for_other_players_or_save_the_stage(scorer, ben):
    form = [("bids-2", "1"), ("bids-3", "3")]
    ben.request("POST", "/matches/1/rounds/1/bids/mine", form)
    assert bids(scorer.reload()) == [None, "1", None]

    assert ben.request("POST", "/matches/1/rounds/1/bids", form).status == 403


def test_values_entered_by_the_scorer_override_submissions(scorer, ben, cem):
    ben.send_own(bids=(None, 2, None))
    scorer.reload()
    looked = scorer.look(bids=(None, 1, None))
    assert bids(looked) == [None, "1", None]
    assert submitted_values(looked) == ["Ben’s phone: 2"]

    ben.send_own(bids=(None, 3, None))
    cem.send_own(bids=(None, None, 0))
    looked = scorer.look()

    assert bids(looked) == [None, "1", "0"]
    assert submitted_values(looked) == ["Ben’s phone: 3", "from Cem’s phone"]
    assert scorer.save(bids=(0, 1, 0)).title == "Tricks"
    assert scorer.sheet.deal_answers[0][0][1]["bids"] == {"1": 0, "2": 1, "3": 0}


def test_a_changed_submission_replaces_the_prefilled_value(scorer, ben):
    ben.send_own(bids=(None, 2, None))
    scorer.reload()
    ben.send_own(bids=(None, 3, None))

    assert bids(scorer.look(bids=(0, None, None))) == ["0", "3", None]


def test_an_impossible_submission_is_refused_with_a_reason(scorer, ben):
    response = ben.request("POST", "/matches/1/rounds/1/bids/mine", [("bids-2", "4")])

    assert response.status == 422
    assert "A bid must be between 0 and 3." in response.words
    assert bids(scorer.reload()) == [None, None, None]


def test_a_submission_by_htmx_returns_the_fragment(scorer, ben):
    part = ben.send_part(bids=(None, 2, None))

    assert part.status == 200
    assert part.text.startswith('<form class="match__question" id="mine"')
    assert "Sent." in part.words
    assert bids(scorer.reload()) == [None, "2", None]


def test_a_submission_for_a_saved_stage_is_refused(scorer, ben):
    scorer.save(bids=(0, 0, 0))

    late = ben.send_own(bids=(None, 2, None))

    assert late.status == 409
    assert late.alerts[0].startswith("Another phone changed the match first")
    assert late.title == "Tricks"
    assert submitted_values(scorer.reload()) == []


def test_another_scorer_can_choose_to_submit_only_their_own_row(scorer, phone_of):
    cem = phone_of(3, "Cem", Right.SCORER)
    assert rows(cem.page) == ["Ben", "Cem", "Ana"]
    cem.at("sheet")
    cem.tap("Only mine")
    assert rows(cem.page) == ["Cem"]

    cem.send_own(bids=(None, None, 1))

    assert rows(cem.page) == ["Cem"]
    assert submitted_values(scorer.reload()) == ["from Cem’s phone"]
    assert rows(cem.tap("Everyone’s")) == ["Ben", "Cem", "Ana"]


@pytest.mark.both_databases
def test_the_device_of_a_merged_player_submits_for_the_remaining_player(store, scorer, phone_of):
    twin = int(roster.add_player(store, "Benjamin").key)
    player_merge.merge_players(store, 2, twin)
    ben = phone_of(twin, "Ben")

    ben.send_own(bids=(None, 2, None))

    assert bids(scorer.reload()) == [None, "2", None]


def test_players_at_chinchon_submit_their_own_deadwood(app):
    scorer = sit_down(app, "chinchon", 3)
    add_phone(app, Right.VIEWER, "Ben", "Ben’s phone", player_id=2)
    ben = PlayerPhone(app, scorer.match, "Ben")

    ben.send_own(deadwood=(None, 17, None))

    assert [field_value(scorer.reload(), f"deadwood-{seat}") for seat in (1, 2, 3)] == [
        "",
        "17",
        "",
    ]
    assert submitted_values(scorer.page) == ["from Ben’s phone"]
    looked = scorer.look(closer="1", deadwood=(3, None, 20))
    assert [field_value(looked, f"deadwood-{seat}") for seat in (1, 2, 3)] == ["3", "17", "20"]
    assert scorer.save(closer="1", deadwood=(3, None, 20)).status == 200
    assert len(scorer.sheet.played_deals) == 1


def test_a_player_who_is_out_submits_whether_they_come_back(app):
    scorer = sit_down(app, "chinchon", 3, limit=30)
    scorer.save(closer="1", deadwood=(1, 40, 4))
    add_phone(app, Right.VIEWER, "Ben", "Ben’s phone", player_id=2)
    ben = PlayerPhone(app, scorer.match, "Ben")
    field = next(iter(scorer.page.root.groups()))["id"]

    ben.set(field, "yes")
    ben.tap("Send to the scorer")

    assert field_value(scorer.reload(), field) == "yes"
    assert "from Ben’s phone" in scorer.page.words


def test_a_phone_that_only_views_sees_the_saved_bids_while_tricks_are_entered(scorer, phone_of):
    viewer = phone_of(None, "Viewer")
    assert "Saved: Bids" not in viewer.page.words

    scorer.save(bids=(1, 0, 1))
    page = viewer.reload()

    assert page.title == "Tricks"
    assert "Saved: Bids Ana 1 Ben 0 Cem 1" in page.words

    scorer.save(tricks=(1, 1, 1))
    assert "Saved: Bids" not in viewer.reload().words
