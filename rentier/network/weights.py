"""The file of a network: its weights, its features, and how it was trained.

It is a NumPy archive (`.npz`) of two arrays: `weights`, 32-bit numbers in the order that `layers` describes, and `about`, a
JSON text. A file may hold several networks of one shape, one after the other: one for each kind of decision.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rentier.box import Box
from rentier.errors import RentierError, unknown
from rentier.files import atomic_write
from rentier.layout import Numbers
from rentier.network.shape import (
    ACTIVATIONS,
    ANSWERS,
    BY_GROUPS,
    COVERAGE,
    MATTER,
    MOST_INPUTS,
    MOST_LAYERS,
    MOST_NETWORKS,
    MOST_NODES,
    MOST_OUTPUTS,
    OUTPUTS,
    REACH,
    SCRIPTED,
    SEATS,
    VERSION,
    WHOLE,
    WHOLE_DEEDS,
    WHOLE_GROUPS,
    Answers,
    count_inputs,
    count_weights,
    counted,
    read_features,
)

if TYPE_CHECKING:
    from rentier.network.layers import NetworkRecord

FORMAT = 1
VALUE = ANSWERS["value"]


@dataclass(frozen=True)
class Network:
    """A network: its `features`, its layers, its weights, and in `trained` how it was trained.

    `output`: the kind of its outputs, one of OUTPUTS. `networks`: how many networks there are.
    """

    features: str
    inputs: int
    hidden: tuple[int, ...]
    activation: str
    board: str  # the digest of the board it was trained on
    weights: Numbers = field(compare=False)
    trained: Mapping[str, Any] = field(default_factory=dict, compare=False)
    outputs: int = 1
    output: str = OUTPUTS[0]
    networks: int = 1

    @classmethod
    def new(
        cls, box: Box, features: str, hidden: tuple[int, ...], activation: str, seed: int, answers: Answers = VALUE
    ) -> Network:
        """Return an untrained network: biases 0, weights random with deviation 1 / sqrt(nodes of the previous layer)."""
        inputs = count_inputs(box.record, read_features(features))
        if inputs > MOST_INPUTS:
            raise RentierError(f"features: {features!r} has {inputs} inputs on the board of {box.name}, {MOST_INPUTS} at most")
        luck = np.random.default_rng([seed, inputs, *hidden])
        outputs = answers.outputs_on(box.record, read_features(features))
        parts = []
        for _network in range(answers.networks):
            for before, nodes in zip((inputs, *hidden), (*hidden, outputs), strict=True):
                parts += [np.zeros(nodes), luck.normal(0, 1 / np.sqrt(before), before * nodes)]
        weights = np.concatenate(parts).astype(np.float32)
        digest = board_digest(box, features)
        return cls(features, inputs, hidden, activation, digest, weights, {}, outputs, answers.output, answers.networks)

    def widened(self, features: str, inputs: int) -> Network:
        """Return the same network with further inputs after its own; as long as it is not trained, they change no output."""
        nodes = self.hidden[0]
        end = (1 + self.inputs) * nodes
        none = np.zeros((inputs - self.inputs) * nodes, np.float32)
        weights = np.concatenate([self.weights[:end], none, self.weights[end:]])
        return replace(self, features=features, inputs=inputs, weights=weights)

    def fill(self, record: NetworkRecord) -> None:
        """Fill a record for compiled code; keep this network alive as long as the record is used."""
        record.weights = int(self.weights.ctypes.data)
        record.number = len(self.weights) // self.networks
        record.features = read_features(self.features)
        record.inputs = self.inputs
        record.layers = len(self.hidden)
        record.nodes[: len(self.hidden)] = self.hidden
        record.activation = ACTIVATIONS.index(self.activation)
        record.outputs = self.outputs
        record.linear = OUTPUTS.index(self.output)
        record.networks = self.networks

    def check_answers(self, answers: Answers, box: Box | None = None) -> None:
        """Refuse an agent that needs other outputs; the number of outputs by groups is known only with a board."""
        by_groups = answers.outputs == BY_GROUPS and box is None
        outputs = self.outputs if by_groups else answers.outputs_on(box and box.record, read_features(self.features))
        if (self.networks, self.outputs, self.output) != (answers.networks, outputs, answers.output):
            has = f"{counted(self.networks, 'network')} of {counted(self.outputs, 'output')}, {self.output}"
            needs = answers if by_groups else replace(answers, outputs=outputs)
            raise RentierError(f"the file has {has}; this agent needs {needs.text}")

    def check_fits(self, box: Box, players: int) -> None:
        """Refuse a board or a number of players that it does not fit."""
        if self.board != board_digest(box, self.features):
            known = self.trained.get("rules", "another board")
            raise RentierError(
                f"the network was trained on {known}; the board of {box.name!r} has other squares, prices or rents"
            )
        deeds, groups = int(box.record.deeds).bit_count(), int(box.record.groups)
        if read_features(self.features) & WHOLE and (deeds > WHOLE_DEEDS or groups > WHOLE_GROUPS):
            has = f"the board of {box.name!r} has {deeds} in {groups}"
            raise RentierError(f"the network sees {WHOLE_DEEDS} deeds in {WHOLE_GROUPS} groups at most; {has}")
        seen = count_inputs(box.record, read_features(self.features))
        if self.inputs != seen:
            raise RentierError(f"the network has {self.inputs} inputs; its features {self.features!r} are {seen} on this board")
        if players > SEATS:
            raise RentierError(f"a network sees {SEATS} seats at most, there are {players}")

    def write(self, path: Path) -> None:
        """Write the file, all or nothing."""
        about = {
            "format": FORMAT,
            "features": self.features,
            "features_version": VERSION,
            "hidden": list(self.hidden),
            "activation": self.activation,
            "board": self.board,
            "trained": dict(self.trained),
        }
        if (self.outputs, self.output, self.networks) != (1, OUTPUTS[0], 1):
            about |= {"outputs": self.outputs, "output": self.output, "networks": self.networks}
        with atomic_write(path) as draft, open(draft, "wb") as file:
            np.savez_compressed(file, weights=self.weights, about=np.array(json.dumps(about, ensure_ascii=False)))

    @classmethod
    def read(cls, path: Path) -> Network:
        """Read the network in a file; raise an error with the reason if it is none, or of another version."""
        try:
            with np.load(path, allow_pickle=False) as archive:
                about = json.loads(str(archive["about"]))
                weights = np.ascontiguousarray(archive["weights"])
        except FileNotFoundError:
            raise RentierError(f"{path}: there is no such file") from None
        except Exception as error:  # a damaged or foreign archive can raise almost any exception
            reason = (
                "it is cut short or damaged" if zipfile.is_zipfile(path) or _is_truncated(path) else "it is not a weights file"
            )
            maker = "it should be a network of `rentier td`, `rentier q` or `rentier train`"
            raise RentierError(f"{path}: {reason}; {maker}") from error
        return _checked(path, about, weights)


def _is_truncated(path: Path) -> bool:
    """Whether a file begins like an archive; called for files that do not end like one."""
    return path.is_file() and path.read_bytes()[:2] == b"PK"


def _checked(path: Path, about: Any, weights: Numbers) -> Network:
    """Return the network, after checking that its parts fit together."""
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        version = about.get("format") if isinstance(about, dict) else None
        raise RentierError(f"{path}: was written in format {version}, this program reads format {FORMAT}")
    if about.get("features_version") != VERSION:
        raise RentierError(f"{path}: sees version {about.get('features_version')} of the features, this program has {VERSION}")
    try:
        hidden = tuple(map(int, about["hidden"]))
        features, activation, board = str(about["features"]), str(about["activation"]), str(about["board"])
        trained = dict(about["trained"])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise RentierError(f"{path}: does not describe its network") from None
    try:
        read_features(features)
    except RentierError as error:
        raise RentierError(f"{path}: {error}") from None
    if activation not in ACTIVATIONS:
        raise RentierError(f"{path}: {unknown('activation', activation, ACTIVATIONS)}")
    if not 1 <= len(hidden) <= MOST_LAYERS or not all(1 <= nodes <= MOST_NODES for nodes in hidden):
        raise RentierError(f"{path}: hidden layers {list(hidden)} should be 1 to {MOST_LAYERS} of 1 to {MOST_NODES} nodes")
    shape = _checked_outputs(path, about)
    later = count_weights(hidden[0], hidden[1:], shape["outputs"])
    inputs = (len(weights) // shape["networks"] - later) // hidden[0] - 1 if weights.ndim == 1 else 0
    size = shape["networks"] * count_weights(inputs, hidden, shape["outputs"])
    whole = weights.dtype == np.float32 and size == weights.size
    if not whole or not 1 <= inputs <= MOST_INPUTS or not np.isfinite(weights).all():
        raise RentierError(f"{path}: its weights do not fit its layers {list(hidden)}")
    return Network(features, inputs, hidden, activation, board, weights, trained, **shape)


def _checked_outputs(path: Path, about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the number and kind of outputs and the number of networks; a file that leaves them out has one of each."""
    defaults = {"outputs": 1, "output": OUTPUTS[0], "networks": 1}
    shape = {name: about.get(name, value) for name, value in defaults.items()}
    for name, most in (("outputs", MOST_OUTPUTS), ("networks", MOST_NETWORKS)):
        if not isinstance(shape[name], int) or isinstance(shape[name], bool) or not 1 <= shape[name] <= most:
            raise RentierError(f"{path}: {name} {shape[name]!r} should be a whole number from 1 to {most}")
    if shape["output"] not in OUTPUTS:
        raise RentierError(f"{path}: {unknown('output', str(shape['output']), OUTPUTS)}")
    return shape


def board_digest(box: Box, features: str = "") -> str:
    """Return a digest of what a network learns by heart about a board: the places of deeds, groups, prices, rents and houses.

    If the features show groups alone, it covers only the places and groups of deeds, so that such a network plays on both
    classic boards, whose prices and rents differ in a few places. `whole` shows the whole board, so nothing is learnt by heart.
    """
    record = box.record
    digest = hashlib.sha256()
    bits = read_features(features) if features else 0
    learnt: tuple[Any, ...] = (record.kind, record.price, record.house_cost, record.rents, record.group)
    if bits and not bits & ~(COVERAGE | MATTER):
        learnt = (record.kind, record.group)
    elif bits & ~(REACH | SCRIPTED) == WHOLE:
        learnt = ()
    for numbers in learnt:
        digest.update(np.ascontiguousarray(numbers).tobytes())
    return digest.hexdigest()[:16]
