"""Run by Alembic: runs the migrations on the connection that `database.migrate` passes in."""

from __future__ import annotations

from alembic import context

from rentier.web.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
