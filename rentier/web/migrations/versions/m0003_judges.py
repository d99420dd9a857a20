"""Who judges the decisions of a review; unknown for reviews that were begun before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("reviews", sa.Column("judge", sa.String(80), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("reviews", "judge")
