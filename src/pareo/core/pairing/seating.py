"""Which match sits at which table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

LAST_TABLE = 100_000  # no hall has more; a typing error has


def seat(
    pairs: Sequence[tuple[int, int]],
    *,
    first_table: int,
    taken: Collection[int],
    fixed: Mapping[int, int],
    blocked: Sequence[tuple[int, int]] = (),
) -> list[int]:
    """A table for each pair, in order: fixed tables first, then the lowest free ones from `first_table` up.

    `taken` are tables of other pods in the same round; `blocked` are ranges nobody may use. A fixed table that is taken
    (two players who need the same one) gives way to the next free table.
    """
    used = set(taken)
    tables: list[int] = [0] * len(pairs)
    if fixed:
        for i, (a, b) in enumerate(pairs):
            for fixed_table in (fixed.get(a), fixed.get(b)):
                if fixed_table is not None and fixed_table not in used:
                    tables[i] = fixed_table
                    used.add(fixed_table)
                    break
    # A table reserved for a player is not used by others, even in a round the player sits out.
    reserved = used | set(fixed.values())
    table = first_table
    for i, table_no in enumerate(tables):
        if table_no:
            continue
        table = _next_free(table, reserved, blocked)
        tables[i] = table
        table += 1
    return tables


def _next_free(table: int, used: Collection[int], blocked: Sequence[tuple[int, int]]) -> int:
    while True:
        if table in used:
            table += 1
            continue
        for low, high in blocked:
            if low <= table <= high:
                table = high + 1
                break
        else:
            return table


def parse_ranges(text: str) -> list[tuple[int, int]]:
    """The ranges of a text: “5-8,12” is [(5, 8), (12, 12)]. Raises ValueError on anything else."""
    ranges: list[tuple[int, int]] = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        low, _, high = part.partition("-")
        first, last = int(low), int(high or low)
        if first < 1 or last < first or last > LAST_TABLE:
            raise ValueError(part)
        ranges.append((first, last))
    return ranges


def first_tables(sizes: Iterable[tuple[str, int]], start: int) -> dict[str, int]:
    """The first table of each pod, one pod after the other from `start`; `sizes`: (pod, number of players)."""
    firsts: dict[str, int] = {}
    for pod, size in sizes:
        firsts[pod] = start
        start += max(1, (size + 1) // 2)
    return firsts
