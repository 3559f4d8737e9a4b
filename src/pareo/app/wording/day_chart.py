"""When simulated days end, drawn as a small SVG picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pareo.core.day_plan.times import span

_PALE = ' opacity=".35"'


def day_end_chart(lengths: Sequence[float], start: int) -> str:
    """When days of these lengths end: a bar for every quarter of an hour, those beyond nine days of ten paler.
    `start` in minutes of the day."""
    bins = Counter(int((start + one) // 15) for one in lengths)
    usual = span(lengths)
    low, high = int((start + usual.low) // 15), int((start + usual.high) // 15)
    first, last, top = min(bins), max(bins), max(bins.values())
    step, height = 14, 70
    bars = "".join(
        f'<rect x="{(at - first) * step}" y="{height - tall}" width="{step - 2}" height="{tall}"'
        f"{'' if low <= at <= high else _PALE}/>"
        for at, count in sorted(bins.items())
        if (tall := max(1, round(height * count / top)))
    )
    every = 1 + (last - first) // 32  # hours, two hours, …: labels never touch
    hours = "".join(
        f'<text x="{(at - first) * step}" y="{height + 14}">{at * 15 // 60 % 24}:00</text>'
        for at in range(first, last + 1)
        if at % (4 * every) == 0
    )
    width = (last - first + 3) * step
    head = (
        f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 20}" width="{3 * width // 2}" '
        'aria-hidden="true"'
    )  # letters as large as the page's, however few bars there are
    return (
        f"<svg {head}>"
        f'<g fill="currentColor">{bars}</g><g class="axis" fill="currentColor" font-size="11">{hours}</g></svg>'
    )
