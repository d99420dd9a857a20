"""The files of the page, read into memory when the server starts, so that sending one needs no disk access and no thread."""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rentier.web.page_script import bundled
from rentier.web.refusals import NOT_FOUND

UNCHANGED = 304
INDEX, SCRIPT = "index.html", "js/main.js"
IMPORT = re.compile(rb'@import "([^"]+)";\n')
AGENTS = b'<script type="application/json" id="agents">[]</script>'


def content_of(folder: Path, name: str, agents: Sequence[Mapping[str, Any]]) -> bytes:
    """Return what the server sends for a file: styles with those they import, all modules as one script, a page with agents."""
    path = folder / name
    if name == SCRIPT:
        return bundled(path).encode()
    content = path.read_bytes()
    if path.suffix == ".css":  # one stylesheet arrives sooner than many
        return IMPORT.sub(lambda line: (path.parent / line[1].decode()).read_bytes(), content)
    if name == INDEX:
        words = json.dumps(agents).replace("<", "\\u003c").encode()
        return content.replace(AGENTS, AGENTS.replace(b"[]", words))
    return content


class PageFile:
    """One file as it is sent, and a compressed copy, sent if that is shorter."""

    def __init__(self, name: str, content: bytes) -> None:
        packed = gzip.compress(content, mtime=0)
        digest = hashlib.sha256(content).hexdigest()[:32]
        self._kind, _ = mimetypes.guess_type(name)
        self._plain = content, {"ETag": f'"{digest}"', "Vary": "Accept-Encoding"}
        self._packed = packed, {"ETag": f'"{digest}-gzip"', "Vary": "Accept-Encoding", "Content-Encoding": "gzip"}
        self._shrinks = len(packed) < len(content)

    def answer(self, request: Request) -> Response:
        """Return the file, or 304 if the browser already has it."""
        packs = self._shrinks and "gzip" in request.headers.get("accept-encoding", "")
        content, headers = self._packed if packs else self._plain
        if headers["ETag"] in request.headers.get("if-none-match", ""):
            return Response(status_code=UNCHANGED, headers={name: headers[name] for name in ("ETag", "Vary")})
        return Response(content, media_type=self._kind, headers=headers)


class PageFiles:
    """The files in a folder, by their relative path; modules are only sent as one script.

    `agents`: all agents by name, which the page has from the beginning.
    """

    def __init__(self, folder: Path, agents: Sequence[Mapping[str, Any]]) -> None:
        paths = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
        sent = [name for name in paths if name == SCRIPT or not name.endswith(".js")]
        self._files = {name: PageFile(name, content_of(folder, name, agents)) for name in sent}

    def answer(self, name: str, request: Request) -> Response:
        """Return a file, or 304 if the browser already has it."""
        if name not in self._files:
            raise HTTPException(NOT_FOUND)
        return self._files[name].answer(request)
