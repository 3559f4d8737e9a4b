"""What a game's documents call otherwise: the words of its world, by game and language.

A bye is a “descanso” in Scrabble and a “pase automático” in Pokémon. The catalogues hold the words of every game; here
stand those that a game has of its own, and the catalogue says them instead in every text whose English has the word.
New texts need nothing. Sources: Play! Pokémon, April 2019 (Spanish) and July 2019 (Portuguese), 3.1; edition of 2009
(Italian); X-Wing, Reglas para torneos épicos (“Byes”, “la partida acaba en tablas”); FISE, El sistema suizo de torneos
(“pareo”, “árbitro”; “escalafón” and “descanso” are the words of the Spanish catalogue itself). Those of chess, such as
the Brazilian “emparceiramento”, and those of X-Wing in Italian are what players say; no document of ours has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GameWord:
    """In texts whose English has this word: what the catalogue says → what the game says."""

    english: str  # a pattern of whole words
    replacements: Mapping[str, str]  # small letters; a capital stays a capital

    def apply(self, english: str, text: str) -> str:
        """The text with the game's words, if it speaks of this at all."""
        if not re.search(rf"(?<![\w-])(?:{self.english})(?!\w)", english, re.IGNORECASE):
            return text
        pattern = "|".join(re.escape(word) for word in sorted(self.replacements, key=len, reverse=True))
        return re.sub(rf"(?<![\w{{-]){'(?:' + pattern + ')'}(?![\w}}])", self._replacement, text, flags=re.IGNORECASE)

    def _replacement(self, match: re.Match[str]) -> str:
        new = self.replacements[match[0].lower()]
        return new[0].upper() + new[1:] if match[0][0].isupper() else new


_SIDES = "^(?:the (?:first|second) wins|(?:First|Second) player)$"
_STARTS = "You start|Your opponent starts|The upper one starts"
_BYE = r"byes?|earned-bye|requested-bye"
_BYE_ES = GameWord(f"{_BYE}|Rested", {"descansos": "byes", "descanso": "bye", "descansó": "bye"})
_DRAW_ES = GameWord(
    "draws?|drew|drawn|^tie$",
    {
        "has ganado, empatado o perdido": "has ganado, has hecho tablas o has perdido",
        "los de los empatados": "los de aquellos con los que se hicieron tablas",
        "se empató": "se hicieron tablas",
        "empató": "hizo tablas",
        "empataron": "hicieron tablas",
        "empatar": "hacer tablas",
        "un empate es": "unas tablas son",
        "un empate sea": "unas tablas sean",
        "es un empate": "son tablas",
        "un empate": "unas tablas",
        "el empate": "las tablas",
        "los empates": "las tablas",
        "empate acordado": "tablas acordadas",
        "empates": "tablas",
        "empate": "tablas",
        "partidas empatadas": "partidas en tablas",
        "las empatadas": "las que quedaron en tablas",
        "empatadas": "tablas",
    },
)
_ARBITER_ES = GameWord("judges?", {"juez": "árbitro", "jueces": "árbitros"})
_BYE_IT = GameWord(_BYE, {"riposi": "bye", "riposo": "bye", "riposa": "ha il bye"})

WORDS: Mapping[tuple[str, str], tuple[GameWord, ...]] = {
    ("pokemon", "en"): (
        GameWord("^Draw$", {"draw": "tie"}),  # elsewhere it may be drawing lots
        GameWord(
            "draws?|drew|drawn",
            {
                "a draw": "a tie",
                "no draws": "no ties",
                "agreed draw": "agreed tie",
                "drew": "tied",
                "intentional draw": "intentional tie",
                "half: drawn": "half: tied",
                "drawn games": "tied games",
                "drawn match": "tied match",
                "opponents drawn with": "opponents tied with",
                "those drawn": "those tied",
            },
        ),
    ),
    ("pokemon", "es"): (
        GameWord(
            f"{_BYE}|Rested",
            {
                "tiene descanso": "tiene un pase automático",
                "tienen descanso": "tienen un pase automático",
                "descansos": "pases automáticos",
                "descanso": "pase automático",
                "descansó": "pase automático",
            },
        ),
        GameWord("slips?", {"hojas de partida": "hojas del combate", "hoja de partida": "hoja del combate"}),
        GameWord(
            r"^(?!.*\bgames?\b).*?(?:re)?match(?:es)?",
            {  # a match is an “encuentro” of “partidas”
                "las partidas en las": "los encuentros en los",
                "las partidas": "los encuentros",
                "sin ellas": "sin ellos",
                "la partida": "el encuentro",
                "una partida": "un encuentro",
                "esa partida": "ese encuentro",
                "las partidas repetidas": "los encuentros repetidos",
                "partidas repetidas": "encuentros repetidos",
                "partida repetida": "encuentro repetido",
                "partida borrada": "encuentro borrado",
                "partidas empatadas": "encuentros empatados",
                "cada partida como igualada": "cada encuentro como igualado",
                "partidas": "encuentros",
                "partida": "encuentro",
            },
        ),
    ),
    ("scrabble", "es"): (
        _ARBITER_ES,
        GameWord("^Pairing$", {"emparejamiento": "pareos"}),  # alone, “Pareo” would be the program
        GameWord(
            r"\w+",
            {
                "emparejamiento": "pareo",
                "emparejamientos": "pareos",
                "emparejar": "parear",
                "empareja": "parea",
                "emparejan": "parean",
                "empareje": "paree",
                "emparejó": "pareó",
                "emparejaron": "parearon",
                "emparejaría": "parearía",
                "emparejando": "pareando",
                "emparejado": "pareado",
                "emparejados": "pareados",
                "emparejada": "pareada",
                "emparejadas": "pareadas",
                "emparejarse": "parearse",
                "emparejarla": "parearla",
                "emparejarlos": "parearlos",
                "emparéjalos": "paréalos",
                "emparejará": "pareará",
            },
        ),
    ),
    ("chess", "es"): (
        _BYE_ES,
        _DRAW_ES,
        _ARBITER_ES,
        GameWord(
            r"ratings?|rated|unrated|Opp\. average", {"escalafones": "ratings", "escalafón": "rating", "esc.": "Elo"}
        ),
        GameWord(
            _SIDES,
            {
                "gana el primero": "ganan las blancas",
                "gana el segundo": "ganan las negras",
                "primer jugador": "blancas",
                "segundo jugador": "negras",
            },
        ),
        GameWord(
            _STARTS,
            {"sales tú": "juegas con blancas", "sale tu rival": "juegas con negras", "empieza": "lleva blancas"},
        ),
    ),
    ("xwing", "es"): (_BYE_ES, _DRAW_ES),
    ("pokemon", "pt"): (
        GameWord(
            rf"{_BYE}|rest|rested",
            {
                "o bye": "a isenção",
                "os byes": "as isenções",
                "um bye": "uma isenção",
                "do bye": "da isenção",
                "um segundo bye": "uma segunda isenção",
                "segundo bye": "segunda isenção",
                "um bye pedido": "uma isenção pedida",
                "um bye conquistado": "uma isenção conquistada",
                "bye conquistado": "isenção conquistada",
                "byes conquistados": "isenções conquistadas",
                "segundos byes": "segundas isenções",
                "bye pedido": "isenção pedida",
                "byes já recebidos": "isenções já recebidas",
                "byes": "isenções",
                "bye": "isenção",
                "trocado": "trocada",
                "recebe outro": "recebe outra",
                "recebê-lo": "recebê-la",
                "teve um": "teve uma",
                "tiveram um": "tiveram uma",
                "tido um": "tido uma",
            },
        ),
        GameWord(r"^Game (?:%\(number\)s|\{number\})$", {"partida": "jogo"}),  # a match is the “partida”
    ),
    ("chess", "pt"): (
        GameWord(
            r"\w+",
            {
                "pareamento": "emparceiramento",
                "pareamentos": "emparceiramentos",
                "parear": "emparceirar",
                "pareá": "emparceirá",
                "pareado": "emparceirado",
                "pareados": "emparceirados",
                "pareada": "emparceirada",
                "pareadas": "emparceiradas",
                "pareie": "emparceire",
                "pareia": "emparceira",
                "pareou": "emparceirou",
            },
        ),
        GameWord("judges?", {"juiz": "árbitro", "juízes": "árbitros"}),
        GameWord(
            _SIDES,
            {
                "o primeiro ganha": "as brancas ganham",
                "o segundo ganha": "as pretas ganham",
                "primeiro jogador": "brancas",
                "segundo jogador": "pretas",
            },
        ),
        GameWord(
            _STARTS,
            {
                "você começa": "você joga de brancas",
                "seu oponente começa": "você joga de pretas",
                "começa": "joga de brancas",
            },
        ),
    ),
    ("pokemon", "it"): (
        GameWord(r"(?:rounds?|until|late_from|leaves after it)(?! robin)", {"turno": "girone", "turni": "gironi"}),
        _BYE_IT,
    ),
    ("xwing", "it"): (_BYE_IT,),
    ("chess", "it"): (
        GameWord(
            "draws?|drew|drawn|be tied|^tie$|^Ties$",
            {
                "pareggiare": "pattare",
                "un pareggio": "una patta",
                "il pareggio": "la patta",
                "dei pareggi": "delle patte",
                "i pareggi": "le patte",
                "pareggio concordato": "patta concordata",
                "finite in pareggio": "finite patte",
                "in pareggio": "patta",
                "finisce in parità": "finisce patta",
                "finiscono entrambi in parità": "finiscono entrambi patta",
                "pareggiato": "pattato",
                "pareggiata": "patta",
                "pareggiate": "patte",
                "pareggi": "patte",
                "pareggio": "patta",
            },
        ),
        GameWord(
            _SIDES,
            {
                "vince il primo": "vince il Bianco",
                "vince il secondo": "vince il Nero",
                "primo giocatore": "bianco",
                "secondo giocatore": "nero",
            },
        ),
        GameWord(
            _STARTS, {"inizi tu": "hai il Bianco", "inizia il tuo avversario": "hai il Nero", "inizia": "ha il Bianco"}
        ),
    ),
    ("chess", "en"): (
        GameWord(
            _SIDES,
            {
                "the first wins": "White wins",
                "the second wins": "Black wins",
                "first player": "white",
                "second player": "black",
            },
        ),
        GameWord(
            _STARTS, {"you start": "you have White", "your opponent starts": "you have Black", "starts": "has White"}
        ),
        GameWord("judges?", {"a judge": "an arbiter", "judges": "arbiters", "judge": "arbiter"}),
    ),
}
