"""`rentier rules`: list the rule presets, or explain one."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import click

from rentier.box import Box, Switch, load_box, preset_names, switch_definitions
from rentier.box.record import DECKS
from rentier.cli.common import (
    STANDARD_OUTPUT,
    check_writable,
    console,
    json_option,
    overrides_text,
    read_rules,
    setting_text,
    write_json,
)
from rentier.errors import RentierError

COMPARED_WITH = "uk-classic"
EPILOG = "\b\nExamples:\n  rentier rules\n  rentier rules tournament\n  rentier rules modern --set auction=sealed"


@click.command(epilog=EPILOG)
@click.argument("rules", required=False, metavar="[PRESET|FILE]")
@click.option(
    "--set", "overrides", multiple=True, metavar="SWITCH=VALUE", help="Change a switch (an option of the rules); repeatable."
)
@json_option
def command(rules: str | None, overrides: tuple[str, ...], json_file: str | None) -> None:
    """List the rule presets, or explain one: its board, its decks and every switch."""
    check_writable(json_file)
    if rules is None and overrides:
        raise RentierError("--set changes a preset; name it too, as in rentier rules uk-classic --set auction=none")
    if rules is None:
        boxes = [load_box(name) for name in preset_names()]
        report: object = [_summary(box) for box in boxes]
    else:
        boxes = [read_rules(rules, overrides)]
        report = _explanation(boxes[0])
    if json_file is not None:
        write_json(json_file, report)
    if json_file == STANDARD_OUTPUT:
        return
    if rules is None:
        print_presets(boxes)
    else:
        print_rules(boxes[0])


def _summary(box: Box) -> dict[str, Any]:
    """Return a preset's name, version, title and summary."""
    return {"name": box.name, "version": box.version, "title": box.title, "about": box.about}


def _explanation(box: Box) -> dict[str, Any]:
    """Return everything about a preset."""
    switches = {
        switch.name: {
            "value": box.switches[switch.name],
            "section": switch.section,
            "explain": switch.explain,
            "differs": differs(box, switch),
        }
        for switch in switch_definitions().values()
    }
    decks = {name: [card.label for card in cards] for name, cards in zip(DECKS, box.decks, strict=True)}
    board = {"title": box.board.title, "edition": box.board.edition, "squares": list(box.square_names)}
    return {**_summary(box), "board": board, "decks": decks, "switches": switches}


def differs(box: Box, switch: Switch) -> bool:
    """Whether a switch differs from the default preset."""
    return box.switches[switch.name] != load_box(COMPARED_WITH).switches[switch.name]


def print_presets(boxes: list[Box]) -> None:
    """Print the presets, one per row."""
    from rich.table import Table

    table = Table()
    for heading in ("preset", "version", "title", "in short"):
        table.add_column(heading, justify="right" if heading == "version" else "left")
    for box in boxes:
        table.add_row(box.name, str(box.version), box.title, box.about)
    out = console()
    out.print(table)
    out.print("`rentier rules PRESET` explains one; --rules also takes a TOML file of your own.")


def print_rules(box: Box) -> None:
    """Print one preset: its board, its decks, and its switches by section."""
    from rich.padding import Padding
    from rich.table import Table

    out = console()
    out.print(f"{box.name}, version {box.version}: {box.title}{overrides_text(box.overrides)}")
    if box.about:
        out.print(box.about)
    edition = f", {box.board.edition} edition" if box.board.edition else ""
    out.print(f"\nBoard: {box.board.title}{edition}, {len(box.board.squares)} squares")
    for group in box.board.groups:
        names = ", ".join(f"{box.square_names[square]} {price(box, square)}" for square in group.squares)
        out.print(Padding(f"{group.name}: {names}", (0, 0, 0, 2), expand=False))
    for name, cards in zip(DECKS, box.decks, strict=True):
        out.print(f"\n{name.capitalize()}, {len(cards)} cards")
        out.print(Padding("; ".join(card.label for card in cards), (0, 0, 0, 2), expand=False))
    for section, switches in groupby(switch_definitions().values(), key=lambda switch: switch.section):
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for switch in switches:
            mark = "*" if differs(box, switch) else " "
            table.add_row(mark, switch.name, setting_text(box.switches[switch.name]), switch.explain)
        out.print(f"\n{section}")
        out.print(table)
    out.print(f"\n* differs from {COMPARED_WITH}")


def price(box: Box, square: int) -> str:
    """Return the price of a deed."""
    return box.board.money(box.board.squares[square].price)
