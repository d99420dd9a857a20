"""The files of the page, read into memory when the server starts, so that sending one needs no disk access and no thread."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rentier.web.page_script import bundled
from rentier.web.refusals import NOT_FOUND

UNCHANGED = 304
INDEX, SCRIPT = "index.html", "main.js"
IMPORT = re.compile(rb'@import "([^"]+)";\n')


class PageFile:
    """One file with what it imports, and a compressed copy, sent if that is shorter."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        if path.suffix == ".css":  # one stylesheet arrives sooner than many
            content = IMPORT.sub(lambda line: (path.parent / line[1].decode()).read_bytes(), content)
        if path.name == SCRIPT:
            content = bundled(path).encode()
        packed = gzip.compress(content, mtime=0)
        digest = hashlib.sha256(content).hexdigest()[:32]
        self._kind, _ = mimetypes.guess_type(path.name)
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
    """The files in a folder, by their relative path."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._files = {path.relative_to(folder).as_posix(): PageFile(path) for path in paths}

    def answer(self, name: str, request: Request) -> Response:
        """Return a file, or 304 if the browser already has it."""
        if name not in self._files:
            raise HTTPException(NOT_FOUND)
        return self._files[name].answer(request)
