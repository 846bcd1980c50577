"""which sheets lie on which table"""

import sqlalchemy as sa
import sqlmodel
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "membership",
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("read_hash", sqlmodel.sql.sqltypes.AutoString(length=64), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["character.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("n"),
        sa.UniqueConstraint("table_id", "read_hash"),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.create_index("membership_read", ["read_hash"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.drop_index("membership_read")
    op.drop_table("membership")
