"""The rules of Splendor Duel, in the rulebook's order. SD- and SDA- numbers are those of docs/rules.

A turn runs: [privileges] [replenish] action -> placing of a wild card -> ability -> Royal and its ability ->
tokens above ten -> refill of the pyramid -> victory? -> next turn. Each step either happens by itself or
stops at a phase in which the player chooses; what follows the choice is the next step of the same row.
"""

from __future__ import annotations

from random import Random

from tavola.rules.chance import shuffled
from tavola.rules.core import CHANCE, Chance, Seat, Step
from tavola.rules.duel.actions import (
    Action,
    Bag,
    Buy,
    Choose,
    Deal,
    Pass,
    Pay,
    Place,
    Replenish,
    Reserve,
    ReserveDeck,
    Return,
    Steal,
    Take,
    TakeGold,
    TakeToken,
    UsePrivilege,
)
from tavola.rules.duel.events import (
    Bought,
    Dealt,
    Event,
    Passed,
    Replenished,
    ReservedCard,
    Took,
    TookGold,
    UsedPrivilege,
)
from tavola.rules.duel.legal import ONE, legal_actions, refusal, reserve_actions
from tavola.rules.duel.material import (
    DECKS,
    EMPTY,
    GOLD,
    PEARL,
    PRIVILEGES,
    ROWS,
    ROYALS,
    SPIRAL,
    TOKEN_COUNTS,
    Card,
)
from tavola.rules.duel.state import DuelOptions, Phase, Player, State
from tavola.rules.duel.steps import (
    Events,
    bought_card,
    end_turn,
    gain_privilege,
    outcome,
    own,
    pick_up,
    place,
    receive,
    refill,
    return_token,
    set_player,
    steal,
    take_token,
)
from tavola.rules.errors import BadOption, NotLegal
from tavola.rules.jewels import add, hold, net_price, set_at, shortfall, subtract

__all__ = ["apply", "fixed", "initial", "legal_actions", "outcome", "sample", "to_play", "trusted"]


def initial(players: int, options: DuelOptions, start: Seat = 0) -> State:
    """The table before the deal."""
    if players != 2:
        raise BadOption(f"Splendor Duel is played by 2, not by {players}.")
    if start not in (0, 1):
        raise BadOption("The starting seat is 0 or 1.")
    nothing = Player((0,) * 7, ((),) * 6, (), (), 0, (0,) * 5, (0,) * 5, 0, 0)
    return State(
        options=options,
        phase=Phase.DEAL,
        turn=start,
        turns=0,
        players=(nothing, nothing),
        board=(EMPTY,) * 25,
        bag=TOKEN_COUNTS,
        privileges=PRIVILEGES,
        rows=tuple((None,) * size for size in ROWS),
        decks=((), (), ()),
        royals=ROYALS,
        card=None,
        replenished=False,
        extra=False,
        start=start,
    )


def to_play(state: State) -> Seat | Chance | None:
    """Who acts."""
    phase = state.phase
    if phase is Phase.OVER:
        return None
    return CHANCE if phase is Phase.DEAL or phase is Phase.REPLENISH else state.turn


# --- Chance: the deal (SD-010 to SD-015) and the bag (SD-041) ------------------------------------------------


def sample(state: State, rng: Random) -> Action:
    """A fair shuffle of the decks and of the bag."""
    tokens = shuffled(rng, _in_bag(state))
    if state.phase is Phase.DEAL:
        return Deal(tokens, tuple(shuffled(rng, deck) for deck in DECKS))
    return Bag(tokens)


def fixed(state: State) -> Action:
    """Cards in printed order; tokens in the order white, blue, green, red, black, pearl, gold."""
    return Deal(_in_bag(state), DECKS) if state.phase is Phase.DEAL else Bag(_in_bag(state))


def _in_bag(state: State) -> tuple[int, ...]:
    if to_play(state) is not CHANCE:
        raise NotLegal("It is not chance's turn.")
    return tuple(token for token, count in enumerate(state.bag) for _ in range(count))


def _check_chance(state: State, action: Action) -> None:
    drawn = _in_bag(state)
    if state.phase is Phase.REPLENISH:
        if not isinstance(action, Bag) or not _same(action.tokens, drawn):
            raise NotLegal("The bag's tokens must all be drawn, each once.", "SD-041")
        return
    if not isinstance(action, Deal) or not _same(action.board, drawn):
        raise NotLegal("A deal puts all 25 tokens on the board.", "SD-012")
    if len(action.decks) != 3 or any(
        len(dealt) != len(deck) or set(dealt) != set(deck) for dealt, deck in zip(action.decks, DECKS, strict=True)
    ):
        raise NotLegal("A deal holds all the cards of the three levels, each once.", "SD-010")


def _same(tokens: object, drawn: tuple[int, ...]) -> bool:
    return isinstance(tokens, tuple) and all(type(t) is int for t in tokens) and sorted(tokens) == sorted(drawn)


def _deal(state: State, deal: Deal) -> Step[State, Event]:
    decks: tuple[tuple[Card, ...], ...] = deal.decks  # type: ignore[assignment]  # checked: no card is unknown
    board, _ = _fill(state.board, deal.board)
    rows = tuple(deck[:size] for deck, size in zip(decks, ROWS, strict=True))
    dealt = state._replace(
        phase=Phase.TURN,
        turns=1,
        board=board,
        bag=(0,) * 7,
        rows=rows,
        decks=tuple(deck[size:] for deck, size in zip(decks, ROWS, strict=True)),
    )
    ready, gained = gain_privilege(dealt, 1 - state.start)
    return Step(ready, (Dealt(state.start, board, rows), *gained), True)


def _fill(board: tuple[int, ...], tokens: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Lay the tokens on the empty cells along the spiral."""
    empty = tuple(cell for cell in SPIRAL if board[cell] == EMPTY)[: len(tokens)]
    full = list(board)
    for cell, token in zip(empty, tokens, strict=True):
        full[cell] = token
    return tuple(full), empty


def _replenished(state: State, tokens: tuple[int, ...]) -> Step[State, Event]:
    board, cells = _fill(state.board, tokens)
    full = state._replace(phase=Phase.TURN, board=board, bag=(0,) * 7, replenished=True)
    after, gained = gain_privilege(full, 1 - state.turn)
    return Step(after, (Replenished(state.turn, cells, tokens), *gained), True)


# --- Applying an action --------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> Step[State, Event]:
    """What the action leads to; NotLegal, with the reason, where the rules forbid it."""
    if to_play(state) is CHANCE:
        _check_chance(state, action)
    elif action not in legal_actions(state):
        raise refusal(state, action)
    return trusted(state, action)


def trusted(state: State, action: Action) -> Step[State, Event]:
    """The same for an action known to be legal."""
    match action:
        case Take(cells):
            return _take(state, cells)
        case UsePrivilege(cell):
            return _use_privilege(state, cell)
        case Buy(card):
            return _buy(state, card)
        case TakeGold(cell):
            return _take_gold(state, cell)
        case Reserve() | ReserveDeck():
            return _reserve(state, action)
        case Replenish():
            return Step(state._replace(phase=Phase.REPLENISH), (), False)
        case Return(token):
            return return_token(state, token)
        case Pay(tokens):
            return _paid(state, tokens)
        case Place(colour):
            return place(state, colour, ())
        case TakeToken(cell):
            return take_token(state, cell, ())
        case Steal(token):
            return steal(state, token, ())
        case Choose(royal):
            return receive(state, royal, ())
        case Bag(tokens):
            return _replenished(state, tokens)
        case Pass():
            return end_turn(state, (Passed(state.turn),))
        case Deal():
            return _deal(state, action)


# --- Privileges (SD-030 to SD-033, SD-050 to SD-052) ---------------------------------------------------------


def _use_privilege(state: State, cell: int) -> Step[State, Event]:
    player, token = state.players[state.turn], state.board[cell]
    player = player._replace(privileges=player.privileges - 1, tokens=add(player.tokens, ONE[token]))
    used = state._replace(
        players=set_player(state, player),
        board=set_at(state.board, cell, EMPTY),
        privileges=state.privileges + 1,
    )
    return Step(used, (UsedPrivilege(state.turn, cell, token),), False)


# --- The three mandatory actions (SD-060 to SD-087) ----------------------------------------------------------


def _take(state: State, cells: tuple[int, ...]) -> Step[State, Event]:
    tokens = tuple(state.board[cell] for cell in cells)
    after = pick_up(state, cells)
    events: Events = (Took(state.turn, cells, tokens),)
    if tokens.count(PEARL) == 2 or (len(tokens) == 3 and tokens.count(tokens[0]) == 3):  # SD-063
        after, gained = gain_privilege(after, 1 - state.turn)
        events += gained
    return end_turn(after, events)


def _take_gold(state: State, cell: int) -> Step[State, Event]:
    after = pick_up(state, (cell,))._replace(phase=Phase.RESERVE)
    events: Events = (TookGold(state.turn, cell),)
    targets = reserve_actions(after)
    if len(targets) > 1:
        return Step(after, events, False)
    step = trusted(after, targets[0])
    return Step(step.state, events + step.events, step.reveals)


def _reserve(state: State, action: Reserve | ReserveDeck) -> Step[State, Event]:
    slot: int | None = None
    events: Events = ()
    if isinstance(action, Reserve):
        card = action.card
        after, slot, events = _remove(state, card)
    else:
        card, *rest = state.decks[action.level - 1]
        after = state._replace(decks=set_at(state.decks, action.level - 1, tuple(rest)))
    player = after.players[state.turn]
    player = player._replace(reserved=hold(player.reserved, card, secret=slot is None))
    after = after._replace(players=set_player(after, player))
    reserved = ReservedCard(state.turn, card.level, slot, card)
    return end_turn(after, (reserved, *events), reveals=slot is None or bool(events))


def _remove(state: State, card: Card) -> tuple[State, int, Events]:
    """Take a card out of the pyramid; its place is refilled now or at the end of the turn (SDA-01)."""
    at = card.level - 1
    slot = state.rows[at].index(card)
    removed = state._replace(rows=set_at(state.rows, at, set_at(state.rows[at], slot, None)))
    if state.options.pyramid_refill == "immediate":
        return refill(removed, slot, card.level)
    return removed, slot, ()


def _buy(state: State, card: Card) -> Step[State, Event]:
    player = state.players[state.turn]
    net = net_price(card.cost, player.bonuses)
    paid = tuple(map(min, net, player.tokens))
    spare_gold = player.tokens[GOLD] - shortfall(card.cost, player.bonuses, player.tokens)
    buying = state._replace(card=card)
    if spare_gold and any(paid):  # gold could stand in for a token: ask (SDA-29)
        return Step(buying._replace(phase=Phase.PAY), (), False)
    return _paid(buying, (*paid, sum(net) - sum(paid)))


def _paid(state: State, tokens: tuple[int, ...]) -> Step[State, Event]:
    card, player = bought_card(state), state.players[state.turn]
    hand = tuple(held for held in player.reserved if held.card is not card)
    slot: int | None = None
    refilled: Events = ()
    after = state
    if len(hand) == len(player.reserved):
        after, slot, refilled = _remove(state, card)
    player = player._replace(tokens=subtract(player.tokens, tokens), reserved=hand)
    after = after._replace(players=set_player(state, player), bag=add(state.bag, tokens))
    events: Events = (Bought(state.turn, card, slot, tokens), *refilled)
    if not card.wild:
        return own(after, card.colour, events, reveals=bool(refilled))
    columns = [colour for colour in range(5) if player.bonuses[colour]]
    if len(columns) > 1:
        return Step(after._replace(phase=Phase.PLACE), events, bool(refilled))
    return place(after, columns[0], events, reveals=bool(refilled))
