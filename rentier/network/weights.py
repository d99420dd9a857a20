"""The file that keeps a network: its weights, what it sees, and what it was trained on.

It is a NumPy archive (`.npz`) of two arrays, `weights`, 32-bit numbers as `layers` describes them, and `about`, a text in JSON.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rentier.box import Box
from rentier.errors import RentierError, unknown
from rentier.files import written_whole
from rentier.network.shape import (
    ACTIVATIONS,
    MOST_INPUTS,
    MOST_LAYERS,
    MOST_NODES,
    SEATS,
    VERSION,
    count_inputs,
    read_features,
)
from rentier.records import Numbers

if TYPE_CHECKING:
    from rentier.network.layers import NetworkRecord

FORMAT = 1
ENDING = ".npz"


@dataclass(frozen=True)
class Network:
    """A network: what it sees (`features`), its layers, its weights, and in `trained` what it has learnt from."""

    features: str
    inputs: int
    hidden: tuple[int, ...]
    activation: str
    board: str  # the digest of the board it knows
    weights: Numbers = field(compare=False)
    trained: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @classmethod
    def new(cls, box: Box, features: str, hidden: tuple[int, ...], activation: str, seed: int) -> Network:
        """A network that knows nothing: biases 0, weights small and random, by the number of nodes they come from."""
        inputs = count_inputs(box.record, read_features(features))
        if inputs > MOST_INPUTS:
            raise RentierError(f"features: {features!r} has {inputs} inputs on the board of {box.name}, {MOST_INPUTS} at most")
        luck = np.random.default_rng([seed, inputs, *hidden])
        parts = []
        for before, nodes in zip((inputs, *hidden), (*hidden, 1), strict=True):
            parts += [np.zeros(nodes), luck.normal(0, 1 / np.sqrt(before), before * nodes)]
        weights = np.concatenate(parts).astype(np.float32)
        return cls(features, inputs, hidden, activation, board_digest(box), weights)

    def fill(self, record: NetworkRecord) -> None:
        """Tell compiled code of this network; it is to be kept alive as long as the record is used."""
        record.weights = int(self.weights.ctypes.data)
        record.number = len(self.weights)
        record.features = read_features(self.features)
        record.inputs = self.inputs
        record.layers = len(self.hidden)
        record.nodes[: len(self.hidden)] = self.hidden
        record.activation = ACTIVATIONS.index(self.activation)

    def check_fits(self, box: Box, players: int) -> None:
        """Refuse a board or a table that it does not know."""
        if self.board != board_digest(box):
            known = self.trained.get("rules", "another board")
            raise RentierError(
                f"the network was trained on {known}; the board of {box.name!r} has other squares, prices or rents"
            )
        seen = count_inputs(box.record, read_features(self.features))
        if self.inputs != seen:
            raise RentierError(f"the network has {self.inputs} inputs; its features {self.features!r} are {seen} on this board")
        if players > SEATS:
            raise RentierError(f"a network sees {SEATS} seats at most, there are {players}")

    def write(self, path: Path) -> None:
        """Write the file whole."""
        about = {
            "format": FORMAT,
            "features": self.features,
            "features_version": VERSION,
            "hidden": list(self.hidden),
            "activation": self.activation,
            "board": self.board,
            "trained": dict(self.trained),
        }
        with written_whole(path) as draft, open(draft, "wb") as file:
            np.savez_compressed(file, weights=self.weights, about=np.array(json.dumps(about, ensure_ascii=False)))

    @classmethod
    def read(cls, path: Path) -> Network:
        """The network of a file; refused with the reason where it is none, or of another version."""
        try:
            with np.load(path, allow_pickle=False) as archive:
                about = json.loads(str(archive["about"]))
                weights = np.ascontiguousarray(archive["weights"])
        except FileNotFoundError:
            raise RentierError(f"{path}: there is no such file") from None
        except Exception as error:  # a damaged or foreign archive breaks its readers in a dozen ways
            reason = "it is cut short or damaged" if zipfile.is_zipfile(path) or _is_cut(path) else "it is no weights file"
            raise RentierError(f"{path}: {reason}; it should be one of `rentier td`") from error
        return _checked(path, about, weights)


def _is_cut(path: Path) -> bool:
    """Whether a file begins as an archive does, though it does not end as one."""
    return path.is_file() and path.read_bytes()[:2] == b"PK"


def _checked(path: Path, about: Any, weights: Numbers) -> Network:
    """A network whose numbers fit together."""
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
        raise RentierError(f"{path}: does not say what network it keeps") from None
    try:
        read_features(features)
    except RentierError as error:
        raise RentierError(f"{path}: {error}") from None
    if activation not in ACTIVATIONS:
        raise RentierError(f"{path}: {unknown('activation', activation, ACTIVATIONS)}")
    if not 1 <= len(hidden) <= MOST_LAYERS or not all(1 <= nodes <= MOST_NODES for nodes in hidden):
        raise RentierError(f"{path}: hidden layers {list(hidden)} should be 1 to {MOST_LAYERS} of 1 to {MOST_NODES} nodes")
    later = sum((before + 1) * nodes for before, nodes in zip(hidden, (*hidden[1:], 1), strict=True))
    inputs = (len(weights) - later) // hidden[0] - 1 if weights.ndim == 1 else 0
    whole = weights.dtype == np.float32 and (inputs + 1) * hidden[0] + later == weights.size
    if not whole or not 1 <= inputs <= MOST_INPUTS or not np.isfinite(weights).all():
        raise RentierError(f"{path}: its weights do not fit its layers {list(hidden)}")
    return Network(features, inputs, hidden, activation, board, weights, trained)


def board_digest(box: Box) -> str:
    """A digest of what a network learns by heart of a board: where which deed lies, its group, prices, rents and houses."""
    record = box.record
    digest = hashlib.sha256()
    for numbers in (record.kind, record.price, record.house_cost, record.rents, record.group):
        digest.update(np.ascontiguousarray(numbers).tobytes())
    return digest.hexdigest()[:16]
