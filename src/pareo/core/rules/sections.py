"""Splitting a large division at random into sections that play separate Swiss rounds (Play! Pokémon 2019, 3.3.3).

Sections are a last resort, to save rounds. Sizes, the draw and how many qualify are here; who plays whom is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pareo.core.model.random_source import SeededRandom
from pareo.core.model.ruleset import SectionRules
from pareo.core.text.errors import Refused


def section_sizes(total: int, count: int) -> tuple[int, ...]:
    """Sizes from the largest on: at most one odd section, none if the total is even, then as equal as possible.

    141 players in four are 36, 36, 35, 34: an odd section for a second reason would cost a second bye each round.
    """
    pairs = (total + 1) // 2
    each, more = divmod(pairs, count)
    sizes = [2 * (each + 1)] * more + [2 * each] * (count - more)
    if total % 2:
        sizes[0] -= 1
    return tuple(sorted(sizes, reverse=True))


def check_count(rules: SectionRules | None, count: int) -> None:
    """Refuse a number of sections that no division can have (3.3.3.2)."""
    if count == 1:
        return
    if rules is None:
        raise Refused("no-sections", "These rules have no sections.")
    if count not in rules.counts:
        raise Refused(
            "sections-count",
            "A division is split into {allowed} sections, not {count}.",
            allowed=", ".join(map(str, rules.counts)),
            count=count,
        )


def check_sections(rules: SectionRules | None, *, division_size: int, count: int, style: str, separate: bool) -> None:
    """Refuse sections the document does not allow (3.3.3.1); one section is no section and always fine.

    `separate`: every division of the event plays separately, and is large enough for it (`is_age_separated`).
    """
    check_count(rules, count)
    if count == 1 or rules is None:
        return
    if style != "swiss+cut":
        raise Refused("sections-style", "Sections are possible only in Swiss + single elimination.")
    if not separate:
        raise Refused(
            "sections-age",
            "Sections are possible only if every division plays separately and has enough players for it.",
        )
    if division_size < rules.min_division:
        raise Refused(
            "sections-division",
            "Only a division of at least {least} players can be split; this one has {players}.",
            least=rules.min_division,
            players=division_size,
        )
    smallest = min(section_sizes(division_size, count))
    if smallest < rules.min_section:
        raise Refused(
            "sections-small",
            "{count} sections of {players} players would be as small as {smallest}; each needs at least {least}.",
            count=count,
            players=division_size,
            smallest=smallest,
            least=rules.min_section,
        )


def draw_sections(members: Sequence[int], count: int, chance: SeededRandom) -> tuple[tuple[int, ...], ...]:
    """The members of each section, drawn at random, the largest section first."""
    drawn = chance.shuffled(sorted(members))
    sections = []
    start = 0
    for size in section_sizes(len(drawn), count):
        sections.append(tuple(sorted(drawn[start : start + size])))
        start += size
    return tuple(sections)


def late_section(start_sizes: Sequence[int], chance: SeededRandom) -> int:
    """Where a late player goes, as an index: the section smallest at the start, at random among equals (3.3.3.2).

    What has happened to the sizes since does not matter: sections are never rebalanced.
    """
    smallest = min(start_sizes)
    return chance.pick([index for index, size in enumerate(start_sizes) if size == smallest])


def propose_sections(
    rules: SectionRules | None,
    *,
    division_size: int,
    rounds: Mapping[int, int],
    time_for: int,
    separate: bool = True,
) -> int:
    """The fewest sections whose Swiss rounds fit the time there is; 1 if none are needed (3.3.3, note).

    `rounds`: how many the division plays in so many sections; `separate`: as for `check_sections`.
    """
    if rounds[1] <= time_for:
        return 1
    for count in rules.counts if rules else ():
        if rounds[count] > time_for:
            continue
        check_sections(rules, division_size=division_size, count=count, style="swiss+cut", separate=separate)
        return count
    raise Refused(
        "sections-not-enough",
        "Sections can't bring {rounds} Swiss rounds down to {time_for}.",
        rounds=rounds[1],
        time_for=time_for,
    )


def qualifiers_per_section(cut: int, count: int, minimum: int = 2) -> int:
    """How many of each section reach the cut: the same number of each, and at least so many (3.3.3.2)."""
    each, over = divmod(cut, count)
    if over or each < minimum:
        raise Refused(
            "sections-cut",
            "A play-off of {cut} can't take the same number of players, at least {minimum}, from each of {count} "
            "sections.",
            cut=cut,
            count=count,
            minimum=minimum,
        )
    return each
