"""Which modules each screen of the page needs, so that a browser asks for all of them at once.

Otherwise it would learn what a module imports only when that module has arrived, one round trip after the other.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

IMPORTED = re.compile(r'^(?:import|export|\})[^"\n]*"(\.[^"]+)";$', re.MULTILINE)
SCREEN = re.compile(r'"(\./[^"]+\.js)", "rentier-')  # in the router: the module of a screen, then its element
ROUTER, FIRST_SCREEN = "main.js", "./start/start.js"
PLACE = "    <!-- the modules that it needs -->\n"


def modules_of(module: Path) -> list[Path]:
    """Return the modules that a module needs, directly or not, itself first."""
    found = [module]
    for one in found:  # grows meanwhile
        needed = [(one.parent / name).resolve() for name in IMPORTED.findall(one.read_text(encoding="utf-8"))]
        found += [other for other in dict.fromkeys(needed) if other not in found]
    return found


def with_modules(index: str, scripts: Path) -> str:
    """Return the page with links to the modules of its first screen and, as JSON, what each other screen needs besides."""
    router = (scripts / ROUTER).resolve()
    screens = dict.fromkeys(SCREEN.findall(router.read_text(encoding="utf-8")))

    def addresses(*modules: Path) -> list[str]:
        return list(dict.fromkeys(f"/page/js/{one.relative_to(router.parent).as_posix()}" for one in modules))

    first = addresses(*modules_of(router), *modules_of(router.parent / FIRST_SCREEN))
    others = {name: [one for one in addresses(*modules_of(router.parent / name)) if one not in first] for name in screens}
    links = "".join(f'    <link rel="modulepreload" href="{address}">\n' for address in first[1:])
    return index.replace(PLACE, f'{links}    <script type="application/json" id="modules">{json.dumps(others)}</script>\n')
