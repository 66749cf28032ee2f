"""Read the lists of players on the pages of a big league."""


def visible_names(page):
    return page.eval_on_selector_all(
        "[data-entry-of]",
        "(all) => all.filter((each) => each.checkVisibility())"
        ".map((each) => each.querySelector('bdi').textContent)",
    )


def chosen_players(page):
    return page.eval_on_selector_all("[name=plays]:checked", "(all) => all.map((e) => e.value)")
