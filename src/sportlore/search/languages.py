"""The function words of the languages in which entities have names: articles, pronouns, prepositions and words that ask.

They do not count in a query, and they show that it is not in English: then what people type for a thing in their own language
is known, although no English text has it. Words that are English as well (die, man, son, come, par, no) are left out. Japanese
and Chinese have none here, since they are written without spaces.
"""

from __future__ import annotations

import re

from sportlore.search.words import exact

_BY_LANGUAGE = {
    "de": "alle aller alles als auch auf aus bei beim dann das dass dem der des dich dir doch du ein eine einem einen "
    "einer eines er es etwas euch fur gegen gibt haben hier ich ihr ihre im immer ins ist ja kann kein keine "
    "konnen lang lange machen macht mein meine mich mir mit muss nach nicht noch nur ob oder ohne schon sehr sein "
    "seine sich sie sind soll sollte uber um und uns unter viel viele vom von vor wann warum wegen welche welchem "
    "welchen welcher welches wenn wer werden wie wieso wieviel wieviele wird wo woher wozu wurde zu zum zur "
    "zwischen",
    "es": "al algo como con cual cuales cuando cuanta cuantas cuanto cuantos cuesta de del desde donde durante el ella "
    "ellos entre eres es esta estan este esto fue ha hace hacer hacerlo hacia hasta hay las lo los mas mi mis "
    "mucho muy nos para pero poco por porque puede puedo que quien quienes se segun ser si sin sirve sobre soy su "
    "sus tener tengo tiene tienen una unas unos y",
    "fr": "a afin au aussi aux avec avoir ca ce ces cet cette chez comment contre dans de des dois dont du elle elles "
    "en entre est et etre faire fait faut il ils je jusque la laquelle le lequel les leur leurs lors lui mais "
    "meme mes moi mon ne nos notre nous ont ou par peut peux plus pour pourquoi quand que quel quelle quelles "
    "quels qui quoi sa sans ses sont suis sur ta tes toi ton tres tu un une vers vos votre vous y",
    "it": "agli ai al alla alle allo anche c che chi con cosa cui da dagli dai dal dalla dalle degli dei del della "
    "delle dello di dopo dove e essere fanno fare gli ha hanno i il io la le lo loro ma mi mia mio molto negli "
    "nei nel nella nelle nello noi non o ogni per perche piu posso prima puo qual quale quali quando quanta "
    "quante quanti quanto questa questo sei senza serve si sono su sugli sui sul sulla sulle suo tra tuo un una "
    "uno voi",
    "nl": "aan al als bij dan dat de deze doen door dus een en er gaan geen haar heb hebben heeft het hij hoe hoeveel "
    "hoelang hun ik is je jij jouw jullie kan kun kunnen maar maken me meer met mijn moet moeten na naar niet nog "
    "of om onder ons ook op over te tegen toch tot tussen uit van veel voor waar waarom wanneer wat we welk welke "
    "wie wij worden wordt zich zijn zonder zou",
    "pt": "ao aos as ate com como da das de dela dele depois do dos e ela ele em entao entre essa esse esta estao este "
    "eu faz fazer foi ha isso isto ja mais mas meu meus minha muito muitos na nao nas nem no nos num numa o onde "
    "os ou para pela pelas pelo pelos pode por porque posso quais qual quando quanta quantas quanto quantos que "
    "quem sao se sem ser seu seus sobre sua tem tenho ter um uma voce",
}
_ENGLISH = frozenset(
    "a ai alle as ate c ca com comment con conter dan dir do door dove e enter fare ha "
    "i im in io is it ja lo lor ma me meme met mia mon na no noi non noter num o ob of om on os "
    "over par para per plus prima san serve sin sober sono sui ta tem ton tot tra van ver vo voter we wo y".split()
)
"""Words, names and abbreviations that an English query may have in another sense."""

FUNCTION_WORDS = frozenset(exact(word) for words in _BY_LANGUAGE.values() for word in words.split()) - _ENGLISH
"""The function words of all languages in their exact form, without those that are English words."""

_OTHER_SCRIPT = re.compile("[^\\W\\d_\u0000-\u024f]")
"""A letter that no language in Latin script has."""


def is_written_otherwise(text: str) -> bool:
    """Whether a text has letters that are not Latin: "野球 ルール", "плавание"."""
    return not text.isascii() and _OTHER_SCRIPT.search(text) is not None
