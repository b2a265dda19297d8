"""Publishers: names, acronyms, and imprints that have passed to another house."""

from __future__ import annotations

import re

from scholar_build.judge.normal import fold, plain, same_script
from scholar_build.judge.outcome import NOT_COMPARED, Compared, agrees, differs
from scholar_build.judge.venue import ACRONYM, is_preprint_server, spells

_COMMON = """
press publishing publishers publisher publications publication pub publ inc ltd llc gmbh verlag co company corp bv sa ag
plc limited group media science business international switzerland nature cham berlin heidelberg new york london the of
for and university societe
"""
_LEGAL = frozenset(_COMMON.split())
_INDEX = re.compile(r"\b(?:citeseer|jstor|pubmed|google|online library|sciencedirect|researchgate|semantic scholar)\b")
# Registries give the present owner; authors cite the imprint.
_HOUSES = (
    "elsevier academic pergamon holland mosby saunders churchill masson morgan kaufmann butterworth",
    "springer kluwer nature macmillan birkhauser palgrave biomed bmc plenum adis apress humana vieweg teubner",
    "wiley blackwell vch hindawi jossey bass munksgaard interscience",
    "informa taylor francis routledge crc dekker dove chapman hall ashgate erlbaum",
    "wolters ovid lippincott williams wilkins medknow",
    "gruyter mouton birkhauser oldenbourg saur",
    "sage corwin ios mary ann liebert",
    "pearson prentice addison wesley longman",
)


def compare_publisher(cited: str, recorded: str) -> Compared:
    """Publishers agree where one's name holds the other's, or one is the other's acronym."""
    if (
        not cited.strip()
        or not recorded.strip()
        or is_preprint_server(recorded)
        or _INDEX.search(fold(cited))
        or not same_script(cited, recorded)
    ):
        return NOT_COMPARED
    a, b = _publisher_words(cited), _publisher_words(recorded)
    if not a or not b or a & b:
        return agrees("publisher") if a & b else NOT_COMPARED
    mine, theirs = _publisher_acronyms(cited), _publisher_acronyms(recorded)
    if _owners(cited) & _owners(recorded):
        return agrees("publisher")
    if mine & theirs or any(spells(x, recorded) for x in mine) or any(spells(x, cited) for x in theirs):
        return agrees("publisher")
    return differs(cited, recorded, "publisher")


def _publisher_words(name: str) -> frozenset[str]:
    return frozenset(word for word in fold(name).split() if word not in _LEGAL)


def _publisher_acronyms(name: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in ACRONYM.findall(plain(name)))


def _owners(name: str) -> set[int]:
    """The houses to which an imprint belongs or has belonged."""
    words = set(fold(name).split())
    return {place for place, house in enumerate(_HOUSES) if words & set(house.split())}
