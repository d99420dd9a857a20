"""The referee: a fair judge for programs that do not trust each other, each in a process of its own, in any language."""
