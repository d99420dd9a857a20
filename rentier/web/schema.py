"""The tables of the database. They must match what the migrations create."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("created", Float, nullable=False),
    Column("rules", Text, nullable=False),
    Column("overrides", JSON, nullable=False),
    Column("players", Integer, nullable=False),
    Column("key", String(16), nullable=False),  # hex
    Column("position", Text, nullable=False),  # starting position; empty: the normal start
    Column("settings", JSON, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("host_hash", String(64), nullable=False),
    Column("host_seat", Integer, nullable=True),  # seat of the host, if any
    Column("watch", String(40), nullable=False),
    Column("source", String(20), nullable=False),  # played, imported or played-on
    Column("over", Boolean, nullable=False),
    Column("winners", JSON, nullable=True),
    Column("rounds", Integer, nullable=True),
    Column("ended", Float, nullable=True),
    Column("rematch_of", String(20), nullable=True),
    UniqueConstraint("rematch_of", name="one_rematch"),
    Index("games_by_end", "over", "public", "created"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(20), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # person or agent
    Column("name", Text, nullable=False),
    Column("agent", Text, nullable=True),
    Column("token_hash", String(64), nullable=True),
    Column("invite", String(40), nullable=True),  # until the seat is taken
    Column("bot", Boolean, nullable=False),  # a bot is playing for the person
    Column("mind", LargeBinary, nullable=False),  # memory of the agent or the bot
)

decisions = Table(
    "decisions",
    metadata,
    Column("game", String(20), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("by", String(10), nullable=False),  # person, agent, bot or table
    Column("action", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("at", Float, nullable=False),
    Column("next", Integer, nullable=True),  # the next seat to decide
)

rule_files = Table(
    "rule_files",
    metadata,
    Column("rules", String(80), primary_key=True),
    Column("file", String(80), primary_key=True),
    Column("text", Text, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game", String(20), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("created", Float, nullable=False),
    Column("rollouts", Integer, nullable=False),
    Column("verdict", JSON, nullable=True),  # once the review is done
    Column("error", Text, nullable=True),  # why the review failed
    Column("judge", String(80), nullable=True),  # who plays on, and when games are cut; older reviews do not say
)

decision_reviews = Table(
    "decision_reviews",
    metadata,
    Column("game", String(20), ForeignKey("reviews.game", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the decision, from 1
    Column("chances", JSON, nullable=False),  # win probability of each seat before the decision
    Column("found", JSON, nullable=True),  # the review of the decision, added later
)
