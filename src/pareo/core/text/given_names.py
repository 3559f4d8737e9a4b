"""Given names that are common where Pareo is used: they tell “Ana García” from “García Ana” in a list of names.

A name that is missing here is asked about, never guessed. Letters are plain: no accents, no capitals.
"""

from __future__ import annotations

from collections.abc import Sequence

from pareo.core.text.alphabet import plain_letters

_SPANISH = """
aaron abel abril ada adela adrian adriana agustin aida ainhoa aitana aitor alba albert alberto alejandra alejandro
alex alfonso alfredo alicia almudena alonso alvaro amalia amanda amelia amparo ana anabel andrea andres ane angel
angela angeles anibal anna anselmo antonia antonio araceli ariadna ariel armando arnau arturo asier asuncion aurora
barbara bartolome basilio bastian beatriz belen benat benito benjamin bernardo berta biel blanca borja bruno camila
camilo candela carla carles carlos carlota carmen carolina catalina cecilia celia cesar cintia clara claudia claudio
concepcion consuelo cristian cristina cristobal damian daniel daniela dante dario david delia diana diego dolores
domingo edgar edith eduardo elena elias elisa eloy elsa elvira emilia emiliano emilio emma enric enrique erik ernesto
esmeralda esperanza esteban ester estela esther eugenia eugenio eva ezequiel fabian fabiola fatima federico felipe
felix fermin fernanda fernando fidel florencia francisca francisco fran gabriel gabriela gael gala gaspar gema
genoveva gerardo german gilberto gisela gloria gonzalo graciela gregorio guadalupe guillermo gustavo hector helena
hernan hilda hugo humberto ignacio iker ines inigo inmaculada irene iria irma isaac isabel ismael ivan izan jacinto
jaime javier jesus jimena joan joaquin joel jon jordi jorge jose josefa josefina juan juana judith julia julian
juliana julieta julio karina laia lara laura leandro leire leo leon leonel leonor leticia lia lidia lily lina lola
lorena lorenzo lourdes lucas lucia luciana luciano luis luisa luz maialen manuel manuela mar marcela marcelo marcial
marco marcos margarita maria mariana mariano maribel marina mario marisa marisol marta marti martin martina mateo
matias mauricio mauro maximo mercedes miguel milagros mireia miriam mirta moises monica montserrat nadia naia natalia
nerea nestor nicolas nico noa noelia nora norberto norma nuria octavio ofelia oier olga oliver omar oriol oscar otto
pablo paloma paola patricia patricio pau paula paulina pedro penelope peru pilar pol quim rafael ramiro ramon raquel
raul rebeca reinaldo renata ricardo rita roberto rocio rodolfo rodrigo rogelio roman romina rosa rosario ruben ruth
salvador samuel sandra santiago sara saul sebastian sergio silvia silvio sofia sol soledad sonia susana tamara tania
teo teresa tomas trinidad unai valentina valentin valeria vanesa vera veronica vicente victor victoria violeta
virginia vladimir xavier xoel ximena yago yolanda zoe dani bea eli gema pepe paco nacho toni montse ferran inaki mikel
ander gorka ione amaia
"""
_PORTUGUESE = """
afonso alice aline alessandra ana andre andreia antonio arthur artur augusto beatriz benedito bernardo bianca brenda
bruna bruno caetano caio camila carolina cassia catarina caua cecilia celso clara claudia cristiano daniel davi debora
diogo duarte edson eduarda eduardo elaine eliane elisa eloa emanuel enzo erica fabio felipe fernanda fernando filipe
flavia flavio francisco gabriel gabriela giovana gisele graca guilherme gustavo heitor helena heloisa henrique hugo
iago igor ines isabela isadora ivan ivo jessica joana joao joaquim jonas jorge jose julia juliana julio karen lais
larissa laura leandro leonardo leticia livia lorena luana lucas lucia luis luisa luiz luiza manuela marcelo marcia
marcio marcos maria mariana marina marisa mateus matheus mauricio melissa miguel miriam monica murilo natalia nathalia
nelson nicole nuno olivia osvaldo otavio patricia paula paulo pedro rafael rafaela raimundo raissa raul regina renan
renata renato ricardo rita roberta rodrigo rogerio ronaldo rosana rui sabrina samara samuel sandra selma sergio
silvana simone sofia sonia tais tales tania tatiana teresa thiago tiago tomas valentina vanessa vicente vinicius vitor
vitoria viviane wagner wallace wesley william yara yasmin
"""
_ITALIAN = """
ada adele agnese alberto alessandra alessandro alessia alessio alice ambra andrea angela angelo anna annalisa
antonella antonio arianna aurora barbara beatrice benedetta bianca bruno camilla carla carlo carlotta carmela caterina
cecilia chiara cinzia claudia claudio cosimo cristian cristina daniela daniele dario davide debora diego domenico
donatella edoardo elena eleonora elia elisa elisabetta emanuela emanuele emma enrico enzo ernesto ettore eugenio fabio
fabrizio federica federico filippo flavia flavio franca francesca francesco franco gabriele gaetano gaia gianluca
gianni giacomo ginevra gino gioele giorgia giorgio giovanna giovanni giulia giuliana giuliano giulio giuseppe grazia
greta guido ida ilaria irene isabella ivan ivano jacopo lara laura leonardo letizia lia liliana lisa livia lorenzo
luca lucia luciano ludovica luigi luisa maddalena manuela mara marcello marco margherita maria marina mario marta
martina massimo matilde matteo mattia maurizio michela michele mirko monica nadia nicola nicolo noemi olga oreste
paola paolo pasquale patrizia pietro raffaele raffaella renato riccardo rita roberta roberto rocco rosa sabrina
salvatore samuele sandra sandro sara serena sergio silvia simona simone sofia sonia stefania stefano susanna teresa
tiziana tommaso ugo umberto valentina valerio vera veronica vincenzo viola virginia vito vittoria vittorio
"""
_ENGLISH = """
aaron abby abigail adam aidan alan albert alex alexander alexandra alexis alice alison amanda amber amelia amy andrew
andy angela ann anna anne anthony archie ari arthur ashley audrey austin ava barbara ben benjamin beth betty bill
blake bob bobby bradley brandon brenda brian bruce caleb callum cameron carl carla carol caroline carter casey
catherine charles charlie charlotte chloe chris christian christina christine christopher claire clara cody colin
connor cora craig cynthia daisy dale daniel danny dave david dawn dean deborah dennis diana diane donald donna doris
dorothy douglas dylan edward edwin elaine eleanor eli elizabeth ella ellen ellie elliot emily emma eric erin ethan eva
evan eve evelyn evie faith felix finn fiona florence frances francis frank fred freya gabriel gary gavin george gemma
gerald grace graham grant greg gregory gus hannah harold harper harriet harry harvey hazel heather helen henry holly
howard hugh hugo ian iris isaac isabel isabella isla ivan ivy ivo jack jackson jacob jade jake james jamie jane janet
jason jay jean jeff jeffrey jenna jennifer jenny jeremy jerry jess jesse jessica jill jim joan joanna joe joel john
johnny jonathan jordan joseph josh joshua joyce juan judith judy jude julia julian julie june justin kai karen kate
katherine kathleen kathryn katie kay keith kelly ken kenneth kevin kim kirsty kyle lara larry laura lauren lee leah
leo leon leslie lewis liam lily linda lisa logan louis louise luca lucas lucy luke lydia maddie madison marcus
margaret maria marie mark martha martin mary mason matilda matt matthew maud max maya megan melissa mia michael
michelle miguel mike miles millie mohammed molly mona morgan nadia nancy naomi natalie nathan ned neil nell niamh
nicholas nick nicola nicole noah nolan nora norman oliver olivia oscar owen paige pam pamela pat patricia patrick paul
paula per peter phil philip phoebe poppy priscilla priya rachel ralph ray raymond rebecca rhys richard rob robert
robin roger ron ronald rory rose rosie ross roy ruby russell ruth ryan sally sam samantha samuel sandra sara sarah
scott sean sebastian sharon shaun shirley sidney simon sophia sophie spencer stacey stanley stella stephanie stephen
steve steven stuart sue susan suzanne tara ted teresa terry tess thea theo theodore theresa thomas tia tim timothy
tina toby todd tom tommy tony tracy tyler ursula valerie vanessa veronica victor victoria vincent violet virginia
walter wayne wendy wesley will william wren yvonne zach zachary zara zoe
"""
_ALSO_SURNAMES = """
abril alonso benito bernardo blanca bruno cruz domingo duarte florence franco gaspar german gil gino grant guido
gloria jaime lara lee leon lorenzo luz mar marco marcos martin mason morgan nolan oliver ortega pascual paz ramiro rey
roman rosa ross salvador santiago scott simon sol spencer tomas valentin vera vicente victoria virginia vito
"""
_SURNAME_PARTICLES = """
da das de degli dei del della dello den der des di do dos du el la las le lo los mac san st ten ter van von y e
"""
_DEVOTION_NAMES = "mar carmen pilar rosario rocio sol luz angeles dolores consuelo"


def _words(*texts: str) -> frozenset[str]:
    return frozenset(plain_letters(" ".join(texts)).split())


GIVEN_NAMES = _words(_SPANISH, _PORTUGUESE, _ITALIAN, _ENGLISH)
PARTICLES = _words(_SURNAME_PARTICLES)
"""Words that begin a surname or stand inside one."""
_SURNAMES = _words(_ALSO_SURNAMES)
_DEVOTIONS = _words(_DEVOTION_NAMES)


def is_given_name(word: str) -> bool:
    """Is this word known as a given name?"""
    return plain_letters(word) in GIVEN_NAMES


def is_surname_too(word: str) -> bool:
    """Is this given name as often a surname: Mar, Cruz, Simon?"""
    return plain_letters(word) in _SURNAMES


def count_given(words: Sequence[str]) -> int:
    """How many of the first words are given names: “Carlos Alberto Benítez” has 2, “María del Mar Ríos” 3.

    At least one word is left for the surname, and the first word always counts.
    """
    at = 1
    while at < len(words) - 1:
        if is_given_name(words[at]) and not is_surname_too(words[at]):
            at += 1
        elif plain_letters(words[at]) in ("de", "del") and plain_letters(words[at + 1]) in _DEVOTIONS:
            at += 2
        else:
            break
    return min(at, max(1, len(words) - 1))
