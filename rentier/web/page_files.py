"""The files of the page, read into memory when the server starts, so that sending one needs no disk access and no thread."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rentier.web.refusals import NOT_FOUND

UNCHANGED = 304


class PageFiles:
    """The files in a folder, by their relative path."""

    def __init__(self, folder: Path) -> None:
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self._contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        self._tags = {name: f'"{hashlib.sha256(content).hexdigest()[:32]}"' for name, content in self._contents.items()}

    def answer(self, name: str, request: Request) -> Response:
        """Return a file, or 304 if the browser already has it."""
        if name not in self._contents:
            raise HTTPException(NOT_FOUND)
        tag = self._tags[name]
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=UNCHANGED, headers={"ETag": tag})
        kind, _ = mimetypes.guess_type(name)
        return Response(self._contents[name], media_type=kind, headers={"ETag": tag})
