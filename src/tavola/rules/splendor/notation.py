"""Splendor in text: actions and positions. The grammar is in docs/records.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavola.rules.errors import NotUnderstood
from tavola.rules.jewels import (
    GEMS,
    Reserved,
    cards_from_text,
    cards_to_text,
    count_letters,
    hold,
    letters,
)
from tavola.rules.plain import Piece
from tavola.rules.position import number, read_position, split, write_position
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
from tavola.rules.splendor.material import TOKENS, Card, Noble
from tavola.rules.splendor.state import Phase, Player, SplendorOptions, State
from tavola.rules.splendor.view import check

__all__ = ["from_position", "from_text", "to_position", "to_text"]


def to_text(action: Action) -> str:
    """`take wbg`, `reserve 2w3`, `reserve deck2`, `buy 1k1`, `pay ww*`, `return r`, `noble n3`, `pass`."""
    match action:
        case Take(gems):
            return f"take {letters(gems, GEMS)}"
        case Reserve(card):
            return f"reserve {card.code}"
        case ReserveDeck(level):
            return f"reserve deck{level}"
        case Buy(card):
            return f"buy {card.code}"
        case Pay(tokens):
            return f"pay {letters(tokens, TOKENS)}"
        case Return(token):
            return f"return {TOKENS[token]}"
        case Visit(noble):
            return f"noble {noble.code}"
        case Pass():
            return "pass"
        case Deal(nobles, decks):
            return "deal " + " / ".join([cards_to_text(nobles), *map(cards_to_text, decks)])


def from_text(text: str) -> Action:
    """The action that `to_text` wrote, or NotUnderstood; letters may come in any order."""
    match text.lower().split():
        case ["take", gems]:
            return Take(count_letters(gems, GEMS))
        case ["reserve", ("deck1" | "deck2" | "deck3") as deck]:
            return RESERVE_DECK[int(deck[-1]) - 1]
        case ["reserve", code]:
            return RESERVE[Card.of(code).index]
        case ["buy", code]:
            return BUY[Card.of(code).index]
        case ["pay", tokens]:
            return Pay(count_letters(tokens, TOKENS))
        case ["return", token] if len(token) == 1 and token in TOKENS:
            return RETURN[TOKENS.index(token)]
        case ["noble", code]:
            return VISIT[Noble.of(code).index]
        case ["pass"]:
            return PASS
        case ["deal", *words]:
            return _deal(words)
    raise NotUnderstood(f"{text[:40]!r} is not a move: write take wbg, buy 1k1, reserve 2w3 or reserve deck2.")


def _deal(words: Sequence[str]) -> Deal:
    nobles, *decks = [part.split() for part in split(" ".join(words), "/", 4)]
    return Deal(tuple(Noble.of(code) for code in nobles), tuple(cards_from_text(Card, deck) for deck in decks))


KEYS = "phase turn turns bank rows decks nobles buying passes start players".split()
PLAYER_PARTS = 4


def _codes(pieces: Iterable[Piece | None]) -> str:
    return ",".join(piece.code if piece is not None else "-" for piece in pieces)


def _player(player: Player) -> str:
    hand = ",".join(held.card.code + "?" * held.secret for held in player.reserved)
    return ":".join([letters(player.tokens, TOKENS), _codes(player.cards), hand, _codes(player.nobles)])


def to_position(state: State) -> str:
    """The whole state on one line; a question mark after a reserved card means that only its owner saw it."""
    values = [
        state.phase.value,
        str(state.turn + 1),
        str(state.turns),
        letters(state.bank, TOKENS),
        "|".join(map(_codes, state.rows)),
        "|".join(map(_codes, state.decks)),
        _codes(state.nobles),
        state.buying.code if state.buying else "-",
        str(state.passes),
        str(state.start + 1),
        "|".join(map(_player, state.players)),
    ]
    return write_position("splendor", state.options, dict(zip(KEYS, values, strict=True)))


def from_position(text: str) -> State:
    """The state that `to_position` wrote, or NotUnderstood."""
    options, f = read_position(text, "splendor", SplendorOptions, KEYS)
    try:
        state = _state(options, f)
        if not (len(state.players) in (2, 3, 4) and {state.turn, state.start} <= set(range(len(state.players)))):
            raise NotUnderstood("There is no such seat.")
    except (ValueError, KeyError) as error:
        raise NotUnderstood(f"This position cannot be read: {error}.") from error
    check(state)
    return state


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in split(text, ","))


def _row(text: str) -> tuple[Card | None, ...]:
    return tuple(None if code == "-" else Card.of(code) for code in split(text, ",", 4))


def _read_player(text: str) -> Player:
    tokens, bought, hand, nobles = split(text, ":", PLAYER_PARTS)
    cards = _cards(bought)
    visits = tuple(Noble.of(code) for code in split(nobles, ","))
    reserved: tuple[Reserved[Card], ...] = ()
    for code in split(hand, ","):
        reserved = hold(reserved, Card.of(code.rstrip("?")), secret=code.endswith("?"))
    return Player(
        tokens=count_letters(tokens, TOKENS),
        cards=cards,
        reserved=reserved,
        nobles=visits,
        bonuses=tuple(sum(card.bonus == colour for card in cards) for colour in range(5)),
        points=sum(card.points for card in cards) + sum(noble.points for noble in visits),
    )


def _state(options: SplendorOptions, f: dict[str, str]) -> State:
    return State(
        options=options,
        phase=Phase(f["phase"]),
        turn=number(f["turn"]) - 1,
        turns=number(f["turns"]),
        players=tuple(_read_player(part) for part in split(f["players"], "|")),
        bank=count_letters(f["bank"], TOKENS),
        rows=tuple(_row(part) for part in split(f["rows"], "|", 3)),
        decks=tuple(_cards(part) for part in split(f["decks"], "|", 3)),
        nobles=tuple(Noble.of(code) for code in split(f["nobles"], ",")),
        buying=None if f["buying"] == "-" else Card.of(f["buying"]),
        passes=number(f["passes"]),
        start=number(f["start"]) - 1,
    )
