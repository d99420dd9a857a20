"""How the docs become a site; `sh scripts/docs` builds it.

Pages are sought from the project's root, so that the README, CONTRIBUTING and the timings are pages of the site too, and a link
from file to file leads to the same in the site.
"""

project = "Rentier"
author = "The Rentier authors"
copyright = author

extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["docs/**", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "benchmarks/README.md"]
exclude_patterns = [".*", "build", "dist"]
nitpicky = True
smartquotes = False  # `--games` outside of code keeps its two hyphens

myst_heading_anchors = 4  # a heading is linked to by its words: rules.md#the-course-of-a-turn
myst_html_meta = {"description": "Rentier: a fast Monopoly simulator with strong AI players"}

html_theme = "furo"
html_title = "Rentier"
html_favicon = "site/favicon.svg"
html_extra_path = ["site/index.html"]
html_copy_source = False
html_use_index = False  # nothing is indexed by a name: pages are found by the table of contents and by searching
