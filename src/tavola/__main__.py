"""`python -m tavola` is the command `tavola`."""

import sys

from tavola.cli import main

if __name__ == "__main__":
    sys.exit(main())
