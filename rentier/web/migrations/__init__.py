"""Migrations to the tables of `schema`; each file in `versions` is one step."""
