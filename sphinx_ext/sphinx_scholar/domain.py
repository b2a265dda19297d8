"""The domain `scholar`: the references of every document, kept from build to build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, ClassVar

from sphinx.domains import Domain
from sphinx.util.typing import RoleFunction

from scholar_build import Problem, Reference, Report, Verdict
from sphinx_scholar.roles import SCHEMES, IdentifierRole


class ScholarDomain(Domain):
    """References by document, filled while reading (also in parallel workers), judged once in the main process."""

    name = "scholar"
    label = "Scholarly references"
    roles: ClassVar[dict[str, RoleFunction | IdentifierRole]] = {
        str(scheme): IdentifierRole(scheme) for scheme in SCHEMES
    }
    data_version = 1
    initial_data: ClassVar[dict[str, Any]] = {"references": {}, "problems": {}, "written": {}}

    report: Report | None = None
    """What this run found; not kept, since answers are kept and verdicts are not."""

    @property
    def references(self) -> dict[str, tuple[Reference, ...]]:
        """The references of each document, in order of place."""
        return self.data["references"]  # type: ignore[no-any-return]

    @property
    def problems(self) -> dict[str, tuple[Problem, ...]]:
        """What is wrong with each document itself."""
        return self.data["problems"]  # type: ignore[no-any-return]

    @property
    def written(self) -> dict[str, str]:
        """What each document's badges said when it was last written, by builder and document."""
        return self.data["written"]  # type: ignore[no-any-return]

    def note(self, docname: str, references: Iterable[Reference], problems: Iterable[Problem] = ()) -> None:
        """Keep what a document holds."""
        self.references[docname] = tuple(references)
        self.problems[docname] = tuple(problems)

    def listed(self) -> Iterator[tuple[str, Reference]]:
        """Every reference with its document, in the order of documents and places."""
        for docname in sorted(self.references):
            for reference in self.references[docname]:
                yield docname, reference

    def judged(self, report: Report) -> None:
        """Keep this run's verdicts: those of documents first, in the order of `listed`."""
        self.report = report
        self.verdicts: dict[str, tuple[Verdict, ...]] = {}
        rest = iter(report.verdicts)
        for docname in sorted(self.references):
            self.verdicts[docname] = tuple(next(rest) for _ in self.references[docname])

    def clear_doc(self, docname: str) -> None:
        """Forget a document that is read again or gone."""
        for kept in (self.references, self.problems):
            kept.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel reader found."""
        for kept in ("references", "problems"):
            self.data[kept].update({name: value for name, value in otherdata[kept].items() if name in docnames})
