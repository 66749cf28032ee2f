"""Rules for style sheets, and checks that no custom property, class or icon is unused."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CSS = ROOT / "static" / "css"
SHEETS = {
    file.name: re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
    for file in sorted(CSS.glob("*.css"))
}
EVERYTHING = "\n".join(SHEETS.values())
BY_HTMX = {"htmx-request"}
# Classes that are styled in more than one file, with the names of these files. The first file has
# the usual styles. The other files change them in one part of a page, or on paper.
SHARED = {
    "bar__tool": {"layout", "header"},  # in the league's header, tools extend into its padding
    # Buttons are narrow below the calls, wide in the sheet's dialog, and dashed in an incomplete
    # setup.
    "button": {"controls", "components", "calls", "panel", "setup", "season"},
    # With large text, cards have less padding in buttons. In a frame, cards have square corners.
    # On paper, some cards are hidden.
    "card": {"components", "header", "public", "money", "season"},
    "fold": {"components", "season"},  # on paper, season pages show one fold open, and no others
    # Older browsers get only a light colour.
    **{f"p{n}": {"base", "older-browsers"} for n in (1, 2, 4, 5, 6, 7, 8, 9, 10)},
}
MATCH_SHEETS = ("controls.css", "question.css", "panel.css")
LAYERS = ("reset", "tokens", "base", "layout", "components", "states", "print")


@pytest.mark.parametrize("name", SHEETS)
def test_braces_parentheses_and_quotes_are_balanced(name):
    bare = re.sub(r""""[^"\n]*"|'[^'\n]*'""", "", SHEETS[name])

    assert bare.count("{") == bare.count("}")
    assert bare.count("(") == bare.count(")")
    assert '"' not in bare
    assert "'" not in bare


@pytest.mark.parametrize("name", SHEETS)
def test_at_rules_are_between_other_rules(name):
    """Inside a selector, an at-rule would make browsers ignore the whole rule."""
    assert re.findall(r"[^{};\s]\s*@[a-z-]+", SHEETS[name]) == []


@pytest.mark.parametrize("name", SHEETS)
def test_no_style_sheet_uses_important_or_import_or_external_urls(name):
    assert "!important" not in SHEETS[name]
    assert re.findall(r"@import|url\(\s*[\"']?(?:https?:)?//", SHEETS[name]) == []


@pytest.mark.parametrize("name", SHEETS)
def test_no_selector_uses_an_id(name):
    selectors = re.findall(r"([^{};]+)\{", SHEETS[name])

    assert [one.strip() for one in selectors if re.search(r"#[a-zA-Z]", one)] == []


def test_rows_of_chips_are_styled_by_classes_instead_of_positions_within_has():
    """A position inside `:has()` makes browsers recompute the styles of all rows after each tap."""
    selectors = re.findall(r"([^{};]+)\{", "".join(SHEETS[name] for name in MATCH_SHEETS))
    rows = r"\.(?:seats?|chips)\b[^\s>]*:has\((?:[^()]|\([^()]*\))*:[\w-]+-(?:child|of-type)"

    assert [one.strip() for one in selectors if re.search(rows, one)] == []


def test_the_inputs_of_chips_are_invisible_without_opacity():
    """If opacity hid the inputs, browsers would redraw the invisible input after each touch."""
    [rule] = re.findall(r"^\.chip > input \{([^}]*)\}", SHEETS["controls.css"], re.MULTILINE)

    assert "appearance: none" in rule
    assert "opacity" not in rule


def test_every_custom_property_used_without_a_fallback_is_defined():
    given = set(re.findall(r"(--[\w-]+)\s*:", EVERYTHING))
    used = set(re.findall(r"var\(\s*(--[\w-]+)\s*\)", EVERYTHING))  # without a fallback value

    assert used
    assert used - given == set()


def test_every_custom_property_that_is_defined_is_used():
    given = set(re.findall(r"(?<![\w-])(--[\w-]+)\s*:", EVERYTHING))
    used = set(re.findall(r"var\(\s*(--[\w-]+)", EVERYTHING))

    assert given - used == set()


def test_older_browsers_get_the_light_colour_of_each_pair():
    pairs = colours("base.css", r"(--[\w-]+): light-dark\((#\w+),")

    assert len(pairs) > 30
    assert colours("older-browsers.css", r"(--[\w-]+): (#\w+);") == pairs


def colours(name, pattern):
    """Return {(selector, property): colour} of a sheet's declarations that match `pattern`."""
    return {
        (selector.strip(), variable): colour
        for selector, declarations in re.findall(r"([^{};]+)\{([^{}]*)\}", SHEETS[name])
        for variable, colour in re.findall(pattern, declarations)
    }


def test_only_known_cascade_layers_are_used():
    named = re.findall(r"@layer\s+([\w, ]+)", EVERYTHING)
    names = {name.strip() for group in named for name in group.split(",")}

    assert names <= set(LAYERS)


@pytest.mark.parametrize("name", SHEETS)
def test_no_rule_for_paper_makes_an_element_sticky(name):
    # The print layer follows the others in its file, and contains no layer.
    _, _, on_paper = SHEETS[name].partition("@layer print {")

    assert "@layer" not in on_paper
    assert "sticky" not in on_paper


def test_each_class_is_styled_in_one_file_except_the_shared_classes():
    files = {}
    for name, text in SHEETS.items():
        for selector in re.findall(r"([^{};]+)\{", text):
            if not selector.strip().startswith("@"):
                for each in styled_classes(selector):
                    files.setdefault(each, set()).add(name.removesuffix(".css"))

    assert len(files) > 300
    assert {each: names for each, names in files.items() if len(names) > 1} == SHARED


def styled_classes(selector):
    """Return the classes of the elements that a selector styles: `b` for `.a:has(.c) > .b`."""
    classes = set()
    for each in split(without(selector, ("has", "not", "nth-child")), ","):
        last = split(re.sub(r"\s*([>+~])\s*", r"\1", each), " >+~")[-1]
        for inner in re.findall(r":(?:is|where)\((.*)\)", last):
            classes |= styled_classes(inner)
        classes |= set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r":(is|where)\(.*\)", "", last)))
    return classes


def without(selector, functions):
    """Return the selector without these pseudo-classes and their arguments."""
    while begun := re.search(rf":({'|'.join(functions)})\(", selector):
        depth, end = 1, begun.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        selector = selector[: begun.start()] + selector[end:]
    return selector


def split(selector, separators):
    """Return the parts of a selector between separators that are not in brackets."""
    parts, depth = [""], 0
    for letter in selector:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        if depth == 0 and letter in separators:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


@pytest.mark.parametrize(
    ("selector", "classes"),
    [
        (".a", {"a"}),
        (".a > .b.c:hover", {"b", "c"}),
        (".a:has(> .b) .c:not(.d), .e p", {"c"}),
        (":is(.a, .b .c)::before", {"a", "c"}),
        (".a:nth-child(2 of .b) + [data-x] .c", {"c"}),
    ],
)
def test_styled_classes_are_those_of_the_last_compound_selector(selector, classes):
    assert styled_classes(selector) == classes


def test_every_styled_class_is_used():
    selectors = re.findall(r"([^{};]+)\{", EVERYTHING)
    classes = {name for one in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", one)}
    words, begun = class_words()

    assert classes
    assert [
        one
        for one in sorted(classes - BY_HTMX)
        if one not in words
        and not any(one.removeprefix(start) in words for start in begun if one.startswith(start))
    ] == []


# The value of a class attribute. It can contain expressions and statements, which contain quotes.
CLASSES = re.compile(r'class="((?:[^"{]|{{.*?}}|{%.*?%})*)"', re.DOTALL)
COMPUTED = re.compile(r"[\w-]*{{.*?}}|{%.*?%}", re.DOTALL)


def test_every_class_of_a_template_is_styled_or_selected_by_a_script():
    selectors = "".join(re.findall(r"([^{};]+)\{", EVERYTHING))
    scripts = "".join(file.read_text() for file in (ROOT / "static" / "js").glob("*.js"))
    known = set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors + scripts))
    used = {
        (file.name, each)
        for file in (ROOT / "templates").rglob("*.html")
        for value in CLASSES.findall(file.read_text())
        for each in COMPUTED.sub(" ", value).split()
    }

    assert len(used) > 500
    assert sorted((name, each) for name, each in used if each not in known) == []


def test_every_icon_is_used():
    icons = re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static/icons/icons.svg").read_text())
    words, _ = class_words()

    assert icons
    assert [icon for icon in icons if icon not in words] == []


def class_words():
    """Return (words that may be class names, prefixes of class names).

    The words come from templates, scripts and Python code. A prefix such as `chip--` belongs to
    class names that are computed.
    """
    templates = "".join(file.read_text() for file in (ROOT / "templates").rglob("*.html"))
    templates = re.sub(r"{#.*?#}", "", templates, flags=re.DOTALL)
    begun = set(re.findall(r"([\w-]+)\{\{", templates))
    templates = re.sub(r'_\(\s*"[^"]*"(,\s*"[^"]*")?', "", templates)  # translated sentences
    files = [*(ROOT / "static" / "js").glob("*.js"), *(ROOT / "scorekeeper").rglob("*.py")]
    quoted = [
        text for file in files for text in re.findall(r"""["'`](.*?)["'`]""", file.read_text())
    ]
    names = [text for text in quoted if not re.search("[A-Z{]|[a-z] [a-z]+ ", text)]
    colours = {str(number) for number in range(1, 11)}
    return set(re.findall(r"[\w-]+", " ".join([templates, *names]))) | colours, begun
