"""The steps that build the database, run by alembic."""
