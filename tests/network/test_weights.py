"""The file of a network: written whole, read back unchanged, and refused in one line if it is cut off, foreign or unfit."""

from __future__ import annotations

import errno
import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rentier.agents.numbers import DATA
from rentier.agents.seating import seat_minds
from rentier.agents.specs import parse_agent
from rentier.box import Box, load_box
from rentier.errors import RentierError
from rentier.layout import new
from rentier.network.layers import NetworkRecord
from rentier.network.shape import ACTIVATIONS, ANSWERS, MOST_INPUTS, SEATS, Answers, count_inputs, read_features
from rentier.network.weights import FORMAT, Network, board_digest

UK = load_box("berry2013")
VILLAGE = Path(__file__).parents[2] / "docs" / "village" / "preset.toml"


@pytest.fixture
def network() -> Network:
    """A small network of the British board with an entry about its training."""
    made = Network.new(UK, "berry", (5, 3), "relu", 7)
    return Network(made.features, made.inputs, made.hidden, made.activation, made.board, made.weights, {"rules": "berry2013"})


@pytest.fixture
def file(tmp_path: Path, network: Network) -> Path:
    """Its file."""
    path = tmp_path / "mine.npz"
    network.write(path)
    return path


def refusal(path: Path) -> str:
    """Return why a file is refused: one line that begins with its name."""
    with pytest.raises(RentierError) as refused:
        Network.read(path)
    text = str(refused.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text.removeprefix(f"{path}: ")


def rewrite(path: Path, weights: Any = None, **changes: Any) -> None:
    """Change entries of a file; None leaves a key out."""
    with np.load(path) as archive:
        about = json.loads(str(archive["about"]))
        saved = archive["weights"]
    about = {key: value for key, value in {**about, **changes}.items() if value is not None}
    np.savez_compressed(path, weights=saved if weights is None else weights, about=np.array(json.dumps(about)))


# writing and reading


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("hidden", [(4,), (5, 3), (2, 3, 4)])
def test_it_is_read_as_it_was_written(tmp_path: Path, hidden: tuple[int, ...], activation: str) -> None:
    made = Network.new(UK, "berry+sets", hidden, activation, 1)
    saved = Network("berry+sets", made.inputs, hidden, activation, made.board, made.weights, {"rules": "é", "games": [1, 2]})
    saved.write(tmp_path / "a.npz")
    read = Network.read(tmp_path / "a.npz")
    assert read == saved
    assert read.weights.tobytes() == saved.weights.tobytes()
    assert read.trained == saved.trained
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


def test_a_new_network_is_the_same_for_the_same_seed() -> None:
    first, again, other = (Network.new(UK, "rentier", (6,), "sigmoid", seed) for seed in (1, 1, 2))
    assert first.weights.tobytes() == again.weights.tobytes()
    assert first.weights.tobytes() != other.weights.tobytes()
    assert first.inputs == count_inputs(UK.record, read_features("rentier"))
    assert len(first.weights) == (first.inputs + 1) * 6 + 7
    assert not first.weights[:6].any()  # biases
    assert np.isfinite(first.weights).all()


def test_compiled_code_is_told_all_of_it(network: Network) -> None:
    record = new(NetworkRecord)
    network.fill(record)
    assert (record.inputs, record.layers, record.nodes.tolist()) == (243, 2, [5, 3, 0])
    assert (record.number, record.weights) == (len(network.weights), network.weights.ctypes.data)
    assert ACTIVATIONS[record.activation] == "relu"
    assert record.features == read_features("berry")


def test_a_full_disk_leaves_the_old_file(file: Path, network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def fill_up(draft: Any, **_arrays: Any) -> None:
        draft.write(before[:40])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", fill_up)
    with pytest.raises(OSError, match="No space left"):
        network.write(file)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


# files that are not weights


def test_every_way_to_cut_it_short(file: Path) -> None:
    whole = file.read_bytes()
    for length in (0, 1, 2, 4, 29, 30, 31, 60, len(whole) // 3, len(whole) // 2, *range(len(whole) - 130, len(whole))):
        file.write_bytes(whole[:length])
        assert refusal(file).endswith("should be a network of `rentier td`, `rentier q` or `rentier train`")
    assert "cut short or damaged" in refusal(file)


@pytest.mark.slow
def test_every_damaged_byte_is_noticed_or_does_no_harm(file: Path, network: Network) -> None:
    """Any damage is reported in one line; what can still be read is what was written."""
    whole = file.read_bytes()
    step = max(1, len(whole) // 1500)
    for place in [*range(0, 200, 1), *range(200, len(whole) - 300, step), *range(len(whole) - 300, len(whole))]:
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        file.write_bytes(damaged)
        try:
            read = Network.read(file)
        except RentierError:
            refusal(file)
        else:
            assert read.weights.tobytes() == network.weights.tobytes(), place


def array_file(path: Path) -> None:
    np.save(path.with_suffix(".npy"), np.zeros(3))
    path.with_suffix(".npy").rename(path)


def other_archive(path: Path) -> None:
    np.savez(path, numbers=np.zeros(3))


def foreign_about(path: Path) -> None:
    np.savez(path, weights=np.zeros(3, np.float32), about=np.zeros(3))


def archive_with_objects(path: Path) -> None:
    np.savez(path, weights=np.zeros(3, np.float32), about=np.array({"format": FORMAT}))


def locked_archive(path: Path) -> None:
    np.savez(path, weights=np.zeros(3, np.float32), about=np.array("{}"))
    written = bytearray(path.read_bytes())
    for header, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = written.find(header)
        while place >= 0:
            written[place + flags] |= 1  # encrypted
            place = written.find(header, place + 1)
    path.write_bytes(written)


def plain_archive(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("weights.npy", "no array")
        archive.writestr("about.npy", "no array")


FOREIGN = {
    "nothing": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("rounds = 3\n"),
    "pickle": lambda path: path.write_bytes(pickle.dumps({"weights": [1.0]})),
    "one array": array_file,
    "another archive": other_archive,
    "numbers for words": foreign_about,
    "objects": archive_with_objects,
    "encrypted": locked_archive,
    "no arrays": plain_archive,
    "a folder": lambda path: path.mkdir(),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_files(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "foreign.npz"
    FOREIGN[kind](path)
    assert refusal(path).endswith("it should be a network of `rentier td`, `rentier q` or `rentier train`")


def test_a_missing_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.npz") == "there is no such file"


# files that do not fit


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": 2}, "was written in format 2, this program reads format 1"),
        ({"format": None}, "was written in format None"),
        ({"features_version": 99}, "sees version 99 of the features"),
        ({"features": "bery"}, "unknown features 'bery'; did you mean 'berry'"),
        ({"features": None}, "does not describe its network"),
        ({"activation": "tanh"}, "unknown activation 'tanh'; known: sigmoid, relu"),
        ({"hidden": []}, r"hidden layers \[\] should be 1 to 3"),
        ({"hidden": [5, 3, 1, 1]}, "hidden layers"),
        ({"hidden": [5000]}, r"hidden layers \[5000\] should be"),
        ({"hidden": [0]}, "hidden layers"),
        ({"hidden": 5}, "does not describe its network"),
        ({"hidden": ["five"]}, "does not describe its network"),
        ({"hidden": [float("inf")]}, "does not describe its network"),
        ({"hidden": [6, 3]}, r"its weights do not fit its layers \[6, 3\]"),
        ({"trained": 3}, "does not describe its network"),
        ({"board": None}, "does not describe its network"),
    ],
)
def test_what_it_says_must_fit(file: Path, changes: dict[str, Any], reason: str) -> None:
    rewrite(file, **changes)
    with pytest.raises(RentierError, match=reason):
        Network.read(file)
    refusal(file)


def test_what_it_says_must_be_a_table(file: Path) -> None:
    np.savez(file, weights=np.zeros(3, np.float32), about=np.array("[1, 2]"))
    assert refusal(file).startswith("was written in format None")


@pytest.mark.parametrize("wrong", ["short", "long", "flat", "number", "wide", "nan", "inf", "none"])
def test_its_weights_must_fit(file: Path, network: Network, wrong: str) -> None:
    weights = network.weights.copy()
    if wrong in ("nan", "inf"):
        weights[17] = float(wrong)
    changed = {
        "short": weights[:-1],
        "long": np.append(weights, np.float32(0)),
        "flat": weights.reshape(1, -1),
        "number": np.float32(1),
        "wide": weights.astype(float),
        "none": weights[:0],
    }.get(wrong, weights)
    rewrite(file, changed)
    assert refusal(file) == "its weights do not fit its layers [5, 3]"


# several outputs, several networks


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """The file of six networks with nine linear outputs each, as for phase4."""
    path = tmp_path / "several.npz"
    Network.new(UK, "coverage", (4,), "relu", 3, ANSWERS["decisions"]).write(path)
    return path


def test_several_networks_are_read_as_they_were_written(several: Path) -> None:
    made = Network.new(UK, "coverage", (4,), "relu", 3, ANSWERS["decisions"])
    read = Network.read(several)
    assert read == made
    assert read.weights.tobytes() == made.weights.tobytes()
    assert (read.networks, read.outputs, read.output, read.inputs) == (6, 9, "linear", 23)
    record = new(NetworkRecord)
    read.fill(record)
    assert (record.networks, record.outputs, record.linear, record.number) == (6, 9, 1, len(read.weights) // 6)
    assert len(read.weights) == 6 * (24 * 4 + 5 * 9)


def test_one_output_is_not_written_down(file: Path) -> None:
    """So earlier files look the same as today's."""
    with np.load(file) as archive:
        assert not {"outputs", "output", "networks"} & set(json.loads(str(archive["about"])))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"outputs": 0}, "outputs 0 should be a whole number from 1 to 64"),
        ({"outputs": True}, "outputs True should be a whole number from 1 to 64"),
        ({"outputs": 8}, "its weights do not fit its layers [4]"),
        ({"networks": 17}, "networks 17 should be a whole number from 1 to 16"),
        ({"networks": "6"}, "networks '6' should be a whole number from 1 to 16"),
        ({"networks": 4}, "its weights do not fit its layers [4]"),
        ({"output": "step"}, "unknown output 'step'"),
    ],
)
def test_what_is_wrong_with_its_outputs(several: Path, changes: dict[str, Any], reason: str) -> None:
    rewrite(several, **changes)
    assert refusal(several).startswith(reason)


def test_a_network_of_another_agent_is_refused(file: Path, several: Path, tmp_path: Path) -> None:
    groups = tmp_path / "groups.npz"
    Network.new(UK, "coverage", (4,), "relu", 3, ANSWERS["groups"]).write(groups)
    six, one, by_groups = "6 networks of 9 outputs, linear", "1 network of 1 output, sigmoid", "1 network of 21 outputs, linear"
    for spec, path, has, needs in (
        ("td", several, six, one),
        ("phase4", file, one, six),
        ("phase4", groups, by_groups, six),
        ("bailis-q", several, six, "1 network of outputs by groups, linear"),
    ):
        with pytest.raises(RentierError) as refused:
            parse_agent(f"{spec}:{path}")
        assert str(refused.value) == f"agent '{spec}:{path}': the file has {has}; this agent needs {needs}"
    assert parse_agent(f"phase4:{several}").network == Network.read(several)


def test_outputs_must_fit_the_groups_of_the_board(tmp_path: Path) -> None:
    """Otherwise compiled code would read outputs that do not exist."""
    path = tmp_path / "few.npz"
    made = Network.new(UK, "coverage", (4,), "relu", 3, Answers(1, 19, "linear"))
    made.write(path)
    assert spoken(f"bailis-q:{path}", UK, 2).endswith(
        "the file has 1 network of 19 outputs, linear; this agent needs 1 network of 21 outputs, linear"
    )


def test_networks_that_see_groups_alone_play_on_both_classic_boards(several: Path) -> None:
    seat_minds(load_box("us-classic"), [parse_agent(f"phase4:{several}")] * 2)
    assert "has other squares" in spoken(f"phase4:{several}", load_box("khan2019"), 2)


# boards and tables


def spoken(spec: str, box: Box, players: int) -> str:
    """Return why an agent cannot be seated."""
    with pytest.raises(RentierError) as refused:
        seat_minds(box, [parse_agent(spec)] * players)
    text = str(refused.value)
    assert "\n" not in text
    assert text.startswith(f"agent {parse_agent(spec).spec!r}: ")
    return text


def test_another_board_is_refused(file: Path) -> None:
    for spec in (f"td:{file}", "td"):
        text = spoken(spec, load_box("khan2019"), 2)
        assert "the board of 'khan2019' has other squares, prices or rents" in text
    assert "trained on berry2013" in spoken(f"td:{file}", load_box(VILLAGE), 2)


def test_other_rules_on_the_same_board_are_not(file: Path) -> None:
    for box in (load_box("uk-classic"), load_box("uk-classic", {"auction": "none", "dice": 1, "building_supply": "0/0"})):
        seat_minds(box, [parse_agent(f"td:{file}")] * 2)
    assert board_digest(UK) == board_digest(load_box("uk-classic")) != board_digest(load_box("us-classic"))


def test_more_seats_than_it_sees_are_refused(file: Path) -> None:
    assert spoken(f"td:{file}", UK, 7).endswith(f"a network sees {SEATS} seats at most, there are 7")
    seat_minds(UK, [parse_agent(f"td:{file}")] * SEATS)


def test_features_of_another_number_are_refused(file: Path) -> None:
    """Otherwise compiled code would write more inputs than the network has."""
    rewrite(file, features="rentier")
    assert spoken(f"td:{file}", UK, 2).endswith("the network has 243 inputs; its features 'rentier' are 305 on this board")


def test_an_agent_with_a_wrong_file_names_itself(file: Path) -> None:
    file.write_text("nothing")
    with pytest.raises(RentierError, match=rf"^agent 'td:{file}': {file}: it is not a weights file"):
        parse_agent(f"td:{file}")


def test_the_network_that_comes_with_the_program(tmp_path: Path) -> None:
    network = Network.read(DATA / "td.npz")
    network.check_fits(UK, 4)
    assert parse_agent("td").network == network


def test_a_board_with_more_than_it_may_see_is_refused(tmp_path: Path) -> None:
    """48 streets in 24 groups."""
    lines = ["schema = 1", 'name = "long"']
    for group in range(24):
        lines += ["[[groups]]", f'id = "g{group}"', f'name = "Group {group}"', 'colour = "#000000"', "house_cost = 10"]
    for square in range(48):
        lines += ["[[squares]]", f'name = "Street {square}"', 'kind = "street"', f'group = "g{square // 2}"', "price = 10"]
        lines += ["rents = [1, 2, 3, 4, 5, 6]"]
    (tmp_path / "board.toml").write_text("\n".join(lines))
    (tmp_path / "rules.toml").write_text('name = "long"\nversion = 1\nboard = "board.toml"\n')
    box = load_box(tmp_path / "rules.toml")
    with pytest.raises(RentierError, match=f"'berry.*has 1158 inputs on the board of long, {MOST_INPUTS} at most"):
        Network.new(box, "berry+groups+rentier", (4,), "relu", 1)
    assert Network.new(box, "rentier", (4,), "relu", 1).inputs == count_inputs(box.record, read_features("rentier"))
