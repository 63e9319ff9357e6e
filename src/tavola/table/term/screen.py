"""A terminal as two streams of text: lines out, lines in."""

from __future__ import annotations

from typing import TextIO

__all__ = ["Screen"]

LONGEST_INPUT = 10_000


class Screen:
    """Says lines and asks for them."""

    def __init__(self, read: TextIO, write: TextIO) -> None:
        """Read from one stream, write to the other."""
        self._read = read
        self._write = write

    def say(self, text: str = "") -> None:
        """Print lines."""
        print(text, file=self._write, flush=True)

    def ask(self, prompt: str) -> str:
        """The line typed after the prompt, without the space around it; EOFError when there are no more."""
        print(f"{prompt} ", end="", file=self._write, flush=True)
        line = self._read.readline(LONGEST_INPUT)
        if not line:
            raise EOFError
        if not self._read.isatty():  # nobody's key ended the line of the prompt
            self.say(line.strip())
        return line.strip()

    def clear(self) -> None:
        """Take from sight what was printed; a stream that is no terminal gets a few blank lines."""
        wipe = "\033[2J\033[3J\033[H" if self._write.isatty() else "\n" * 5
        print(wipe, end="", file=self._write, flush=True)
