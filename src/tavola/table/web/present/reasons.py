"""Why the rules forbid something, by the number of the rule, in the reader's language."""

from __future__ import annotations

from tavola.table.i18n import Words

__all__ = ["reason"]


def reason(rule: str, words: Words) -> str:
    """A sentence for the rule that was broken."""
    said = {
        "LC-010": words.say("Lay a card you hold first, then draw one."),
        "LC-012": words.say("A number must be higher than the last card of its column."),
        "LC-013": words.say("A wager can only be played before any number of its colour."),
        "LC-016": words.say("This discard pile is empty."),
        "LC-017": words.say("You may not take back the card you have just discarded."),
        "SP-005": words.say("There are not enough gems in that stack."),
        "SP-010": words.say("Take gems, reserve a card or buy one."),
        "SP-011": words.say("Take three gems of different colours or two of one colour."),
        "SP-012": words.say("Two of one colour may be taken only from a stack of at least four."),
        "SP-013": words.say("That card does not lie on the table."),
        "SP-015": words.say("You already have three reserved cards."),
        "SP-017": words.say("That card is neither on the table nor in your hand."),
        "SP-018": words.say("You cannot pay for that card."),
        "SP-030": words.say("Return one of your tokens until you have ten."),
        "SP-032": words.say("Choose one of the nobles that would visit you."),
        "SPA-02": words.say("Take three different colours while there are three."),
        "SPA-07": words.say("This deck is empty."),
        "SPA-09": words.say("Pay for the card exactly, with tokens you have."),
        "SPA-16": words.say("You may pass only when nothing else is possible."),
        "SD-030": words.say("You have no Privilege."),
        "SD-032": words.say("A Privilege takes a gem or a pearl from the board."),
        "SD-040": words.say("The bag is empty."),
        "SD-060": words.say("Take one, two or three tokens from the board."),
        "SD-061": words.say("The tokens must be neighbours in a straight line."),
        "SD-062": words.say("Only cells with a gem or a pearl can be taken."),
        "SD-070": words.say("Gold can be taken only to reserve a card, with at most three in hand."),
        "SD-071": words.say("Take a gold token first, then reserve."),
        "SD-072": words.say("Reserve a card of the pyramid or the top card of a deck."),
        "SD-080": words.say("That card is neither in the pyramid nor among your reserved cards."),
        "SD-082": words.say("You cannot pay for that card."),
        "SD-102": words.say("Place the wild card on a colour in which you have a bonus."),
        "SD-103": words.say("It needs a card with a bonus to be placed on."),
        "SD-105": words.say("Choose which token of the card's colour to take."),
        "SD-107": words.say("Choose a token to take from your opponent."),
        "SD-110": words.say("Choose a Royal."),
        "SD-120": words.say("Return one of your tokens until you have ten."),
        "SDA-02": words.say("Privileges come before the replenishing of the board."),
        "SDA-08": words.say("The board has been replenished in this turn."),
        "SDA-11": words.say("That would leave you without any action to perform."),
        "SDA-29": words.say("Pay for the card exactly, with tokens you have."),
    }
    return said.get(rule, words.say("The rules do not allow that now."))
