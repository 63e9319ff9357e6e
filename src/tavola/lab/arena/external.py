"""An external program as a bot: a line of JSON goes in, a line with the text of an action comes out.

The protocol is in docs/arena.md. The program is started once and asked again and again, for one game after the other.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any, Final, cast

from tavola.bots import Stop
from tavola.rules.core import Game
from tavola.rules.plain import dump
from tavola.rules.record.ending import Kind

__all__ = ["External", "Failed"]

LAST_WORDS: Final = 2000
"""How much of what the program wrote to its standard error is kept when it dies."""
FAREWELL: Final = 1.0
"""Seconds to end by itself when its input ends."""


class Failed(Exception):
    """A bot that gave no legal action; the message is a sentence that begins where the bot's name ends."""

    def __init__(self, sentence: str, kind: Kind = "abandoned", details: str = "") -> None:
        """Say what happened, how the record names this ending, and what else may help to find out why."""
        super().__init__(sentence)
        self.kind: Kind = kind
        self.details = details


class External:
    """Asks a program for its actions."""

    def __init__(self, command: Sequence[str], game: Game[Any, Any, Any, Any], limit: float) -> None:
        """The program is started at the first question; the limit is in seconds, for each answer."""
        self.command, self.game, self.limit = command, game, limit
        self._program: _Program | None = None

    def choose(self, view: Any, legal: Sequence[Any], rng: Random, stop: Stop | None = None) -> Any:
        """The action that the program answers; Failed if it does not give a legal one in time."""
        texts = [self.game.to_text(action) for action in legal]
        question = {"game": self.game.name, "seat": view.seat, "view": dump(view), "random": rng.getrandbits(32)}
        answer = self._ask(json.dumps(question | {"legal": texts}, separators=(",", ":")))
        if answer not in texts:
            raise Failed(f"answered {answer[:80]!r}, which is not one of the legal actions")
        return legal[texts.index(answer)]

    def _ask(self, line: str) -> str:
        if self._program is None:
            self._program = _Program(self.command)
        self._program.questions.put(line)
        try:
            answer = self._program.answers.get(timeout=self.limit)
        except Empty:
            raise Failed(f"gave no answer in {self.limit:g} seconds", "timeout", self._program.end(now=True)) from None
        if not answer:
            raise Failed("ended without an answer", details=self._program.end())
        return answer.strip()

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.end()
            self._program = None


class _Program:
    """A running program with a thread of its own, so that neither a question nor an answer can block for ever."""

    def __init__(self, command: Sequence[str]) -> None:
        self.questions: SimpleQueue[str | None] = SimpleQueue()
        self.answers: SimpleQueue[str] = SimpleQueue()
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in end()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, encoding="utf-8",
                errors="replace",
            )  # fmt: skip
        except OSError as error:
            self.errors.close()
            raise Failed(f"could not be started: {error}") from error
        self.thread = Thread(target=self._talk, daemon=True)
        self.thread.start()

    def _talk(self) -> None:
        put_in, take_out = cast("IO[str]", self.process.stdin), cast("IO[str]", self.process.stdout)
        try:
            while (question := self.questions.get()) is not None:
                put_in.write(question + "\n")
                put_in.flush()
                self.answers.put(take_out.readline())
        except OSError:
            self.answers.put("")
        finally:
            with contextlib.suppress(OSError):  # what was left to send may find no reader
                put_in.close()

    def end(self, now: bool = False) -> str:
        """End the program and return its last words."""
        if self.errors.closed:
            return ""
        if now:
            self.process.kill()
        self.questions.put(None)
        try:
            self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.thread.join(FAREWELL)
        cast("IO[str]", self.process.stdout).close()
        return self._last_words()

    def _last_words(self) -> str:
        with self.errors as errors:
            size = errors.seek(0, 2)
            errors.seek(max(0, size - LAST_WORDS))
            return errors.read().decode("utf-8", "replace")
