"""The seed of a match: secret before, checked after, and no clue from one game to another."""

from __future__ import annotations

import hashlib
import io
import os
import sys
from pathlib import Path

import pytest

from rentier import RentierError
from rentier.referee.seed import MOST_SEED, draw_seed, luck_seed, own_seed, read_seed_file, seed_digest


def test_a_drawn_seed_is_large_and_new() -> None:
    seeds = {draw_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert max(seeds) > 1 << 96
    assert max(seeds) <= MOST_SEED


def test_the_digest_is_that_of_the_digits() -> None:
    assert seed_digest(12345) == hashlib.sha256(b"12345").hexdigest()


def test_the_luck_of_a_game_can_be_checked_in_a_shell() -> None:
    """By the command of docs/referee.md: `printf '%s luck 12' SEED | sha256sum | cut -c1-16`."""
    assert luck_seed(12345, 12) == int(hashlib.sha256(b"12345 luck 12").hexdigest()[:16], 16)


def test_luck_and_own_seeds_differ_and_fit() -> None:
    luck = {luck_seed(seed, number) for seed in range(9) for number in range(9)}
    own = {own_seed(seed, number, agent) for seed in range(9) for number in range(9) for agent in range(2)}
    assert (len(luck), len(own)) == (81, 162)
    assert max(luck) < 1 << 64
    assert max(own) < 1 << 53, "exact in JavaScript"
    assert not {seed >> 11 for seed in luck} & own


def test_a_seed_comes_from_a_file_or_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "seed").write_text(f"  {MOST_SEED}\n")
    assert read_seed_file(str(tmp_path / "seed")) == MOST_SEED
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"17\n")))
    assert read_seed_file("-") == 17


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"-1", b"1.5", b"0x10", b"1 2", b"\xff", "\u0663".encode(), b"9" * 39, b"1" * 10_000, b"1" + b" " * 200],
)
def test_a_wrong_seed_file_is_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "seed").write_bytes(content)
    with pytest.raises(RentierError, match=r"--seed-file: .*seed: should have one whole number from 0 to") as raised:
        read_seed_file(str(tmp_path / "seed"))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "reason"), [("none", "No such file"), (".", "Is a directory"), (os.devnull, "one whole number")]
)
def test_what_is_not_a_seed_file_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, reason: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RentierError, match=reason):
        read_seed_file(name)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="it is a file of Unix")
def test_a_seed_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(RentierError, match="one whole number"):
        read_seed_file("/dev/zero")
