"""tavola: Splendor Duel, Splendor and Lost Cities, exactly as their rulebooks describe them."""

__version__ = "0.1.0"
