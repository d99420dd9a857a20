"""Many commands in one process in which the rules cannot be compiled."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TIMEOUT = 1200.0

# Runs every command in turn, with the compiled rules made impossible to import, and prints how each ended, and whether the
# folder was changed. What would end the process at once is reported as any other end.
RUN_ALL = """
import contextlib, io, json, os, sys
sys.modules["rentier.game.apply"] = sys.modules["rentier.game.legal"] = None
from rentier.cli import main

def leave(code):
    raise SystemExit(f"left at once with {code}")

def state():
    return [(root, folders, [(file, os.path.getsize(os.path.join(root, file))) for file in files])
            for root, folders, files in os.walk(".")]

os._exit = leave
done, before = [], state()
for arguments in json.load(sys.stdin):
    out, code = io.StringIO(), 0
    sys.stdin = io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(arguments)
        except SystemExit as ended:
            code = ended.code
        except BaseException as error:
            code = repr(error)
    done.append((code, out.getvalue(), state() == before))
print(json.dumps(done))
"""


def run_without_rules(commands: Sequence[Sequence[str]], folder: Path) -> list[tuple[object, str, bool]]:
    """Return how each command ended: its exit code, its output, and whether it left the folder as it was."""
    run = subprocess.run(
        [sys.executable, "-c", RUN_ALL],
        cwd=folder,
        input=json.dumps([list(command) for command in commands]),
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert run.returncode == 0, run.stderr
    return [(code, said, unchanged) for code, said, unchanged in json.loads(run.stdout)]
