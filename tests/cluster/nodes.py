"""A real Ray cluster on this machine: a head and another node, each a process group that can die as a machine would."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 120.0
QUICK_TO_NOTICE = {  # settings of Ray that make it notice quickly that a node has died
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_failure_threshold": "12",
    "RAY_health_check_initial_delay_ms": "500",
}
# takes the GCS address as its argument; prints how many nodes are alive
COUNT = (
    "import ray, sys; ray.init(sys.argv[1], log_to_driver=False); print('alive', sum(node['Alive'] for node in ray.nodes()))"
)


class Cluster:
    """Two nodes with one core each; `address`: that of the head."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ray"))  # short, because the names of sockets must be
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        self.head = self._start("--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={self.folder}")
        self._wait_for(1)
        self.node = self._start(f"--address={self.address}")
        self._wait_for(2)

    def kill_node(self) -> None:
        """Kill the second node at once."""
        os.killpg(self.node.pid, signal.SIGKILL)
        self.node.wait()

    def heal(self) -> None:
        """Replace a node that died by another one."""
        if self.node.poll() is not None:
            self.node = self._start(f"--address={self.address}")
            self._wait_for(2)

    def end(self) -> None:
        """End all processes."""
        for group in (self.node, self.head):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group.pid, signal.SIGKILL)
            group.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a node."""
        command = [
            str(Path(sys.executable).parent / "ray"),
            "start",
            "--block",
            "--num-cpus=1",
            "--object-store-memory=80000000",
        ]
        environment = {**os.environ, **QUICK_TO_NOTICE, "RAY_USAGE_STATS_ENABLED": "0"}
        with open(self.folder / "output", "ab") as output:
            return subprocess.Popen(
                [*command, *arguments], env=environment, start_new_session=True, stdout=output, stderr=subprocess.STDOUT
            )

    def _wait_for(self, nodes: int) -> None:
        """Wait until this number of nodes is alive."""
        end = time.monotonic() + PATIENCE
        host, _, port = self.address.rpartition(":")
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection((host, int(port)), 1).close()
                break
            self._check(end)
        while True:
            told = subprocess.run(
                [sys.executable, "-c", COUNT, self.address], capture_output=True, text=True, check=False
            ).stdout
            counted = re.search(r"^alive (\d+)$", told, re.MULTILINE)  # Ray prints warnings there as well
            if counted and int(counted[1]) >= nodes:
                return
            self._check(end)

    def _check(self, end: float) -> None:
        """Wait a moment, but not for ever."""
        assert time.monotonic() < end, (self.folder / "output").read_text()
        time.sleep(0.2)
