"""The page to play on: a server that keeps every game in a database, and the page that it serves."""
