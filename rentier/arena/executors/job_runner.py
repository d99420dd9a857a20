"""The job runner of a worker process: it does pieces of work for another process and keeps the worker of the latest job."""

from __future__ import annotations

import pickle
import traceback
from typing import Any

from rentier.arena.executors.protocol import Worker
from rentier.errors import RentierError


class JobRunner:
    """Runs pieces of work, with one worker at a time: that of the job with the current key."""

    def __init__(self) -> None:
        self.key = self.stopped = ""
        self.worker: Worker[Any, Any] | None = None

    def do(self, key: str, job: bytes, work: Any) -> tuple[Any, Exception | None]:
        """Run a job; return its result or its error: a `RentierError` as it is, other exceptions with their traceback."""
        try:
            if self.worker is None or self.key != key:
                self.worker, self.key = pickle.loads(job).worker(), key
            if self.stopped == key:  # the job was stopped before it had a worker
                return None, None
            return self.worker.do(work), None
        except RentierError as error:
            return None, RentierError(str(error))
        except Exception:
            return None, RuntimeError(f"a worker failed\n{traceback.format_exc()}")

    def stop(self, key: str) -> None:
        """Stop the worker of a job, even if it has not been created yet."""
        self.stopped = key
        if self.worker is not None and self.key == key:
            self.worker.stop()
