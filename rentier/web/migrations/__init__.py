"""How the database came to have the tables of `schema`, one step a file in `versions`."""
