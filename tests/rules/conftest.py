"""Every action that a test of a rule carries out is audited too."""

from __future__ import annotations

import pytest

from rentier.game.words import Action
from rentier.game_api import Game
from tests.conformance.ledger import check_books


@pytest.fixture(autouse=True)
def _audited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the auditor follow every game."""
    apply = Game.apply

    def apply_and_audit(game: Game, action: Action | str) -> None:
        before = game.copy()
        apply(game, action)
        check_books(before, game, Action(*before._understand(action)), game.events)

    monkeypatch.setattr(Game, "apply", apply_and_audit)
