"""Works as a registry might hold them, and the styles in which people write them out."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Name, ProviderName, Record

_TITLE_WORDS = [
    "acoustic",
    "calls",
    "of",
    "tree",
    "frogs",
    "in",
    "noisy",
    "ponds",
    "with",
    "deep",
    "residual",
    "networks",
    "for",
    "optical",
    "recognition",
    "of",
    "rare",
    "marsh",
    "birds",
    "Schrödinger",
    "equations",
    "über",
    "naïve",
    "Bayes",
    "α-synuclein",
    "β-sheets",
    "self-organised",
    "H2O",
    "3D",
    "N-coupled",
    "behaviour",
    "colour",
    "don't",
    "R&D",
    "state-of-the-art",
    "Rana",
    "Erdős–Rényi",
    "graphs",
    "dynamics",
    "measuring",
    "towards",
    "robust",
    "learning",
    "œuvre",
]
_FAMILIES = (
    "Reed", "Müller", "García Márquez", "Erdős", "O'Brien", "van der Berg", "Łukasz", "Sørensen", "Le", "Li", "Zhang",
    "Smith-Jones", "Nguyễn", "Strauß", "D'Agostino", "de la Cruz", "Ångström", "Øverland", "Kim", "Yılmaz",
)  # fmt: skip
_GIVEN = ("Ada", "Jean-Baptiste", "Gui-qin", "J. R.", "María", "Wei", "Łucja", "Thomas A.", "Xiaoming", "Émile", "K")
VENUES = ("Journal of Ponds", "Physical Review Letters", "Annals of Marsh Biology", "Accident Analysis & Prevention")


@st.composite
def names(draw: st.DrawFn) -> Name:
    """A person."""
    return Name(family=draw(st.sampled_from(_FAMILIES)), given=draw(st.sampled_from(_GIVEN)))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A work with title, authors, year, venue and pages."""
    chosen = draw(st.lists(st.sampled_from(_TITLE_WORDS), min_size=4, max_size=12))
    title = " ".join(chosen)
    title = title[0].upper() + title[1:]
    if len(chosen) > 6 and draw(st.booleans()):
        title = " ".join(title.split()[:4]) + ": " + " ".join(title.split()[4:])
    first = draw(st.integers(2, 1400))
    identifier = Identifier(Scheme.DOI, f"10.1000/{draw(st.integers(1, 9999))}")
    return Record(
        id=str(identifier),
        provider=ProviderName.CROSSREF,
        titles=(title,),
        author=tuple(draw(st.lists(names(), min_size=1, max_size=5, unique_by=lambda one: one.family))),
        container_titles=(draw(st.sampled_from(VENUES)),),
        years=(draw(st.integers(1950, 2026)),),
        volume=str(draw(st.integers(1, 99))),
        issue=str(draw(st.integers(1, 12))),
        page=f"{first}-{first + draw(st.integers(1, 30))}",
        identifiers=(identifier,),
        type="article-journal",
    )


def initials(name: Name) -> str:
    """`Jean-Baptiste` → `J.-B.`."""
    blocks = name.given.replace(".", ". ").split()
    return " ".join("-".join(f"{part[0].upper()}." for part in block.strip(".").split("-") if part) for block in blocks)


def _apa(one: Record) -> str:
    people = ", ".join(f"{name.family}, {initials(name)}" for name in one.author)
    return f"{people} ({one.years[0]}). {one.title}. {one.container_title}, {one.volume}({one.issue}), {one.page}."


def _vancouver(one: Record) -> str:
    people = ", ".join(f"{name.family} {initials(name).replace('.', '').replace('-', '')}" for name in one.author)
    return f"{people}. {one.title}. {one.container_title}. {one.years[0]};{one.volume}({one.issue}):{one.page}."


def _ieee(one: Record) -> str:
    people = ", ".join(f"{initials(name)} {name.family}" for name in one.author)
    where = f"{one.container_title}, vol. {one.volume}, no. {one.issue}, pp. {one.page}"
    return f"{people}, “{one.title},” {where}, {one.years[0]}."


def _chicago(one: Record) -> str:
    people = " and ".join(f"{name.given} {name.family}" for name in one.author)
    return f"{people}. “{one.title}.” {one.container_title} {one.volume}, no. {one.issue} ({one.years[0]}): {one.page}."


def _harvard(one: Record) -> str:
    people = f"{one.author[0].family}, {initials(one.author[0])}" + (" et al." if len(one.author) > 1 else "")
    return f"{people} {one.years[0]}, ‘{one.title}’, {one.container_title}, {one.volume}, pp. {one.page}"


def _japanese(one: Record) -> str:
    people = "，".join(f"{name.given} {name.family}" for name in one.author)
    where = f"{one.container_title}，第{one.volume}巻，第{one.issue}号，{one.page}頁"
    return f"{people}：{one.title}，{where}（{one.years[0]}）"


STYLES: dict[str, Callable[[Record], str]] = {
    "APA": _apa,
    "Vancouver": _vancouver,
    "IEEE": _ieee,
    "Chicago": _chicago,
    "Harvard": _harvard,
    "Japanese": _japanese,
}
