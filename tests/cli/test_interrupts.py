"""Ctrl-C is raised again until it is heard, and no more once it is: what was made so far can be written."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import signal, time
from rentier.cli.interrupts import heard, insistent_ctrl_c

with insistent_ctrl_c():
    for attempt in range(2):  # the first is swallowed
        try:
            if attempt == 0:
                signal.raise_signal(signal.SIGINT)
            time.sleep(5)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    {heard}
    time.sleep(0.5)
    print("written", flush=True)
"""


@pytest.mark.parametrize(("heard", "said"), [("heard()", ["interrupted", "interrupted", "written"]), ("", ["interrupted"] * 2)])
def test_an_interrupt_is_raised_again_until_it_is_heard(heard: str, said: list[str]) -> None:
    command = [sys.executable, "-c", SCRIPT.format(heard=heard)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == said
