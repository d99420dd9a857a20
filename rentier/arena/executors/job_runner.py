"""Where a process that works for another does its work: it keeps the worker of the job it had last."""

from __future__ import annotations

import pickle
import traceback
from typing import Any

from rentier.arena.executors.protocol import Worker
from rentier.errors import RentierError


class JobRunner:
    """One worker at a time, of the job with that key."""

    def __init__(self) -> None:
        self.key = self.stopped = ""
        self.worker: Worker[Any, Any] | None = None

    def do(self, key: str, job: bytes, work: Any) -> tuple[Any, Exception | None]:
        """What comes of a piece of work, or the error: a user's mistake as it is, another with all that is known of it."""
        try:
            if self.worker is None or self.key != key:
                self.worker, self.key = pickle.loads(job).worker(), key
            if self.stopped == key:  # before there was a worker to be told
                return None, None
            return self.worker.do(work), None
        except RentierError as error:
            return None, RentierError(str(error))
        except Exception:
            return None, RuntimeError(f"a worker failed\n{traceback.format_exc()}")

    def stop(self, key: str) -> None:
        """Stop the worker of a job, or who would be."""
        self.stopped = key
        if self.worker is not None and self.key == key:
            self.worker.stop()
