"""The pages of docs/results have the words of the data files, and reruns of single tables can be merged into them."""

from __future__ import annotations

import shutil
from pathlib import Path

from scripts.merge_results import merge, rows_of, sections_of

RESULTS = Path(__file__).parents[2] / "docs" / "results"
NEW = """# Khan 2019

5 rows: 5 agree.

## Results

### khan2019/7.14a: An old title

7 games a match, seed 0, 1 s.

| what | the work | ours | 95 % interval | verdict |
| --- | ---: | ---: | --- | --- |
| optimal: wins | 58 % | 57.00 % | 50.00 to 60.00 | agrees |
"""


def copied(folder: Path) -> Path:
    shutil.copytree(RESULTS, folder, ignore=shutil.ignore_patterns("saved", "*.svg"))
    return folder


def test_the_pages_have_the_words_of_the_data_files(tmp_path: Path) -> None:
    merged = copied(tmp_path / "merged")
    merge(merged)
    for page in merged.glob("*.md"):
        written = (RESULTS / page.name).read_text(encoding="utf-8")
        assert page.read_text(encoding="utf-8") == written, f"{page.name}: python -m scripts.merge_results docs/results"


def test_a_rerun_replaces_its_table_and_nothing_else(tmp_path: Path) -> None:
    merged, new = copied(tmp_path / "merged"), tmp_path / "new"
    new.mkdir()
    (new / "khan2019.md").write_text(NEW, encoding="utf-8")
    (new / "khan2019-7.14a.svg").write_text("<svg/>", encoding="utf-8")
    before = sections_of((merged / "khan2019.md").read_text(encoding="utf-8"))
    merge(merged, new)
    page = (merged / "khan2019.md").read_text(encoding="utf-8")
    after = sections_of(page)
    assert list(after) == list(before)
    assert [name for name in after if after[name] != before[name]] == ["khan2019/7.14a"]
    assert rows_of(after["khan2019/7.14a"]) == {"optimal: wins": ["58 %", "57.00 %", "50.00 to 60.00", "agrees"]}
    assert "An old title" not in page
    assert "7 games a match" in page
    assert (merged / "khan2019-7.14a.svg").read_text(encoding="utf-8") == "<svg/>"


def test_counts_and_main_results_follow_the_tables(tmp_path: Path) -> None:
    merged, new = copied(tmp_path / "merged"), tmp_path / "new"
    new.mkdir()
    front = (merged / "README.md").read_text(encoding="utf-8")
    (new / "khan2019.md").write_text(NEW.replace("57.00 %", "56.78 %"), encoding="utf-8")
    merge(merged, new)
    after = (merged / "README.md").read_text(encoding="utf-8")
    assert after != front
    pages = [page.read_text(encoding="utf-8") for page in merged.glob("*[0-9].md")]  # those of the works
    rows = sum(len(rows_of(section)) for page in pages for section in sections_of(page).values())
    assert f"\n{rows} rows: " in after
