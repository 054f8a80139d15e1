"""The phrases and spellings that the prose of the catalogue does without."""

from __future__ import annotations

from collections.abc import Mapping

FILLER = (
    "plays a crucial role",
    "plays a key role",
    "plays an important role",
    "plays a vital role",
    "is essential for",
    "is essential to",
    "is crucial for",
    "is a key part of",
    "it is important to",
    "one of the most",
    "a wide range of",
    "take your game to",
    "whether you are",
    "look no further",
    "in today's world",
    "when it comes to",
    "the importance of",
    "needless to say",
    "last but not least",
    "state-of-the-art",
    "game-changer",
    "unlock",
)
"""Phrases that say nothing."""

PRAISE = (
    "amazing",
    "awesome",
    "fantastic",
    "wonderful",
    "incredible",
    "incredibly",
    "breathtaking",
    "exhilarating",
    "thrilling",
    "exciting",
    "beloved",
    "unforgettable",
    "legendary",
    "magnificent",
    "superb",
    "world-class",
    "second to none",
    "fun for all",
    "great fun",
    "great and",
    "great sport",
    "great game",
    "great exercise",
    "great workout",
    "great choice",
    "great way",
    "greatest sport",
    "best sport",
    "best exercise",
    "best way to",
    "very important",
    "extremely important",
    "hugely popular",
    "very popular",
    "perfect for",
    "ideal for everyone",
    "suitable for everyone",
    "everyone should",
    "everybody should",
    "everyone can enjoy",
    "everyone will",
    "should try",
    "must-try",
    "love this",
    "fall in love",
)
"""Phrases that praise, where the catalogue describes."""

_SPELLINGS = """
aluminum:aluminium analyze:analyse analyzed:analysed analyzes:analyses analyzing:analysing anemia:anaemia
anesthesia:anaesthesia armor:armour behavior:behaviour behavioral:behavioural behaviors:behaviours
caliber:calibre canceled:cancelled canceling:cancelling catalog:catalogue center:centre centered:centred
centering:centring centers:centres centimeter:centimetre centimeters:centimetres color:colour
colored:coloured colorful:colourful colors:colours counselor:counsellor cozy:cosy defense:defence
defenses:defences defenseman:defenceman edema:oedema emphasize:emphasise emphasized:emphasised
emphasizes:emphasises enrollment:enrolment esophagus:oesophagus estrogen:oestrogen favor:favour
favored:favoured favorite:favourite favorites:favourites favors:favours fiber:fibre fibers:fibres
flavor:flavour fueled:fuelled fueling:fuelling fulfill:fulfil fulfillment:fulfilment gray:grey
harbor:harbour hemoglobin:haemoglobin hemorrhage:haemorrhage honor:honour honored:honoured
honors:honours humor:humour ischemia:ischaemia jewelry:jewellery kilometer:kilometre
kilometers:kilometres labeled:labelled labeling:labelling labor:labour leukemia:leukaemia liter:litre
liters:litres maneuver:manoeuvre maneuvers:manoeuvres maximize:maximise maximizes:maximises
millimeter:millimetre millimeters:millimetres minimize:minimise minimizes:minimises mold:mould
modeled:modelled modeling:modelling mustache:moustache neighbor:neighbour neighboring:neighbouring
neighbors:neighbours neutralize:neutralise neutralized:neutralised offense:offence offenses:offences
optimize:optimise optimized:optimised organize:organise organized:organised organizes:organises
organizing:organising organization:organisation organizations:organisations orthopedic:orthopaedic
pajamas:pyjamas paralyze:paralyse parlor:parlour pediatric:paediatric penalize:penalise
penalized:penalised penalizes:penalises plow:plough program:programme programs:programmes
realize:realise realized:realised recognize:recognise recognized:recognised recognizes:recognises
recognizing:recognising rumor:rumour savior:saviour signaled:signalled signaling:signalling
skeptic:sceptic skeptical:sceptical skillful:skilful specialize:specialise specialized:specialised
specializes:specialises splendor:splendour stabilize:stabilise stabilized:stabilised
stabilizer:stabiliser stabilizes:stabilises standardize:standardise standardized:standardised
summarize:summarise theater:theatre theaters:theatres traveled:travelled traveler:traveller traveling:travelling
tumor:tumour utilize:utilise utilized:utilised utilizes:utilises valor:valour vapor:vapour vigor:vigour
willful:wilful
"""

AMERICAN: Mapping[str, str] = dict(pair.split(":") for pair in _SPELLINGS.split())
"""American spellings and the British ones; words that British English has as well (meter, practice, tire) are none."""

WEAK_HOSTS: tuple[str, ...] = tuple(
    """
    academic.ru en-academic absoluteastronomy alchetron answers.com bliptext debianws everything2 explained.today fact-index
    infogalactic kiwix knowledgr liquisearch primidi soft.lk theinfolist tickerdossier vectree wiki
    anyflip calameo coursehero docbox docest docslib doczz dokumen fliphtml5 flipbuilder issuu joomag manualzz pdfcoffee
    prezi.com pubhtml5 quizlet scribd silo.tips slideserve slideshare studylib studymode stuvia vdocuments yumpu
    angelfire biologyinsights blogspot brainly coconote ehow.com experts123 fitro.info geocities hubpages infobarrel medium.com
    quora reddit rookieroad sarthaks spiegato thefreedictionary tripod wordpress.com
    """.split()
)
"""Parts of the hosts of copies of encyclopaedias, of uploaded documents, and of pages that anybody writes."""

STRONG_HOSTS = ("wikisource",)
"""Hosts with a part of a weak one whose works are printed books."""
