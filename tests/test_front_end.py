"""House rules for templates, scripts and static files."""

import ast
import re
from pathlib import Path

import pytest
from jinja2 import meta, nodes

from scorekeeper import create_app
from scorekeeper.server.engines import engine_of
from tests.modules import MODULES, tree

ROOT = Path(__file__).resolve().parents[1]


def blank(match):
    """Return the line breaks of the match, so that line numbers stay the same."""
    return "\n" * match.group().count("\n")


TEMPLATES = {
    file.relative_to(ROOT).as_posix(): file.read_text()
    for file in sorted((ROOT / "templates").rglob("*.html"))
}
MARKUP = {
    name: re.sub(r"{([%#{]).*?[%#}]}", blank, text, flags=re.DOTALL)
    for name, text in TEMPLATES.items()
}
INLINE = {
    "a style": r"<style|\sstyle\s*=",
    "a script": r"<script(?![^>]*\ssrc=)",
    "a handler": r"\son[a-z]+\s*=|hx-on\b|javascript:",
    "an expression": r"""hx-(vals|headers)\s*=\s*["']\s*js:|hx-trigger\s*=\s*["'][^"']*\[""",
    "an older htmx": r"hx-ext|hx-vars|sse-connect|htmx:[a-z]+[A-Z]",
    "an address elsewhere": r"""(src|href|action)\s*=\s*["'](https?:)?//""",
}


@pytest.mark.parametrize("pattern", INLINE.values(), ids=INLINE)
def test_no_template_contains_inline_code_old_htmx_or_external_addresses(pattern):
    violations = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in MARKUP.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if re.search(pattern, line)
    ]

    assert violations == []


def test_no_line_of_a_template_is_longer_than_120_characters():
    violations = [
        (name, number)
        for name, text in TEMPLATES.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > 120
    ]

    assert violations == []


def test_no_template_disables_autoescaping():
    violations = [
        name for name, text in TEMPLATES.items() if re.search(r"\|\s*safe\b|autoescape", text)
    ]

    assert violations == []


@pytest.fixture(scope="module")
def jinja_env(tmp_path_factory):
    path = tmp_path_factory.mktemp("front-end") / "scorekeeper.db"
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{path}"})
    engine_of(app).dispose()
    return app.jinja_env


def test_every_template_of_a_page_or_part_documents_its_variables_at_the_top(jinja_env):
    names = [name for name in TEMPLATES if not re.search(r"/macros/|templates/layout\.html", name)]

    assert [name for name in names if not TEMPLATES[name].startswith("{#")] == []
    assert [name for name in names if "Needs" not in documentation(name)] == []
    assert [
        (name, variable)
        for name in names
        for variable in sorted(required_variables(jinja_env, TEMPLATES[name]))
        if not re.search(rf"\b{variable}\b", documentation(name))
    ] == []


def documentation(name):
    """Return a template's "Needs" comment, and those of the templates that the comment mentions."""
    needs = "".join(TEMPLATES[name].partition("#}")[0].partition("Needs")[1:])
    folder = name.rpartition("/")[0]
    mentioned = re.findall(r"\w+\.html", needs)
    return "".join([needs, *(documentation(f"{folder}/{each}") for each in mentioned)])


def test_no_page_gets_variables_that_its_templates_do_not_use(jinja_env):
    calls = list(calls_with_templates())

    assert len(calls) > 50
    assert [
        (where, variable)
        for where, templates, variables in calls
        for variable in sorted(variables - {word for each in templates for word in words(each)})
    ] == []
    assert [where for where, _, variables in calls if variables & jinja_env.globals.keys()] == []


def calls_with_templates():
    """Yield (place, templates, names of the variables) of each call of `render_template`."""
    for module in MODULES:
        for call in ast.walk(tree(module)):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "render_template":
                constants = [each for each in ast.walk(call.args[0]) if type(each) is ast.Constant]
                templates = [f"templates/{each.value}" for each in constants]
                variables = {each.arg for each in call.keywords if each.arg}
                if templates:
                    yield f"{module}:{call.lineno}", templates, variables


def words(name):
    """Yield the words in the code of a template and of templates that it includes or extends."""
    code = " ".join(re.findall(r"{[{%].*?[%}]}", TEMPLATES[name], re.DOTALL))
    yield from re.findall(r"\w+", code)
    for other in re.findall(r'{% (?:include|extends) "([^"]+)"', code):
        yield from words(f"templates/{other}")


def required_variables(env, text):
    """Return the variables that a template uses but neither imports nor sets."""
    page = env.parse(text)
    own = {each.name for each in page.find_all(nodes.Name) if each.ctx == "store"}
    own |= {each.name for each in page.find_all(nodes.Macro)}
    own |= {macro for each in page.find_all(nodes.FromImport) for macro in each.names}
    return meta.find_undeclared_variables(page) - own - env.globals.keys()


COPY_BUTTON = re.compile(r"<button[^>]*data-copy=.*?</button>", re.DOTALL)


def test_every_copy_button_has_a_span_in_which_a_script_says_that_the_text_was_copied():
    buttons = [(name, each) for name in TEMPLATES for each in COPY_BUTTON.findall(TEMPLATES[name])]

    assert buttons
    assert [name for name, button in buttons if "<span>" not in button] == []


PARAGRAPH = re.compile(r"<p\b.*?</p>", re.DOTALL)
LINK = re.compile(r"<(a|summary|button)\b.*?</\1>", re.DOTALL)


def test_no_link_that_is_as_high_as_a_thumb_is_in_a_line_of_a_paragraph():
    """Such a link would increase the spacing above and below its line."""
    paragraphs = [(name, each) for name in TEMPLATES for each in PARAGRAPH.findall(TEMPLATES[name])]
    high = [(name, each) for name, each in paragraphs if "tap-height" in each]

    assert high
    assert [name for name, each in high if "_(" in LINK.sub("", each)] == []


def test_a_template_uses_every_macro_it_imports():
    assert [(name, macro) for name in TEMPLATES for macro in unused_macros(name)] == []


def test_only_one_macro_writes_the_mark_of_a_shared_place():
    bare_mark = re.compile(r"(?:%}|[^ ]>)=(?:<|{%)")
    marked = [name for name, text in TEMPLATES.items() if bare_mark.search(text)]

    assert marked == ["templates/macros/places.html"]


def unused_macros(name):
    text = re.sub(r"{#.*?#}", "", TEMPLATES[name], flags=re.DOTALL)
    imported = ", ".join(re.findall(r"{% from \S+ import ([^%]+) %}", text))
    return [one for one in re.findall(r"\w+", imported) if f"{one}(" not in text]


SCRIPTS = {file.name: file.read_text() for file in sorted((ROOT / "static" / "js").glob("*.js"))}
# The names or the alias in an import, and the imported file. An import without names or an alias
# only runs the file.
IMPORT = re.compile(
    r'^import (?:(?:\{ (.+) \}|\* as (\w+)) from )?"\./([\w-]+\.js)";$', re.MULTILINE
)


def exports(script):
    names = re.findall(
        r"^export (?:async )?(?:function|const|let|class) ([$\w]+)", SCRIPTS[script], re.MULTILINE
    )
    return set(names)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_imports_are_exported_by_their_module_and_used(name):
    body = IMPORT.sub("", SCRIPTS[name])
    assert len(re.findall(r"^import\b", SCRIPTS[name], re.MULTILINE)) == len(
        IMPORT.findall(SCRIPTS[name])
    )

    for names, module, other in IMPORT.findall(SCRIPTS[name]):
        assert other in SCRIPTS
        if not names and not module:
            continue
        wanted = set(re.findall(rf"\b{module}\.(\w+)", body)) if module else set(names.split(", "))
        assert wanted
        assert wanted <= exports(other), other
        for each in wanted if names else ():
            assert re.search(rf"(?<![\w$]){re.escape(each)}(?![\w$])", body), f"{each} is not used"


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_have_no_circular_imports(name):
    seen, waiting = set(), [name]
    while waiting:
        imported = {other for _, _, other in IMPORT.findall(SCRIPTS[waiting.pop()])}
        assert name not in imported
        waiting += imported - seen
        seen |= imported


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_starts_with_a_comment_and_has_at_most_300_lines(name):
    assert SCRIPTS[name].startswith("// ")
    assert SCRIPTS[name].count("\n") <= 300


def test_no_text_in_a_script_looks_like_a_comment():
    """Comments are removed line by line before scripts are served (web/assets.py)."""
    violations = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in SCRIPTS.items()
        for number, line in enumerate(text.splitlines(), start=1)
        for code, *comment in [re.split(r"^ *//| +// ", line, maxsplit=1)]
        if any(code.count(quote) % 2 for quote in ("\"'`" if comment else "`")) or "/*" in line
    ]

    assert not violations, violations


# An event that a script dispatches, and a row of the table of events: the event and its script.
OWN_EVENT = re.compile(r'new Event\("(\w+:\w+)"')
EVENT_ROW = re.compile(r"^\| `(\w+:\w+)` \|.*\| `([\w-]+\.js)` \|$", re.MULTILINE)


def test_the_documentation_lists_every_event_of_a_script_and_another_place_listens_to_it():
    listed = EVENT_ROW.findall((ROOT / "docs" / "frontend.md").read_text())
    dispatched = [(event, name) for name in SCRIPTS for event in OWN_EVENT.findall(SCRIPTS[name])]
    other_code = OWN_EVENT.sub("", "".join(SCRIPTS.values()))
    values = re.findall(r'hx-trigger="([^"]*)"', "".join(TEMPLATES.values()))
    triggers = {trigger.split()[0] for value in values for trigger in value.split(", ")}

    assert sorted(listed) == sorted(dispatched)
    assert [
        event for event, _ in listed if f'"{event}"' not in other_code and event not in triggers
    ] == []


def test_every_script_is_used_by_a_template_or_another_script():
    pages, scripts = "".join(TEMPLATES.values()), "".join(SCRIPTS.values())

    assert [
        name
        for name in SCRIPTS
        if f'"js/{name}"' not in pages
        and f'"{name.removesuffix(".js")}"' not in pages
        and f'from "./{name}"' not in scripts
    ] == []


def test_every_static_file_used_by_a_template_exists():
    asked = {
        (name, file)
        for name, text in TEMPLATES.items()
        for file in re.findall(r"""asset\(["']([^"']+)["']\)""", text)
    }

    assert asked
    assert [one for one in sorted(asked) if not (ROOT / "static" / one[1]).is_file()] == []
