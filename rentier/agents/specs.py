"""Specs: short names of agents, the same everywhere: `random`, `reserve:350,150`, `aggressive:trades=no`, `me.py`, the name
of a saved agent (see `saved`), or its file `mine.toml`.

    agent = parse_agent("reserve:350,150")
    Player(agent).decide(game)

A spec inside a spec goes in parentheses if it has commas: `mcts:rollouts=10000,opponents=(reserve:350,150)`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rentier.agents.catalogue import MOST_SETTINGS, YES_OR_NO, AgentKind, Setting, agent_kinds, find, number_text
from rentier.agents.files import Decide, check_file, load_file
from rentier.agents.numbers import DATA, check_falling
from rentier.agents.saved import read_saved, saved_file, saved_names
from rentier.errors import RentierError, nearest, unknown

if TYPE_CHECKING:
    from rentier.agents.mind import MindRecord
    from rentier.agents.thinkers import Thinker
    from rentier.box.record import BoxRecord
    from rentier.game.state import GameRecord
    from rentier.game.words import Action
    from rentier.network.shape import Answers
    from rentier.network.weights import Network

Value = Callable[[Any, Any, int, Any], float]

NONE = "none"  # the value of an optional setting that is left out
NUMBER = r"-?\d{1,12}(?:\.\d{1,9})?"
EFFORTS = ("ms", "rollouts")  # the settings of a search that say how long it may take
PLACEHOLDER = "rentier.agents.placeholder:ask_in_python"


@dataclass(frozen=True)
class Agent:
    """An agent ready to be seated: `spec` is its canonical spec, `name` that of its kind, `target` the place of its function.

    A Python agent (`is_python`) has a class there instead, and `options` by name: numbers, words, agents, or None. `inner`: the
    agents that it is made of. `no_trades_file`: a second network that it comes with, for rules that allow no trades.
    """

    spec: str
    name: str
    settings: tuple[float, ...]
    target: str
    is_python: bool = False
    options: tuple[tuple[str, object], ...] = ()
    network: Network | None = None
    no_trades_file: str = ""
    inner: tuple[Agent, ...] = ()

    @property
    def is_ours(self) -> bool:
        """Whether it comes with the program, and so is known to follow the rules."""
        return not self.target.endswith(".py") and all(agent.is_ours for agent in self.inner)

    @functools.cached_property
    def function(self) -> Decide:
        """The compiled function, imported on first use; for a Python agent, that of its placeholder."""
        if self.target.endswith(".py"):
            return load_file(self.target)
        function: Decide = find(PLACEHOLDER if self.is_python else self.target)
        return function

    @functools.cached_property
    def address(self) -> int:
        """The address of its function, which the minds prepared for it hold."""
        from rentier.agents.mind import DECIDE
        from rentier.compiled import address_of

        return address_of(self.function, DECIDE)

    def decide(self, box: BoxRecord, game: GameRecord, mind: MindRecord) -> Action:
        """Return its action, given a mind that `seat_minds` has prepared for it; any other mind is refused."""
        from rentier.game.words import Action

        if mind.function != self.address:
            raise RentierError(f"agent {self.spec!r}: the mind is not prepared for it; `seat_minds` prepares minds")
        return Action(*map(int, self.function(box, game, mind)))

    @functools.cached_property
    def value(self) -> Value | None:
        """The compiled `value(box, game, seat, mind)`, the value of a state to a seat (higher is better); None without one."""
        target = next((kind.values for kind in agent_kinds() if self.is_ours and kind.spec == self.name), "")
        value: Value | None = find(target) if target else None
        return value

    @functools.cached_property
    def network_without_trades(self) -> Network | None:
        """The network for rules that allow no trades, read on first use."""
        from rentier.network.weights import Network

        return Network.read(DATA / self.no_trades_file) if self.no_trades_file else self.network

    @property
    def answers(self) -> Answers:
        """The kind of outputs that it needs from its network."""
        from rentier.network.shape import ANSWERS

        return ANSWERS[next((kind.answers for kind in agent_kinds() if kind.spec == self.name), "value")]

    def thinker(self) -> Thinker:
        """Return a new thinker for a Python agent: every table has its own."""
        if not self.is_python:
            raise TypeError(f"agent {self.spec!r} is compiled and has no thinker")
        thinker: Thinker = find(self.target)(dict(self.options))
        return thinker


def parse_agent(spec: str) -> Agent:
    """Return the agent that a spec names; a misspelt name or a wrong setting is reported in one line."""
    text = spec.strip()
    name, _, settings = text.partition(":")
    kind = _kind_of(text)
    if kind is not None:
        return _with_settings(kind, text, "" if text.lower() in kind.aliases else settings.strip())
    if text.endswith(".toml"):
        return _saved_agent(text, Path(text).expanduser())
    file = re.fullmatch(r"(.+\.py)(?::(.*))?", text, re.DOTALL)
    if file or "/" in text or "\\" in text:
        return _agent_of_file(text, file)
    saved = saved_names()
    named = name.strip().lower()
    if named in saved:
        if settings.strip():
            raise RentierError(f"agent {text!r}: a saved agent takes no settings; its own are in {saved_file(named)}")
        return _saved_agent(named, saved_file(named))
    about = {kind.spec: f"{kind.explain} {kind.source}" for kind in agent_kinds()}
    specs = [*about, *saved]
    misspelt = text if nearest(text, specs) and not nearest(name, specs) else name  # settings may hide how near a name is
    raise RentierError(unknown("agent", misspelt.strip(), specs, "`rentier agents` lists them", about))


def check_compiled(agents: Sequence[Agent]) -> None:
    """Refuse Python agents, which cannot play in rollouts."""
    for agent in agents:
        if agent.is_python:
            raise RentierError(
                f"agent {agent.spec!r} thinks in Python; only compiled agents play in rollouts, such as aggressive"
            )


def valuing_agents() -> list[str]:
    """Return the agents of the catalogue that can value a position."""
    return [kind.spec for kind in agent_kinds() if kind.values]


def check_values(agent: Agent) -> None:
    """Refuse an agent that cannot value a position."""
    able = valuing_agents()
    if not agent.is_ours or agent.name not in able:
        raise RentierError(f"agent {agent.spec!r} cannot value a position; these can: {', '.join(able)}")


def check_win_probabilities(agent: Agent) -> None:
    """Refuse an agent that does not estimate win probabilities: only a network that values states does."""
    if agent.network is None or agent.value is None:
        able = [kind.spec for kind in agent_kinds() if kind.network and kind.values]
        raise RentierError(f"agent {agent.spec!r} does not estimate win probabilities; these do: {', '.join(able)}")


def check_all_win_probabilities(agent: Agent) -> None:
    """Refuse an agent that does not estimate the win probabilities of all seats at once."""
    if agent.network is None or agent.answers.output != "softmax":
        able = [kind.spec for kind in agent_kinds() if kind.network and kind.answers == "chances"]
        raise RentierError(f"agent {agent.spec!r} does not estimate every seat's win probability; these do: {', '.join(able)}")


def _saved_agent(spec: str, file: Path) -> Agent:
    """Return the agent saved in a file."""
    try:
        saved = read_saved(file)
    except RentierError as error:
        raise RentierError(f"agent {spec!r}: {error}") from None
    return Agent(spec, saved.kind.spec, saved.numbers, saved.kind.target)


def agent_with(kind: AgentKind, numbers: tuple[float, ...]) -> Agent:
    """Return the agent of a compiled kind with these numbers.

    If the numbers come from a file, no spec can hold them: then its spec only describes it.
    """
    if kind.reads:
        return Agent(f"{kind.spec} (tuned)", kind.spec, numbers, kind.target)
    check_falling(kind, numbers)
    written = _written(kind.settings, numbers)
    return Agent(f"{kind.spec}:{written}" if written else kind.spec, kind.spec, numbers, kind.target)


def _kind_of(spec: str) -> AgentKind | None:
    """Return the agent of the catalogue that a spec names, or None."""
    name = spec.partition(":")[0].strip().lower()
    return next((kind for kind in agent_kinds() if spec.lower() in kind.aliases or name == kind.spec), None)


def _with_settings(kind: AgentKind, spec: str, text: str) -> Agent:
    """Return an agent of the catalogue with its settings, word or file, all checked."""
    if kind.search and (agent := _in_search(kind, spec, text)) is not None:
        return agent
    if kind.network:
        return _with_network(kind, spec, text)
    words = dict(kind.words)
    word = text.lower() or kind.default_word
    if word in words:
        return Agent(f"{kind.spec}:{word}", kind.spec, words[word], kind.target)
    if kind.reads and text and not re.match(rf"{NUMBER}(,|$)|[a-z_ ]+=", text, re.ASCII | re.IGNORECASE):
        return Agent(f"{kind.spec}:{text}", kind.spec, _read_file(kind, spec, text), kind.target)
    if kind.file and not text:
        return Agent(kind.spec, kind.spec, _read_file(kind, spec, str(DATA / kind.file)), kind.target)
    values = _read_named(kind, spec, text)
    if kind.is_python:
        written = _written(kind.settings, values)
        canonical = f"{kind.spec}:{written}" if written else kind.spec
        return Agent(canonical, kind.spec, (), kind.target, True, tuple(zip(kind.setting_names, values, strict=True)))
    if kind.mixes:
        return _made_of(kind, values)
    try:
        return agent_with(kind, tuple(map(float, values)))
    except RentierError as error:
        raise RentierError(f"agent {spec!r}: {error}") from None


def _made_of(kind: AgentKind, values: Sequence[Agent | None]) -> Agent:
    """Return an agent made of others: its settings are the indices of these agents, and last their number.

    The last agent in the spec, which makes all decisions not named, has index 0.
    """
    inner = {agent.spec: agent for agent in reversed(values) if agent is not None}
    numbers = {spec: float(number) for number, spec in enumerate(inner)}
    settings = (*(-1.0 if agent is None else numbers[agent.spec] for agent in values), float(len(inner)))
    canonical = f"{kind.spec}:{_written(kind.settings, values)}"
    return Agent(canonical, kind.spec, settings, kind.target, inner=tuple(inner.values()))


def _with_network(kind: AgentKind, spec: str, text: str) -> Agent:
    """Return an agent that decides by a network: from the file in the spec, or the one it comes with."""
    from rentier.network.shape import ANSWERS
    from rentier.network.weights import Network

    first, _, rest = text.partition(",")
    known = {*kind.setting_names, *(word for setting in kind.settings for word in setting.words)}
    named = bool(first.strip()) and "=" not in first and first.strip().lower() not in known
    file = first.strip() if named else ""
    try:
        network = Network.read(Path(file).expanduser() if named else DATA / kind.network)
        network.check_answers(ANSWERS[kind.answers])
    except RentierError as error:
        raise RentierError(f"agent {spec!r}: {error}") from None
    kind = replace(kind, settings=tuple(_as_learnt(setting, network) for setting in kind.settings))
    values = _read_named(kind, spec, rest.strip() if named else text)
    settings = tuple(
        float(setting.words.index(value)) if setting.words else float(value)
        for setting, value in zip(kind.settings, values, strict=True)
    )
    parts = [part for part in (file, _written(kind.settings, values)) if part]
    canonical = f"{kind.spec}:{','.join(parts)}" if parts else kind.spec
    no_trades = "" if named else kind.network_without_trades
    return Agent(canonical, kind.spec, settings, kind.target, network=network, no_trades_file=no_trades)


def _in_search(kind: AgentKind, spec: str, text: str) -> Agent | None:
    """Return the search that tries what this agent considers, if a spec says how long it may take, as in `champion:ms=1000`."""
    search = next(other for other in agent_kinds() if other.spec == kind.search)
    settings = tuple(setting for setting in search.settings if not setting.agent)
    names = [setting.name for setting in settings]
    parts = [part.strip() for part in text.split(",")]
    searching = [part for part in parts if part.partition("=")[0].strip().lower() in names]
    limits = [name for name in EFFORTS for part in searching if part.lower().startswith(name)]
    if not limits:
        return None
    as_ours = replace(search, example=f"{kind.spec}:{EFFORTS[0]}=1000")
    values = dict(zip(search.setting_names, _read_named(as_ours, spec, ",".join(searching)), strict=True))
    if all(values[name] is None for name in EFFORTS):
        raise RentierError(f"agent {spec!r}: {limits[0]} 'none' should be a number, as in {as_ours.example}")
    fast = _with_network(kind, spec, ",".join(part for part in parts if part not in searching))
    written = [fast.spec.partition(":")[2], _written(settings, [values[name] for name in names])]
    options = values | {"value": fast}
    canonical = f"{kind.spec}:{','.join(part for part in written if part)}"
    return Agent(canonical, search.spec, (), search.target, True, tuple(options.items()))


def _as_learnt(setting: Setting, network: Network) -> Setting:
    """Return a setting with the value used in the network's training as its default, if the network's file has it."""
    learnt = network.trained.get("learning")
    value = learnt.get(setting.name) if isinstance(learnt, dict) else None
    is_fit = value in setting.words if setting.words else isinstance(value, int | float) and setting.allows(value)
    return replace(setting, default=value) if is_fit else setting


def _read_file(kind: AgentKind, spec: str, file: str) -> tuple[float, ...]:
    """Read an agent's numbers from a file with its own reader."""
    try:
        numbers: tuple[float, ...] = find(kind.reads)(Path(file).expanduser())
    except RentierError as error:
        raise RentierError(f"agent {spec!r}: {error}") from None
    return numbers


def _read_named(kind: AgentKind, spec: str, text: str) -> tuple[Any, ...]:
    """Read the values of all settings: some in order, some by name, the others by default."""
    values: dict[str, Any] = {}
    required = [setting.name for setting in kind.required]
    named = {setting.name: setting for setting in kind.settings}
    for part in _split(kind, spec, text) if text else []:
        name, equals, value = (piece.strip() for piece in part.partition("="))
        name, value = (name.lower(), value) if equals else _bare(kind, spec, part, required)
        if name not in named:
            raise RentierError(f"agent {spec!r}: {unknown('setting', name, list(named)) if named else kind.needs}")
        if name in required:
            required.remove(name)
        if name in values:
            raise RentierError(f"agent {spec!r}: {name!r} is set twice")
        values[name] = _read_value(kind, named[name], spec, value)
    if required:
        raise RentierError(f"agent {spec!r}: {kind.needs}")
    return tuple(values[setting.name] if setting.name in values else _default(setting) for setting in kind.settings)


def _split(kind: AgentKind, spec: str, text: str) -> list[str]:
    """Split at the commas; if a setting may be an agent, only at those outside parentheses."""
    if not any(setting.agent for setting in kind.settings):
        return [part.strip() for part in text.split(",")]
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    if depth != 0:
        inside = next(setting.name for setting in kind.settings if setting.agent)
        raise RentierError(
            f"agent {spec!r}: parentheses do not match; write for example {kind.spec}:{inside}=(reserve:350,150)"
        )
    return [part.strip() for part in parts]


def _bare(kind: AgentKind, spec: str, part: str, required: Sequence[str]) -> tuple[str, str]:
    """Return the setting and the value of a part without a name: the setting that has this word, else the next required one."""
    word = part.lower()
    words = {word: setting.name for setting in kind.settings for word in setting.words}
    yes_no = {setting.name for setting in kind.settings if setting.yes_no}
    if word in words:
        return words[word], word
    if word in yes_no:
        return word, "yes"  # `random:uniform` is `random:uniform=yes`
    if not required and word in kind.setting_names:
        setting = kind.settings[kind.setting_names.index(word)]
        raise RentierError(f"agent {spec!r}: {word!r} should be {setting.expected}, as in {kind.example}")
    if not required and word and not re.fullmatch(NUMBER, word, re.ASCII) and kind.settings:
        raise RentierError(f"agent {spec!r}: {unknown('setting', word, [*kind.setting_names, *words, *dict(kind.words)])}")
    if kind.words and re.fullmatch(r"[^:]*:\s*[a-z][a-z0-9-]*", spec, re.IGNORECASE):
        raise RentierError(f"agent {spec!r}: {unknown('word', part, dict(kind.words))}")
    if not required:
        raise RentierError(f"agent {spec!r}: {kind.needs}")
    return required[0], part


def _default(setting: Setting) -> Any:
    """Return the value of a setting that a spec leaves out."""
    if setting.agent and isinstance(setting.default, str):
        return parse_agent(setting.default)
    return int(setting.default) if setting.whole and setting.default is not None else setting.default


def _read_value(kind: AgentKind, setting: Setting, spec: str, text: str) -> Any:
    """Read one value: a number within its bounds, one of its words, an agent, or none if the setting is optional."""
    if setting.optional and text.lower() == NONE:
        return None
    if setting.agent:
        return _read_agent(kind, setting, spec, text)
    if setting.words:
        if text.lower() not in setting.words:
            raise RentierError(f"agent {spec!r}: {unknown(setting.name, text, setting.words)}")
        return text.lower()
    number = YES_OR_NO.get(text.lower()) if setting.yes_no else float(text) if re.fullmatch(NUMBER, text, re.ASCII) else None
    if number is None and setting.required:
        raise RentierError(f"agent {spec!r}: {kind.needs}")
    if number is None or not setting.allows(number):
        raise RentierError(f"agent {spec!r}: {setting.name} {text!r} should be {setting.expected}, as in {kind.example}")
    return int(number) if setting.whole else number


def _read_agent(kind: AgentKind, setting: Setting, spec: str, text: str) -> Agent:
    """Read an agent that another one simulates or is made of; it must be compiled."""
    inner = text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text
    inner_kind = _kind_of(inner)
    where = "make up another" if kind.mixes else "play in rollouts"
    slow = RentierError(
        f"agent {spec!r}: {setting.name} {inner!r} thinks in Python; only compiled agents {where}, as in "
        f"{kind.spec}:{setting.name}=random"
    )
    if inner_kind is not None and inner_kind.is_python:  # before its own settings, which may nest without end
        raise slow
    if inner_kind is not None and inner_kind.mixes and kind.mixes:
        raise RentierError(
            f"agent {spec!r}: {setting.name} {inner!r} is made of agents itself; name them here, as in {kind.example}"
        )
    try:
        agent = parse_agent(inner)
    except RentierError as error:
        hint = "; an agent with commas goes in parentheses" if inner == text and ":" in text else ""
        raise RentierError(f"agent {spec!r}: {setting.name}: {error}{hint}") from None
    if agent.is_python:
        raise slow
    return agent


def _written(settings: Sequence[Setting], values: Sequence[Any]) -> str:
    """Write settings as in a spec: the required numbers in order, then by name the agents and all that differ from defaults."""
    pairs = list(zip(settings, values, strict=True))
    bare_ones = [setting for setting in settings if setting.required and not setting.agent]
    parts = [_value_text(setting, value) for setting, value in pairs if setting in bare_ones]
    for setting, value in pairs:
        text = _value_text(setting, value)
        if setting in bare_ones or text == _value_text(setting, _default(setting)):
            continue
        bare = setting.name if setting.yes_no and value else text if setting.words else None
        parts.append(bare or f"{setting.name}={text}")
    return ",".join(parts)


def _value_text(setting: Setting, value: Any) -> str:
    """Return a value as written in a spec."""
    return NONE if value is None else setting.text(value.spec if isinstance(value, Agent) else value)


def _agent_of_file(spec: str, form: re.Match[str] | None) -> Agent:
    """Return the agent in a user's file; the numbers after the file name are its settings."""
    if form is None:
        raise RentierError(
            f"agent {spec!r}: a file should end in .py, such as ./my_agent.py or ./my_agent.py:1,2,3, or in .toml"
        )
    file, text = form[1], form[2]
    parts = [] if text is None else [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(NUMBER, part, re.ASCII) for part in parts) or len(parts) > MOST_SETTINGS:
        raise RentierError(f"agent {spec!r}: the file may be followed by at most {MOST_SETTINGS} numbers, as in {file}:1,2,3")
    settings = tuple(map(float, parts))
    path = Path(file).expanduser()
    check_file(spec, path)
    canonical = f"{file}:{','.join(map(number_text, settings))}" if settings else file
    return Agent(canonical, path.stem, settings, str(path.resolve()))
