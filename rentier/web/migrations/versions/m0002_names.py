"""Rename the table `looks` to `decision_reviews`, and the setting `pace` to `delay`."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

GAMES = sa.table("games", sa.column("id", sa.String), sa.column("settings", sa.JSON))


def upgrade() -> None:
    """Apply the new names."""
    op.rename_table("looks", "decision_reviews")
    _rename_setting("pace", "delay")


def downgrade() -> None:
    """Restore the old names."""
    _rename_setting("delay", "pace")
    op.rename_table("decision_reviews", "looks")


def _rename_setting(old: str, new: str) -> None:
    connection = op.get_bind()
    for game, settings in connection.execute(sa.select(GAMES.c.id, GAMES.c.settings)).all():
        renamed = {new if name == old else name: value for name, value in settings.items()}
        connection.execute(sa.update(GAMES).where(GAMES.c.id == game).values(settings=renamed))
