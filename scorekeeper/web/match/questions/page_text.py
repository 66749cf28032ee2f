"""Sentences of a question as text in the reader's language, with placeholders for the page."""

from functools import lru_cache

from scorekeeper.messages import Message, Placeholder, Translate, render
from scorekeeper.web import i18n


def page_text(sentence: Message) -> str:
    """Return a sentence with this page's names. The script fills in the placeholders."""
    if any(type(value) not in (int, str, Placeholder) for value in sentence.values.values()):
        return render(sentence, i18n.page_names.get(), i18n.current_translate())
    return nameless_text(sentence, i18n.current_translate())


@lru_cache(256)
def nameless_text(sentence: Message, translate: Translate) -> str:
    """Render a sentence without any names. The result is cached because stages repeat it."""
    return render(sentence, {}, translate)


def plural_text(sentence: Message) -> str:
    """Return the plural form of a sentence."""
    template = i18n.current_translate()(sentence.template, sentence.many, 2)
    return render(
        Message(template, sentence.values), i18n.page_names.get(), i18n.current_translate()
    )
