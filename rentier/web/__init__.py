"""The web server: it stores every game in a database and serves the page to play on."""
