"""An analysis as one object of plain data, for `--json` and for other programs. docs/analysis.md says what is in it."""

from __future__ import annotations

from typing import Any, Final

from tavola.bots.analysis import Choice, Decision
from tavola.bots.bot import Reason
from tavola.rules.plain import dump
from tavola.rules.record import OPEN, result_to_text
from tavola.table.analysis.telling import Teller

__all__ = ["FORMAT", "to_json"]

FORMAT: Final = 1
DIGITS: Final = 4


def to_json(teller: Teller) -> dict[str, Any]:
    """The whole analysis; sentences are in the teller's language."""
    analysis = teller.analysis
    record = analysis.record
    eyes = record.eyes
    return {
        "format": FORMAT,
        "game": record.game,
        "options": record.options.written(all_of_them=True),
        "seen_by": "open" if eyes is OPEN else "spectator" if eyes is None else eyes + 1,
        "result": result_to_text(record.result),
        "judge": analysis.judge,
        "unit": analysis.unit,
        "language": teller.lang,
        "seats": [_seat(teller, seat) for seat in range(record.players)],
        "decisions": [_decision(teller, one) for one in analysis.decisions],
    }


def _seat(teller: Teller, seat: int) -> dict[str, Any]:
    analysis = teller.analysis
    return {
        "seat": seat + 1,
        "name": teller.names[seat],
        "decisions": len(analysis.of(seat)),
        "hidden": analysis.hidden[seat],
        "mean_loss": round(analysis.mean_loss(seat), DIGITS),
        "mistakes": [
            {"number": one.number, "loss": round(one.loss, DIGITS), "text": teller.mistake(one)}
            for one in analysis.mistakes(seat)
        ],
    }


def _decision(teller: Teller, one: Decision) -> dict[str, Any]:
    return {
        "number": one.number,
        "turn": one.turn,
        "round": one.round,
        "seat": one.seat + 1,
        "choices": one.choices,
        "loss": round(one.loss, DIGITS),
        "played": _choice(teller, one.played),
        "best": [_choice(teller, choice) for choice in one.best],
        "allowed": [_reason(teller, reason) for reason in one.allowed],
    }


def _choice(teller: Teller, choice: Choice) -> dict[str, Any]:
    return {
        "move": choice.text,
        "expected": round(choice.expected, DIGITS),
        "reason": _reason(teller, choice.reason),
    }


def _reason(teller: Teller, reason: Reason) -> dict[str, Any]:
    """Seats are counted from 1, as everywhere in text."""
    about = {key: value + 1 if key == "seat" else dump(value) for key, value in reason.about}
    return {"name": reason.name, "about": about, "text": teller.why(reason)}
