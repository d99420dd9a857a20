"""`rentier agents`: list the agents."""

from __future__ import annotations

from typing import Any

import click

from rentier.agents.catalogue import agent_kinds
from rentier.agents.numbers import number_texts
from rentier.agents.saved import read_saved, saved_file, saved_names
from rentier.agents.specs import parse_agent
from rentier.cli.common import STANDARD_OUTPUT, check_writable, console, json_option, write_json
from rentier.errors import RentierError

SHOWN = 8  # settings of a saved agent, which may have many
EPILOG = "\b\nExamples:\n  rentier agents\n  rentier agents aggressive"


@click.command(epilog=EPILOG)
@click.argument("agent", required=False, metavar="[AGENT]")
@json_option
def command(agent: str | None, json_file: str | None) -> None:
    """List the agents, or only the one named: their specs and settings, what they do, and where they come from.

    The list includes agents that you have saved.
    """
    check_writable(json_file)
    named = None if agent is None else name_of_kind(agent)
    kinds = [kind for kind in agent_kinds() if named in (None, kind.spec)]
    saved = [saved_entry(name) for name in saved_names() if named in (None, name)]
    if json_file is not None:
        keys = ("spec", "example", "explain", "source")
        listed = [{key: getattr(kind, key) for key in keys} | {"settings": kind.setting_names} for kind in kinds]
        write_json(json_file, [*listed, *saved])
    if json_file == STANDARD_OUTPUT:
        return
    from rich.table import Table

    table = Table()
    for heading in ("agent", "settings", "what it does", "source"):
        table.add_column(heading)
    for kind in kinds:
        table.add_row(kind.example, kind.settings_text, kind.explain, kind.source)
    for entry in saved:
        table.add_row(entry["spec"], "none", entry["explain"], entry["source"])
    if named is None:
        settings = "any numbers it reads"
        table.add_row("./my_agent.py", settings, "Your own: a file that defines decide(box, game, mind) with @agent", "you")
    console().print(table)


def name_of_kind(agent: str) -> str:
    """Return the name of an agent in the list, without its settings."""
    name = agent.partition(":")[0].strip().lower()
    known = [*(kind.spec for kind in agent_kinds()), *saved_names()]
    return name if name in known else parse_agent(agent).name  # its error suggests a name


def saved_entry(name: str) -> dict[str, Any]:
    """Return the entry of a saved agent; if its file is broken, the entry says so."""
    entry: dict[str, Any] = {"spec": name, "example": name, "source": f"saved in {saved_file(name)}", "settings": []}
    try:
        agent = read_saved(saved_file(name))
    except RentierError as error:
        return entry | {"explain": f"cannot be read: {error}"}
    numbers = number_texts(agent.kind, agent.numbers)
    shown = ", ".join(f"{name}={text}" for name, text in list(numbers.items())[:SHOWN])
    explain = f"{agent.kind.spec} with {shown}{' and so on' * (len(numbers) > SHOWN)}"
    return entry | {"explain": explain, "settings": list(numbers)}
