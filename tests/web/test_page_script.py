"""The modules of the page as one script, run by Node.js: it does what the modules do one by one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from rentier.web.page_script import bundled, in_order

MODULES = {
    "main.js": """/** The first to be named, and the last to run. */

import { count, Counter as Tally } from "./parts/count.js";
import {
  first,
  second,
} from "./names.js";
import "./parts/shout.js";

console.log(first, second, new Tally().next(), count(), $last());
function $last() {
  return "import and export are words too";
}
""",
    "names.js": """import { count } from "./parts/count.js";

export const first = `${count()}
 export of a line`;
export const second = "later";
""",
    "parts/count.js": """let counted = 0; // one for all who import it

export function count() {
  counted += 1;
  return counted;
}

export class Counter {
  next() {
    return count();
  }
}
""",
    "parts/shout.js": """import { second } from "../names.js";

console.log(second.toUpperCase());
""",
}


def run(script: Path) -> str:
    """Run a module with Node.js, and return what it prints."""
    return subprocess.run(["node", script], capture_output=True, text=True, check=True).stdout


def test_a_script_does_what_its_modules_do(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name, source in MODULES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
    alone = tmp_path / "alone" / "script.mjs"
    alone.parent.mkdir()
    alone.write_text(bundled(tmp_path / "main.js"))
    assert run(alone) == run(tmp_path / "main.js") != ""
    order = [path.relative_to(tmp_path).as_posix() for path in in_order(tmp_path / "main.js")]
    assert order == ["parts/count.js", "names.js", "parts/shout.js", "main.js"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('import { a } from "./other.js";\n', "imports itself"),
        ("export default 1;\n", "cannot put 'export default 1;'"),
        ('import other from "./other.js";\n', "cannot put 'import other"),
    ],
)
def test_a_module_that_does_not_fit_is_refused(tmp_path: Path, source: str, why: str) -> None:
    (tmp_path / "main.js").write_text(source)
    (tmp_path / "other.js").write_text('import { b } from "./main.js";\nexport const a = 1;\n')
    with pytest.raises(ValueError, match=why):
        bundled(tmp_path / "main.js")
