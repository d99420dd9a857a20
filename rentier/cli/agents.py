"""`rentier agents`: what can sit at the table."""

from __future__ import annotations

import click

from rentier.agents.catalogue import agent_kinds
from rentier.cli.common import STANDARD_OUTPUT, check_writable, console, json_option, write_json

EPILOG = "\b\nExample:\n  rentier agents"


@click.command(epilog=EPILOG)
@json_option
def command(json_file: str | None) -> None:
    """List the agents: how they are written, what they do, and where they come from."""
    check_writable(json_file)
    kinds = agent_kinds()
    if json_file is not None:
        keys = ("spec", "example", "explain", "source")
        write_json(json_file, [{key: getattr(kind, key) for key in keys} | {"settings": kind.setting_names} for kind in kinds])
    if json_file == STANDARD_OUTPUT:
        return
    from rich.table import Table

    table = Table()
    for heading in ("agent", "settings", "what it does", "source"):
        table.add_column(heading)
    for kind in kinds:
        table.add_row(kind.example, kind.settings_text, kind.explain, kind.source)
    settings = "any numbers it reads"
    table.add_row("./my_agent.py", settings, "Your own: a file that defines decide(box, game, mind) with @agent", "you")
    console().print(table)
