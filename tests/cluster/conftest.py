"""Where games of these tests are played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from rentier.arena.executors import open_executor
from rentier.arena.executors.processes import Processes
from rentier.arena.executors.protocol import Executor
from tests.cluster.nodes import Cluster


@pytest.fixture(scope="session")
def processes() -> Iterator[Processes]:
    """Two processes."""
    with closing(Processes(2)) as executor:
        yield executor


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A cluster of two nodes."""
    cluster = Cluster()
    try:
        yield cluster
    finally:
        cluster.end()


@pytest.fixture(scope="session")
def connected(cluster: Cluster) -> Iterator[Executor]:
    """A connection to the cluster, with all its cores."""
    with closing(open_executor(f"ray://{cluster.address}", None)) as executor:
        yield executor


@pytest.fixture
def ray(cluster: Cluster, connected: Executor) -> Executor:
    """The cluster with both nodes alive."""
    cluster.heal()
    return connected
