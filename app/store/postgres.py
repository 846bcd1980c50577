"""PostgreSQL: how it is opened."""

from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

NAMES = ("postgresql", "postgres")
DRIVER = "postgresql+psycopg"
CONNECTIONS = 10
"""A process's own, besides the one that listens."""

IN_USE = 70_1983
"""The advisory lock that every serving process shares: an upgrade asks by it whether others are at work."""

SETTINGS = (
    "lock_timeout = '10s'",
    "idle_in_transaction_session_timeout = '60s'",  # a process that froze must not hold a sheet for ever
    "timezone = 'UTC'",
)


def open_engine(url: URL) -> Engine:
    """An engine that tries its connections before it trusts them: the server may have been restarted."""
    engine = create_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_timeout=10,
        connect_args={"connect_timeout": 5},
    )

    @event.listens_for(engine, "connect")
    def tune(connection: Any, _: ConnectionPoolEntry) -> None:  # noqa: ANN401  the driver's own
        connection.execute("; ".join(f"SET {setting}" for setting in SETTINGS))
        connection.commit()

    return engine
