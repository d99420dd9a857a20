"""`rentier serve`: serve the page to other people."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from rentier.errors import RentierError
from rentier.extras import need

if TYPE_CHECKING:
    from rentier.web.settings import Settings

WEB = ("alembic", "fastapi", "sqlalchemy", "uvicorn", "websockets")
EPILOG = """\b
Examples:
  rentier serve --port 8000
  rentier serve --host 0.0.0.0 --port 80 --database postgresql://rentier@localhost/rentier
  rentier serve --port 8000 --origin https://play.example.org --rules my_rules.toml"""


@click.command(epilog=EPILOG)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0: every address.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port to listen on; 0: any free one."
)
@click.option("--database", metavar="URL", help="Where games are saved.  [default: a file in your data folder]")
@click.option("--rules", multiple=True, metavar="FILE", help="Offer the rules in this file too; repeatable.")
@click.option(
    "--tables-a-minute",
    type=click.IntRange(1, 1_000_000),
    default=30,
    show_default=True,
    help="Tables that one address may open per minute.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Worker processes that run the agents.  [default: half of the cores]",
)
@click.option("--origin", metavar="URL", help="Public address, if the server runs behind a proxy.")
def command(origin: str | None, **options: Any) -> None:
    """Serve the web page of `rentier play` to other people, until Ctrl-C. Games are saved and resume after a restart."""
    public_origin = _read_origin(origin)
    if not options["host"].strip():
        raise RentierError(f"--host: {options['host']!r} should be an address, such as 127.0.0.1 or 0.0.0.0")
    check_system()
    check_web()
    from rentier.web.settings import Settings

    chosen = {name: value for name, value in options.items() if value is not None}
    settings = Settings(**chosen, public_origin=public_origin)
    check_settings(settings)
    from rentier.web.server import serve

    serve(settings, lambda address: click.echo(f"Rentier is at {address}"))


def check_system() -> None:
    """Refuse Windows, which cannot fork the processes in which agents think."""
    if sys.platform == "win32":
        raise RentierError("the page needs Linux or macOS; on Windows, run it inside WSL")


def check_web() -> None:
    """Refuse to start if a package that the server needs is missing, without loading them all, which would take seconds."""
    for module in WEB:
        if module in sys.modules or find_spec(module) is None:
            need(module, "web", "games on a page")


def check_settings(settings: Settings) -> None:
    """Refuse settings that a server cannot run with, before anything is compiled; offer to create a missing folder."""
    from rentier.web.database import check_database, missing_folder
    from rentier.web.listening import bind
    from rentier.web.rules import name_files
    from rentier.web.settings import default_database

    name_files(settings.rules)
    bind(settings).close()
    folder = missing_folder(settings.database)
    if folder is not None:
        is_default = settings.database == default_database()
        if is_default or (sys.stdin.isatty() and click.confirm(f"Create the folder {folder}?", err=True)):
            folder.mkdir(parents=True)
    check_database(settings.database)


def _read_origin(origin: str | None) -> str | None:
    """Read an origin, which is a scheme and a host and nothing more."""
    if origin is None:
        return None
    parts = urlsplit(origin)
    named = parts.netloc and not any(character.isspace() for character in origin)
    if parts.scheme not in ("http", "https") or not named or parts.path.strip("/") or parts.query:
        raise RentierError(f"--origin: {origin!r} should be like https://play.example.org")
    return origin.rstrip("/")
