"""The referee: a fair judge for programs that do not trust each other, written in any language, each in its own process."""
