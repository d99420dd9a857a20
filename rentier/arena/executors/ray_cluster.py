"""Workers on the nodes of a Ray cluster: each piece of work is a Ray task, which any node may run.

If a node or process dies, Ray gives its task to another one; so only what was lost is done again. Every node must have the same
version of Rentier installed: a node with another version is refused, because its games might differ.
"""

from __future__ import annotations

import functools
import importlib
import logging
import socket
import sys
import threading
import uuid
from typing import Any, Generic

from rentier.arena.executors.job_runner import JobRunner
from rentier.arena.executors.packing import pack
from rentier.arena.executors.protocol import Job, Result, Work, Worker
from rentier.compiled import LAYERS, sources_digest
from rentier.errors import RentierError
from rentier.extras import need

DEFAULT_PORT = 6379
CONNECT_SECONDS = 5.0  # for the head node to answer
MOST_LOSSES = 20  # nodes or processes that may die in a row over the same piece of work
HOW = "`ray start --head` starts a cluster, `ray start --address=HOST:PORT` joins one"

_runner = JobRunner()


@functools.cache
def version() -> str:
    """Return a digest of what this machine plays with: the rules, agents and game loops, and Numba."""
    return sources_digest(LAYERS[-1])


def work_here(wanted: str, key: str, job: bytes, work: Any) -> tuple[Any, Exception | None]:
    """Do a piece of work on this node for a machine with the version `wanted`."""
    if wanted != version():
        other = "has another version of rentier, Numba or NumPy than the machine that asks; all should have the same"
        return None, RentierError(f"ray: the node {socket.gethostname()} {other}")
    return _runner.do(key, job, work)


def _task(ray: Any) -> Any:
    """Return the Ray task. Its code is sent along, so that even a node without Rentier can report that."""

    def rentier(wanted: str, key: str, job: bytes, work: Any) -> Any:
        try:
            from rentier.arena.executors.ray_cluster import work_here
        except ImportError as error:
            import socket

            return None, f"ray: the node {socket.gethostname()} has no such rentier ({error}); all should have the same"
        return work_here(wanted, key, job, work)

    return ray.remote(num_cpus=1, max_retries=MOST_LOSSES)(rentier)


class RayCluster:
    """A cluster that this process is connected to; `own`: whether we opened the connection."""

    def __init__(self, ray: Any, jobs: int | None, own: bool) -> None:
        self.ray, self.own = ray, own
        self.jobs = jobs or int(ray.cluster_resources().get("CPU", 0))
        if self.jobs == 0:
            raise RentierError(f"--executor: no node of the Ray cluster has cores yet; {HOW}")
        self.seconds = 1.0
        self.task = _task(ray)

    @classmethod
    def connect(cls, address: str, jobs: int | None) -> RayCluster:
        """Connect to the cluster with that head node, or to the one that this machine belongs to."""
        ray = need("ray", "cluster", "clusters")
        if ray.is_initialized():
            return cls(ray, jobs, own=False)
        head = _checked(address) if address else _own_head()
        _check_answers(head)
        _silence_ray()
        try:
            ray.init(address=head, log_to_driver=False, configure_logging=False)
        except Exception as error:
            reason = " ".join(str(error).split())[:200]
            raise RentierError(f"--executor: no connection to the cluster of {head}: {reason}; {HOW}") from None
        return cls(ray, jobs, own=True)

    def start_workers(self, job: Job[Work, Result], number: int) -> list[Worker[Work, Result]]:
        """Return workers anywhere in the cluster."""
        key, packed = uuid.uuid4().hex, self.ray.put(pack(job))
        return [_Remote[Work, Result](self, key, packed) for _ in range(number)]

    def close(self) -> None:
        """Leave the cluster."""
        if self.own:
            self.ray.shutdown()


def _checked(address: str) -> str:
    """Return the head node's host and port; the port may be left out."""
    host, _, port = address.partition(":")
    if not host or (port and not port.isdecimal()):
        raise RentierError(f"--executor: 'ray://{address}' should be ray://HOST:PORT, as in ray://10.0.0.1:{DEFAULT_PORT}")
    return f"{host}:{port or DEFAULT_PORT}"


def _own_head() -> str:
    """Return the head node of the cluster that this machine belongs to."""
    try:
        services = importlib.import_module("ray._private.services")
        return str(services.canonicalize_bootstrap_address_or_die("auto"))
    except (ImportError, AttributeError):  # another version of Ray
        return "auto"
    except ConnectionError:
        raise RentierError(f"--executor: no Ray cluster runs on this machine; {HOW}") from None


def _check_answers(head: str) -> None:
    """Refuse a head node that does not answer: Ray itself would wait for minutes."""
    host, _, port = head.rpartition(":")
    if not host:
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise RentierError(f"--executor: no Ray cluster answers at {head} ({reason}); {HOW}") from None


def _silence_ray() -> None:
    """Keep Ray's messages off standard output, where our tables go; report a lost node in one line on standard error."""
    logging.getLogger("ray").setLevel(logging.CRITICAL)

    def tell(data: dict[str, Any], **_options: object) -> None:
        if any("marked dead" in line for line in data["lines"]):
            print("rentier: ray: a node was lost; its games are played again elsewhere", file=sys.stderr, flush=True)

    vars(importlib.import_module("ray._private.worker"))["print_to_stdstream"] = tell


class _Remote(Generic[Work, Result]):
    """A worker somewhere in the cluster, with one task at a time."""

    def __init__(self, cluster: RayCluster, key: str, job: Any) -> None:
        self.cluster, self.key, self.job = cluster, key, job
        self.lock = threading.RLock()  # Ctrl-C may come while it is held
        self.stopped = False
        self.under_way: Any = None

    def do(self, work: Work) -> Result | None:
        """Have a piece of work done and wait for it."""
        ray = self.cluster.ray
        with self.lock:
            if self.stopped:
                return None
            task = self.under_way = self.cluster.task.remote(version(), self.key, self.job, work)
        try:
            result, error = ray.get(task)
        except ray.exceptions.RayError as lost:
            if self.stopped:
                return None
            reason = " ".join(str(lost).split())[:200]
            raise RentierError(f"ray: some games could not be played: {reason}") from None
        with self.lock:
            self.under_way = None
        if isinstance(error, str):
            raise RentierError(error)
        if error is not None:
            raise error
        found: Result = result
        return found

    def stop(self) -> None:
        """Drop the current task: it may be waiting for a node that never comes."""
        with self.lock:
            self.stopped = True
            if self.under_way is not None:
                self.cluster.ray.cancel(self.under_way, force=True)
