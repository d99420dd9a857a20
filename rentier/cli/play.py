"""`rentier play`: play in the browser, on your own machine."""

from __future__ import annotations

import json
import urllib.request
import webbrowser
from dataclasses import dataclass
from threading import Thread
from typing import Any

import click

from rentier.box import parse_overrides
from rentier.box.reading import is_path
from rentier.cli.common import ListingAgents, read_rules, rules_options
from rentier.cli.serve import check_settings, check_system, check_web
from rentier.errors import RentierError

EPILOG = """\b
Examples:
  rentier play
  rentier play --against aggressive bot --rules us-classic
  rentier play --against mcts:rollouts=2000 --set auction=none"""
MOST_AGAINST = 7


@dataclass(frozen=True)
class TableRequest:
    """The table to begin with: agents to play against, and the rules."""

    against: tuple[str, ...]
    rules: str
    overrides: dict[str, str]

    def body(self) -> dict[str, Any]:
        """Return the body of the request to the server."""
        seats: list[dict[str, str]] = [{"kind": "person", "name": "You"}]
        seats += [{"kind": "agent", "agent": agent} for agent in self.against]
        return {"rules": self.rules, "switches": self.overrides, "seats": seats}


@click.command(epilog=EPILOG, cls=ListingAgents)
@click.option("--against", multiple=True, metavar="AGENT...", help="Start a game against these agents, 1 to 7.")
@rules_options
@click.option("--database", metavar="URL", help="Where games are saved.  [default: a file in your data folder]")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Port of the page; 0: any free one.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
def command(
    against: tuple[str, ...], rules: str, overrides: tuple[str, ...], database: str | None, port: int, no_browser: bool
) -> None:
    """Play in your browser, against agents and friends, until Ctrl-C. Games are saved, and you can resume them next time."""
    wanted = _read_request(against, rules, overrides)
    check_system()
    check_web()
    from rentier.web.settings import Settings

    saved: dict[str, Any] = {"database": database} if database is not None else {}
    files = (rules,) if is_path(rules) else ()
    settings = Settings(port=port, own_machine=True, rules=files, **saved)
    check_settings(settings)
    from rentier.web.server import serve

    def ready(address: str) -> None:
        Thread(target=_show, args=(address, wanted, not no_browser), daemon=True).start()

    serve(settings, ready)


def _read_request(against: tuple[str, ...], rules: str, overrides: tuple[str, ...]) -> TableRequest | None:
    """Return the table that the options ask for, checked before anything is started."""
    from rentier.web.seating import check_agent

    if len(against) > MOST_AGAINST:
        raise RentierError(f"--against: there are {len(against)} agents; {MOST_AGAINST} at most sit down with you")
    for agent in against:
        check_agent(agent, own_machine=True)
    box = read_rules(rules, overrides)
    if not against:
        return None
    return TableRequest(against, box.name if is_path(rules) else rules, parse_overrides(overrides))


def _show(address: str, wanted: TableRequest | None, browser: bool) -> None:
    """Create the table if one is wanted, print its address, and open it."""
    if wanted is not None:
        body = json.dumps(wanted.body()).encode()
        request = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            made = json.load(answer)
        address += f"/#table/{made['table']}/token/{made['host']}"
    click.echo(f"Rentier is at {address}")
    if browser:
        webbrowser.open(address)
