"""The first tables: games, their seats and decisions, users' rules and reviews."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("overrides", sa.JSON, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("key", sa.String(16), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("host_hash", sa.String(64), nullable=False),
        sa.Column("host_seat", sa.Integer, nullable=True),
        sa.Column("watch", sa.String(40), nullable=False),
        sa.Column("source", sa.String(20), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("winners", sa.JSON, nullable=True),
        sa.Column("rounds", sa.Integer, nullable=True),
        sa.Column("ended", sa.Float, nullable=True),
        sa.Column("rematch_of", sa.String(20), nullable=True),
        sa.UniqueConstraint("rematch_of", name="one_rematch"),
    )
    op.create_index("games_by_end", "games", ["over", "public", "created"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=True),
        sa.Column("token_hash", sa.String(64), nullable=True),
        sa.Column("invite", sa.String(40), nullable=True),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("mind", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "decisions",
        sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("by", sa.String(10), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("next", sa.Integer, nullable=True),
    )
    op.create_table(
        "rule_files",
        sa.Column("rules", sa.String(80), primary_key=True),
        sa.Column("file", sa.String(80), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(20), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("rollouts", sa.Integer, nullable=False),
        sa.Column("verdict", sa.JSON, nullable=True),
        sa.Column("error", sa.Text, nullable=True),
    )
    op.create_table(
        "looks",
        sa.Column("game", sa.String(20), sa.ForeignKey("reviews.game", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("chances", sa.JSON, nullable=False),
        sa.Column("found", sa.JSON, nullable=True),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("looks", "reviews", "rule_files", "decisions", "seats", "games"):
        op.drop_table(name)
