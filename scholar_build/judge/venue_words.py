"""The vocabulary of venues' names: what is no venue, and which words tell nothing."""

from __future__ import annotations

import re


def _any_of(names: str) -> str:
    """A pattern for any of the names, one a line or between bars."""
    return "|".join(part.strip() for line in names.strip().splitlines() for part in line.split("|"))


_PREPRINT_SERVERS = """
arxiv|corr|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|osf|eartharxiv|techrxiv|engrxiv|edarxiv|vixra|ssrn|hal|repec
research ?square|preprints?|e ?prints?|zenodo|figshare|authorea|openreview|cogprints|working papers?
"""
_SERIES = """
lecture notes|lncs|lnai|lnbip|communications in computer and information science|ceur|pmlr|sigplan notices
proceedings of machine learning research|workshop and conference proceedings|advances in intelligent systems
conference series|leibniz international proceedings|lipics|ifip advances|springer proceedings|studies in|procedia
dagstuhl|smart innovation|ebook|electronic proceedings|springer theses|graduate texts
"""
_PUBLISHERS = """
(?:john )?wiley(?: and sons)?|springer(?: verlag| nature| international publishing| science.*)?|elsevier
academic press|prentice hall|mcgraw hill|addison wesley|o?reilly(?: media)?|pearson|routledge|taylor and francis
sage(?: publications)?|crc press|chapman and hall.*|birkhauser|kluwer.*|north holland|morgan kaufmann
world scientific|dover.*|w h freeman|pergamon.*|blackwell.*|.*press|.*verlag|.*publish(?:ers?|ing).*
"""
_LITTLE = """
of the on in and for at to from de la le les du des der die das dem den und et y e del della dei fur pour zur an per
section sect sec series ser part
"""
_FILLING = """
proceedings annual ann meeting meet conference conf conferences international inter intl int volume vol long short
paper papers edition symposium symp workshop workshops works online print virtual joint official journal j journ
track main world wide th st nd rd first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty thirtieth thirty
fortieth forty fiftieth fifty sixtieth sixty seventieth seventy eightieth eighty ninetieth ninety hundredth hundred
"""
_SPONSORS = "ieee cvf acm usenix siam ifip iso iapr springer elsevier sig aip"
_PLACES = "usa u s a united states america london england uk oxford"

_STEMS = """
Phys|Rev|Lett|Ann|Proc|Chem|Math|Nucl|Mod|Int|Commun|Comm|Natl|Acad|Sci|Soc|Am|Amer|Opt|Appl|Nat|Ser|Res|Biol|Med|Mon
Not|Roy|Astron|Astrophys|Geophys|Trans|Bull|Eur|Rep|Prog|Theor|Exp|Adv|Instrum|Meth|Fiz|Zh|Eksp|Teor|Sov|Jpn|Suppl|Mech
Fluid|Comput|Stat|Surv|Surf|Electron|Magn|Mater|Struct|Class|Quant|Grav|Gen|Rel|Inst|Radiat|Eng|Technol|Mol|Spectrosc
Cryst|Helv|Univ|Condens|Org|Inorg|Anal|Biochem|Ecol|Genet|Cell|Acta|Polym|Photon|Environ|Hydrol|Clin|Neurosci|Psychol
"""

PREPRINT_SERVER = re.compile(rf"\b(?:{_any_of(_PREPRINT_SERVERS)})\b")
"""Where a text is kept; never a journal or a conference."""
SERIES = re.compile(rf"\b(?:{_any_of(_SERIES)})\b")
"""A series in which proceedings appear, recorded in place of the conference."""
PUBLISHER = re.compile(rf"^(?:{_any_of(_PUBLISHERS)})$")
"""A publisher's name and nothing else."""
LITTLE = frozenset(_LITTLE.split())
"""Words that abbreviations drop."""
FILLING = frozenset(_FILLING.split())
"""Words that sources add to a conference's name or leave out."""
OPENING = frozenset({"proc", "advances", "adv"})
"""Filling at the beginning only: "Proc." may be "Processing" later."""
SPONSORS = frozenset(_SPONSORS.split())
PLACES = frozenset(_PLACES.split())
SHORT_NAMES = {
    "apj": "astrophysical journal",
    "apjl": "astrophysical journal letters",
    "apjs": "astrophysical journal supplement",
    "a and a": "astronomy and astrophysics",
    "www": "world wide web",
}
ALIASES = {"nips": "neurips"}
STEMS = rf"(?:{_any_of(_STEMS)})"
"""Words that journals' abbreviated names are made of, as a pattern; no family names."""
