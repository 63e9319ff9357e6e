"""Lost Cities in text: actions and positions. The grammar is in docs/records.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tavola.rules.errors import NotUnderstood
from tavola.rules.lost_cities.actions import DISCARD, DRAW, PLAY, TAKE, Action, Deal, Discard, Draw, Play, Take
from tavola.rules.lost_cities.material import COLOURS, Card
from tavola.rules.lost_cities.state import Cards, LostCitiesOptions, Phase, State
from tavola.rules.lost_cities.view import check
from tavola.rules.position import number, read_position, split, write_position

__all__ = ["from_position", "from_text", "to_position", "to_text"]

HIDDEN = "??"


def to_text(action: Action) -> str:
    """`play y10`, `discard rx`, `draw`, `take b`, `deal y2 bx ...`."""
    match action:
        case Play(card):
            return f"play {card.code}"
        case Discard(card):
            return f"discard {card.code}"
        case Draw():
            return "draw"
        case Take(colour):
            return f"take {COLOURS[colour]}"
        case Deal(order, start):
            words = ["deal", *(card.code if card else HIDDEN for card in order)]
            return " ".join(words if start is None else [*words, "start", str(start + 1)])


def from_text(text: str) -> Action:
    """The action that `to_text` wrote, or NotUnderstood."""
    match text.lower().split():
        case ["play", code]:
            return PLAY[Card.of(code).index]
        case ["discard", code]:
            return DISCARD[Card.of(code).index]
        case ["draw"]:
            return DRAW
        case ["take", colour] if len(colour) == 1 and colour in COLOURS:
            return TAKE[COLOURS.index(colour)]
        case ["deal", *codes, "start", ("1" | "2") as start]:
            return Deal(_order(codes), int(start) - 1)
        case ["deal", *codes]:
            return Deal(_order(codes))
    raise NotUnderstood(f"{text[:40]!r} is not a move: write play y10, discard rx, draw, or take b.")


def _order(codes: Sequence[str]) -> tuple[Card | None, ...]:
    return tuple(None if code == HIDDEN else Card.of(code) for code in codes)


KEYS = "phase turn turns hands known columns piles deck barred quiet start scores stalled".split()


def _write(cards: Iterable[Card]) -> str:
    return ",".join(card.code for card in cards)


def to_position(state: State) -> str:
    """The whole state on one line."""
    values = [
        state.phase.value,
        str(state.turn + 1),
        str(state.turns),
        "|".join(map(_write, state.hands)),
        "|".join(map(_write, state.known)),
        "|".join(";".join(map(_write, side)) for side in state.expeditions),
        ";".join(map(_write, state.discards)),
        _write(state.deck),
        "-" if state.barred is None else COLOURS[state.barred],
        str(state.quiet),
        str(state.start + 1),
        ",".join(f"{a}:{b}" for a, b in state.scores),
        "yes" if state.stalled else "no",
    ]
    return write_position("lost-cities", state.options, dict(zip(KEYS, values, strict=True)))


def from_position(text: str) -> State:
    """The state that `to_position` wrote, or NotUnderstood."""
    options, f = read_position(text, "lost-cities", LostCitiesOptions, KEYS)
    try:
        state = _state(options, f)
    except (ValueError, KeyError) as error:
        raise NotUnderstood(f"This position cannot be read: {error}.") from error
    check(state)
    return state


def _cards(text: str) -> Cards:
    return tuple(Card.of(code) for code in split(text, ","))


def _seat(text: str) -> int:
    if text not in ("1", "2"):
        raise NotUnderstood(f"A seat is 1 or 2, not {text!r}.")
    return int(text) - 1


def _state(options: LostCitiesOptions, f: dict[str, str]) -> State:
    hands = [tuple(sorted(_cards(part), key=lambda card: card.index)) for part in split(f["hands"], "|", 2)]
    known = [_cards(part) for part in split(f["known"], "|", 2)]
    sides = [
        tuple(_cards(column) for column in split(side, ";", options.colours)) for side in split(f["columns"], "|", 2)
    ]
    if f["stalled"] not in ("yes", "no"):
        raise NotUnderstood("stalled is yes or no.")
    if f["barred"] != "-" and f["barred"] not in tuple(COLOURS[: options.colours]):
        raise NotUnderstood("barred is a colour or -.")
    scores = [tuple(number(points) for points in split(pair, ":", 2)) for pair in split(f["scores"], ",")]
    return State(
        options=options,
        phase=Phase(f["phase"]),
        turn=_seat(f["turn"]),
        turns=number(f["turns"]),
        hands=(hands[0], hands[1]),
        known=(known[0], known[1]),
        expeditions=(sides[0], sides[1]),
        discards=tuple(_cards(pile) for pile in split(f["piles"], ";", options.colours)),
        deck=_cards(f["deck"]),
        barred=None if f["barred"] == "-" else COLOURS.index(f["barred"]),
        quiet=number(f["quiet"]),
        start=_seat(f["start"]),
        scores=tuple((pair[0], pair[1]) for pair in scores),
        stalled=f["stalled"] == "yes",
    )
