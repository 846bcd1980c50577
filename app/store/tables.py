"""The tables, generic over series: a row a box, and the journal."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Column, DateTime, Dialect, Index, UniqueConstraint
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


def _owner() -> Any:  # noqa: ANN401  Field() is typed Any
    return Field(primary_key=True, foreign_key="character.id", ondelete="CASCADE")


class Moment(TypeDecorator[datetime]):
    """A time with its zone: SQLite forgets it, and PostgreSQL gives its own."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """In UTC, as it was written."""
        if value is None:
            return None
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)


class Character(SQLModel, table=True):
    """A sheet, with hashes of its two keys. `seq` counts journal entries, `fresh` the numbers given."""

    # Autoincrement: the number of a deleted sheet is never given to another.
    __table_args__ = (CheckConstraint("seq >= 0 AND fresh >= 1"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, primary_key=True)
    series: str = Field(max_length=40)
    edit_hash: str = Field(max_length=64, unique=True)
    read_hash: str = Field(max_length=64, unique=True)
    read_counter: int = 0
    created_at: datetime = Field(sa_column=Column(Moment, nullable=False))
    seq: int = 0
    fresh: int = 1


class HeroFact(SQLModel, table=True):
    __tablename__ = "hero"

    character_id: int = _owner()
    key: str = Field(primary_key=True, max_length=40)
    text: str | None = Field(default=None, max_length=60)
    number: int | None = None


class ScoreRow(SQLModel, table=True):
    __tablename__ = "score"

    character_id: int = _owner()
    holder: str = Field(primary_key=True, max_length=40)
    key: str = Field(primary_key=True, max_length=40)
    initial: int
    current: int


class ItemRow(SQLModel, table=True):
    __tablename__ = "item"
    __table_args__ = (CheckConstraint("n >= 1"),)

    character_id: int = _owner()
    n: int = Field(primary_key=True)
    kind: str = Field(max_length=20)
    name: str = Field(max_length=60)
    quantity: int
    in_use: bool
    note: str = Field(max_length=200)
    style: str = Field(max_length=20)
    paragraph: int | None = None


class EncounterRow(SQLModel, table=True):
    __tablename__ = "encounter"
    __table_args__ = (CheckConstraint("slot >= 1"),)

    character_id: int = _owner()
    slot: int = Field(primary_key=True)
    name: str = Field(max_length=60)
    state: str = Field(max_length=20)
    paragraph: int | None = None


class FightRow(SQLModel, table=True):
    __tablename__ = "fight"
    __table_args__ = (CheckConstraint("turn >= 1"),)

    character_id: int = _owner()
    n: int = Field(primary_key=True)
    manner: str = Field(max_length=20)
    turn: int
    modifier: int
    reason: str = Field(max_length=80)
    bare_hands: int


class OfferRow(SQLModel, table=True):
    __tablename__ = "offer"

    character_id: int = _owner()
    n: int = Field(primary_key=True)
    kind: str = Field(max_length=20)
    slot: int
    points: int


class NoteRow(SQLModel, table=True):
    __tablename__ = "note"

    character_id: int = _owner()
    n: int = Field(primary_key=True)
    text: str = Field(max_length=4000)
    paragraph: int | None = None


class JournalEntry(SQLModel, table=True):
    """One move. Nothing in it changes once written but `undone_by`, the stroke through an undone line."""

    __tablename__ = "journal_entry"
    __table_args__ = (
        CheckConstraint("seq >= 1"),
        Index("journal_once", "character_id", "once", unique=True),
        Index("journal_move", "character_id", "move", "seq"),
    )

    character_id: int = _owner()
    seq: int = Field(primary_key=True)
    at: datetime = Field(sa_column=Column(Moment, nullable=False))
    by: str = Field(default="", max_length=60)
    attempt: int
    move: str = Field(max_length=40)
    args: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    throws: list[Any] = Field(sa_column=Column(JSON, nullable=False))
    changes: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    names: dict[str, str] = Field(sa_column=Column(JSON, nullable=False))
    undoes: int | None = None
    undone_by: int | None = None
    knowledge: bool = False
    once: str | None = Field(default=None, max_length=64)


class Membership(SQLModel, table=True):
    """A sheet on a table, by the hash of its read-only key: renewed, that key is found no more.

    `n` is never given twice, so that what is tied to it is never tied to another sheet.
    """

    __table_args__ = (
        UniqueConstraint("table_id", "read_hash"),
        Index("membership_read", "read_hash"),
        {"sqlite_autoincrement": True},
    )

    n: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="character.id", ondelete="CASCADE")
    read_hash: str = Field(max_length=64)
    added_at: datetime = Field(sa_column=Column(Moment, nullable=False))
