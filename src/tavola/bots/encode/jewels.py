"""What the encodings of Splendor and Splendor Duel share: payments as numbers.

A payment is told by how many gold tokens, beyond those that cannot be avoided, stand in for each kind of gem.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from tavola.rules.errors import NotUnderstood
from tavola.rules.jewels import Counts, net_price

__all__ = ["least_gold", "payment_number", "payment_tokens", "payment_vectors"]


@cache
def payment_vectors(kinds: int, most: int) -> tuple[Counts, ...]:
    """All tuples of so many counts whose sum is at most `most`, by sum and then in order: the first is all zeros."""
    vectors = (vector for vector in product(range(most + 1), repeat=kinds) if sum(vector) <= most)
    return tuple(sorted(vectors, key=lambda vector: (sum(vector), vector)))


@cache
def _numbers(kinds: int, most: int) -> dict[Counts, int]:
    return {vector: number for number, vector in enumerate(payment_vectors(kinds, most))}


def least_gold(cost: Counts, bonuses: Counts, tokens: Counts) -> Counts:
    """The payment with the fewest gold tokens, gold last."""
    net = net_price(cost, bonuses)
    paid = tuple(map(min, net, tokens))
    return (*paid, sum(net) - sum(paid))


def payment_number(least: Counts, paid: Counts, most: int) -> int:
    """The number of a payment, where `least` is the one with the fewest gold and `most` all gold there is."""
    extra = tuple(have - now for have, now in zip(least[:-1], paid, strict=False))
    return _numbers(len(extra), most)[extra]


def payment_tokens(least: Counts, number: int, most: int) -> Counts:
    """The tokens of a payment's number; NotUnderstood where gold would stand in for gems that are not paid."""
    extra = payment_vectors(len(least) - 1, most)[number]
    gems = tuple(have - less for have, less in zip(least[:-1], extra, strict=True))
    if min(gems) < 0:
        raise NotUnderstood("Gold cannot stand in for more gems than the price asks for.")
    return (*gems, least[-1] + sum(extra))
