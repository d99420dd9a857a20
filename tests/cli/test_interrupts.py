"""Ctrl-C is raised again until it is handled, and no more after that, so that results so far can be written."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import signal, time
from rentier.cli.interrupts import insistent_ctrl_c, interrupt_handled

with insistent_ctrl_c():
    for attempt in range(2):  # the first is swallowed
        try:
            if attempt == 0:
                signal.raise_signal(signal.SIGINT)
            time.sleep(5)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    {handled}
    time.sleep(0.5)
    print("written", flush=True)
"""


@pytest.mark.parametrize(
    ("handled", "printed"),
    [("interrupt_handled()", ["interrupted", "interrupted", "written"]), ("", ["interrupted"] * 2)],
)
def test_an_interrupt_is_raised_again_until_it_is_handled(handled: str, printed: list[str]) -> None:
    command = [sys.executable, "-c", SCRIPT.format(handled=handled)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == printed
