"""Options made from settings: every field with a description becomes an option of the command."""

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


def settings_options(kind: Any, alternatives: Mapping[str, Any] | None = None) -> Callable[[Command], Command]:
    """Add an option for each setting of a class, in order; `read_settings` reads them.

    `alternatives`: several sets of defaults by name, if another option of the command decides among them.
    """
    hints, defaults = get_type_hints(kind), alternatives or {"": kind}

    def decorate(command: Command) -> Command:
        for name, about in reversed(described(kind).items()):
            default = "" if about.follows else _default_text({what: getattr(one, name) for what, one in defaults.items()})
            command = _option(name, about, hints[name], default)(command)
        return command

    return decorate


def read_settings(defaults: Settings, options: Mapping[str, Any]) -> Settings:
    """Return the default settings changed by the options of a command."""
    abouts = described(defaults)
    given = {name: options[_parameter(name, about)] for name, about in abouts.items()}
    given = {name: value for name, value in given.items() if value not in (None, ())}
    for name, about in abouts.items():
        if about.follows in given:
            given.setdefault(name, given[about.follows])
    changed: Settings = replace(defaults, **given)  # type: ignore[type-var]
    return changed


def _option(name: str, about: About, kind: Any, default: str) -> Callable[[Command], Command]:
    """Return the option of a field. It has no default of its own: if it is not given, the settings' default is used."""
    layers = kind == tuple[int, ...]
    [plain, *_more] = get_args(kind) or (kind,)  # the type of the items of a tuple, or of an optional value
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
    """Return the name of an option's parameter."""
    return option_name(name, about).replace("-", "_")


def _read_layers(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    """Read the number of nodes of each hidden layer."""
    try:
        return None if text is None else tuple(int(part) for part in text.split(","))
    except ValueError:
        raise RentierError(f"{parameter.opts[0]}: {text!r} should be numbers of nodes, such as 80 or 80,40") from None


def _default_text(defaults: Mapping[str, Any]) -> str:
    """Return the part of an option's help about its default, or about the defaults if they differ."""
    texts = {what: _value_text(value) for what, value in defaults.items()}
    if len(set(texts.values())) > 1:
        return f"  [{'; '.join(f'{what}: {text}' for what, text in texts.items())}]"
    [text] = set(texts.values())
    return f"  [default: {text}]" if text else ""


def _value_text(value: Any) -> str:
    """Return a setting as its option takes it."""
    if isinstance(value, tuple):
        return ", ".join(map(_value_text, value))
    return number_text(value) if isinstance(value, float) else "" if value is None else str(value)
