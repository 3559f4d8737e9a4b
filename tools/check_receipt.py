#!/usr/bin/env python3
# ruff: noqa
"""Checks the receipt of a round, or a whole tournament file (.pareo), of the program Pareo.

    python3 check_receipt.py receipt.json ... [cup.pareo] [--root HEX]

--root: the root that you noted. Beside a file, receipts must be of its journal. It needs Python 3.9 or later and shares
no code with the program. It prints what it found and exits 0 if all is well, 1 with one sentence if anything is not.

What a receipt proves
1. THE SEED WAS FIXED BEFORE THE EVENT. When an event is created, the program has a secret, and the seed of each draw is
   SHA-256(secret ␟ pod ␟ round ␟ draft). It commits to all of them at once: each seed is hashed with the name of its
   draw (a leaf), two neighbours are hashed together (a node), and so on up to one root, which stands in the first entry
   of the journal. The receipt shows the seed and the hashes beside its way up: whoever noted the root can recompute it,
   and nobody can find another seed of this draw that leads to it.
2. THE ROUND IS A ROUND: everybody once, one bye if and only if the number is odd.
3. NO ROUND WOULD HAVE BEEN BETTER. What a round costs (second byes, rematches, pairs of different records …) is a list
   of numbers, the most important first, in the order of the version it was paired under; written with large bases it is
   ONE number, the sum over its pairs. The certificate gives every player a value y, and some odd groups of players a
   value z, such that for any two  y(u) + y(v) − z(of the groups with both) ≤ 2·cost(u, v).  Over the pairs of any round:
   it costs at least (Σ y − Σ z·(size − 1)/2) / 2. That is what this one costs, so none costs less. All is checked below.

What it does not prove: that the points and earlier opponents in it are the real ones (compare them with those posted);
that these pairs, of all rounds that cost as little, are those drawn from the seed (the program draws them again: pareo
receipt --check FILE, pareo verify FILE); and, until the secret is published, that the tree has but one seed of each
draw. The organiser's computer knows the secret from the beginning.

What a file proves: every entry of the journal is chained to the one before by its hash, so nothing was changed, added
or taken out in between; secret and root are those committed to, and every seed that was ever shown follows from them.
Receipts beside it must have its seeds and its pairs. The file ends with the SHA-256 of all its other bytes.
"""

import hashlib, io, json, pathlib, sys, zipfile

BYE, MOST_LEAVES, MOST_BYTES = 0, 10**6, 2**30
OBJECTIVES = {1: ("repeat_bye", "forbidden", "rematches", "bye_group", "preferences", "avoided")}  # by version
OBJECTIVES[2] = (*OBJECTIVES[1][:4], "rematch_groups", *OBJECTIVES[1][4:])

class Wrong(Exception):
    """Something is not as it should be."""

def need(condition, sentence):
    if not condition:
        raise Wrong(sentence)

def plain(value, ascii=True):
    """The one way to write JSON: keys in order, no spaces; receipts in ASCII, journals in UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii).encode()

# ---- 1. the seed and the root --------------------------------------------------------------------------------------
def seed_of(secret, pod, number, draft):
    return hashlib.sha256("\x1f".join((secret, pod, str(number), str(draft))).encode()).hexdigest()

def place_of(draws, pod, number, draft):
    """Which leaf of the tree a draw is; None if the tree does not reach so far."""
    pods, rounds, drafts = draws["pods"], draws["rounds"], draws["drafts"]
    if pod not in pods or not 0 <= number <= rounds or not 1 <= draft <= drafts:
        return None
    return (pods.index(pod) * (rounds + 1) + number) * drafts + draft - 1

def leaf(pod, number, draft, seed):
    return hashlib.sha256(b"\0" + "\x1f".join((pod, str(number), str(draft), seed)).encode()).digest()

def root_above(draws, pod, number, draft, seed, path):
    """The root that this seed of this draw leads to."""
    node, left = leaf(pod, number, draft, seed), [bytes.fromhex(text) for text in path]
    place, leaves = place_of(draws, pod, number, draft), len(draws["pods"]) * (draws["rounds"] + 1) * draws["drafts"]
    need(place is not None, "This draw is not in the tree.")
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
    need(len(draws["pods"]) * (draws["rounds"] + 1) * draws["drafts"] <= MOST_LEAVES, "The tree is too large.")
    row = [leaf(pod, number, draft, seed_of(secret, pod, number, draft)) for pod in draws["pods"]
           for number in range(draws["rounds"] + 1) for draft in range(1, draws["drafts"] + 1)]
    while len(row) > 1:
        above = [hashlib.sha256(b"\1" + row[i] + row[i + 1]).digest() for i in range(0, len(row) - 1, 2)]
        row = above + row[len(row) & ~1:]
    return row[0].hex()

# ---- 2. and 3. the round and its cost ------------------------------------------------------------------------------
class Field:
    """The players of a round, and what a pair of them costs."""

    def __init__(self, given, digits=OBJECTIVES[1]):
        need(all(type(value) is int for row in given["players"] for value in row[:2]), "Points are whole numbers.")
        self.points = {no: points for no, points, _, _, _ in given["players"]}
        self.division = {no: division for no, _, division, _, _ in given["players"]}
        self.bye_ok = {no: ok for no, _, _, ok, _ in given["players"]}
        self.tags = {no: set(tags) for no, _, _, _, tags in given["players"]}
        self.met, self.forbidden = ({frozenset(pair) for pair in given[key]} for key in ("met", "forbidden"))
        self.groups = sorted(set(self.points.values()), reverse=True)  # records, best first
        n, self.weight, weight = len(self.points), {}, 1
        need(n == len(given["players"]) and BYE not in self.points, "A player is there twice.")
        # What a round costs is a list of numbers. From the least important: each weighs more than all before together
        # can ever be. Of each record: how many play somebody below it ("count"), by how many points in all ("apart");
        # from version 2 on: how many pairs have met before whose better player has it ("again").
        gaps = [(points, what) for points in reversed(self.groups) for what in ("apart", "count")]
        middle = ["mixed", *gaps] if given["order"][0] == "gaps" else [*gaps, "mixed"]  # as the rules prefer
        largest = {(p, "apart"): n * (p - self.groups[-1]) for p in self.groups} | {"bye_group": len(self.groups)}
        several = {"preferences": middle, "rematch_groups": [(points, "again") for points in reversed(self.groups)]}
        for key in [key for digit in reversed(digits) for key in several.get(digit, [digit])]:
            self.weight[key], weight = weight, weight * (largest.get(key, n) + 1)

    def cost(self, a, b):
        """What a pair costs; one of the two may be the bye."""
        weight = self.weight
        if BYE in (a, b):
            below = len(self.groups) - 1 - self.groups.index(self.points[a or b])
            return weight["bye_group"] * below + (0 if self.bye_ok[a or b] else weight["repeat_bye"])
        pair, (low, high) = frozenset((a, b)), sorted((self.points[a], self.points[b]))
        cost = (weight[high, "count"] + weight[high, "apart"] * (high - low)) * (high != low)
        cost += weight["mixed"] * (self.division[a] != self.division[b]) + weight["forbidden"] * (pair in self.forbidden)
        cost += (weight["rematches"] + weight.get((high, "again"), 0)) * (pair in self.met)
        return cost + weight["avoided"] * bool(self.tags[a] & self.tags[b])

    def listed(self, cost):
        """The one number as the list that it was made of."""
        found = {}
        for key in reversed(list(self.weight)):
            found[key], cost = divmod(cost, self.weight[key])
        again = [found.pop((points, "again")) for points in self.groups if (points, "again") in found]
        found.update({"rematch_groups": again} if again else {})
        found["gaps"] = [[found.pop((points, "count")), found.pop((points, "apart"))] for points in self.groups]
        return found

def check_seating(players, pairs, bye):
    seated = [no for pair in pairs for no in pair] + ([] if bye is None else [bye])
    need(sorted(seated) == sorted(players), "Not every player of the round is paired exactly once.")
    need((bye is not None) == (len(players) % 2 == 1), "There is a bye too many, or one is missing.")

def check_certificate(field, certificate, cost):
    """Every round costs at least so much: the inequality of the certificate holds for every two players."""
    nodes = [int(no) for no in certificate["players"]]
    need(sorted(nodes) == sorted([BYE, *field.points][1 - len(field.points) % 2:]), "The certificate has other players.")
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
    return len(nodes) * (len(nodes) - 1) // 2

def check_receipt(data, root=None):
    """Checks one receipt; returns lines that say what is proved."""
    try:
        said = json.loads(data)
        need(isinstance(said, dict) and said.get("format") == "pareo-receipt", "This is not a receipt.")
        need(said["version"] == 1 + ("objective" in said), "This receipt is of a later version.")
        need(data in (plain(said), plain(said) + b"\n"), "The receipt is not written as receipts are: it was changed.")
        digest = hashlib.sha256(plain({key: said[key] for key in said if key != "digest"})).hexdigest()
        need(digest == said["digest"], "The receipt was changed after it was written.")
        told = ["Pod %s, round %d, draft %d; journal head %d %s" % (
            said["pod"], said["round"], said["draft"], said["head"]["seq"], said["head"]["hash"][:16])]
        told += ["The round was paired %d times before it was published." % said["draft"]] if said["draft"] > 1 else []
        told += ["It was paired after the secret had been published."] if said.get("foreseeable") else []
        return told + _check_seed(said, root) + _check_round(said)
    except Exception as problem:  # whatever is missing or odd
        raise problem if isinstance(problem, Wrong) else Wrong("The receipt cannot be read: %r" % problem)

def _check_seed(said, root):
    draws, draw, told = said["draws"], (said["pod"], said["round"], said["draft"]), []
    if said["secret"] is not None:
        need(hashlib.sha256(said["secret"].encode()).hexdigest() == said["commitment"], "The secret is another one.")
        need(seed_of(said["secret"], *draw) == said["seed"], "The seed does not follow from the secret.")
        need(draws is None or root_of(said["secret"], draws) == draws["root"], "The root is not that of the secret.")
        told.append("The event is closed; its secret is published and gives this seed and the root.")
    if draws is None or said["path"] is None:
        need(root is None or (told and draws and draws["root"] == root), "This draw has no path to the root you noted.")
        need(draws is None or place_of(draws, *draw) is None, "The path to the root is missing.")
        return told or ["The seed is not among those committed to: check it when the secret is published."]
    found = root_above(draws, *draw, said["seed"], said["path"])
    need(found == draws["root"], "The seed does not lead to the root: it was not fixed at the beginning.")
    need(root in (None, found), "The root is not the one you noted.")
    return [*told, "The seed was fixed at creation: root %s" % found]

def _check_round(said):
    if said["bracket"] or said["by_hand"] or said["input"] is None:
        return ["This script proves nothing of the pairs. The receipt says: " + said["claim"]]
    check_seating([row[0] for row in said["input"]["players"]], said["pairs"], said["bye"])
    if said.get("objective", 1) not in OBJECTIVES:
        return ["Every player is paired once, under version %d, which this script does not know." % said["objective"]]
    field = Field(said["input"], OBJECTIVES[said.get("objective", 1)])
    pairs = said["pairs"] + ([] if said["bye"] is None else [[BYE, said["bye"]]])
    cost = sum(field.cost(a, b) for a, b in pairs)
    need(plain(field.listed(cost)) == plain(said["cost"]), "The round does not cost what the receipt says.")
    if said["certificate"] is None:
        return ["Every player is paired once, and the cost is right; that nothing costs less is not proved."]
    pairs = check_certificate(field, said["certificate"], cost)
    return ["Every player is paired once, and no round costs less: %d possible pairs checked." % pairs]

# ---- a whole file --------------------------------------------------------------------------------------------------
def sealed(data):
    """Is every byte of the file as it was written? Files of version 0.1 have no seal."""
    if data[-22:-18] == b"PK\5\6":  # the end of any zip
        return False
    need(hashlib.sha256(data[:-64]).hexdigest().encode() == data[-64:], "The file was changed after it was written.")
    return True

def check_file(data, root=None, receipts=()):
    """Checks a whole tournament, and that these receipts are of it; returns lines that say what is proved."""
    try:
        every_byte = sealed(data)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            need(sum(part.file_size for part in archive.infolist()) <= MOST_BYTES, "The file is too large.")
            parts = {name: archive.read(name) for name in archive.namelist()}
            need(len(parts) == len(archive.namelist()), "A part of the file is there twice.")
        manifest, secret = json.loads(parts["manifest.json"]), json.loads(parts["secret.json"])["secret"]
        hashes, first, made, seeds = ["0" * 64], None, {}, 0
        lines = parts["journal.jsonl"].split(b"\n")
        need(lines.pop() == b"", "The journal ends in the middle of a line.")
        for number, line in enumerate(lines, 1):
            entry = json.loads(line)
            facts = [entry[key] for key in ("seq", "version", "time", "actor", "action", "data", "client")]
            hashes.append(hashlib.sha256(plain([hashes[-1], manifest["id"], *facts], ascii=False)).hexdigest())
            need(hashes[-1] == entry["hash"] and entry["seq"] == number and line == plain(entry, ascii=False),
                 "The journal is broken at entry %d." % number)
            first = entry["data"] if number == 1 else first
            seeds += _check_told(entry["data"], secret, made)
        need([manifest["head"], manifest["hash"]] == [len(lines), hashes[-1]], "It does not end where the file says.")
        need(first.get("commitment") in ("", None, hashlib.sha256(secret.encode()).hexdigest()),
             "The secret is not the one that was committed to.")
        told = ["Every byte is as it was written."] if every_byte else ["An old file: only its contents are checked."]
        told += ["%d entries, chained to %s" % (len(lines), hashes[-1]),
                 "%d published seeds follow from the secret" % seeds]
        told += ["Pod %s, round %d was drawn %d times." % (pod, number, n) for pod, number, n in made
                 if n > 1 and (pod, number, n + 1) not in made]
        draws = first.get("draws") or {}
        if draws:
            need(root_of(secret, draws) == draws["root"], "The root is not that of the secret.")
            told.append("The root of all draws, fixed in the first entry: %s" % draws["root"])
        need(root in (None, draws.get("root")), "The root is not the one you noted.")
        for said in receipts:
            head, key = said["head"], (said["pod"], said["round"], said["draft"])
            need(said["event"] == manifest["id"] and hashes[head["seq"]:head["seq"] + 1] == [head["hash"]]
                 and said["seed"] == seed_of(secret, *key), "The receipt of round %d is not of this journal." % key[1])
            need(said["by_hand"] or (said["pairs"], said["bye"]) in made.get(key, []),
                 "The receipt of round %d has other pairs than this journal." % key[1])
            told.append("The receipt of round %d is of this journal, entry %d." % (key[1], head["seq"]))
        return told
    except Exception as problem:
        raise problem if isinstance(problem, Wrong) else Wrong("The file cannot be read: %r" % problem)

def _check_told(data, secret, made):
    """Keeps the pairs of every draft that an entry tells, by its draw; every seed must be that of one. Counts seeds."""
    seeds = 0
    if isinstance(data, dict):
        pod, number = data.get("pod"), data.get("number")
        if "draft" in data and "matches" in data:
            byes = [no for no, how, *_ in data.get("sitting", []) if how in ("bye", "rest")]
            pairs = sorted([a, b] for _, a, b, *_ in data["matches"])
            made.setdefault((pod, number, data["draft"]), []).append((pairs, byes[0] if byes else None))
        if data.get("seed") and None not in (pod, number):
            need(any(data["seed"] == seed_of(secret, *draw) for draw in made if draw[:2] == (pod, number)),
                 "The seed of pod %s, round %s does not follow from the secret." % (pod, number))
            seeds += 1
    for part in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        seeds += _check_told(part, secret, made)
    return seeds

def main(arguments):
    root = arguments[arguments.index("--root") + 1] if "--root" in arguments[:-1] else None
    names = [one for one in arguments if one not in ("--root", root)]
    if not names or "--root" in arguments[-1:]:
        print(__doc__.split("\n\n")[1])
        return 2
    try:
        contents = [pathlib.Path(name).read_bytes() for name in names]
        receipts = [one for one in contents if not one.startswith(b"PK")]
        told, wrong = [line for one in receipts for line in check_receipt(one, root)], 0
        for one in (one for one in contents if one.startswith(b"PK")):
            told += check_file(one, root, [json.loads(receipt) for receipt in receipts])
    except (Wrong, OSError) as problem:
        told, wrong = ["WRONG: %s" % problem], 1
    for line in told:  # what stands in a file may not pass for a line of ours
        print(line if line.isprintable() else ascii(line))
    return wrong

if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
