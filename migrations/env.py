"""Alembic's entry: the app's own tables, on the connection it was given or on the app's database."""

from alembic import context
from sqlalchemy import Connection, create_engine
from sqlmodel import SQLModel

import app.store.tables  # noqa: F401  the tables register themselves
from app.config import settings
from app.store.engine import address


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=SQLModel.metadata,
        render_as_batch=True,
        transactional_ddl=True,  # on SQLite too: the app begins its own transactions
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:  # the alembic command: to write the next version
    with create_engine(address(settings().database_url)).connect() as connection:
        migrate(connection)
