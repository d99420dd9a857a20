"""Long work beside the event loop."""

from __future__ import annotations

import pytest

from rentier.web import gently as module
from rentier.web.gently import REST_SECONDS, WORK_SECONDS, gently


def test_long_work_rests_most_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, rests = 0.0, []
    monkeypatch.setattr(module.time, "perf_counter", lambda: now)
    monkeypatch.setattr(module.time, "sleep", rests.append)
    seen = []
    for item in gently(range(1000)):
        now += WORK_SECONDS / 10
        seen.append(item)
    assert seen == [*range(1000)]
    assert sum(rests) > now
    assert set(rests) == {REST_SECONDS}


def test_short_work_does_not_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.time, "perf_counter", lambda: 0.0)
    monkeypatch.setattr(module.time, "sleep", lambda _: pytest.fail("it rests"))
    assert list(gently("abc")) == ["a", "b", "c"]
