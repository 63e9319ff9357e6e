"""A step of Splendor Duel over arrays: the order of tavola.rules.duel, every part behind a condition."""

from __future__ import annotations

from functools import reduce
from typing import Final, NamedTuple

import numpy as np

from tavola.bots.arrays.bits import least, pack_gems, popcount, sum_gems, surplus
from tavola.bots.arrays.duel_table import (
    LEVEL_OF,
    NONE,
    ONES,
    OVER,
    PHASE,
    SECRET,
    WILDS,
    Chance,
    Facts,
    Side,
    Table,
    Tokens,
    add,
    any_of,
    bits_of,
    cells_with,
    count_of,
    each,
    first_of,
    listed,
    look,
    narrow,
    one_token,
    only_if,
    pick,
    some,
    subtract,
    tokens_on,
    total,
    wide,
)
from tavola.bots.arrays.library import Array, choose, lazy, stage, xp
from tavola.bots.encode import encoding
from tavola.bots.encode.duel import ABILITIES, MOST_GOLD
from tavola.bots.encode.jewels import payment_vectors
from tavola.rules.duel import Phase
from tavola.rules.duel.legal import LINES
from tavola.rules.duel.material import (
    CELLS,
    EXTRA_TURN,
    GOLD,
    NO_COLOUR,
    PEARL,
    PRIVILEGE,
    PRIVILEGES,
    ROYALS,
    STEAL,
    TOKEN,
)
from tavola.rules.duel.steps import COLOUR_POINTS_TO_WIN, CROWNS_TO_WIN, POINTS_TO_WIN, ROYAL_CROWNS
from tavola.rules.jewels import TOKEN_LIMIT

__all__ = ["EXTRA_TOKENS", "advance"]

IDS: Final = encoding("duel").kinds
_CELLS: Final = listed(
    {at: bits for at, (_, bits) in enumerate(LINES)}
    | {IDS[name] + cell: 1 << cell for name in ("use", "gold", "token") for cell in range(CELLS)},
    IDS.size,
)
_WILD_PLACE: Final = listed({card: 3 * at for at, card in enumerate(WILDS)}, 256)
_VECTORS: Final = dict(enumerate(payment_vectors(GOLD, MOST_GOLD), IDS["pay"]))
EXTRA_TOKENS: Final = (
    listed({at: pack_gems(vector[:PEARL]) for at, vector in _VECTORS.items()}, IDS.size),
    listed({at: vector[PEARL] for at, vector in _VECTORS.items()}, IDS.size),
    listed({at: sum(vector) for at, vector in _VECTORS.items()}, IDS.size),
)
"""For each id the gems, the pearls and all the tokens in whose place gold is paid beyond need."""


class _Kinds(NamedTuple):
    """Which kind of action it is, in the order of the encoding."""

    take: Array
    use: Array
    replenish: Array
    gold: Array
    reserve: Array
    reserve_deck: Array
    buy: Array
    buy_reserved: Array
    place: Array
    token: Array
    steal: Array
    royal: Array
    give_back: Array
    passes: Array
    pay: Array


class _Play(NamedTuple):
    """A step half done."""

    table: Table
    """What is not the players', with small numbers as int32."""
    me: Side
    they: Side
    card: Array
    """The card that is reserved or bought, or NONE."""
    asks: Array
    """int32[]: the phase in which the player on turn is to choose something; TURN if none so far."""


def _ask(play: _Play, phase: Phase, yes: Array) -> _Play:
    return play._replace(asks=xp.where(yes, PHASE[phase], play.asks))


def advance(before: Table, action: Array, chance: Chance, *, immediate: bool, free_payment: bool) -> Table:
    """The table after a legal action and the chance that follows it."""
    is_ = _Kinds(*((action >= kind.start) & (action < kind.start + kind.size) for kind in IDS.rows))
    table, chance = wide(before), stage(chance)
    me, they = choose(table.turn == 1, table.sides[::-1], table.sides)
    play = _Play(table, me, they, xp.int32(NONE), xp.int32(PHASE[Phase.TURN]))
    play = _tokens(play, action, is_, chance)
    play, reserves = _choose_card(play, action, is_, chance)
    play = stage(play)
    about = Facts(play.card)
    play = _reserve(play, reserves, is_.reserve_deck)
    play, pays = _pay(play, about, action, is_, free_payment)
    play = play._replace(table=_without(play.table, play.card, reserves | pays))
    play, owns, column = _own(play, about, pays, action, is_)
    ability = xp.where(owns, about.ability, 0)
    play, asked = _resolve(play, {name: ability == 1 + at for at, name in enumerate(ABILITIES)}, column)
    play = stage(play)
    play, asked_more = _steal(play, ability == 1 + ABILITIES.index(STEAL), is_.steal, action - IDS["steal"])
    resolved = (owns & ~asked & ~asked_more) | is_.token | is_.steal
    play, ends = _royal(play, resolved, action, is_)
    ends = ends | is_.take | reserves | is_.give_back | is_.passes
    at_once = pays | reserves if immediate else xp.bool_(False)
    after: Table = stage(narrow(_end(play, ends, at_once, chance.card), before))
    return after


# --- Tokens, Privileges, the bag (SD-030 to SD-063) ----------------------------------------------------------


def _gain(one: Side, other: Side, yes: Array) -> tuple[Side, Side]:
    """The first takes a Privilege from above the board, else from the other, else nothing (SD-050, SD-051)."""
    gains = yes & (one.privileges < PRIVILEGES)
    robs = gains & (one.privileges + other.privileges == PRIVILEGES)
    one, other = one._replace(privileges=one.privileges + gains), other._replace(privileges=other.privileges - robs)
    return one, other


def _tokens(play: _Play, action: Array, is_: _Kinds, chance: Chance) -> _Play:
    """What the action takes from the board, returns to the bag, or brings out of it."""
    table, me = play.table, play.me
    cells = look(_CELLS, action)
    taken = tokens_on(table.board, cells)
    threes = taken.gems & (taken.gems >> 1) & ONES
    returned = one_token(action - IDS["return"], is_.give_back)
    me = me._replace(tokens=subtract(add(me.tokens, taken), returned), privileges=me.privileges - is_.use)
    they, me = _gain(play.they, me, is_.replenish | (is_.take & ((taken.pearls == 2) | (threes != 0))))
    low, middle, high = (
        (plane & ~cells) | xp.where(is_.replenish, more, 0)
        for plane, more in zip(table.board, chance.board, strict=True)
    )
    table = table._replace(
        board=(low, middle, high),
        bag=add(only_if(~is_.replenish, table.bag), returned),
        replenished=table.replenished | is_.replenish,
    )
    return play._replace(table=table, me=me, they=they)


# --- Reserving and buying (SD-070 to SD-087) -----------------------------------------------------------------


def _choose_card(play: _Play, action: Array, is_: _Kinds, chance: Chance) -> tuple[_Play, Array]:
    """The card that the action is about, and whether it is reserved."""
    table = play.table
    # At the beginning of a turn a place is empty only if its deck is: with one choice left it is a place.
    no_deck = (table.decks[0] | table.decks[1] | table.decks[2]) == 0
    only = is_.gold & no_deck & (count_of(each(lambda card: card != NONE, table.rows)) == 1)
    face_up = pick(table.rows, action - xp.where(is_.buy, IDS["buy"], IDS["reserve"]))
    card = xp.where(is_.reserve | is_.buy, face_up, table.card)
    card = xp.where(is_.buy_reserved, pick(play.me.hand, action - IDS["buy reserved"]) & (SECRET - 1), card)
    last = reduce(xp.minimum, table.rows)
    card = xp.where(only, last, xp.where(is_.reserve_deck, chance.card, card))
    play = _ask(play, Phase.RESERVE, is_.gold & ~only)
    return play._replace(card=card), is_.reserve | is_.reserve_deck | only


def _without(table: Table, card: Array, yes: Array) -> Table:
    return table._replace(rows=tuple(each(lambda place: xp.where(yes & (place == card), NONE, place), table.rows)))


def _reserve(play: _Play, reserves: Array, from_deck: Array) -> _Play:
    """Put the card into the hand, in its order."""
    key = xp.where(reserves, play.card + xp.where(from_deck, SECRET, 0), NONE)
    a, b, c = play.me.hand
    a, key = xp.minimum(a, key), xp.maximum(a, key)
    b, key = xp.minimum(b, key), xp.maximum(b, key)
    me = play.me._replace(hand=(a, b, xp.minimum(c, key)))
    return play._replace(table=_drawn(play.table, play.card, from_deck), me=me)


def _pay(play: _Play, about: Facts, action: Array, is_: _Kinds, free_payment: bool) -> tuple[_Play, Array]:
    """Pay with the fewest gold tokens, or as chosen; ask where there is a choice (SDA-29). Whether it was paid."""
    me, buys = play.me, is_.buy | is_.buy_reserved
    net = surplus(about.cost, me.bonuses)
    gems, pearls = least(net, me.tokens.gems), xp.minimum(about.pearls, me.tokens.pearls)
    lack = sum_gems(net - gems) + about.pearls - pearls
    paid, pays = Tokens(gems, pearls, lack), buys
    if free_payment:
        asks = buys & (me.tokens.gold > lack) & ((gems != 0) | (pearls != 0))
        fewer_gems, fewer_pearls, more_gold = (look(table, action) for table in EXTRA_TOKENS)
        paid = Tokens(gems - fewer_gems, pearls - fewer_pearls.astype(np.int32), lack + more_gold.astype(np.int32))
        play, pays = _ask(play, Phase.PAY, asks), (buys & ~asks) | is_.pay
    paid = only_if(pays, paid)
    me = me._replace(tokens=subtract(me.tokens, paid), hand=_dropped(me.hand, play.card, pays))
    table = play.table._replace(bag=add(play.table.bag, paid))
    return play._replace(table=table, me=me), pays


def _dropped(hand: tuple[Array, Array, Array], card: Array, yes: Array) -> tuple[Array, Array, Array]:
    a, b, c = hand
    first = yes & ((a & (SECRET - 1)) == card)
    second = first | (yes & ((b & (SECRET - 1)) == card))
    third = second | (yes & ((c & (SECRET - 1)) == card))
    return xp.where(first, b, a), xp.where(second, c, b), xp.where(third, NONE, c)


def _own(play: _Play, about: Facts, pays: Array, action: Array, is_: _Kinds) -> tuple[_Play, Array, Array]:
    """Lay the card in its column; ask where a wild card may lie (SD-102). Whether it was laid, and where."""
    me, card = play.me, play.card
    columns = some(me.bonuses)
    wild = about.wild == 1
    asks = pays & wild & (popcount(columns) > 1)
    owns = (pays & ~asks) | is_.place
    column = xp.where(wild, xp.where(is_.place, action - IDS["place"], first_of(columns)), about.colour)
    coloured = owns & (column != NO_COLOUR)
    shift = xp.where(coloured, 6 * column, 0).astype(np.uint32)
    one, two, three = (word | bit for word, bit in zip(me.owned, bits_of(card, owns), strict=True))
    me = me._replace(
        bonuses=me.bonuses + (xp.where(coloured, about.bonuses, 0).astype(np.uint32) << shift),
        colour_points=me.colour_points + (xp.where(coloured, about.points, 0).astype(np.uint32) << shift),
        points=me.points + xp.where(owns, about.points, 0),
        crowns=me.crowns + xp.where(owns, about.crowns, 0),
        owned=(one, two, three),
    )
    place = xp.where(owns & wild, look(_WILD_PLACE, card), 0)
    wilds = play.table.wilds | xp.where(owns & wild, column, 0).astype(np.uint32) << place
    play = play._replace(table=play.table._replace(wilds=wilds), me=me)
    return _ask(play, Phase.PLACE, asks), owns, column


# --- Abilities and Royals (SD-100 to SD-113) -----------------------------------------------------------------


def _resolve(play: _Play, able: dict[str, Array], colour: Array) -> tuple[_Play, Array]:
    """An ability, stealing left aside: by itself where there is no choice (SDA-19). Whether it asks."""
    me, they = _gain(play.me, play.they, able[PRIVILEGE])
    board = play.table.board
    spots = xp.where(able[TOKEN], cells_with(board, colour), 0)
    several = popcount(spots) > 1
    taken = xp.where(several, 0, spots)
    me = me._replace(tokens=add(me.tokens, one_token(colour, taken != 0)))
    low, middle, high = (plane & ~taken for plane in board)
    table = play.table._replace(board=(low, middle, high), extra=play.table.extra | able[EXTRA_TURN])
    return _ask(play._replace(table=table, me=me, they=they), Phase.TOKEN, several), several


def _steal(play: _Play, able: Array, chosen: Array, kind: Array) -> tuple[_Play, Array]:
    """Steal the chosen kind, or by an ability the only one there is (SD-107). Whether there is a choice."""
    if lazy() and not (able | chosen).any():
        return play, able
    me, theirs = play.me, play.they.tokens
    gems = some(theirs.gems)
    kinds = popcount(gems) + (theirs.pearls > 0)
    only = xp.where(gems == 0, PEARL, first_of(gems))
    stolen = one_token(xp.where(chosen, kind, only), chosen | (able & (kinds == 1)))
    asks = able & (kinds > 1)
    me, they = me._replace(tokens=add(me.tokens, stolen)), play.they._replace(tokens=subtract(theirs, stolen))
    return _ask(play._replace(me=me, they=they), Phase.STEAL, asks), asks


def _royal(play: _Play, resolved: Array, action: Array, is_: _Kinds) -> tuple[_Play, Array]:
    """A Royal for the third crown and another for the sixth, and its ability. Whether the turn comes to its end.

    No card has more than three crowns, so that never two Royals are due.
    """
    me, they = play.me, play.they
    left = (me.royals | they.royals) ^ ((1 << len(ROYALS)) - 1)
    due = count_of([me.crowns >= crowns for crowns in ROYAL_CROWNS])
    visits = resolved & (popcount(me.royals) < due) & (left != 0)
    if lazy() and not (visits | is_.royal).any():
        return play, resolved
    several = popcount(left) > 1
    asks = visits & several
    chosen = xp.where(is_.royal, 1 << xp.where(is_.royal, action - IDS["royal"], 0), left)
    royal = xp.where(is_.royal | (visits & ~several), chosen, 0)
    points = sum((xp.where((royal >> one.index) & 1 == 1, one.points, 0) for one in ROYALS), start=me.points)
    able = {
        name: (royal & sum(1 << one.index for one in ROYALS if name in one.abilities)) != 0
        for name in (EXTRA_TURN, PRIVILEGE, STEAL)
    }
    me, they = _gain(me._replace(royals=me.royals | royal, points=points), they, able[PRIVILEGE])
    table = play.table._replace(extra=play.table.extra | able[EXTRA_TURN])
    play = _ask(play._replace(table=table, me=me, they=they), Phase.ROYAL, asks)
    play, steals = _steal(play, able[STEAL], xp.bool_(False), xp.int32(0))
    return play, (resolved | is_.royal) & ~asks & ~steals


# --- The end of the turn (SD-120 to SD-127) ------------------------------------------------------------------


def _end(play: _Play, ends: Array, at_once: Array, drawn: Array) -> Table:
    """Tokens above ten, the pyramid, if it is not refilled at once, victory, and whose turn is next."""
    me = play.me
    too_many = ends & (total(me.tokens) > TOKEN_LIMIT)
    play = _ask(play, Phase.RETURN, too_many)
    ends = ends & ~too_many
    table = _refilled(play.table, at_once | ends, drawn)
    enough = (me.colour_points + (32 - COLOUR_POINTS_TO_WIN) * ONES) & ONES << 5
    wins = ends & ((me.points >= POINTS_TO_WIN) | (me.crowns >= CROWNS_TO_WIN) | (enough != 0))
    goes_on = ends & ~wins
    second = table.turn == 1
    asks_about_card = (play.asks >= PHASE[Phase.PAY]) & (play.asks <= PHASE[Phase.TOKEN])
    return table._replace(
        phase=xp.where(wins, OVER, play.asks),
        turn=xp.where(goes_on & ~table.extra, 1 - table.turn, table.turn),
        turns=table.turns + goes_on,
        sides=choose(second, (play.they, me), (me, play.they)),
        card=xp.where(asks_about_card, play.card, NONE),
        replenished=table.replenished & ~goes_on,
        extra=table.extra & ~goes_on,
    )


def _refilled(table: Table, yes: Array, card: Array) -> Table:
    """The next card on the place that is empty though its deck is not: there is at most one."""
    left = [yes & (deck != 0) for deck in table.decks]
    laid = each(lambda place, there: there & (place == NONE), table.rows, [left[level] for level in LEVEL_OF])
    rows = each(lambda here, place: xp.where(here, card, place), laid, table.rows)
    return _drawn(table._replace(rows=tuple(rows)), card, any_of(laid))


def _drawn(table: Table, card: Array, yes: Array) -> Table:
    """The table with the card gone from its deck."""
    one, two, three = (deck & ~bit for deck, bit in zip(table.decks, bits_of(card, yes), strict=True))
    return table._replace(decks=(one, two, three))
