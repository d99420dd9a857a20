"""Animated parts: written in their final state, with keyframes for the earlier ones."""

from __future__ import annotations

from rentier.record.drawing.layout import Area
from rentier.record.drawing.motion import Motion, Spot, changes, eased


def test_only_changes_are_kept() -> None:
    assert changes([(0, "a"), (1, "a"), (2, "b"), (3, "b"), (4, "a")]) == [(0, "a"), (2, "b"), (4, "a")]


def test_a_change_takes_its_time_unless_the_next_follows_sooner() -> None:
    assert eased([(0, 1), (4, 2), (5, 3)], 2) == [(0, 1), (4, 1), (5, 2), (5, 2), (7, 3)]


def test_what_never_changes_has_no_keyframes() -> None:
    motion = Motion(10)
    assert motion.fade("x", [(0, 1.0)]) == "x"
    assert motion.glide("x", [(0, Spot(1, 2))]) == '<g transform="translate(1 2)">x</g>'
    assert "@keyframes" not in motion.style_sheet()


def test_a_part_glides_and_is_written_where_it_ends() -> None:
    motion = Motion(10)
    drawn = motion.glide("x", [(0, Spot(0, 0)), (2, Spot(0, 0)), (4, Spot(5, 6, 0.5))])
    assert drawn == '<g class="m0" transform="translate(5 6) scale(0.5)">x</g>'
    sheet = motion.style_sheet()
    assert "@keyframes m0{0%,20%{transform:translate(0px,0px)}40%{transform:translate(5px,6px) scale(0.5)}}" in sheet
    assert ".m0{animation:m0 10s linear infinite}" in sheet


def test_parts_that_move_alike_share_their_keyframes() -> None:
    motion = Motion(10)
    parts = [motion.fade("x", [(0, 0.0), (5, 1.0)]) for _ in range(3)]
    assert parts == ['<g class="m0">x</g>'] * 3
    assert motion.style_sheet().count("@keyframes") == 1


def test_a_strip_draws_every_value_once() -> None:
    motion = Motion(10)
    drawn = motion.strip([(0, "a"), (3, "b"), (6, "a")], Area(7, 8, 20, 10), lambda value, area: f"{value}{area.y:g} ")
    assert drawn == '<svg x="7" y="8" width="20" height="10"><g class="m0" transform="translate(0 0)">a0 b10 </g></svg>'
    assert "30%{transform:translate(0px,-10px)}60%{transform:translate(0px,0px)}" in motion.style_sheet()


def test_values_are_swapped_and_empty_ones_draw_nothing() -> None:
    motion = Motion(10)
    drawn = motion.exchange([(0, 0), (3, 1), (6, 2)], lambda value: "x" * value)
    assert drawn == '<g class="m0" opacity="0">x</g><g class="m1">xx</g>'
