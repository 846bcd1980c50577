"""numbers of sheets never given twice"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    # SQLite gives the number of a deleted sheet to the next one, unless it is told not to.
    if op.get_bind().dialect.name == "sqlite":
        with op.batch_alter_table("character", copy_from=_character(), recreate="always"):
            pass


def _character():
    text = sqlmodel.sql.sqltypes.AutoString
    return sa.Table(
        "character",
        sa.MetaData(),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("series", text(length=40), nullable=False),
        sa.Column("edit_hash", text(length=64), nullable=False),
        sa.Column("read_hash", text(length=64), nullable=False),
        sa.Column("read_counter", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("fresh", sa.Integer(), nullable=False),
        sa.CheckConstraint("seq >= 0 AND fresh >= 1"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("edit_hash"),
        sa.UniqueConstraint("read_hash"),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    pass
