"""How strength is made and measured."""
