"""How the rules are compiled: one source, run interpreted or as machine code.

Rule functions have the decorator `@compiled`. Functions called from outside the rules (by agents, by the arena, by Python) have
`@entry(...)` with their full signature, so that they are compiled once and saved on disk. With the environment variable
`NUMBA_DISABLE_JIT=1` both decorators leave the function unchanged.

Numba's cache does not notice a change in a called function of another file. So the cache folder of a layer has a digest of its
sources, of those it uses, and of Numba's version in its name: a changed rule leads to a new folder, while a changed agent
recompiles no rules.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.typeinfer import register_dispatcher
from numba.extending import intrinsic

from rentier.compile_cache import CheckedCache
from rentier.compile_progress import CompileProgress

Function = TypeVar("Function", bound=Callable[..., Any])

njit: Any = numba.njit  # its published types lack some of its options
config: Any = numba.config

INTERPRETED = bool(config.DISABLE_JIT)
PACKAGE = Path(__file__).parent
WORD = 8  # bytes
PROGRESS = CompileProgress()
LAYERS = (
    "box",
    "game",
    "network",
    "agents",
    "selfplay",
    "search",
    "arena",
    "learn",
    "analysis",
    "envs",
)  # with compiled code; each uses only those before it


def sources_digest(layer: str) -> str:
    """Return a digest of what a layer's machine code depends on: Numba, its settings, and all sources up to that layer.

    Numbers in a file of a folder `constants` are compiled into the code, so they count as sources.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {config.BOUNDSCHECK}".encode())
    sources = [PACKAGE / "compiled.py", PACKAGE / "layout.py", PACKAGE / "vectors.py"]
    for name in LAYERS[: LAYERS.index(layer) + 1]:
        sources += sorted((PACKAGE / name).rglob("*.py")) + sorted((PACKAGE / name).glob("constants/*"))
    for path in sources:
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Return the folder for compiled code: `$RENTIER_CACHE`, or else the user's cache folder."""
    if home := os.environ.get("RENTIER_CACHE"):
        return Path(home)
    with contextlib.suppress(RuntimeError):  # a user without a home
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rentier"
    return Path(os.devnull, "rentier")  # cannot be created, so nothing is saved


@functools.cache
def cache_folder(layer: str) -> Path:
    """Return the cache folder for the present sources of a layer, so that a change recompiles whatever it may affect."""
    return cache_home() / f"{layer}-{sources_digest(layer)}"


def layer_of(file: str) -> str:
    """Return the layer of a source file; a user's file may use any layer and counts as part of the last."""
    path = Path(file)
    layer = path.relative_to(PACKAGE).parts[0] if path.is_relative_to(PACKAGE) else ""
    return layer if layer in LAYERS else LAYERS[-1]


@contextlib.contextmanager
def caching_in(folder: Path, settings: Any = config) -> Iterator[None]:
    """Point Numba's cache at our folder while a function is decorated, and restore the user's setting afterwards."""
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def _options(function: Function) -> dict[str, Any]:
    """Return Numba's options. Nothing raises; our code allocates nothing either, so reference counting can be switched off.

    Searches are 7 % faster without it.
    """
    ours = Path(function.__code__.co_filename).is_relative_to(PACKAGE)
    return {"error_model": "numpy", "_nrt": not ours}


def compiled(function: Function) -> Function:
    """Decorate a rule function: it is compiled where it is used and never raises; division by zero gives zero."""
    if INTERPRETED:
        return function
    dispatcher = njit(**_options(function), no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    by_types = dispatcher.get_call_template
    # Numba would compile a function for every integer width and constant it is called with; one width halves the start-up time
    dispatcher.get_call_template = lambda args, kws: by_types(tuple(map(_widened, args)), kws)
    result: Function = dispatcher
    return result


def _widened(kind: Any) -> Any:
    """Return the type that a rule function sees: 64 bits for every signed integer."""
    if isinstance(kind, types.Integer | types.IntegerLiteral) and kind != types.uint64:
        return types.int64
    return kind


def entry(signature: Any) -> Callable[[Function], Function]:
    """Decorate a function called from outside the rules: it is compiled for one signature and, if it is in a file, cached."""

    def decorate(function: Function) -> Function:
        if INTERPRETED:
            return function
        file = function.__code__.co_filename
        dispatcher = njit(**_options(function), nogil=True)(function)
        if Path(file).is_file():
            with caching_in(cache_folder(layer_of(file))):
                dispatcher._cache = CheckedCache(function)
        with register_dispatcher(dispatcher), PROGRESS.watching():  # as `njit` with a signature does
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        result: Function = dispatcher
        return result

    return decorate


def _copy_bytes(target: Any, source: Any) -> None:
    """Copy a record over another of the same layout."""
    np.frombuffer(target.data, np.uint8)[:] = np.frombuffer(source.data, np.uint8)


def _copy_memory(typing: Any, target: Any, source: Any) -> Any:
    """Generate the machine code of `_copy_bytes`: a single copy of memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, from_ = arguments
        size = signature.args[1].size
        align = WORD if size % WORD == 0 else 1  # a GPU copies byte by byte unless it knows the alignment
        cgutils.raw_memcpy(builder, to, from_, context.get_constant(types.intp, size), 1, align)
        return context.get_dummy_value()

    return types.none(target, source), generate


# Numba generates twenty times as much LLVM code for `mind.imagined = game`, and compiles it again wherever it is inlined
copy_record: Any = _copy_bytes if INTERPRETED else intrinsic(_copy_memory)


def _new_scratch(kind: np.dtype[Any]) -> Any:
    """Return a zeroed scratch record of the given layout."""
    return np.zeros(1, kind)[0]


def _stack_scratch(typing: Any, kind: Any) -> Any:
    """Do the same, compiled: uninitialised memory on the stack, which is freed when the function returns.

    Numba's own way fills it with zeros, on a GPU byte by byte. A kernel should have only one: libNVVM 12.9 has given two that
    were in use at once the same memory.
    """

    def generate(context: Any, builder: Any, signature: Any, _arguments: Any) -> Any:
        words = context.get_data_type(types.UniTuple(types.int64, -(-signature.return_type.size // WORD)))
        with builder.goto_entry_block():
            memory = builder.alloca(words)
        return builder.bitcast(memory, context.get_value_type(signature.return_type))

    return kind.dtype(kind), generate


scratch_record: Any = _new_scratch if INTERPRETED else intrinsic(_stack_scratch)


def _lowest_of(bits: int) -> int:
    """Return the position of the lowest set bit; 0 if there is none."""
    number = int(bits)
    return (number & -number).bit_length() - 1 if number != 0 else 0


def _count_zeros(typing: Any, bits: Any) -> Any:
    """Do the same, compiled to one processor instruction: 64 zeros become 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.cttz(arguments[0], context.get_constant(types.boolean, False))
        return builder.and_(zeros, context.get_constant(types.int64, 63))

    return types.int64(types.int64), generate


def _count_of(bits: int) -> int:
    """Return the number of set bits."""
    return (int(bits) & 0xFFFF_FFFF_FFFF_FFFF).bit_count()


def _count_ones(typing: Any, bits: Any) -> Any:
    """Do the same, compiled to one processor instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


if TYPE_CHECKING or INTERPRETED:
    lowest_bit, count_bits = _lowest_of, _count_of
else:
    lowest_bit, count_bits = intrinsic(_count_zeros), intrinsic(_count_ones)


def address_of(function: Any, signature: Any) -> int:
    """Return the address of an entry, for calls with `call_address`; the caller must keep the function alive."""
    if INTERPRETED:
        return id(function)
    result = function.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def call_interpreted(address: int, *arguments: Any) -> Any:
    """Call the function at an address, interpreted."""
    return ctypes.cast(int(address), ctypes.py_object).value(*arguments)


def call_address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate a call of the function at an address, the first argument, as Numba does for a function it knows.

    Functions could be passed as arguments instead, but each would cost a call from Python a tenth of a millisecond.
    """
    convention, kinds = context.call_conv, signature.args[1:]
    function = builder.inttoptr(arguments[0], convention.get_function_type(signature.return_type, kinds).as_pointer())
    status, result = convention.call_function(builder, function, signature.return_type, kinds, arguments[1:])
    with cgutils.if_unlikely(builder, status.is_error):  # an index out of bounds, if that is checked
        convention.return_status_propagate(builder, status)
    return result


def wrapping(function: Function) -> Function:
    """Let unsigned products wrap round in interpreted mode too, without NumPy's warnings."""
    if not INTERPRETED:
        return function
    result: Function = np.errstate(over="ignore")(function)
    return result


def record_type(layout: np.dtype[Any]) -> Any:
    """Return Numba's type of one record of that layout."""
    return numba.from_dtype(layout)
