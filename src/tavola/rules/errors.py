"""What can go wrong when a person asks for something; each message is a sentence for that person."""

__all__ = ["BadOption", "NotLegal", "NotUnderstood", "TavolaError"]


class TavolaError(Exception):
    """Something that was asked for cannot be done."""


class NotLegal(TavolaError):
    """The action is understood, and the rules forbid it now."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        """Keep the number of the rule that forbids it, so that others can say it in their own words."""
        super().__init__(sentence)
        self.rule = rule


class NotUnderstood(TavolaError):
    """The text or data is not an action, a position, a view or a record."""


class BadOption(TavolaError):
    """An option or a value that does not exist; the message names the choices."""
