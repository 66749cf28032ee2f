"""Every sentence that the program shows is in the catalogue and can be filled with values."""

import ast
import string
from functools import cache

from jinja2 import nodes

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from scorekeeper.messages import UserError
from tests.catalogue import PYTHON, ROOT, TEMPLATES, catalogue
from tests.modules import MODULES, module_name, tree


def places_in(template):
    """Return the names of a template's placeholders."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_messages_have_only_plain_named_placeholders():
    templates = [template for message in catalogue() for template in message]

    assert templates
    for template in templates:
        assert template.strip()
        for _, name, form, conversion in string.Formatter().parse(template):
            assert name is None or name.isidentifier(), template
            assert (form or "", conversion) == ("", None), template


def calls_in_python(file):
    """Yield (line, templates, names of the values) of each call of `say` and `say_n`."""
    for call in ast.walk(tree(module_name(file))):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        if call.func.id in ("say", "say_n") and file.name != "messages.py":
            count = 2 if call.func.id == "say_n" else 1
            names = {word.arg for word in call.keywords} | ({"n"} if count == 2 else set())
            yield call.lineno, [constant(each) for each in call.args[:count]], names


def constant(node):
    return node.value if isinstance(node, ast.Constant) else None


@cache
def templates_of_pages():
    return create_app({}, log=MemoryLog({})).jinja_env


def calls_in_template(file):
    """Yield (line, templates, names of the values) of each call of `_` and `n_`."""
    page = templates_of_pages().parse(file.read_text())
    for call in page.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "n_"):
            count = 2 if call.node.name == "n_" else 1
            names = {word.key for word in call.kwargs} | ({"n"} if count == 2 else set())
            templates = [getattr(each, "value", None) for each in call.args[:count]]
            yield call.lineno, templates, names


# Files with templates that are not literals: card ranks from a list, and sentences passed on.
NOT_WRITTEN_OUT = {"scorekeeper/rules/jaguar/fields.py", "scorekeeper/web/i18n.py"}


def test_messages_are_literals_and_get_a_value_for_each_placeholder():
    for file, line, templates, given in calls():
        if None in templates:
            assert str(file.relative_to(ROOT)) in NOT_WRITTEN_OUT, f"{file}:{line}"
            continue
        asked = set().union(*(places_in(template) for template in templates))
        where = f"{file}:{line} {templates[0]!r}"
        if len(templates) == 1:
            assert asked == given or None in given, where
        else:
            assert asked <= given or None in given, where
            assert given - asked <= {"n"} or None in given, where


def calls():
    """Yield (file, line, templates, names of the values) of all calls in code and templates."""
    for calls_in, files in ((calls_in_python, PYTHON), (calls_in_template, TEMPLATES)):
        yield from ((file, *call) for file in files for call in calls_in(file))


# Functions and classes whose arguments users read: `print`, and exceptions with a sentence.
TELL = {"print", "ArgumentTypeError", *(each.__name__ for each in UserError.__subclasses__())}


def unmarked_prints(tree):
    """Yield the line number of each call that prints text not marked for translation."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
        said = list(call.args) if name in TELL else []
        said += [word.value for word in call.keywords if word.arg in ("help", "description")]
        if any(has_words(each) for each in said):
            yield call.lineno


def has_words(node):
    """Return whether the literal part of this text has letters. Values in f-strings are data."""
    pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = [piece.value for piece in pieces if isinstance(piece, ast.Constant)]
    return any(isinstance(text, str) and any(map(str.isalpha, text)) for text in texts)


def test_command_line_output_is_marked_for_translation():
    assert [f"{each}:{line}" for each in MODULES for line in unmarked_prints(tree(each))] == []


def test_output_that_is_not_marked_for_translation_is_found():
    code = ast.parse("print('Hello')\nprint(f'  {a}')\nsay('x')\nprint(say('Hello'))\n")

    assert list(unmarked_prints(code)) == [1]


def test_the_catalogue_contains_messages_of_templates_and_python_code():
    texts = {message[0] for message in catalogue()}

    assert {"Skip to main content", "Save the bids", "{who} deals", "One renege"} <= texts
