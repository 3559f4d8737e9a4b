"""Unique names of the first edition of X-Wing (•): pilots, crew, droids and titles that may be there once.

XWS says nothing of uniqueness, and players often leave the dot out, so the names are kept here as ids. What is not
here can be marked in a list: "•Name", or a nickname in quotation marks. A name that is neither, such as Academy Pilot,
may be there as often as the number of ships allows. One name is one person: pilot and crew of the same name clash.
"""

from __future__ import annotations

from pareo.core.lists.plain import canonical

_UNIQUE_NAMES = """
lukeskywalker biggsdarklighter wedgeantilles garvendreis jekporkins tarnmison wesjanson hobbieklivian
hortonsalm dutchvander tychocelchu arvelcrynyd jakefarrell gemmersojan tennumb ibtisam nerantels keyanfarlander
corranhorn etahnabaht janors kylekatarn roarkgarnet airencracken lieutenantblount
hansolo landocalrissian chewbacca leiaorgana dashrendar leebo eadenvrill mirandadoni esegetuketu
herasyndulla kananjarrus ezrabridger sabinewren zeborrelios chopper
poedameron blueace redace elloasty niennunb jessikapava snapwexley rey finn
norrawexley sharabey thanekyrell braylenstramm cassianandor bodhirook jynerso hefftobber
darthvader maarekstele junoeclipse zertikstrom commanderalozen
howlrunner maulermithel darkcurse backstabber nightbeast wingedgundark scourge youngster wampa chaser
soontirfel turrphennir felswrath tetrancowell carnorjax kirkanos lieutenantlorrir
majorrhymer captainjonus tomaxbren deathfire rexlerbrath colonelvessery countessryad whisper echo
captainkagi coloneljendon captainyorr rearadmiralchiraneau commanderkenkirk captainoicunn
bobafett krassistrelix kathscarlet emonazzameen deathrain redline
omegaace omegaleader zetaace zetaleader epsilonace epsilonleader theinquisitor valenrudor
kyloren majorstridan quickdraw backdraft duchess puresabacc countdown
princexizor guri serissu laetinashera dacebonearm palobgodalhi torkilmux ndrusuhlak kaatoleeachos
kavil drearenthal ig88a ig88b ig88c ig88d talonbanecobra grazthehunter
bossk lattsrazzi moraloeval dengar teltrevura manaroo fourlom zuckuss
fennrau oldteroch kadsolus ketsuonyo asajjventress constablezuvio sarcoplank unkarplutt
r2d2 c3po r2f2 r2d6 r3a2 r5k6 r5d8 r5p9 r5x3 r7t1 r4d6 r4b11 bb8
admiralackbar raymusantilles carlistrieekan tobyndecker torynfarr
emperorpalpatine marajade ysanneisard moffjerjerrod rebelcaptive greedo cadbane
millenniumfalcon moldycrow slavei st321 outrider dauntless virago houndstooth punishingone ghost phantom andrasta
dodonnaspride jainaslight tantiveiv brighthope quantumstorm dutyfree
assailer impetuous instigator suppressor requiem vector brokenhorn insatiableworrt merchantone
"""

UNIQUE = frozenset(_UNIQUE_NAMES.split())

# The document names pilots in Spanish; one person has one name in the count.
_ALIASES = {
    "aulladorveloz": "howlrunner",
    "asesinofurtivo": "backstabber",
    "coroneljendon": "coloneljendon",
    "halconmilenario": "millenniumfalcon",
    "esclavoi": "slavei",
    "4lom": "fourlom",
    "bobafettscum": "bobafett",
    "kathscarletscum": "kathscarlet",
}

_QUOTES = '“”«»"„‟'


def one_name(name: str) -> str:
    """The name by which cards are counted."""
    plain = canonical(name)
    return _ALIASES.get(plain, plain)


def is_unique(name: str) -> bool:
    """Marked with a dot or wholly in quotation marks, or known to be unique."""
    text = name.strip()
    marked = text.startswith(("•", "·", "●")) or (len(text) > 2 and text[0] in _QUOTES and text[-1] in _QUOTES)
    return marked or one_name(text) in UNIQUE
