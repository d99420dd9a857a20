"""Options made from settings: every field that describes itself is an option of the command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args, get_type_hints

import click

from rentier.agents.catalogue import number_text
from rentier.cli.common import Command
from rentier.errors import RentierError
from rentier.learn.settings import About, described, option_name

Settings = TypeVar("Settings")


def settings_options(kind: Any, usual: Mapping[str, Any] | None = None) -> Callable[[Command], Command]:
    """An option for each setting of a kind, in their order; `read_settings` reads them.

    `usual`: settings by what they are usual for, where another option of the command decides among them.
    """
    hints, defaults = get_type_hints(kind), usual or {"": kind}

    def decorate(command: Command) -> Command:
        for name, about in reversed(described(kind).items()):
            default = "" if about.follows else _default_text({what: getattr(one, name) for what, one in defaults.items()})
            command = _option(name, about, hints[name], default)(command)
        return command

    return decorate


def read_settings(usual: Settings, options: Mapping[str, Any]) -> Settings:
    """The usual settings with what the options of a command say."""
    abouts = described(usual)
    said = {name: options[_parameter(name, about)] for name, about in abouts.items()}
    said = {name: value for name, value in said.items() if value not in (None, ())}
    for name, about in abouts.items():
        if about.follows in said:
            said.setdefault(name, said[about.follows])
    changed: Settings = replace(usual, **said)  # type: ignore[type-var]
    return changed


def _option(name: str, about: About, kind: Any, default: str) -> Callable[[Command], Command]:
    """The option of a field of some type. Where nobody uses it, it is nothing: the usual value is that of the settings."""
    layers = kind == tuple[int, ...]
    [plain, *_more] = get_args(kind) or (kind,)  # one of several, or that of one that may be missing
    return click.option(
        f"--{option_name(name, about)}",
        _parameter(name, about),
        type=str if layers else plain,
        multiple=kind == tuple[str, ...],
        callback=_read_layers if layers else None,
        metavar="|".join(about.words) or about.metavar,
        help=about.help + default,
    )


def _parameter(name: str, about: About) -> str:
    """What the parameter of an option is called."""
    return option_name(name, about).replace("-", "_")


def _read_layers(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """The nodes of each hidden layer."""
    try:
        return None if text is None else tuple(int(part) for part in text.split(","))
    except ValueError:
        raise RentierError(f"{parameter.opts[0]}: {text!r} should be numbers of nodes, such as 80 or 80,40") from None


def _default_text(defaults: Mapping[str, Any]) -> str:
    """What the help of an option says of its default, or of the defaults where they differ."""
    texts = {what: _value_text(value) for what, value in defaults.items()}
    if len(set(texts.values())) > 1:
        return f"  [{'; '.join(f'{what}: {text}' for what, text in texts.items())}]"
    [text] = set(texts.values())
    return f"  [default: {text}]" if text else ""


def _value_text(value: Any) -> str:
    """A setting as its option takes it."""
    if isinstance(value, tuple):
        return ", ".join(map(_value_text, value))
    return number_text(value) if isinstance(value, float) else "" if value is None else str(value)
