"""Where people play."""
