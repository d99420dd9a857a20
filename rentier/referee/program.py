"""A program that plays: started under a supervisor, told, asked within a deadline, and ended with all it has started.

Whatever it does, the judge waits for it no longer than the deadline and reads no more than the limit. What it says on its error
stream is thrown away but for the end, which may tell why it died.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from signal import Signals

from rentier.referee.faults import DIED, FLOOD, LATE, MEMORY, UNASKED, Fault, printable
from rentier.referee.limits import BACKLOG_BYTES, END_SECONDS, LINE_BYTES, START_SECONDS, Limits
from rentier.referee.process_tree import end_process_tree
from rentier.referee.protocol import BYE, HELLO, PROTOCOL, Message, answered_question, line_of, read_answer, read_hello
from rentier.referee.supervisor import NOT_STARTED, TOO_MANY_PROCESSES, TOO_MUCH_MEMORY

KEEPER = (sys.executable, "-P", "-m", "rentier.referee.supervisor")
READ_BYTES = 65_536
MOST_UNASKED = 16  # lines nobody has asked for at one time; more are a flood
MOST_READS = 4  # more of the error stream than its pipe holds
LAST_WORDS = 2_000  # bytes of the error stream that are kept
KEEPER_SECONDS = 6.0  # until a supervisor that does not end is killed


class Program:
    """One running program. After a fault that ends it, `alive` is False and it can only be ended."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Start it; it says hello when it is asked to by `meet`."""
        self.limits = limits
        words = [*KEEPER, str(os.getpid()), str(limits.memory), *command]
        self._keeper = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        self._input, self._output, self._errors = (self._pipe(number) for number in range(3))
        self._unsent = bytearray()
        self._unread = bytearray()
        self._last_words = bytearray()
        self._owed: set[int] = set()  # questions that were not answered in time, and may be yet
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._selector.register(self._errors, selectors.EVENT_READ)
        self._heard = 0  # bytes since the last question
        self.alive = True
        self._send(line_of({"type": HELLO, "protocol": PROTOCOL, "limits": limits.as_dict()}))

    def _pipe(self, number: int) -> int:
        """The judge's end of one of the three pipes, which never makes it wait."""
        pipe = (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr)[number]
        assert pipe is not None
        os.set_blocking(pipe.fileno(), False)
        return pipe.fileno()

    def meet(self) -> None:
        """Wait until it has said hello; the fault where it does not."""
        line = self._line(time.monotonic() + START_SECONDS)
        if line is None:
            raise self._give_up(DIED, f"no hello within {START_SECONDS:g} s of its start")
        try:
            read_hello(line)
        except Fault as fault:
            raise self._give_up(DIED, fault.reason) from None

    def tell(self, line: bytes) -> None:
        """Send something that needs no answer, unless it has not read what came before."""
        if self.alive and not self._unsent:
            self._send(line)

    def unasked(self) -> list[Fault]:
        """What it has said since its last answer, which nobody has asked for."""
        found = []
        try:
            while (line := self._line(0.0)) is not None:
                if not self._was_owed(line):
                    found.append(Fault(UNASKED, f"nothing was asked: {line[:60].decode('utf-8', 'backslashreplace')}"))
                if len(found) > MOST_UNASKED:
                    raise self._give_up(FLOOD, f"more than {MOST_UNASKED} lines that nobody has asked for")
        except Fault as fault:
            found.append(fault)
        self._heard = len(self._unread)
        return found

    def ask(self, question: Message, seconds: float) -> str:
        """The action that it answers with, as text; the fault where there is none in time."""
        if len(self._unsent) > BACKLOG_BYTES:
            raise self._give_up(DIED, "it does not read what it is told")
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
        """Whether a line is an answer that comes too late, which was counted; it comes once."""
        number = answered_question(line)
        if number is None or number not in self._owed:
            return False
        self._owed.remove(number)
        return True

    def _send(self, line: bytes) -> None:
        """Send a line, or as much of it as it takes now."""
        self._unsent += line
        self._flush()

    def _flush(self) -> None:
        """Send what is unsent, as much of it as goes now."""
        try:
            while self._unsent:
                sent = os.write(self._input, self._unsent)
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it has closed its input; it may still speak
            self._unsent.clear()
        waiting = self._input in self._selector.get_map()
        if self._unsent and not waiting:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        elif waiting and not self._unsent:
            self._selector.unregister(self._input)

    def _line(self, deadline: float) -> bytes | None:
        """The next line it says; None where there is none by the deadline. A flood and its death are faults that end it."""
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
        """Read what comes, waiting so long for the first of it."""
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
        """The kind of fault and the reason, once its output has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._keeper.wait(END_SECONDS)
        self._hear_last_words()
        code = self._keeper.returncode
        last = self._last_words.decode("utf-8", "replace").strip().splitlines()
        words = f": {last[-1]}" if last else ""
        if code in (TOO_MUCH_MEMORY, TOO_MANY_PROCESSES):
            more = "memory" if code == TOO_MUCH_MEMORY else "processes"
            return MEMORY, f"it held more {more} than it may"
        if code is None:
            return DIED, f"it has closed its output{words}"
        if code == NOT_STARTED:
            return DIED, f"it could not be started{words}"
        return DIED, f"it ended {_how(code)}{words}"

    def _hear_last_words(self) -> None:
        """Read what is left on its error stream."""
        with contextlib.suppress(OSError):
            for _ in range(MOST_READS):
                self._last_words = (self._last_words + os.read(self._errors, READ_BYTES))[-LAST_WORDS:]

    def _give_up(self, kind: str, reason: str) -> Fault:
        """The fault that ends it."""
        self.kill()
        return Fault(kind, printable(reason))

    def end(self) -> bool:
        """Say goodbye, give it a moment to end, and kill what is left; whether it ended by itself."""
        if not self.alive:
            return False
        self._send(line_of({"type": BYE}))
        self._keeper.stdin.close()  # type: ignore[union-attr]
        by_itself = False
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._keeper.wait(END_SECONDS)
            by_itself = True
        self.kill()
        return by_itself

    def kill(self) -> None:
        """End it and its whole process tree now."""
        if not self.alive:
            return
        self.alive = False
        if self._keeper.poll() is None:
            self._keeper.terminate()
            try:
                self._keeper.wait(KEEPER_SECONDS)
            except subprocess.TimeoutExpired:  # the program may have stopped its supervisor
                end_process_tree(self._keeper.pid)
                self._keeper.kill()
                self._keeper.wait()
        self._selector.close()
        for pipe in (self._keeper.stdin, self._keeper.stdout, self._keeper.stderr):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def _how(code: int) -> str:
    """How a program ended, by the exit code of its supervisor."""
    number = -code if code < 0 else code - 128  # the supervisor may have been killed itself
    names = {signal.value: signal.name for signal in Signals}
    return f"by {names[number]}" if number in names else f"with exit code {code}"
