"""The log of the server: errors and warnings, a limited number a minute, so that no flood of requests fills the disk."""

from __future__ import annotations

import logging
from typing import Any

from rentier.web.rates import RateLimit

MOST_LINES = 20  # a minute


class FewLines(logging.Filter):
    """Leaves out what is too much; the next line that is logged says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._rate = RateLimit(MOST_LINES, 60)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is logged."""
        if not self._rate.allows():
            self._left_out += 1
            return False
        if self._left_out:
            record.msg, record.args = f"{record.getMessage()} ({self._left_out} lines before this one were left out)", None
            self._left_out = 0
        return True


def log_config() -> dict[str, Any]:
    """Return the configuration of the log."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"few": {"()": FewLines}},
        "formatters": {"plain": {"format": "%(levelname)s: %(message)s"}},
        "handlers": {
            "errors": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stderr",
                "formatter": "plain",
                "filters": ["few"],
            }
        },
        "loggers": {
            "uvicorn": {"handlers": ["errors"], "level": "WARNING", "propagate": False},
            "asyncio": {"handlers": ["errors"]},
            "rentier": {"handlers": ["errors"]},
        },
    }
