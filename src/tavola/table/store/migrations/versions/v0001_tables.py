"""Tables, seats and their owners, lines, drafts, settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the step. Written out, so that a later change of the schema does not change this step."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(32), nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("opener", sa.String(64), nullable=True),
        sa.Column("chosen", sa.Integer, nullable=True),
        sa.Column("previous", sa.String(32), nullable=True),
        sa.Column("record", sa.Text, nullable=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("turn", sa.Integer, nullable=True),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Index("tables_by_status", "status", "listed", "changed_at"),
        sa.Index("tables_by_opener", "opener", "status"),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=True),
        sa.Column("bot", sa.String(40), nullable=True),
        sa.Column("secret", sa.String(64), nullable=True),
    )
    op.create_table(
        "owners",
        sa.Column("table_id", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.ForeignKeyConstraint(["table_id", "seat"], ["seats.table_id", "seats.seat"]),
        sa.Index("owners_by_player", "player"),
    )
    op.create_table(
        "lines",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("rev", sa.Integer, nullable=False),
        sa.Column("steps", sa.Text, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
