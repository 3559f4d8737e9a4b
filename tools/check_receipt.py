#!/usr/bin/env python3
# ruff: noqa
"""Checks the receipt of a round, or a whole tournament file (.pareo), of the program Pareo.

    python3 check_receipt.py receipt.json [--root HEX]      python3 check_receipt.py cup.pareo

It needs Python 3.9 or later and shares no code with the program. Read it: it is short. It prints what it found and
exits 0 if all is well, 1 with one sentence if anything is not.

What a receipt proves
1. THE SEED WAS FIXED BEFORE THE EVENT. When an event is created, the program has a secret, and the seed of each draw is
   SHA-256(secret ␟ pod ␟ round ␟ draft). It commits to all of them at once: each seed is hashed (a leaf), two
   neighbours are hashed together (a node), and so on up to one root, which stands in the first entry of the journal.
   The receipt shows the seed and the hashes beside its way up: whoever noted the root can recompute it, and nobody can
   find another seed that leads to it. (--root: the root you noted.)
2. THE ROUND IS A ROUND: everybody once, one bye if and only if the number is odd.
3. NO ROUND WOULD HAVE BEEN BETTER. What a round costs (second byes, rematches, pairs of different records …) is a
   list of numbers, the most important first; written with large enough bases it is ONE number, the sum over its pairs.
   The certificate gives every player a value y, and some odd groups of players a value z, such that for any two
   players  y(u) + y(v) − z(of the groups with both) ≤ 2·cost(u, v).  Add it up over the pairs of any round: it costs at
   least (Σ y − Σ z·(size − 1)/2) / 2. That is what this round costs, so none costs less. Every pair is checked below.

What a file proves: every entry of the journal is chained to the one before by its hash, so nothing was changed, added
or taken out in between; the secret is the one that was committed to, the root follows from it, and so does every seed
that was ever shown.
"""

import hashlib
import io
import json
import struct
import sys
import zipfile
import zlib

BYE = 0
class Wrong(Exception):
    """Something is not as it should be."""

def need(condition, sentence):
    if not condition:
        raise Wrong(sentence)

def plain(value):
    """The one way to write JSON: keys in order, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()

# ---- 1. the seed and the root --------------------------------------------------------------------------------------

def seed_of(secret, pod, number, draft):
    return hashlib.sha256("\x1f".join((secret, pod, str(number), str(draft))).encode()).hexdigest()

def place_of(draws, pod, number, draft):
    """Which leaf of the tree a draw is; None if the tree does not reach so far."""
    pods, rounds, drafts = draws["pods"], draws["rounds"], draws["drafts"]
    if pod not in pods or not 0 <= number <= rounds or not 1 <= draft <= drafts:
        return None
    return (pods.index(pod) * (rounds + 1) + number) * drafts + draft - 1

def root_above(seed, place, leaves, path):
    """The root that this seed leads to."""
    node, left = hashlib.sha256(b"\0" + seed.encode()).digest(), [bytes.fromhex(text) for text in path]
    while leaves > 1:
        if place ^ 1 < leaves:  # there is a neighbour
            need(left, "The path to the root is too short.")
            beside = left.pop(0)
            node = hashlib.sha256(b"\1" + (beside + node if place & 1 else node + beside)).digest()
        place, leaves = place // 2, (leaves + 1) // 2
    need(not left, "The path to the root is too long.")
    return node.hex()

def root_of(secret, draws):
    """The root over all seeds of a secret."""
    row = [hashlib.sha256(b"\0" + seed_of(secret, pod, number, draft).encode()).digest() for pod in draws["pods"]
           for number in range(draws["rounds"] + 1) for draft in range(1, draws["drafts"] + 1)]
    while len(row) > 1:
        above = [hashlib.sha256(b"\1" + row[i] + row[i + 1]).digest() for i in range(0, len(row) - 1, 2)]
        row = above + row[len(row) & ~1:]
    return row[0].hex()

# ---- 2. and 3. the round and its cost ------------------------------------------------------------------------------

class Field:
    """The players of a round, and what a pair of them costs."""

    def __init__(self, given):
        self.points = {no: points for no, points, _, _, _ in given["players"]}
        self.division = {no: division for no, _, division, _, _ in given["players"]}
        self.bye_ok = {no: ok for no, _, _, ok, _ in given["players"]}
        self.tags = {no: set(tags) for no, _, _, _, tags in given["players"]}
        self.met = {frozenset(pair) for pair in given["met"]}
        self.forbidden = {frozenset(pair) for pair in given["forbidden"]}
        self.groups = sorted(set(self.points.values()), reverse=True)  # records, best first
        self.rank = {points: i for i, points in enumerate(self.groups)}
        n, lowest, weight = len(self.points), min(self.groups), 1
        # The weight of each digit is larger than all less important ones together can ever be.
        self.avoided, weight = weight, weight * (n + 1)
        if given["order"][0] == "gaps":
            self.mixed, weight = weight, weight * (n + 1)
        self.gap = {}
        for points in reversed(self.groups):
            total = weight
            count = total * (n * (points - lowest) + 1)
            self.gap[points], weight = (count, total), count * (n + 1)
        if given["order"][0] != "gaps":
            self.mixed, weight = weight, weight * (n + 1)
        self.bye_group, weight = weight, weight * (len(self.groups) + 1)
        self.rematch, weight = weight, weight * (n + 1)
        self.forbid, weight = weight, weight * (n + 1)
        self.repeat_bye = weight

    def cost(self, a, b):
        """What a pair costs; one of the two may be the bye."""
        if BYE in (a, b):
            no = a or b
            below = len(self.groups) - 1 - self.rank[self.points[no]]
            return self.bye_group * below + (0 if self.bye_ok[no] else self.repeat_bye)
        pair, cost = frozenset((a, b)), 0
        high, low = max(self.points[a], self.points[b]), min(self.points[a], self.points[b])
        if high != low:
            count, total = self.gap[high]
            cost += count + total * (high - low)
        cost += self.mixed * (self.division[a] != self.division[b])
        cost += self.forbid * (pair in self.forbidden) + self.rematch * (pair in self.met)
        return cost + self.avoided * bool(self.tags[a] & self.tags[b])

    def stated(self, cost):
        """The cost that the receipt states, as one number."""
        gaps = sum(players * self.gap[points][0] + apart * self.gap[points][1]
                   for points, (players, apart) in zip(self.groups, cost["gaps"]))
        return (self.repeat_bye * cost["repeat_bye"] + self.forbid * cost["forbidden"]
                + self.rematch * cost["rematches"] + self.bye_group * cost["bye_group"] + gaps
                + self.mixed * cost["mixed"] + self.avoided * cost["avoided"])

def check_seating(players, pairs, bye):
    seated = [no for pair in pairs for no in pair] + ([] if bye is None else [bye])
    need(sorted(seated) == sorted(players), "Not everybody of the round is paired exactly once.")
    need((bye is not None) == (len(players) % 2 == 1), "There is a bye too many, or one is missing.")

def check_certificate(field, certificate, cost):
    """Every round costs at least so much: the inequality of the certificate holds for every two players."""
    nodes = [int(no) for no in certificate["players"]]
    expected = sorted([*field.points, *([BYE] if len(field.points) % 2 else [])])
    need(sorted(nodes) == expected, "The certificate is of other players.")
    y = {no: int(text) for no, text in zip(nodes, certificate["potentials"])}
    need(len(y) == len(nodes) == len(certificate["potentials"]), "The certificate does not have a value for each.")
    inside, z, bound = {no: [] for no in nodes}, [], sum(y.values())
    for group in certificate.get("blossoms", []):
        members, value = {int(no) for no in group["members"]}, int(group["value"])
        odd = len(members) % 2 == 1 and len(members) == len(group["members"]) and members <= set(nodes)
        need(odd and value > 0, "A group of the certificate is not an odd set of players.")
        for no in members:
            inside[no].append(len(z))
        z.append(value)
        bound -= value * ((len(members) - 1) // 2)
    need(bound == 2 * cost, "The certificate does not prove this cost.")
    for i, u in enumerate(nodes):
        for v in nodes[i + 1:]:
            excess = y[u] + y[v] - 2 * field.cost(u, v)
            if excess > 0:
                excess -= sum(z[g] for g in inside[u] if g in inside[v])
            need(excess <= 0, "Players %d and %d break the inequality of the certificate." % (u, v))

def check_receipt(data, root=None):
    """Checks one receipt; returns lines that say what is proved."""
    try:
        said = json.loads(data)
        need(isinstance(said, dict) and said.get("format") == "pareo-receipt", "This is no receipt.")
        need(said["version"] == 1, "This receipt is of a later version.")
        need(plain(said) == data.strip(), "The receipt is not written as receipts are: it was changed.")
        digest = hashlib.sha256(plain({key: said[key] for key in said if key != "digest"})).hexdigest()
        need(digest == said["digest"], "The receipt was changed after it was written.")
        told = ["Pod %s, round %d, draft %d; journal head %d %s" % (
            said["pod"], said["round"], said["draft"], said["head"]["seq"], said["head"]["hash"][:16])]
        told += _check_seed(said, root)
        told += _check_round(said)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as problem:
        raise Wrong("The receipt cannot be read: %s" % problem) from None
    return told

def _check_seed(said, root):
    draws, told = said["draws"], []
    if said["secret"] is not None:
        need(hashlib.sha256(said["secret"].encode()).hexdigest() == said["commitment"], "The secret is another one.")
        need(seed_of(said["secret"], said["pod"], said["round"], said["draft"]) == said["seed"],
             "The seed does not follow from the secret.")
        told.append("The event is closed; its secret is published and gives this seed.")
    if draws is None or said["path"] is None:
        need(root is None, "This draw has no path to a root.")
        return [*told, "The seed is not among those committed to: check it when the secret is published."]
    place = place_of(draws, said["pod"], said["round"], said["draft"])
    need(place is not None, "This draw is not in the tree.")
    leaves = len(draws["pods"]) * (draws["rounds"] + 1) * draws["drafts"]
    found = root_above(said["seed"], place, leaves, said["path"])
    need(found == draws["root"], "The seed does not lead to the root: it was not fixed at the beginning.")
    need(root in (None, found), "The root is not the one you noted.")
    return [*told, "The seed was fixed at creation: root %s" % found]

def _check_round(said):
    if said["bracket"]:
        return ["It is a round of a bracket: nothing was drawn."]
    if said["input"] is None:
        return ["This script proves nothing of the pairs. The receipt says: " + said["claim"]]
    field = Field(said["input"])
    check_seating(list(field.points), said["pairs"], said["bye"])
    pairs = said["pairs"] + ([] if said["bye"] is None else [[BYE, said["bye"]]])
    cost = sum(field.cost(a, b) for a, b in pairs)
    need(cost == field.stated(said["cost"]), "The round does not cost what the receipt says.")
    if said["certificate"] is None:
        return ["The cost is right; that nothing costs less is not proved%s." % (
            ": it was made or changed by hand" if said["by_hand"] else "")]
    check_certificate(field, said["certificate"], cost)
    return ["Everybody is paired once, and no round costs less: %d pairs checked." % (len(field.points) ** 2 // 2)]

# ---- a whole file --------------------------------------------------------------------------------------------------

def unzipped(data):
    """The parts of a file; every byte of the zip around them is one that the program writes."""
    parts, rebuilt, directory = {}, b"", b""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            parts[info.filename] = archive.read(info)  # checks its sum
            name = info.filename.encode()
            start = info.header_offset + 30 + len(name)
            fixed = struct.pack("<HHHHHLLLHH", 20, 0, 8, 0, 33, info.CRC, info.compress_size, info.file_size,
                                len(name), 0)
            directory += b"PK\1\2" + struct.pack("<BB", 20, 3) + fixed + struct.pack(
                "<HHHLL", 0, 0, 0, 0o600 << 16, len(rebuilt)) + name
            rebuilt += b"PK\3\4" + fixed + name + data[start:start + info.compress_size]
    end = struct.pack("<HHHHLLH", 0, 0, len(parts), len(parts), len(directory), len(rebuilt), 0)
    need(rebuilt + directory + b"PK\5\6" + end == data, "The file is not as the program writes it: it was changed.")
    return parts

def check_file(data):
    """Checks a whole tournament; returns lines that say what is proved."""
    try:
        parts = unzipped(data)
        manifest, secret = json.loads(parts["manifest.json"]), json.loads(parts["secret.json"])["secret"]
        before, created, drafts, seeds = "0" * 64, None, {}, 0
        lines = parts["journal.jsonl"].split(b"\n")
        need(lines.pop() == b"", "The journal ends in the middle of a line.")
        for number, line in enumerate(lines, 1):
            entry = json.loads(line)
            start = line.index(b'"data":') + 7
            raw = line[start:line.rindex(b',"hash":')]
            facts = [json.dumps(one, ensure_ascii=False, separators=(",", ":")).encode() for one in (
                before, manifest["id"], entry["seq"], entry["version"], entry["time"], entry["actor"],
                entry["action"])]
            client = json.dumps(entry["client"], ensure_ascii=False).encode()
            before = hashlib.sha256(b"[" + b",".join([*facts, raw, client]) + b"]").hexdigest()
            need(before == entry["hash"] and entry["seq"] == number, "The journal is broken at entry %d." % number)
            created = created or entry["data"]
            seeds += _check_told(entry["data"], secret, drafts)
        need(created is not None and (manifest["head"], manifest["hash"]) == (len(lines), before),
             "The journal does not end where the file says.")
        need(created.get("commitment") in ("", None, hashlib.sha256(secret.encode()).hexdigest()),
             "The secret is not the one that was committed to.")
        told = ["%d entries, chained to %s" % (len(lines), before), "%d published seeds follow from the secret" % seeds]
        if created.get("draws"):
            need(root_of(secret, created["draws"]) == created["draws"]["root"], "The root is not that of the secret.")
            told.append("The root of all draws, fixed in the first entry: %s" % created["draws"]["root"])
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OSError, zipfile.BadZipFile, struct.error,
            NotImplementedError, RuntimeError, EOFError, zlib.error) as problem:
        raise Wrong("The file cannot be read: %s" % problem) from None
    return told

def _check_told(data, secret, drafts):
    """Every seed that an entry tells is that of a draft that was made; counts them."""
    seeds = 0
    if isinstance(data, dict):
        key = (data.get("pod"), data.get("number"))
        if "draft" in data and "matches" in data:
            drafts.setdefault(key, []).append(data["draft"])
        if data.get("seed") and None not in key:
            made = [seed_of(secret, key[0], key[1], draft) for draft in drafts.get(key, [])]
            need(data["seed"] in made, "The seed of pod %s, round %s does not follow from the secret." % key)
            seeds += 1
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        seeds += _check_told(part, secret, drafts)
    return seeds

def main(arguments):
    root = arguments[arguments.index("--root") + 1] if "--root" in arguments[:-1] else None
    names = [one for one in arguments if one not in ("--root", root)]
    if len(names) != 1:
        print(__doc__.split("\n\n")[1])
        return 2
    try:
        with open(names[0], "rb") as file:
            data = file.read()
        told = check_file(data) if data.startswith(b"PK") else check_receipt(data, root)
    except (Wrong, OSError) as problem:
        print("WRONG: %s" % problem)
        return 1
    print("\n".join(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
