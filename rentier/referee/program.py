"""A program that plays: started under a supervisor, sent messages, asked with a deadline, and ended with all it has started.

Whatever the program does, the judge never waits past the deadline and never reads more than the limit. Its standard error is
discarded except for the end, which may say why it died.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from signal import Signals

from rentier.referee.entrants import Entrant
from rentier.referee.faults import DIED, FLOOD, LATE, MEMORY, UNASKED, Fault, printable
from rentier.referee.limits import BACKLOG_BYTES, END_SECONDS, LINE_BYTES, START_SECONDS, Limits
from rentier.referee.process_tree import end_process_tree
from rentier.referee.protocol import BYE, HELLO, PROTOCOL, Message, answered_question, line_of, read_answer, read_hello
from rentier.referee.supervisor import NOT_STARTED, TOO_MANY_PROCESSES, TOO_MUCH_MEMORY

SUPERVISOR = (sys.executable, "-P", "-m", "rentier.referee.supervisor")
READ_BYTES = 65_536
MOST_UNASKED = 16  # unasked lines at one time; more are a flood
MOST_READS = 4  # of standard error at the end: together more than its pipe holds
LAST_WORDS = 2_000  # bytes of standard error that are remembered
SUPERVISOR_SECONDS = 6.0  # after which a supervisor that does not end is killed


class Program:
    """One running program. After a fault that ends it, `alive` is False and nothing more can be asked of it."""

    def __init__(self, entrant: Entrant, limits: Limits, hidden: Sequence[str] = ()) -> None:
        """Start the program, which must not see the hidden paths, and send it hello; `meet` waits for its answer."""
        self.limits = limits
        paths = json.dumps(None if entrant.is_trusted else list(hidden))
        words = [*SUPERVISOR, str(os.getpid()), str(limits.memory), paths, *entrant.command]
        self._supervisor = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        self._input, self._output, self._errors = (self._pipe(number) for number in range(3))
        self._unsent = bytearray()
        self._unread = bytearray()
        self._last_words = bytearray()
        self._owed: set[int] = set()  # questions that were not answered in time; the answers may still come
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._heard = 0  # bytes since the last question
        self.alive = True
        self._send(line_of({"type": HELLO, "protocol": PROTOCOL, "limits": limits.as_dict()}))

    def _pipe(self, number: int) -> int:
        """Return the judge's end of one of the three pipes, set to non-blocking."""
        pipe = (self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr)[number]
        assert pipe is not None
        os.set_blocking(pipe.fileno(), False)
        return pipe.fileno()

    def meet(self, seconds: float = START_SECONDS) -> None:
        """Wait until the program has answered hello; raise a fault if it does not."""
        line = self._line(time.monotonic() + seconds)
        if line is None:
            raise self._give_up(DIED, f"no hello within {seconds:.3g} s, the time that it had left to start")
        try:
            read_hello(line)
        except Fault as fault:
            raise self._give_up(DIED, fault.reason) from None

    def tell(self, line: bytes) -> None:
        """Send a message that needs no answer, unless the program has not yet read earlier ones."""
        if self.alive and not self._unsent:
            self._send(line)

    def unasked(self) -> list[Fault]:
        """Return the faults for everything the program has written unasked since its last answer."""
        found = []
        try:
            while (line := self._line(0.0)) is not None:
                if not self._was_owed(line):
                    found.append(Fault(UNASKED, f"nothing was asked: {line[:60].decode('utf-8', 'backslashreplace')}"))
                if len(found) > MOST_UNASKED:
                    raise self._give_up(FLOOD, f"more than {MOST_UNASKED} unasked lines")
        except Fault as fault:
            found.append(fault)
        self._heard = len(self._unread)
        return found

    def ask(self, question: Message, seconds: float) -> str:
        """Ask the program and return its action as text; raise a fault if no valid answer comes in time."""
        if len(self._unsent) > BACKLOG_BYTES:
            raise self._give_up(DIED, "it does not read its input")
        number, seat = int(question["id"]), int(question["seat"])
        deadline = time.monotonic() + seconds
        self._send(line_of(question))
        line = self._line(deadline)
        while line is not None and self._was_owed(line):
            line = self._line(deadline)
        if line is None:
            self._owed.add(number)
            raise Fault(LATE, f"no answer within {seconds:g} s")
        return read_answer(line, number, seat)

    def _was_owed(self, line: bytes) -> bool:
        """Whether a line is a late answer, already counted as a fault; each is expected only once."""
        number = answered_question(line)
        if number is None or number not in self._owed:
            return False
        self._owed.remove(number)
        return True

    def _send(self, line: bytes) -> None:
        """Send a line, or as much of it as the pipe accepts now."""
        self._unsent += line
        self._flush()

    def _flush(self) -> None:
        """Send what is still unsent, as far as the pipe accepts it now."""
        try:
            while self._unsent:
                sent = os.write(self._input, self._unsent)
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it has closed its input; it may still write
            self._unsent.clear()
        waiting = self._input in self._selector.get_map()
        if self._unsent and not waiting:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif waiting and not self._unsent:
            self._selector.unregister(self._input)

    def _line(self, deadline: float) -> bytes | None:
        """Return the program's next line, or None if there is none by the deadline; raise a fault if it floods or dies."""
        while True:
            line, newline, rest = bytes(self._unread).partition(b"\n")
            if newline:
                self._unread[:] = rest
                return line
            if not self.alive:
                return None
            left = deadline - time.monotonic()
            self._listen(max(left, 0.0))
            if left <= 0 and b"\n" not in self._unread:
                return None

    def _listen(self, seconds: float) -> None:
        """Read what the program writes; wait at most `seconds` for something to come."""
        for key, _ in self._selector.select(seconds):
            if key.fd == self._input:
                self._flush()
            elif key.fd == self._errors:
                self._listen_to_errors()
            else:
                self._listen_to_output()

    def _listen_to_output(self) -> None:
        said = os.read(self._output, READ_BYTES)
        if not said:
            raise self._give_up(*self._why_it_died())
        self._heard += len(said)
        self._unread += said
        if self._heard > LINE_BYTES:
            raise self._give_up(FLOOD, f"more than {LINE_BYTES} bytes at once, beginning {bytes(self._unread[:40])!r}")

    def _listen_to_errors(self) -> None:
        said = os.read(self._errors, READ_BYTES)
        if not said:
            self._selector.unregister(self._errors)
        self._last_words = (self._last_words + said)[-LAST_WORDS:]

    def _why_it_died(self) -> tuple[str, str]:
        """Return the kind of fault and the reason, once its output has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(END_SECONDS)
        self._hear_last_words()
        code = self._supervisor.returncode
        last = self._last_words.decode("utf-8", "replace").strip().splitlines()
        words = f": {last[-1]}" if last else ""
        if code in (TOO_MUCH_MEMORY, TOO_MANY_PROCESSES):
            more = "memory" if code == TOO_MUCH_MEMORY else "processes"
            return MEMORY, f"it held more {more} than allowed"
        if code is None:
            return DIED, f"it closed its output{words}"
        if code == NOT_STARTED:
            return DIED, f"it could not be started{words}"
        return DIED, f"it ended {_how(code)}{words}"

    def _hear_last_words(self) -> None:
        """Read what is left on its standard error."""
        with contextlib.suppress(OSError):
            for _ in range(MOST_READS):
                self._last_words = (self._last_words + os.read(self._errors, READ_BYTES))[-LAST_WORDS:]

    def _give_up(self, kind: str, reason: str) -> Fault:
        """Kill the program; return the fault that ended it."""
        self.kill()
        return Fault(kind, printable(reason))

    def end(self) -> bool:
        """Say goodbye, allow a moment to exit, and kill what is left; return whether the program exited by itself."""
        if not self.alive:
            return False
        self._send(line_of({"type": BYE}))
        self._supervisor.stdin.close()  # type: ignore[union-attr]
        by_itself = False
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(END_SECONDS)
            by_itself = True
        self.kill()
        return by_itself

    def kill(self) -> None:
        """Kill the program and its whole process tree now."""
        if not self.alive:
            return
        self.alive = False
        if self._supervisor.poll() is None:
            self._supervisor.terminate()
            try:
                self._supervisor.wait(SUPERVISOR_SECONDS)
            except subprocess.TimeoutExpired:  # the program may have stopped its supervisor
                end_process_tree(self._supervisor.pid)
                self._supervisor.kill()
                self._supervisor.wait()
        self._selector.close()
        for pipe in (self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def _how(code: int) -> str:
    """Describe how a program ended, judging by the exit code of its supervisor."""
    number = -code if code < 0 else code - 128  # below 0: the supervisor itself was killed
    names = {signal.value: signal.name for signal in Signals}
    return f"by {names[number]}" if number in names else f"with exit code {code}"
