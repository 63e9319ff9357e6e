"""The ratings of a pool as a picture: a bar for each bot, the strongest first, with its error."""

from __future__ import annotations

from html import escape
from typing import Final

from tavola.lab.arena.report import Report

__all__ = ["chart"]

WIDTH: Final = 720
NAMES: Final = 190
"""The room for the bots' names, and for the numbers at the other end."""
NUMBERS: Final = 110
ROW, TOP = 30, 48
STYLE: Final = (
    "svg{font:14px system-ui,-apple-system,'Segoe UI','Noto Sans',sans-serif}"
    ".paper{fill:#fffaf0}text{fill:#2a2118}.title{font-weight:600}.bar{fill:#1f5fbf}.error{stroke:#2a2118;stroke-width:2}"
    "@media (prefers-color-scheme: dark){"
    ".paper{fill:#1b1613}text{fill:#f0e6d2}.bar{fill:#7fb0ff}.error{stroke:#f0e6d2}}"
)


def chart(report: Report) -> str:
    """A whole SVG document, which follows the reader's light or dark colours."""
    rated = sorted(zip(report.names, report.ratings, strict=True), key=lambda one: -one[1].elo)
    low = min(rating.elo - rating.error for _, rating in rated)
    high = max(rating.elo + rating.error for _, rating in rated)

    def across(elo: float) -> float:
        return NAMES + (WIDTH - NAMES - NUMBERS) * (elo - low) / (high - low)

    height = TOP + ROW * len(rated) + 12
    title = f"{report.plan.game}, {report.plan.players} players: ratings from {len(report.games)} games"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="8"/>',
        f'<text class="title" x="16" y="30">{escape(title)}</text>',
    ]
    for row, (name, rating) in enumerate(rated):
        y = TOP + ROW * row
        end, left, right = (across(rating.elo + by) for by in (0.0, -rating.error, rating.error))
        middle = y + ROW / 2 - 3
        parts += [
            f'<text x="{NAMES - 12}" y="{middle + 5:.1f}" text-anchor="end">{escape(name)}</text>',
            f'<rect class="bar" x="{NAMES}" y="{y}" width="{max(1.0, end - NAMES):.1f}" height="{ROW - 8}" rx="3"/>',
            f'<path class="error" d="M{left:.1f} {middle:.1f}H{right:.1f}"/>',
            f'<text x="{WIDTH - 16}" y="{middle + 5:.1f}" text-anchor="end">'
            f"{rating.elo:+.0f} ± {rating.error:.0f}</text>",
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
