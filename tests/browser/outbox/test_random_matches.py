"""Without a network, random matches near their end show the questions that are asked later.

The totals also agree, and a page that says that the match is over is right. If nobody goes out, the
page always knows what comes next.
"""

import re
from itertools import product
from random import Random

import pytest

from scorekeeper import create_app
from scorekeeper.cli import simulated_players
from scorekeeper.match import commands
from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import FieldKind, FieldLayout
from scorekeeper.web.match.questions import question_builder
from tests.browser import chromium
from tests.browser.outbox.phone import expect_all_sent, go_offline, go_online, save_offline
from tests.browser.waits import AHEAD, SETTLED, wait_until
from tests.match.random_match import RandomMatch

pytestmark = pytest.mark.browser

MOST_STAGES = 5  # answered without a network
OVER = "The match is over"
ENTER = """(values) => {
  const isText = (input) => input.type === "text";
  const found = values.flatMap(([name, value]) => [...document.querySelectorAll("#ask input")]
    .filter((input) => input.name === name && (isText(input) || input.value === value))
    .map((input) => [input, value]));
  for (const [input, value] of found.sort(([one], [other]) => isText(one) - isText(other))) {
    if (input.disabled) continue;
    if (isText(input)) input.value = value;
    else input.checked = true;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""
SHOWN = """() => ({
  form: document.querySelector("form[data-entry]")?.outerHTML || "",
  text: document.querySelector("#match").textContent,
  totals: [...document.querySelectorAll(".leaderboard li")].map((row) =>
    [row.dataset.of.split(" ")[0], Number(row.querySelector("b").textContent.replace("−", "-"))]),
})"""


def near_the_end(slug, seed):
    """Return a random match that may end within the next `MOST_STAGES` stages."""
    answers = RandomMatch(slug, seed).play(60).taps - 1
    return RandomMatch(slug, seed).play(max(0, answers - Random(seed).randint(1, MOST_STAGES)))


def stage_fields(asked, answers):
    game = GAMES[asked.position.setup.game]
    deal_answers = game.deal.merge(asked.deal_answers, asked.stage, answers)
    return question_builder.stage_fields(game, asked, deal_answers)


def visible_answers(asked, rng):
    """Return random answers to visible fields. In gin with two pairs, the default pair plays."""
    game = GAMES[asked.position.setup.game]
    while True:
        answers = simulated_players.random_answers(game, asked, rng)
        fields = stage_fields(asked, answers)
        hidden = {field.name for field in fields if field.layout is FieldLayout.HIDDEN}
        pairs = [field for field in fields if field.kind is FieldKind.PAIR]
        is_usual = all(answers.get(each.name, each.default) == each.default for each in pairs)
        if is_usual and not hidden & answers.keys() - {"all_pass"}:
            return answers


def input_values(fields, answers):
    """Yield the names and values of the inputs for these answers."""
    for name, given in answers.items():
        returning = isinstance(given, list) and fields[name].seats
        value = {seat: "yes" if seat in given else "no" for seat in returning or ()} or given
        match value:
            case dict():
                yield from ((f"{name}-{seat}", str(each)) for seat, each in value.items())
            case bool():
                yield name, "yes" if value else ""
            case None:
                yield name, "nobody"
            case str() if name == "upcard":
                yield from ((f"{name}-rank", value[:-1]), (f"{name}-suit", value[-1]))
            case int() | str():
                yield name, str(value)


def enter(page, asked, answers):
    wait_until(page, SETTLED)
    if answers.get("all_pass"):
        page.evaluate("document.querySelector('#announce').textContent = ''")
        page.locator("button[name=quick]").tap()
        wait_until(page, "() => document.querySelector('#announce').textContent")
        return
    fields = {field.name: field for field in stage_fields(asked, answers)}
    page.evaluate(ENTER, list(input_values(fields, answers)))
    save_offline(page)


def question(html):
    """Return where the form in this HTML sends its answer, and the names of its inputs."""
    form = re.search(r'<form class="match__question.*?</form>', html, re.DOTALL)
    if not form:
        return None
    inputs = re.findall(r'name="([^"]+)"', form.group())
    return re.search(r'action="([^"]+)"', form.group())[1], set(inputs) - {"quick", "rest"}


def expected_question(random_match):
    phone = create_app({}, log=random_match.log).test_client()
    return question(phone.get(f"/matches/{random_match.match}").text)


@pytest.mark.cases(6)
@pytest.mark.parametrize(("seed", "slug"), [*product(range(6), GAMES)])
def test_questions_and_totals_shown_offline_are_those_of_the_match(open_phone, seed, slug):
    here, later = (near_the_end(slug, f"{slug} {seed}") for _ in range(2))
    page, rng = open_phone(), Random(seed)
    with chromium.serving(create_app({}, log=here.log)) as address:
        page.goto(f"{address}/matches/{here.match}")
        wait_until(page, AHEAD)
        go_offline(page)
        for _ in range(MOST_STAGES):
            if not later.sheet.asked_stage or not play_offline(page, later, rng):
                break
        go_online(page)
        expect_all_sent(page)

    assert here.sheet.position == later.sheet.position


def play_offline(page, later, rng):
    """Enter random answers on the page and in `later`. Return whether the page can continue."""
    sheet = later.sheet
    answers = visible_answers(sheet.asked_stage, rng)
    before, asked = sheet.position, sheet.asked_stage
    enter(page, asked, answers)
    sheet = later.run_command(
        commands.record_stage, sheet.position.number, sheet.asked_stage.stage, answers
    )
    shown = page.evaluate(SHOWN)
    assert question(shown["form"]) in (None, expected_question(later))
    assert (OVER in shown["text"]) <= sheet.is_over
    sides = {side: seats[0] for side, seats in sheet.game.sides(sheet.setup).items()}
    totals = {sides[side]: total for side, total in sheet.position.totals.items()}
    assert dict(shown["totals"]) in ({}, totals)
    asks_who_returns = "back" in (asked.stage, sheet.asked_stage and sheet.asked_stage.stage)
    if before.eliminated == sheet.position.eliminated and not asks_who_returns:
        # After a hand in which everyone passed, the predictions end too early.
        assert shown["form"] or OVER in shown["text"] or "all_pass" in answers
    return bool(shown["form"])
