"""The real server as a process of its own, on a database file that outlives it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

READY: Final = re.compile(r"http://localhost:(\d+)/")


class House:
    """Tables on this machine; it can be killed and started again at the same address."""

    def __init__(self, folder: Path, bot_delay: float = 0.0) -> None:
        self.database = folder / "tables.sqlite3"
        self.bot_delay = bot_delay
        self.port = 0
        self._words = folder / "server.txt"
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start, and come back once the tables can be opened."""
        command = [sys.executable, "-m", "tavola", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--database", str(self.database), "--bot-delay", str(self.bot_delay)]
        with self._words.open("a") as words:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=words, text=True)
        self._process = process
        assert process.stdout is not None
        line = process.stdout.readline()
        found = READY.search(line)
        assert found, f"The server did not start: {line}{self.words()}"
        self.port = int(found[1])

    def kill(self) -> None:
        """As `kill -9` does: the server has no time to say goodbye."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(10)
            if process.stdout is not None:
                process.stdout.close()

    def words(self) -> str:
        """What the server has said on its error stream: nothing, if all went well."""
        return self._words.read_text() if self._words.exists() else ""
