"""The rules of Splendor, in the rulebook's order. SP- and SPA- numbers are those of docs/rules."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from tavola.rules.chance import shuffled
from tavola.rules.core import CHANCE, Chance, Outcome, Seat, Step
from tavola.rules.errors import BadOption, NotLegal
from tavola.rules.jewels import (
    GEM_NAMES,
    HAND_LIMIT,
    TOKEN_LIMIT,
    add,
    hold,
    net_price,
    payments,
    set_at,
    shortfall,
    subtract,
)
from tavola.rules.splendor.actions import (
    BUY,
    PASS,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    VISIT,
    Action,
    Buy,
    Deal,
    Pass,
    Pay,
    Reserve,
    ReserveDeck,
    Return,
    Take,
    Visit,
)
from tavola.rules.splendor.events import (
    Bought,
    Dealt,
    Ended,
    Event,
    Passed,
    Refilled,
    ReservedCard,
    Returned,
    Took,
    Visited,
)
from tavola.rules.splendor.material import DECKS, GOLD, NOBLES, ROW, Card, Noble, stacks
from tavola.rules.splendor.state import Phase, Player, SplendorOptions, State

__all__ = ["apply", "fixed", "initial", "legal_actions", "outcome", "sample", "to_play", "trusted"]

ONE: Final = tuple(tuple(int(kind == token) for kind in range(6)) for token in range(6))


def initial(players: int, options: SplendorOptions, start: Seat = 0) -> State:
    """The table before the deal."""
    if players not in (2, 3, 4):
        raise BadOption(f"Splendor is played by 2, 3 or 4, not by {players}.")
    if start not in range(players):
        raise BadOption(f"The starting seat is one of 0 to {players - 1}.")
    return State(
        options=options,
        phase=Phase.DEAL,
        turn=start,
        turns=0,
        players=(Player((0,) * 6, (), (), (), (0,) * 5, 0),) * players,
        bank=stacks(players),
        rows=((None,) * ROW,) * 3,
        decks=((), (), ()),
        nobles=(),
        buying=None,
        passes=0,
        start=start,
    )


def to_play(state: State) -> Seat | Chance | None:
    """Who acts."""
    phase = state.phase
    if phase is Phase.OVER:
        return None
    return CHANCE if phase is Phase.DEAL else state.turn


# --- The deal (SP-003, SP-004) -------------------------------------------------------------------------------


def sample(state: State, rng: Random) -> Deal:
    """A fair shuffle of nobles and decks."""
    _must_deal(state)
    nobles = shuffled(rng, NOBLES)[: len(state.players) + 1]
    return Deal(nobles, tuple(shuffled(rng, deck) for deck in DECKS))


def fixed(state: State) -> Deal:
    """Nobles and cards in printed order."""
    _must_deal(state)
    return Deal(NOBLES[: len(state.players) + 1], DECKS)


def _must_deal(state: State) -> None:
    if state.phase is not Phase.DEAL:
        raise NotLegal("It is not chance's turn.")


def _check_deal(state: State, action: Action) -> None:
    if not isinstance(action, Deal):
        raise NotLegal("The cards must be dealt first.", "SP-003")
    wanted = len(state.players) + 1
    if len(action.nobles) != wanted or len(set(action.nobles)) != wanted or not set(action.nobles) <= set(NOBLES):
        raise NotLegal(f"A deal reveals {wanted} different nobles.", "SP-004")
    if len(action.decks) != 3 or any(
        len(dealt) != len(deck) or set(dealt) != set(deck) for dealt, deck in zip(action.decks, DECKS, strict=True)
    ):
        raise NotLegal("A deal holds all the cards of the three levels, each once.", "SP-003")


def _deal(state: State, deal: Deal) -> Step[State, Event]:
    decks: tuple[tuple[Card, ...], ...] = deal.decks  # type: ignore[assignment]  # checked: no card is unknown
    rows = tuple(deck[:ROW] for deck in decks)
    dealt = state._replace(
        phase=Phase.TURN, turns=1, nobles=deal.nobles, rows=rows, decks=tuple(deck[ROW:] for deck in decks)
    )
    return Step(dealt, (Dealt(state.start, deal.nobles, rows),), True)


# --- What may be done (SP-010 to SP-019, SPA-01 to SPA-09) ---------------------------------------------------


@cache
def _takes(stock: tuple[int, ...], up_to_three: bool) -> tuple[Take, ...]:
    """The ways to take gems when each stack has none (0), some (1) or at least four (2)."""
    there = [colour for colour in range(5) if stock[colour]]
    most = min(3, len(there))
    least = 1 if up_to_three else most
    sets = [chosen for size in range(most, least - 1, -1) for chosen in combinations(there, size) if chosen]
    different = [Take(tuple(int(colour in chosen) for colour in range(5))) for chosen in sets]
    twos = [Take(tuple(2 * (colour == two) for colour in range(5))) for two in there if stock[two] == 2]
    return (*different, *twos)


_STOCK: Final = (0, 1, 1, 1, 2, 2, 2, 2)


def legal_actions(state: State) -> list[Action]:
    """All the seat on turn may do."""
    phase = state.phase
    player = state.players[state.turn]
    if phase is Phase.TURN:
        return _turn_actions(state, player)
    if phase is Phase.PAY and state.buying is not None:
        return [Pay(way) for way in payments(state.buying.cost, player.bonuses, player.tokens)]
    if phase is Phase.RETURN:
        return [RETURN[token] for token in range(6) if player.tokens[token]]
    if phase is Phase.NOBLE:
        return [VISIT[noble.index] for noble in _waiting(state, player)]
    return []


def _turn_actions(state: State, player: Player) -> list[Action]:
    bank = state.bank
    stock = (_STOCK[bank[0]], _STOCK[bank[1]], _STOCK[bank[2]], _STOCK[bank[3]], _STOCK[bank[4]])
    actions: list[Action] = [*_takes(stock, state.options.take_fewer == "upTo3")]
    face_up = [card for row in state.rows for card in row if card is not None]
    tokens, bonuses = player.tokens, player.bonuses
    gold = tokens[GOLD]
    actions += [
        BUY[card.index]
        for card in face_up + [held.card for held in player.reserved]
        if shortfall(card.cost, bonuses, tokens) <= gold
    ]
    if len(player.reserved) < HAND_LIMIT:
        actions += [RESERVE[card.index] for card in face_up]
        actions += [reserve for reserve, deck in zip(RESERVE_DECK, state.decks, strict=True) if deck]
    return actions or [PASS]


def apply(state: State, action: Action) -> Step[State, Event]:
    """What the action leads to; NotLegal, with the reason, where the rules forbid it."""
    if state.phase is Phase.DEAL:
        _check_deal(state, action)
    elif action not in legal_actions(state):
        raise _refusal(state, action)
    return trusted(state, action)


def trusted(state: State, action: Action) -> Step[State, Event]:
    """The same for an action known to be legal."""
    match action:
        case Take(gems):
            return _take(state, gems)
        case Buy(card):
            return _buy(state, card)
        case Reserve(card):
            return _reserve(state, card)
        case ReserveDeck(level):
            return _reserve_deck(state, level)
        case Pay(tokens):
            return _pay(state, tokens)
        case Return(token):
            return _return(state, token)
        case Visit(noble):
            return _visit(state, noble)
        case Pass():
            return _pass(state)
        case Deal():
            return _deal(state, action)


def _refusal(state: State, action: Action) -> NotLegal:
    player = state.players[state.turn]
    match state.phase, action:
        case Phase.OVER, _:
            return NotLegal("The game is over.", "SP-040")
        case Phase.PAY, _:
            return NotLegal("Pay for the card exactly, with tokens you have.", "SPA-09")
        case Phase.RETURN, _:
            return NotLegal(f"Return one of your tokens: you have {sum(player.tokens)}, the limit is 10.", "SP-030")
        case Phase.NOBLE, _:
            return NotLegal("Choose one of the nobles that would visit you.", "SP-032")
        case _, Take(gems):
            return _no_take(state, gems)
        case _, Reserve() | ReserveDeck() if len(player.reserved) >= HAND_LIMIT:
            return NotLegal("You already have three cards in hand.", "SP-015")
        case _, ReserveDeck(level):
            return NotLegal(f"There is no card left in the deck of level {level}.", "SPA-07")
        case _, Reserve(card):
            return NotLegal(f"{card} does not lie on the table.", "SP-013")
        case _, Buy(Card() as card):
            if card not in _on_offer(state, player):
                return NotLegal(f"{card} is neither on the table nor in your hand.", "SP-017")
            lack = shortfall(card.cost, player.bonuses, player.tokens) - player.tokens[GOLD]
            return NotLegal(f"{card} costs {lack} more than you can pay.", "SP-018")
        case _, Pass():
            return NotLegal("You may pass only when nothing else is possible.", "SPA-16")
    return NotLegal("That cannot be done now.", "SP-010")


def _no_take(state: State, gems: tuple[int, ...]) -> NotLegal:
    if not isinstance(gems, tuple) or len(gems) != 5 or any(type(count) is not int or count < 0 for count in gems):
        return NotLegal("Take three gems of different colours or two of one colour.", "SP-010")
    for colour in range(5):
        if gems[colour] > state.bank[colour]:
            return NotLegal(f"There are not enough {GEM_NAMES[colour]} gems.", "SP-005")
    if sorted(gems) == [0, 0, 0, 0, 2]:
        return NotLegal("Two of one colour may be taken only from a stack of at least four.", "SP-012")
    if max(gems) == 1 and sum(gems) < 3:
        return NotLegal("Take three different colours while there are three.", "SPA-02")
    return NotLegal("Take three gems of different colours or two of one colour.", "SP-011")


def _on_offer(state: State, player: Player) -> list[Card]:
    face_up = [card for row in state.rows for card in row if card is not None]
    return face_up + [held.card for held in player.reserved]


# --- The four actions ----------------------------------------------------------------------------------------


def _with_player(state: State, player: Player) -> tuple[Player, ...]:
    return set_at(state.players, state.turn, player)


def _take(state: State, gems: tuple[int, ...]) -> Step[State, Event]:
    player = state.players[state.turn]
    taken = (*gems, 0)
    players = _with_player(state, player._replace(tokens=add(player.tokens, taken)))
    after = state._replace(players=players, bank=subtract(state.bank, taken), passes=0)
    return _end_turn(after, (Took(state.turn, gems),), reveals=False)


def _with_gold(state: State, player: Player) -> tuple[Player, tuple[int, ...], bool]:
    """The gold token that comes with a reserved card, while there are any (SP-013, SP-014, SPA-06)."""
    if not state.bank[GOLD]:
        return player, state.bank, False
    return player._replace(tokens=add(player.tokens, ONE[GOLD])), subtract(state.bank, ONE[GOLD]), True


def _reserve(state: State, card: Card) -> Step[State, Event]:
    player, bank, gold = _with_gold(state, state.players[state.turn])
    players = _with_player(state, player._replace(reserved=hold(player.reserved, card, secret=False)))
    after, slot, refill = _remove(state._replace(players=players, bank=bank, passes=0), card)
    events = (ReservedCard(state.turn, card.level, slot, card, gold, open=True), *refill)
    return _end_turn(after, events, reveals=bool(refill))


def _reserve_deck(state: State, level: int) -> Step[State, Event]:
    player, bank, gold = _with_gold(state, state.players[state.turn])
    card, *rest = state.decks[level - 1]
    players = _with_player(state, player._replace(reserved=hold(player.reserved, card, secret=True)))
    decks = set_at(state.decks, level - 1, tuple(rest))
    after = state._replace(players=players, bank=bank, decks=decks, passes=0)
    shown = state.options.reserved_visibility == "allOpen"
    return _end_turn(after, (ReservedCard(state.turn, level, None, card, gold, open=shown),), reveals=True)


def _remove(state: State, card: Card) -> tuple[State, int, tuple[Event, ...]]:
    """Take a face-up card away and refill its place at once (SP-020)."""
    at = card.level - 1
    row, deck = state.rows[at], state.decks[at]
    slot = row.index(card)
    if not deck:
        return state._replace(rows=set_at(state.rows, at, set_at(row, slot, None))), slot, ()
    rows = set_at(state.rows, at, set_at(row, slot, deck[0]))
    refilled = state._replace(rows=rows, decks=set_at(state.decks, at, deck[1:]))
    return refilled, slot, (Refilled(card.level, slot, deck[0]),)


def _buy(state: State, card: Card) -> Step[State, Event]:
    player = state.players[state.turn]
    net = net_price(card.cost, player.bonuses)
    spare_gold = player.tokens[GOLD] - shortfall(card.cost, player.bonuses, player.tokens)
    paid = tuple(map(min, net, player.tokens))
    if spare_gold and any(paid):  # gold could stand in for a gem: ask (SPA-09)
        return Step(state._replace(phase=Phase.PAY, buying=card), (), False)
    return _paid(state, card, (*paid, sum(net) - sum(paid)))


def _pay(state: State, tokens: tuple[int, ...]) -> Step[State, Event]:
    if state.buying is None:
        raise NotLegal("There is nothing to pay for.", "SP-018")
    return _paid(state._replace(buying=None), state.buying, tokens)


def _paid(state: State, card: Card, tokens: tuple[int, ...]) -> Step[State, Event]:
    player = state.players[state.turn]
    hand = tuple(held for held in player.reserved if held.card is not card)
    bought = player._replace(
        tokens=subtract(player.tokens, tokens),
        cards=(*player.cards, card),
        reserved=hand,
        bonuses=set_at(player.bonuses, card.bonus, player.bonuses[card.bonus] + 1),
        points=player.points + card.points,
    )
    after = state._replace(players=_with_player(state, bought), bank=add(state.bank, tokens), passes=0)
    slot, refill = None, ()  # type: int | None, tuple[Event, ...]
    if len(hand) == len(player.reserved):
        after, slot, refill = _remove(after, card)
    return _end_turn(after, (Bought(state.turn, card, slot, tokens), *refill), reveals=bool(refill))


def _pass(state: State) -> Step[State, Event]:
    return _end_turn(state._replace(passes=state.passes + 1), (Passed(state.turn),), reveals=False)


# --- End of turn: tokens, noble, next player or end of the game (SP-030 to SP-042) ----------------------------


def _waiting(state: State, player: Player) -> list[Noble]:
    """The nobles who would visit the player (SP-031, SPA-11)."""
    have = player.bonuses
    return [
        noble for noble in state.nobles if all(count >= need for count, need in zip(have, noble.requires, strict=True))
    ]


def _end_turn(state: State, events: tuple[Event, ...], *, reveals: bool) -> Step[State, Event]:
    player = state.players[state.turn]
    if sum(player.tokens) > TOKEN_LIMIT:
        return Step(state._replace(phase=Phase.RETURN), events, reveals)
    if sum(player.bonuses) >= 8 and (waiting := _waiting(state, player)):  # no noble asks for fewer than eight
        if len(waiting) > 1:
            return Step(state._replace(phase=Phase.NOBLE), events, reveals)
        state, visit = _receive(state, waiting[0])
        events += (visit,)
    return _next(state, events, reveals=reveals)


def _receive(state: State, noble: Noble) -> tuple[State, Event]:
    player = state.players[state.turn]
    visited = player._replace(nobles=(*player.nobles, noble), points=player.points + noble.points)
    left = tuple(other for other in state.nobles if other is not noble)
    return state._replace(players=_with_player(state, visited), nobles=left), Visited(state.turn, noble)


def _return(state: State, token: int) -> Step[State, Event]:
    player = state.players[state.turn]
    players = _with_player(state, player._replace(tokens=subtract(player.tokens, ONE[token])))
    after = state._replace(players=players, bank=add(state.bank, ONE[token]))
    return _end_turn(after, (Returned(state.turn, token),), reveals=False)


def _visit(state: State, noble: Noble) -> Step[State, Event]:
    visited, event = _receive(state, noble)
    return _next(visited, (event,), reveals=False)


def _next(state: State, events: tuple[Event, ...], *, reveals: bool) -> Step[State, Event]:
    seat = (state.turn + 1) % len(state.players)
    stuck = state.passes == len(state.players)  # SPA-17
    last_turn = seat == state.start and any(player.points >= state.options.target for player in state.players)
    if stuck or last_turn:
        over = state._replace(phase=Phase.OVER)
        result = outcome(over)
        return Step(over, (*events, Ended(result)) if result else events, True)
    return Step(state._replace(phase=Phase.TURN, turn=seat, turns=state.turns + 1), events, reveals)


def outcome(state: State) -> Outcome | None:
    """Most points, then fewest bought cards, then shared (SP-041, SP-042, SPA-15)."""
    if state.phase is not Phase.OVER:
        return None
    marks = [(-player.points, len(player.cards)) for player in state.players]
    places = tuple(1 + sum(other < mark for other in marks) for mark in marks)
    reached = any(player.points >= state.options.target for player in state.players)
    stuck = state.passes == len(state.players)
    reasons = ("target",) * reached + ("passes",) * stuck
    return Outcome(reasons, places, tuple(player.points for player in state.players))
