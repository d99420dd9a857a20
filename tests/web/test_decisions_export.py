"""The export of people's decisions: a game is played on a real server, exported, read back and replayed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from rentier.cli import main
from rentier.game_api import Game
from rentier.web.store import PERSON
from tests.web.conftest import Start


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return the exit code of a command and what it prints."""
    with pytest.raises(SystemExit) as ended:
        main(["decisions", "export", *words])
    return int(ended.value.code or 0), *capsys.readouterr()


@pytest.fixture
def played(start: Start, tmp_path: Path) -> dict[str, Any]:
    """A finished game of a person and two agents, beside one in progress: record, standings, database."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    server = start(database=database)
    server.make(["Eve", "bot"])
    made = server.make(["Adelheid", "bot", "aggressive"], switches={"round_cap": 4, "cap": "worth"})
    chance = random.Random(1)
    with server.join(made) as ada:
        over = None
        while not over:
            if ada.question is None:
                over = ada.next().get("over")
            else:
                over = ada.act(chance.choice(ada.question["choices"])["action"])["over"]
    record = server.get(f"/api/tables/{made['table']}/record", made["host"])
    made_by = [decision.by for decision in server.run(server.registry.store.find_decisions(made["table"]))]
    return {"table": made["table"], "record": record, "over": over, "database": database, "by": made_by}


@pytest.mark.slow
def test_decisions_of_people_come_back_as_they_were_made(
    played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "decisions.parquet"
    code, said, _ = run(capsys, "--database", played["database"], "--out", str(out))
    rows = pyarrow.parquet.read_table(out).to_pylist()
    assert code == 0
    assert said == f"{len(rows)} decisions of people in 1 games: {out}\n"
    ended = Game.replay(played["record"])
    own = [text for text, by in zip(ended.decisions, played["by"], strict=True) if by == PERSON]
    assert [f"{row['seat']}: {row['action']}" for row in rows] == own
    assert all(text.startswith("0: ") for text in own)
    for row in rows:
        before = Game.replay(played["record"], before=row["number"])
        assert row["game"] == played["table"]
        assert row["position"] == before.position()
        assert (row["round"], row["turn"], row["decision"]) == (before.round, before.turn, before.decision)
        assert row["choices"] == [before.text(action) for action in before.legal_actions()]
        assert Game.from_position(row["position"]).is_legal(row["action"])
        assert (row["opponents"], row["switches"]) == (["bot", "aggressive"], "cap=worth,round_cap=4")
        assert row["seconds"] >= 0
    (mine,) = (standing for standing in played["over"]["standings"] if standing["seat"] == 0)
    assert {(row["rank"], row["won"]) for row in rows} == {(mine["rank"], 0 in played["over"]["winners"])}


@pytest.mark.slow
def test_no_name_of_a_person_is_in_the_file(played: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "decisions.parquet"
    run(capsys, "--database", played["database"], "--out", str(out))
    assert "Adelheid" not in str(pyarrow.parquet.read_table(out).to_pylist())


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["--database", "nonsense"], "database: 'nonsense' should be a URL such as sqlite:///"),
        (["--database", "sqlite:///{folder}/none.sqlite"], "database: there is no file {folder}/none.sqlite"),
        (["--database", "sqlite:///{folder}/empty.sqlite"], "nothing to export: the database has no finished game in which"),
        (["--database", "sqlite:///{folder}/junk.sqlite"], "the file is not an SQLite database"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(
    words: list[str], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.sqlite").touch()
    (tmp_path / "junk.sqlite").write_bytes(bytes(range(256)) * 8)
    out = tmp_path / "decisions.parquet"
    code, _, error = run(capsys, *(word.format(folder=tmp_path) for word in words), "--out", str(out))
    assert code == 2
    assert wrong.format(folder=tmp_path) in error
    assert len(error.splitlines()) == 1
    assert not out.exists()


def test_a_file_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys)[::2] == (2, "rentier: --out: missing; give the name of the file to write, such as decisions.parquet\n")
