"""The comparison of single fields: what is spelling, and what is a difference."""

from __future__ import annotations

import pytest

from scholar_build.judge.authors import compare_authors
from scholar_build.judge.byline import byline
from scholar_build.judge.names import same_person
from scholar_build.judge.normal import fold
from scholar_build.judge.outcome import Outcome
from scholar_build.judge.pages import compare_issue, compare_pages, compare_volume
from scholar_build.judge.publisher import compare_publisher
from scholar_build.judge.title import coverage, same_title
from scholar_build.judge.venue import compare_venue, same_venue
from scholar_build.judge.version import compare_versions
from scholar_build.judge.year import years_in
from scholar_build.model import Name
from tests.judge.answering import name, record

AGREE, DIFFER, NEITHER = Outcome.AGREE, Outcome.DIFFER, Outcome.NOT_COMPARABLE


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("Müller &amp;amp; Mueller", "muller and muller"),
        ("Stra{\\ss}e, Erd{\\H o}s, S\\o{}rensen", "strasse erdos sorensen"),
        ("of<i>Leishmania</i>gene", "of leishmania gene"),
        ("\\emph{Rana} in {$N$}-Coupled", "rana in n coupled"),
        ("ﬁeld ＡＢＣ １２ ｶﾀｶﾅ", "field abc 12 カタカナ"),
        ("α-synuclein and $\\alpha$", "alpha synuclein and alpha"),
        ("don't – “quote”", "dont quote"),
        ("Ålesund Æsop Łódź Đorđe", "alesund asop lodz dorde"),
        ("a~b \\& c\\_d", "a b and c d"),
        ("ガード", "ガード"),
    ],
)
def test_spellings_have_one_normal_form(written: str, normal: str) -> None:
    """Markup, entities, LaTeX, ligatures, width and accents are spelling."""
    assert normal == fold(written)


@pytest.mark.parametrize(
    ("cited", "recorded", "same"),
    [
        ("On random graphs I", "On random graphs. I.", True),
        ("Frog calls", "Frog calls: a field study", True),
        ("Frog calls – a field study", "Frog calls", True),
        ("The frogs of Europe", "Frogs of Europe", True),
        ("Modelling behaviour of frogs", "Modeling behavior of frogs", True),
        ("Analysing organised frogs", "Analyzing organized frogs", True),
        ("Frog calls in ponds (extended abstract)", "Frog calls in ponds", True),
        ("Gene coexpression of frogs", "Gene co-expression of frogs", True),
        ("Meassuring the calls of frogs", "Measuring the calls of frogs", True),
        ("Measurnig the calls of frogs", "Measuring the calls of frogs", True),
        ("早期識別方法的研究（附120例分析）", "早期識別方法的研究(附120例分析)", True),
        ("On the Dangers of Frogs: Too Big?", "On the Dangers of Frogs: Too Big? 🐸", True),
        ("Frog calls: a field study", "Frog calls: a laboratory study", False),
        ("AEGNN: Event-driven networks", "AEGNN: Event-based networks", False),
        ("Improved diffusion models", "Enhanced diffusion models", False),
        ("Frogs in ponds", "Ponds in frogs", False),
        ("画像認識の研究", "画像分類の研究", False),
        ("", "Frogs", False),
    ],
)
def test_titles_are_equal_word_by_word_up_to_spelling(cited: str, recorded: str, same: bool) -> None:
    """A subtitle may be missing on one side; another word is another title."""
    assert same == same_title(cited, (recorded,))


def test_any_title_of_a_record_counts() -> None:
    """Original, short and translated titles are all titles of the work."""
    assert same_title("滑坡早期预警研究", ("Early warning of landslides", "滑坡早期预警研究"))


def test_coverage_is_the_share_of_the_records_words() -> None:
    """Words count as often as they stand in the title; CJK titles are measured by pairs of characters."""
    assert coverage(("calls of tree frogs",), "tree frogs of Europe") == 0.75
    assert coverage(("gene co-expression of frogs",), "Leng. Gene coexpression of frogs. 2006") == 1.0
    assert coverage(("日本語の学術論文における引用",), "日本における学術雑誌の引用分析") < 0.6
    assert coverage((), "anything") == 0.0
    assert coverage(("—",), "anything") == 0.0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Reed, Ada", "Ada Reed", True),
        ("Reed, A. B.", "Ada Reed", True),
        ("D. D. Le", "Dung D. Le", True),
        ("Wang Gui-qin", "W. Gui-qin", True),
        ("Guiqin Wang", "Gui-qin Wang", True),
        ("Ludwig van Beethoven", "L. Beethoven", True),
        ("Potamianos, G.", "G. Pomianos", True),
        ("Peter Erdős", "P. Erdös", True),
        ("O'Brien, Conor", "Conor O’Brien", True),
        ("Smith-Jones, Ann", "Ann Smith Jones", True),
        ("Mohamed Abdel-Aty", "M. Abdel Aty", True),
        ("王芳", "王 芳", True),
        ("山田, 太郎", "太郎 山田", True),
        ("Quan Long", "Quanyu Long", True),
        ("Ada Reed", "Tom Reed", False),
        ("Ada Reed", "Ada Moss", False),
        ("L. Zhang", "L. Wang", False),
        ("王芳", "李芳", False),
    ],
)
def test_names_are_compared_as_people_write_them(one: str, other: str, same: bool) -> None:
    """Order, initials, particles, hyphens and slips are no other person."""
    assert same == same_person(name(one), name(other))
    assert same == same_person(name(other), name(one))


GROUP = Name(literal="GTEx Consortium")


@pytest.mark.parametrize(
    ("cited", "recorded", "outcome", "part"),
    [
        (("A Reed", "et al."), ("Ada Reed", "Wei Li"), AGREE, ""),
        (("A Reed", "Others"), ("Ada Reed", "Wei Li"), AGREE, ""),
        (("Wei Li", "et al."), ("Ada Reed", "Wei Li"), DIFFER, "first author"),
        (("Ada Reed", "Wei Li", "Tom Moss"), ("Ada Reed", "et al."), AGREE, ""),
        (("Tom Moss",), ("Ada Reed", "et al."), DIFFER, "other author"),
        (("Reed", "Moss", "Adams", "Zhu", "Li"), ("A Adams", "B Li", "C Moss", "D Reed", "E Zhu"), AGREE, ""),
        (("Ada Reed", "Wei Li", "Tom Moss"), ("Ada Reed",), AGREE, ""),
        (("Ada Reed", "Wei Li"), ("Ada Reed",), DIFFER, "added author"),
        (("张伟",), ("Zhang Wei",), NEITHER, ""),
        ((), ("Ada Reed",), NEITHER, ""),
        (("Ada Reed",), (), NEITHER, ""),
    ],
)
def test_an_open_or_shortened_list_claims_only_what_it_prints(
    cited: tuple[str, ...], recorded: tuple[str, ...], outcome: Outcome, part: str
) -> None:
    """`et al.` leaves the rest open on either side; an alphabetical record says nothing about order."""
    compared = compare_authors([name(one) for one in cited], False, record("T", recorded))

    assert (outcome, part) == (compared.outcome, compared.part)


def test_in_a_crowd_sources_differ_by_a_few_names() -> None:
    """Of hundreds of authors nine in ten must be the same."""
    people = [f"Ada Reed{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(60)]
    fewer, half = record("T", people[:57]), record("T", people[:30])

    assert compare_authors([name(one) for one in people], False, fewer).outcome == AGREE
    assert compare_authors([name(one) for one in people], False, half).outcome == DIFFER


def test_groups_and_persons_are_not_compared() -> None:
    """A record that lists only the group does not contradict persons, nor the other way round."""
    group, persons = record("T", author=(GROUP,)), record("T", ("Ada Reed",))

    assert compare_authors([name("Ada Reed")], False, group).outcome == NEITHER
    assert compare_authors([GROUP], False, persons).outcome == NEITHER
    assert compare_authors([Name(family="Consortium", given="GTEx")], False, persons).outcome == NEITHER


def test_a_long_list_is_shown_shortened() -> None:
    """Six names and the number of the others are enough for a reader."""
    compared = compare_authors([name(f"A Reed{i}") for i in range(9)], False, record("T", ("Tom Moss",)))

    assert compared.cited.endswith("and 3 more")


EMNLP = "Proceedings of the 2021 Conference on Empirical Methods in Natural Language Processing"
JRSS = "Journal of the Royal Statistical Society Series B: Statistical Methodology"
SIGKDD = "Proceedings of the 22nd ACM SIGKDD International Conference on Knowledge Discovery and Data Mining"
STOC = "Proceedings of the forty-second ACM symposium on Theory of computing"
SAME_VENUES = [
    ("Phys. Rev. Lett.", "Physical Review Letters"),
    ("Phys. Rev. B", "Physical Review B: Condensed Matter"),
    ("Accid Anal Prev", "Accident Analysis & Prevention"),
    ("Jpn. J. Appl. Phys.", "Japanese Journal of Applied Physics"),
    ("Z. Phys.", "Zeitschrift für Physik"),
    ("Ann. Stat.", "The Annals of Statistics"),
    ("Commun. ACM", "Communications of the ACM"),
    ("Proc Natl Acad Sci U S A", "Proceedings of the National Academy of Sciences"),
    ("PNAS", "Proceedings of the National Academy of Sciences"),
    ("NeurIPS", "Advances in Neural Information Processing Systems 35"),
    ("NIPS", "NeurIPS"),
    ("CVPR", "2022 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"),
    ("ICML", "Proceedings of the 39th International Conference on Machine Learning"),
    ("STOC", "Proceedings of the forty-second ACM symposium on Theory of computing (STOC)"),
    ("Proc. 42nd ACM Symposium on Theory of Computing", STOC),
    ("Proc. of the 2022 Conf. on Empir. Meth. in Natur. Lang. Proc.", EMNLP),
    ("KDD", SIGKDD),
    ("ML4H@NeurIPS", "NeurIPS"),
    ("ApJ", "The Astrophysical Journal"),
    ("Journal of the Royal Statistical Society: Series B", JRSS),
    ("Bioinformatics", "Bioinformatics (Oxford, England)"),
]  # fmt: skip
OTHER_VENUES = [
    ("Nature", "Nature Communications"),
    ("Science", "Science Advances"),
    ("Phys. Rev. A", "Phys. Rev. B"),
    ("Journal of Chemical Physics", "Journal of Physical Chemistry"),
    ("Machine Learning", "Journal of Machine Learning Research"),
    ("ICML", "Proceedings of the AAAI Conference on Artificial Intelligence"),
    ("CVPR", "ICCV"),
    ("Findings of the Association for Computational Linguistics: NAACL 2022", "ICLR"),
]


@pytest.mark.parametrize(("one", "other"), SAME_VENUES)
def test_a_venue_has_many_names(one: str, other: str) -> None:
    """Abbreviations, acronyms, ordinals, years and sponsors are spelling."""
    assert same_venue(one, other)
    assert same_venue(other, one)


@pytest.mark.parametrize(("one", "other"), OTHER_VENUES)
def test_another_venue_is_another_venue(one: str, other: str) -> None:
    """A journal is not its sister journal."""
    assert not same_venue(one, other)
    assert not same_venue(other, one)


@pytest.mark.parametrize(
    ("cited", "recorded"),
    [
        ("arXiv preprint arXiv:2408.05147", ("Nature",)),
        ("CoRR", ("Nature",)),
        ("Nature", ("arXiv (Cornell University)",)),
        ("Nature", ()),
        ("", ("Nature",)),
        ("Prentice Hall", ("Econometrics Series",)),
        ("ECCV", ("Lecture Notes in Computer Science",)),
        ("情報処理学会論文誌", ("Journal of Information Processing",)),
    ],
)
def test_what_names_no_venue_is_not_compared(cited: str, recorded: tuple[str, ...]) -> None:
    """Preprint servers, publishers, proceedings series and other scripts contradict nothing."""
    assert compare_venue(cited, recorded).outcome == NEITHER


@pytest.mark.parametrize(
    ("cited", "recorded", "outcome"),
    [
        ("382-391", "382--391", AGREE),
        ("382-91", "382–391", AGREE),
        ("pp. 382-391", "382", AGREE),
        ("382", "382-391", AGREE),
        ("S12-S19", "12-19", AGREE),
        ("382-391", "382-395", DIFFER),
        ("101", "102", DIFFER),
        ("e1001", "12-19", NEITHER),
        ("1-13", "5555-5570", NEITHER),
        ("5555-5570", "1-1", NEITHER),
        ("23, 45-47", "23-47", NEITHER),
    ],
)
def test_pages_are_compared_where_both_are_ranges_of_numbers(cited: str, recorded: str, outcome: Outcome) -> None:
    """Article numbers and preliminary page counts are no pages."""
    assert outcome == compare_pages(cited, recorded).outcome


def test_volume_and_issue_are_compared_as_numbers() -> None:
    """Words around a number, leading zeros and a swap of volume and issue are spelling."""
    assert compare_volume("Vol. 012", "12").outcome == AGREE
    assert compare_volume("3", "12", "3").outcome == AGREE
    assert compare_volume("13", "12").outcome == DIFFER
    assert compare_volume("abs/2001", "12").outcome == NEITHER
    assert compare_issue("No 3", "3").outcome == AGREE
    assert compare_issue("12", "3", "12").outcome == AGREE
    assert compare_issue("4", "3").outcome == DIFFER
    assert compare_issue("Suppl", "3").outcome == NEITHER


@pytest.mark.parametrize(
    ("cited", "recorded", "outcome"),
    [
        ("Springer", "Springer Science and Business Media LLC", AGREE),
        ("ACL", "Association for Computational Linguistics", AGREE),
        ("AAAI Press", "Association for the Advancement of Artificial Intelligence (AAAI)", AGREE),
        ("Kluwer Academic Publishers", "Springer Netherlands", AGREE),
        ("Taylor & Francis", "Informa UK Limited", AGREE),
        ("Citeseer", "Elsevier BV", NEITHER),
        ("", "Elsevier BV", NEITHER),
        ("Press", "Elsevier BV", NEITHER),
        ("Elsevier", "Association for Computational Linguistics", DIFFER),
    ],
)
def test_publishers_have_imprints_and_acronyms(cited: str, recorded: str, outcome: Outcome) -> None:
    """Registries give the present owner, authors the imprint of their copy."""
    assert outcome == compare_publisher(cited, recorded).outcome


@pytest.mark.parametrize(
    ("cited", "recorded", "outcome"),
    [
        ("v1.2", "1.2.3", AGREE),
        ("1.0", "1", AGREE),
        ("2.0", "1.4", DIFFER),
        ("beta", "1.4", NEITHER),
        ("", "1", NEITHER),
    ],
)
def test_a_version_may_be_given_less_precisely(cited: str, recorded: str, outcome: Outcome) -> None:
    """`1.2` names `1.2.3`, but not `1.4`."""
    assert outcome == compare_versions(cited, recorded).outcome


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("Reed A. Frogs. J Ponds 2012;45:382-391.", (2012,)),
        ("A. Reed, Phys. Rev. B 49, 5065 (1994)", (1994,)),
        ("Reed A (2019a) Frogs. J Ponds 1(2):1985–1999.", (2019,)),
        ("Reed A. Frogs, pp. 1985-1999. Accessed 3 May 2024", ()),
        ("山田太郎（2005）カエル．閲覧 2024年1月4日", (2005,)),
        ("Reed A. Frogs. 1998/2003.", ()),
    ],
)
def test_only_what_can_be_a_year_of_publication_is_one(text: str, years: tuple[int, ...]) -> None:
    """Pages, access dates and slashed numbers are no years."""
    assert years == years_in(text)


TITLE = "Macroscopic spatial analysis"


@pytest.mark.parametrize(
    ("before", "families", "opened"),
    [
        ("Siddiqui C, Abdel-Aty M, Choi K. ", ("Siddiqui", "Abdel-Aty", "Choi"), False),
        ("Reed, A. B., & van der Berg, K. (2019). ", ("Reed", "van der Berg"), False),
        ("A. Vaswani, N. Shazeer, and L. Kaiser, “", ("Vaswani", "Shazeer", "Kaiser"), False),
        ("[3] Ada Reed and Jean-Baptiste Müller. ", ("Reed", "Müller"), False),
        ("Hill DT, et al. ", ("Hill",), True),
    ],
)
def test_names_before_a_title_are_read_in_the_usual_forms(before: str, families: tuple[str, ...], opened: bool) -> None:
    """Family or given name first, initials before or after."""
    read = byline(f"{before}{TITLE}. J Ponds 2019.", TITLE)

    assert read is not None
    assert (families, opened) == (tuple(one.family for one in read.names), read.open)


@pytest.mark.parametrize(
    "before",
    [
        "",
        "IPCC. ",
        "See also the paper ",
        "Reed, Ada, and Wei Li. ",
        "Reed A (ed.) ",
        "山田太郎：",
        "Model description: ",
    ],
)
def test_what_is_no_byline_is_left_alone(before: str) -> None:
    """One word that fits no form makes the whole list unreadable, which is no fault."""
    assert None is byline(f"{before}{TITLE}. J Ponds 2019.", TITLE)
    assert None is byline(f"{before}Something else.", TITLE)
