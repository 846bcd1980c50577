"""Alembic's entry: the app's own tables, on the address it was given or the app's."""

from alembic import context
from sqlalchemy import create_engine
from sqlmodel import SQLModel

import app.store.tables  # noqa: F401  the tables register themselves
from app.config import settings

url = context.config.get_main_option("sqlalchemy.url") or settings().database_url
engine = create_engine(url)
with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
engine.dispose()
