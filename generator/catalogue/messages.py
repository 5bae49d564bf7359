"""The messages of a language, `templates/locales/<tag>/messages.yaml`: what the command itself says.

The command does not read them so, but at a glance, see :mod:`generator.cli.messages`; so each stands on one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec import Struct

from generator.catalogue.examples import visible
from generator.catalogue.library import peek_messages
from generator.catalogue.strict_yaml import Document, read_document
from generator.catalogue.validation import Record, validated
from generator.errors import Mistake
from generator.wording import suggestion

VALUE = re.compile(r"\{\{(\w+)\}\}")
"""Where a value stands in a message."""

Message = Annotated[str, visible(400)]


class Messages(Record, frozen=True):
    """The messages of one language.

    Attributes:
        messages: by key; what is missing is said in English.
    """

    messages: dict[str, Message]


class LoadedMessages(Struct, frozen=True):
    """A language's messages, and the file they were read from."""

    messages: dict[str, str]
    document: Document


def load_messages(path: Path, name: str | None = None) -> LoadedMessages:
    """Read the messages of a language.

    Raises:
        InputError: every mistake in the file.
    """
    return messages_in(read_document(path, name))


def messages_in(document: Document) -> LoadedMessages:
    """Return the messages that a document holds.

    Raises:
        InputError: every mistake in it.
    """
    return LoadedMessages(validated(document, Messages).messages, document)


def message_mistakes(loaded: LoadedMessages, model: LoadedMessages, text: str) -> Iterator[Mistake]:
    """Yield what of a language's messages would be missing or wrong.

    Args:
        loaded: the language's.
        model: English.
        text: of the language's file.
    """
    peek_scalar = peek_messages(text)
    for key, message in loaded.messages.items():
        place = loaded.document.value_place(("messages", key))
        if key not in model.messages:
            remedy = suggestion(key, model.messages)
            yield Mistake(loaded.document.key_place(("messages", key)), f"unknown message {key!r}; {remedy}")
            continue
        have, wanted = (set(VALUE.findall(one)) for one in (message, model.messages[key]))
        for value in sorted(wanted - have):
            yield Mistake(place, f"{{{{{value}}}}} is missing in message {key!r}; English has it")
        for value in sorted(have - wanted):
            remedy = suggestion(value, sorted(wanted))
            yield Mistake(place, f"unknown value {{{{{value}}}}} in message {key!r}; {remedy}")
        if peek_scalar.get(key) != message:
            yield Mistake(place, f"message {key!r} is not written plainly; write it on one line in single quotes")
