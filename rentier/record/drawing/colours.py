"""The colours of the drawing."""

PAPER, TABLE, LINES, INK, FAINT = "#fdfbf4", "#e3ece3", "#4a5a55", "#1f2a28", "#66736f"
GREYED, HATCH, HIGHLIGHT = "#ebeae6", "#d3d1ca", "#fff1c2"
HOUSE, HOTEL = "#15803d", "#c81e1e"
SEATS = ("#0067a5", "#c44601", "#00795c", "#a8327d", "#e0a100", "#56b4e9", "#5b4b9a", "#3c3c3c")
DARK_ON = frozenset({4, 5})  # seats whose colour takes dark figures
