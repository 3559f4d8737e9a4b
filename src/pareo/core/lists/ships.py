"""Ships of the first edition of X-Wing: id, names, size, factions and since when. Typed from the game's components, as
data, and compared with xwing-data (guidokessels, ships.js, July 2018) and with the releases that its history dates:
the third side, scum, came with the cards of February 2015; the rebels' TIE fighter and Scurrg in 2017.

The document gives epic points for the CR90 (3) and the GR-75 (2) only; those of the other huge ships are a choice and
stand, all of them, in the ruleset. A list may name a ship by its id in XWS (1.x or 2.0), or in English or Spanish.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pareo.core.lists.plain import canonical


class ShipType(NamedTuple):
    """One type of ship. Two squads' ships of one type are told by `id` alone."""

    id: str
    size: str  # "small", "large", "huge"
    factions: str  # first letters: r rebel, i imperial, s scum; with a year, since then: "r s2015"
    en: str
    es: str
    also: str = ""  # further ids and names, canonical, between spaces
    sections: bool = False  # a huge ship of two cards, fore and aft


SHIPS: tuple[ShipType, ...] = (
    ShipType("xwing", "small", "r", "X-wing", "Ala-X", "t65xwing"),
    ShipType("ywing", "small", "r s2015", "Y-wing", "Ala-Y", "btla4ywing"),
    ShipType("awing", "small", "r", "A-wing", "Ala-A", "rz1awing"),
    ShipType("bwing", "small", "r", "B-wing", "Ala-B", "asf01bwing"),
    ShipType("ewing", "small", "r", "E-wing", "Ala-E"),
    ShipType("kwing", "small", "r", "K-wing", "Ala-K", "btls8kwing"),
    ShipType("uwing", "large", "r", "U-wing", "Ala-U", "ut60duwing"),
    ShipType("t70xwing", "small", "r", "T-70 X-wing", "Ala-X T-70", "t70alax"),
    ShipType("hwk290", "small", "r s2015", "HWK-290", "HWK-290", "hwk290lightfreighter"),
    ShipType("z95headhunter", "small", "r s2015", "Z-95 Headhunter", "Z-95 Cazacabezas", "z95af4headhunter"),
    ShipType("arc170", "small", "r", "ARC-170", "ARC-170", "arc170starfighter"),
    ShipType("attackshuttle", "small", "r", "Attack Shuttle", "Lanzadera de ataque"),
    ShipType("sheathipedeclassshuttle", "small", "r", "Sheathipede-class Shuttle", "Lanzadera clase Sheathipede"),
    ShipType("auzituckgunship", "small", "r", "Auzituck Gunship", "Cañonera Auzituck"),
    ShipType("yt1300", "large", "r", "YT-1300", "YT-1300", "modifiedyt1300lightfreighter"),
    ShipType("yt2400", "large", "r", "YT-2400", "YT-2400", "yt2400freighter yt2400lightfreighter"),
    ShipType("vcx100", "large", "r", "VCX-100", "VCX-100", "vcx100lightfreighter"),
    ShipType("bsf17bomber", "large", "r", "B/SF-17 Bomber", "Bombardero B/SF-17", "mg100starfortress"),
    ShipType("tiefighter", "small", "i r2017", "TIE Fighter", "Caza TIE", "tielnfighter tieln"),
    ShipType("tieinterceptor", "small", "i", "TIE Interceptor", "Interceptor TIE", "tieininterceptor"),
    ShipType("tieadvanced", "small", "i", "TIE Advanced", "TIE Avanzado", "tieadvancedx1"),
    ShipType(
        "tieadvancedprototype",
        "small",
        "i",
        "TIE Advanced Prototype",
        "Prototipo de TIE Avanzado",
        "tieadvancedv1 tieadvprototype",
    ),
    ShipType("tiebomber", "small", "i", "TIE Bomber", "Bombardero TIE", "tiesabomber"),
    ShipType("tiedefender", "small", "i", "TIE Defender", "Defensor TIE", "tieddefender"),
    ShipType("tiephantom", "small", "i", "TIE Phantom", "TIE Fantasma", "tiephphantom fantasmatie"),
    ShipType("tiepunisher", "small", "i", "TIE Punisher", "TIE Castigador", "tiecapunisher castigadortie"),
    ShipType("tiefofighter", "small", "i", "TIE/fo Fighter", "Caza TIE/fo"),
    ShipType("tiesffighter", "small", "i", "TIE/sf Fighter", "Caza TIE/sf"),
    ShipType("tiestriker", "small", "i", "TIE Striker", "TIE Fustigador", "tieskstriker fustigadortie"),
    ShipType("tieaggressor", "small", "i", "TIE Aggressor", "TIE Agresor", "tieagaggressor"),
    ShipType("tiesilencer", "small", "i", "TIE Silencer", "TIE Silenciador", "tievnsilencer silenciadortie"),
    ShipType("tiereaper", "large", "i", "TIE Reaper", "TIE Segador", "segadortie"),
    ShipType("alphaclassstarwing", "small", "i", "Alpha-class Star Wing", "Ala Estelar clase Alfa"),
    ShipType(
        "lambdaclassshuttle",
        "large",
        "i",
        "Lambda-class Shuttle",
        "Lanzadera clase Lambda",
        "lambdaclasst4ashuttle lambdashuttle lanzaderalambda",
    ),
    ShipType("vt49decimator", "large", "i", "VT-49 Decimator", "VT-49 Diezmador"),
    ShipType(
        "upsilonclassshuttle",
        "large",
        "i",
        "Upsilon-class Shuttle",
        "Lanzadera clase Ípsilon",
        "upsilonclasscommandshuttle",
    ),
    ShipType("firespray31", "large", "i s2015", "Firespray-31", "Firespray-31", "firesprayclasspatrolcraft firespray"),
    ShipType("m3ainterceptor", "small", "s", "M3-A Interceptor", "Interceptor M3-A"),
    ShipType("starviper", "small", "s", "StarViper", "Víbora Estelar", "starviperclassattackplatform"),
    ShipType("kihraxzfighter", "small", "s", "Kihraxz Fighter", "Caza Kihraxz"),
    ShipType("g1astarfighter", "small", "s", "G-1A Starfighter", "Caza estelar G-1A"),
    ShipType(
        "protectoratestarfighter",
        "small",
        "s",
        "Protectorate Starfighter",
        "Caza del Protectorado",
        "fangfighter cazaestelardelprotectorado",
    ),
    ShipType("quadjumper", "small", "s", "Quadjumper", "Saltador Quad", "quadrijettransferspacetug"),
    ShipType("scurrgh6bomber", "small", "s r2017", "Scurrg H-6 Bomber", "Bombardero Scurrg H-6", "scurrgh6"),
    ShipType("m12lkimogilafighter", "small", "s", "M12-L Kimogila Fighter", "Caza Kimogila M12-L", "cazam12lkimogila"),
    ShipType("aggressor", "large", "s", "Aggressor", "Agresor", "aggressorassaultfighter ig2000"),
    ShipType("yv666", "large", "s", "YV-666", "YV-666", "yv666lightfreighter"),
    ShipType("jumpmaster5000", "large", "s", "JumpMaster 5000", "JumpMaster 5000", "saltadormaestro5000"),
    ShipType(
        "lancerclasspursuitcraft", "large", "s", "Lancer-class Pursuit Craft", "Nave de persecución clase Lancero"
    ),
    ShipType(
        "gr75mediumtransport",
        "huge",
        "r",
        "GR-75 Medium Transport",
        "Transporte GR-75",
        "gr75 gr75transport transportemediogr75 transportemedianogr75 rebeltransport transporterebelde",
    ),
    ShipType(
        "cr90corvette",
        "huge",
        "r",
        "CR90 Corvette",
        "Corbeta Corelliana CR90",
        "cr90 cr90corelliancorvette corbetacr90",
        sections=True,
    ),
    ShipType(
        "raiderclasscorvette",
        "huge",
        "i",
        "Raider-class Corvette",
        "Corbeta clase Incursor",
        "raider raiderclasscorv raidercorvette",
        sections=True,
    ),
    ShipType("gozanticlasscruiser", "huge", "i", "Gozanti-class Cruiser", "Crucero clase Gozanti", "gozanti"),
    ShipType("croccruiser", "huge", "s", "C-ROC Cruiser", "Crucero C-ROC", "croc"),
)

FORE = ("fore", "proa")
AFT = ("aft", "popa")


@cache
def _by_name() -> dict[str, ShipType]:
    by_name: dict[str, ShipType] = {}
    for ship in SHIPS:
        for name in (ship.id, canonical(ship.en), canonical(ship.es), *ship.also.split()):
            by_name.setdefault(name, ship)
    return by_name


def sides_in(factions: str, year: int) -> str:
    """First letters of the factions that had the type in a year; 0: in the end."""
    return "".join(side[0] for side in factions.split() if not year or int(side[1:] or 0) <= year)


def ship_of(name: str) -> ShipType | None:
    """The type with this id or name, in XWS, English or Spanish; a section's name is its ship's."""
    wanted = canonical(name)
    names = _by_name()
    if wanted in names:
        return names[wanted]
    for ending in (*FORE, *AFT):
        whole = names.get(wanted.removesuffix(ending)) if wanted.endswith(ending) else None
        if whole is not None and whole.sections:
            return whole
    return None
