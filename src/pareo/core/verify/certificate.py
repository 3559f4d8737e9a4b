"""Certificates: dual values that prove that no round of a field can be cheaper. Part of the checker.

The form, all of it JSON:
    {"scale": "lexicographic",
     "players": [number, …]            every candidate once, and 0 (the bye) when their number is odd
     "potentials": ["integer", …]      y, one for each of the players, as decimal text
     "blossoms": [{"members": [number, …], "value": "integer"}, …]}    odd sets, z > 0; may be left out
in doubled units of the scale of `bound`: for every two of the players
    y(u) + y(v) − Σ z(B that holds both) ≤ 2 · cost(u, v).
Then every round costs, doubled, at least Σ y − Σ z·(|B| − 1)/2, because it has at most (|B| − 1)/2 pairs inside B.
A certificate is never trusted: all pairs are checked. Players alike in kind (record group, division), potential and
blossoms are checked together; only where their kinds alone break the inequality each pair is looked at, since what
history adds to the cost of a pair only helps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pareo.core.text.errors import BadInput
from pareo.core.verify.bound import BYE, CheckField, Kind
from pareo.core.verify.matching import CheckedMatching, cheapest_matching

SCALE = "lexicographic"
MOST_PAIRS = 4_000_000  # pairs, of players or of players alike, we are ready to look at


@dataclass(frozen=True, slots=True)
class Certificate:
    """Dual values, in doubled units, that bound the cost of every round from below."""

    potentials: Mapping[int, int]
    blossoms: tuple[tuple[frozenset[int], int], ...]

    @property
    def lower_bound(self) -> int:
        """What every round costs at least, doubled, if the values are feasible."""
        return sum(self.potentials.values()) - sum(z * ((len(b) - 1) // 2) for b, z in self.blossoms)

    def as_data(self) -> dict[str, object]:
        """The certificate in the form that is stored with a round."""
        return {
            "scale": SCALE,
            "players": list(self.potentials),
            "potentials": [str(y) for y in self.potentials.values()],
            "blossoms": [{"members": sorted(b), "value": str(z)} for b, z in self.blossoms],
        }


def nodes_of(field: CheckField) -> list[int]:
    """The nodes of a field to be matched: its players, and the bye if their number is odd."""
    return [*([BYE] if field.odd else []), *field.players]


def read_certificate(field: CheckField, data: Mapping[str, object]) -> Certificate:
    """Read a stored certificate; BadInput("bad-certificate") says what is wrong with it."""
    if data.get("scale") != SCALE:
        raise _certificate_error("its scale is not known")
    players, values, sets = data.get("players"), data.get("potentials"), data.get("blossoms", [])
    if not isinstance(players, list | tuple) or sorted(map(_whole, players)) != sorted(nodes_of(field)):
        raise _certificate_error("its players are not those of the round")
    if not isinstance(values, list | tuple) or len(values) != len(players):
        raise _certificate_error("it does not have one potential for each player")
    if not isinstance(sets, list | tuple):
        raise _certificate_error("its blossoms are not a list")
    potentials = dict(zip(map(_whole, players), map(_whole, values), strict=True))
    return Certificate(potentials, tuple(_read_blossom(item, potentials) for item in sets))


def _read_blossom(item: object, players: Mapping[int, int]) -> tuple[frozenset[int], int]:
    members = item.get("members") if isinstance(item, Mapping) else None
    if not isinstance(item, Mapping) or not isinstance(members, list | tuple):
        raise _certificate_error("a blossom has no members")
    inside, value = frozenset(map(_whole, members)), _whole(item.get("value"))
    if len(inside) != len(members) or len(inside) % 2 == 0 or not inside <= players.keys():
        raise _certificate_error("a blossom is not an odd set of players")
    if value <= 0:
        raise _certificate_error("the value of a blossom is not positive")
    return inside, value


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise _certificate_error("a number cannot be read")
    try:
        return int(value)
    except ValueError:
        raise _certificate_error("a number cannot be read") from None


def _certificate_error(problem: str) -> BadInput:
    return BadInput("bad-certificate", "The certificate proves nothing: {why}.", why=problem)


def check_certificate(field: CheckField, certificate: Certificate) -> None:
    """Check a certificate's inequality for every pair; BadInput names the first pair that breaks it."""
    y = certificate.potentials
    inside = _blossoms_by_player(certificate)
    shared = _SharedValues(certificate)
    if BYE in y:
        at_bye = inside.get(BYE, NO_BLOSSOM)
        for no in field.players:
            if y[BYE] + y[no] - shared.of(at_bye, inside.get(no, NO_BLOSSOM)) > 2 * field.bye_cost(no):
                raise _inequality_error(BYE, no)
    alike: dict[Kind, dict[tuple[int, frozenset[int]], list[int]]] = {}
    for no in sorted(field.players, key=lambda no: -y[no]):
        alike.setdefault(field.kind(no), {}).setdefault((y[no], inside.get(no, NO_BLOSSOM)), []).append(no)
    kinds = list(alike)
    looked_at = len(kinds) ** 2
    for i, one in enumerate(kinds):
        for two in kinds[i:]:
            limit = 2 * field.kind_cost(one, two)
            for (y_one, in_one), us in alike[one].items():
                for (y_two, in_two), vs in alike[two].items():
                    if y_one + y_two <= limit:
                        break  # the rest of this kind is lower still
                    looked_at += 1
                    excess = y_one + y_two - shared.of(in_one, in_two) - limit
                    if excess > 0:
                        looked_at += len(us) * len(vs)
                        _check_pairs(field, us, vs, excess, patience=MOST_PAIRS - looked_at)
            if looked_at > MOST_PAIRS:
                raise _certificate_error("the field is too large to check it")


def _check_pairs(field: CheckField, us: Sequence[int], vs: Sequence[int], excess: int, *, patience: int) -> None:
    """Players whose kinds alone do not explain their potentials: what else the pairs cost must."""
    if patience < 0:
        raise _certificate_error("the field is too large to check it")
    for u in us:
        for v in vs:
            if u != v and excess > 2 * field.extra_cost(u, v):
                raise _inequality_error(u, v)


NO_BLOSSOM: frozenset[int] = frozenset()


def _blossoms_by_player(certificate: Certificate) -> dict[int, frozenset[int]]:
    """The blossoms (by index) each player is in; players in the same ones share one set."""
    inside: dict[int, list[int]] = {}
    for index, (members, _) in enumerate(certificate.blossoms):
        for no in members:
            inside.setdefault(no, []).append(index)
    same: dict[tuple[int, ...], frozenset[int]] = {}
    return {no: same.setdefault(tuple(indexes), frozenset(indexes)) for no, indexes in inside.items()}


class _SharedValues:
    """Σ z over the blossoms two players have in common, computed once for each two sets of blossoms."""

    def __init__(self, certificate: Certificate) -> None:
        self.values = [z for _, z in certificate.blossoms]
        self.cache: dict[tuple[frozenset[int], frozenset[int]], int] = {}

    def of(self, one: frozenset[int], two: frozenset[int]) -> int:
        if not one or not two:
            return 0
        if (one, two) not in self.cache:
            self.cache[one, two] = sum(self.values[index] for index in one & two)
        return self.cache[one, two]


def _inequality_error(u: int, v: int) -> BadInput:
    return _certificate_error(f"players {u} and {v} break its inequality")


def solve(
    field: CheckField, matches: Sequence[tuple[int, int]], bye: int | None, nodes: Sequence[int]
) -> tuple[list[tuple[int, int]], int | None, Certificate]:
    """The cheapest way to pair these nodes, starting from a round: its matches, the bye and the proof for the nodes."""
    place = {no: i for i, no in enumerate(nodes)}
    costs = [[field.pair_cost(a, b) if a != b else 0 for b in nodes] for a in nodes]
    pairs = [*matches, *([(BYE, bye)] if bye is not None else [])]
    start = [(place[a], place[b]) for a, b in pairs if a in place and b in place]
    matching: CheckedMatching = cheapest_matching(costs, start)
    best = [(nodes[i], nodes[j]) for i, j in enumerate(matching.mate) if i < j]
    best_bye = next((a or b for a, b in best if BYE in (a, b)), None)
    proof = Certificate(
        dict(zip(nodes, matching.potentials, strict=True)),
        tuple((frozenset(nodes[i] for i in members), z) for members, z in matching.blossoms),
    )
    return [pair for pair in best if BYE not in pair], best_bye, proof


def extend_certificate(field: CheckField, proof: Certificate, others: Sequence[tuple[int, int]]) -> Certificate:
    """Carry the proof of a part of the field over to pairs left out, each of two players of one kind.

    They get the potential and the blossoms of somebody of their kind in the part, with 2·y = Σ z over those blossoms:
    then a pair adds 2·y − Σ z = 0 to the bound, as it adds nothing to the cost. Whether the values fit every pair of
    the whole field is not argued but checked, by `check_certificate`. Where nobody is like that, y = 0 is as good.
    """
    inside = _blossoms_by_player(proof)
    model_of_kind: dict[Kind, int] = {}
    for no, y in proof.potentials.items():
        if no != BYE and 2 * y == sum(proof.blossoms[index][1] for index in inside.get(no, NO_BLOSSOM)):
            best = model_of_kind.get(field.kind(no))
            if best is None or y < proof.potentials[best]:
                model_of_kind[field.kind(no)] = no
    potentials = dict(proof.potentials)
    new_members: list[set[int]] = [set() for _ in proof.blossoms]
    for pair in others:
        model = model_of_kind.get(field.kind(pair[0]))
        potentials.update(dict.fromkeys(pair, 0 if model is None else proof.potentials[model]))
        for index in NO_BLOSSOM if model is None else inside.get(model, NO_BLOSSOM):
            new_members[index].update(pair)
    blossoms = ((members | more, z) for (members, z), more in zip(proof.blossoms, new_members, strict=True))
    return Certificate(potentials, tuple(blossoms))
