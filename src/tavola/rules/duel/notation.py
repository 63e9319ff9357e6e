"""Splendor Duel in text: actions and positions. The grammar is in docs/records.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tavola.rules.duel.actions import (
    BUY,
    CHOOSE,
    GOLD_AT,
    PASS,
    PLACE,
    REPLENISH,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    STEAL_IT,
    TOKEN_AT,
    USE,
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
from tavola.rules.duel.material import EMPTY, ROWS, TOKENS, Card, Royal, cell_of, cell_text
from tavola.rules.duel.state import DuelOptions, Phase, Player, State
from tavola.rules.duel.view import check
from tavola.rules.errors import NotUnderstood
from tavola.rules.jewels import GEMS, Reserved, cards_from_text, cards_to_text, count_letters, hold, letters
from tavola.rules.plain import Piece
from tavola.rules.position import number, read_position, split, write_position

__all__ = ["from_position", "from_text", "to_position", "to_text"]

_KNOWN: Final[dict[str, Action]] = {
    "replenish": REPLENISH,
    "pass": PASS,
    **{f"reserve deck{level}": action for level, action in enumerate(RESERVE_DECK, 1)},
}


def to_text(action: Action) -> str:
    """`take 22 33`, `gold 11`, `reserve 2w3`, `buy 1k1`, `pay ww*`, `privilege 33`, `replenish` and so on."""
    match action:
        case Take(cells):
            return "take " + " ".join(map(cell_text, cells))
        case UsePrivilege(cell):
            return f"privilege {cell_text(cell)}"
        case TakeGold(cell):
            return f"gold {cell_text(cell)}"
        case Reserve(card):
            return f"reserve {card.code}"
        case ReserveDeck(level):
            return f"reserve deck{level}"
        case Buy(card):
            return f"buy {card.code}"
        case Pay(tokens):
            return f"pay {letters(tokens, TOKENS)}"
        case Place(colour):
            return f"place {GEMS[colour]}"
        case TakeToken(cell):
            return f"token {cell_text(cell)}"
        case Steal(token):
            return f"steal {TOKENS[token]}"
        case Choose(royal):
            return f"royal {royal.code}"
        case Return(token):
            return f"return {TOKENS[token]}"
        case Replenish():
            return "replenish"
        case Pass():
            return "pass"
        case Bag(tokens):
            return f"bag {_tokens(tokens)}"
        case Deal(board, decks):
            return "deal " + " / ".join([_tokens(board), *map(cards_to_text, decks)])


def _tokens(tokens: Iterable[int]) -> str:
    return "".join(TOKENS[token] for token in tokens) or "-"


def _read_tokens(text: str) -> tuple[int, ...]:
    if set(text) - set(TOKENS) and text != "-":
        raise NotUnderstood(f"{text[:40]!r} has other letters than {TOKENS}.")
    return () if text == "-" else tuple(TOKENS.index(letter) for letter in text)


def _cell(text: str) -> int:
    if len(text) != 2 or set(text) - set("12345"):
        raise NotUnderstood(f"{text[:40]!r} is not a cell: write the row and the column, 11 to 55.")
    return cell_of(text)


def _token(text: str, kinds: str) -> int:
    if len(text) != 1 or text not in kinds:
        raise NotUnderstood(f"{text[:40]!r} is not one of the letters {kinds}.")
    return kinds.index(text)


def from_text(text: str) -> Action:
    """The action that `to_text` wrote, or NotUnderstood; cells and letters may come in any order."""
    words = text.lower().split()
    if action := _KNOWN.get(" ".join(words)):
        return action
    match words:
        case ["take", *cells] if cells:
            return Take(tuple(sorted(map(_cell, cells))))
        case ["privilege", cell]:
            return USE[_cell(cell)]
        case ["gold", cell]:
            return GOLD_AT[_cell(cell)]
        case ["token", cell]:
            return TOKEN_AT[_cell(cell)]
        case ["reserve", code]:
            return RESERVE[Card.of(code).index]
        case ["buy", code]:
            return BUY[Card.of(code).index]
        case ["pay", tokens]:
            return Pay(count_letters(tokens, TOKENS))
        case ["place", colour]:
            return PLACE[_token(colour, GEMS)]
        case ["steal", token]:
            return STEAL_IT[_token(token, TOKENS[:6])]
        case ["royal", code]:
            return CHOOSE[Royal.of(code).index]
        case ["return", token]:
            return RETURN[_token(token, TOKENS)]
        case ["bag", tokens]:
            return Bag(_read_tokens(tokens))
        case ["deal", *rest]:
            return _deal(rest)
    raise NotUnderstood(f"{text[:40]!r} is not a move: write take 22 33, gold 11, buy 1k1, privilege 33 or replenish.")


def _deal(words: Sequence[str]) -> Deal:
    board, *decks = [part.split() for part in split(" ".join(words), "/", 4)]
    return Deal(_read_tokens("".join(board)), tuple(cards_from_text(Card, deck) for deck in decks))


# --- Positions -----------------------------------------------------------------------------------------------

KEYS = "phase turn turns board bag privileges rows decks royals card replenished extra start players".split()


def _codes(pieces: Iterable[Piece | None]) -> str:
    return ",".join(piece.code if piece is not None else "-" for piece in pieces)


def _player(player: Player) -> str:
    hand = ",".join(held.card.code + "?" * held.secret for held in player.reserved)
    columns = ";".join(map(_codes, player.columns))
    return ":".join([letters(player.tokens, TOKENS), columns, hand, _codes(player.royals), str(player.privileges)])


def to_position(state: State) -> str:
    """The whole state on one line; a question mark after a reserved card means that only its owner saw it."""
    board = "".join("." if token == EMPTY else TOKENS[token] for token in state.board)
    values = [
        state.phase.value,
        str(state.turn + 1),
        str(state.turns),
        ",".join(board[row : row + 5] for row in range(0, 25, 5)),
        letters(state.bag, TOKENS),
        str(state.privileges),
        "|".join(map(_codes, state.rows)),
        "|".join(map(_codes, state.decks)),
        _codes(state.royals),
        state.card.code if state.card else "-",
        "yes" if state.replenished else "no",
        "yes" if state.extra else "no",
        str(state.start + 1),
        "|".join(map(_player, state.players)),
    ]
    return write_position("duel", state.options, dict(zip(KEYS, values, strict=True)))


def from_position(text: str) -> State:
    """The state that `to_position` wrote, or NotUnderstood."""
    options, f = read_position(text, "duel", DuelOptions, KEYS)
    try:
        state = _state(options, f)
        if not {state.turn, state.start} <= {0, 1}:
            raise NotUnderstood("There is no such seat.")
    except (ValueError, KeyError) as error:
        raise NotUnderstood(f"This position cannot be read: {error}.") from error
    check(state)
    return state


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.of(code) for code in split(text, ","))


def _read_player(text: str) -> Player:
    tokens, bought, hand, royals, privileges = split(text, ":", 5)
    columns = tuple(_cards(column) for column in split(bought, ";", 6))
    reserved: tuple[Reserved[Card], ...] = ()
    for code in split(hand, ","):
        reserved = hold(reserved, Card.of(code.rstrip("?")), secret=code.endswith("?"))
    visits = tuple(Royal.of(code) for code in split(royals, ","))
    cards = [card for column in columns for card in column]
    return Player(
        tokens=count_letters(tokens, TOKENS),
        columns=columns,
        reserved=reserved,
        royals=visits,
        privileges=number(privileges),
        bonuses=tuple(sum(card.bonuses for card in column) for column in columns[:5]),
        colour_points=tuple(sum(card.points for card in column) for column in columns[:5]),
        points=sum(card.points for card in cards) + sum(royal.points for royal in visits),
        crowns=sum(card.crowns for card in cards),
    )


def _board(text: str) -> tuple[int, ...]:
    rows = split(text, ",", 5)
    if any(len(row) != 5 or set(row) - set(TOKENS + ".") for row in rows):
        raise NotUnderstood("The board has five rows of five cells.")
    return tuple(EMPTY if cell == "." else TOKENS.index(cell) for row in rows for cell in row)


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise NotUnderstood(f"{text!r} is neither yes nor no.")
    return text == "yes"


def _row(text: str, size: int) -> tuple[Card | None, ...]:
    return tuple(None if code == "-" else Card.of(code) for code in split(text, ",", size))


def _state(options: DuelOptions, f: dict[str, str]) -> State:
    rows = zip(split(f["rows"], "|", 3), ROWS, strict=True)
    players = tuple(_read_player(part) for part in split(f["players"], "|", 2))
    return State(
        options=options,
        phase=Phase(f["phase"]),
        turn=number(f["turn"]) - 1,
        turns=number(f["turns"]),
        players=players,
        board=_board(f["board"]),
        bag=count_letters(f["bag"], TOKENS),
        privileges=number(f["privileges"]),
        rows=tuple(_row(text, size) for text, size in rows),
        decks=tuple(_cards(part) for part in split(f["decks"], "|", 3)),
        royals=tuple(Royal.of(code) for code in split(f["royals"], ",")),
        card=None if f["card"] == "-" else Card.of(f["card"]),
        replenished=_yes(f["replenished"]),
        extra=_yes(f["extra"]),
        start=number(f["start"]) - 1,
    )
