"""Verdicts for the whole project, once, in the main process, when everything has been read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.display import status_iterator

from scholar_build import (
    Citation,
    Problem,
    Reference,
    Report,
    Scan,
    ScholarBuildError,
    Settings,
    SourceError,
    cited_entries,
    lock_path,
    messages,
    read_bibliographies,
    wanted_reports,
    write_reports,
)
from sphinx_scholar import bibtex, state
from sphinx_scholar.badges import Badges
from sphinx_scholar.domain import ScholarDomain, domain_of
from sphinx_scholar.judged import BIBLIOGRAPHY, Judged
from sphinx_scholar.messages import announce, announce_failures, complain
from sphinx_scholar.page import Page
from sphinx_scholar.settings import badges_of, bibliographies, settings_of

WITHOUT_BADGES = frozenset({"gettext", "dummy", "changes", "coverage", "doctest"})


def resolve_references(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Judge all references; return the documents whose badges say something new."""
    settings = settings_of(app)
    if not settings.enabled or app.builder.name in WITHOUT_BADGES:
        return []
    if app.builder.name == "linkcheck":  # what is known already will do
        settings = msgspec.structs.replace(settings, offline=True)
    try:
        return list(_Resolving(app, settings).changed())
    except ScholarBuildError as error:
        complain(app, str(error))
        domain_of(env).judged = None
        return []


def today() -> date:
    """Today's date, in UTC so that every machine judges alike."""
    return datetime.now(UTC).date()


def keep(app: Sphinx, exception: Exception | None) -> None:
    """Keep what was found, and what was written if all was."""
    kept = getattr(app, "scholar_state", None)
    if kept is None:
        return
    if exception is None:
        domain = domain_of(app.env)
        said = kept.said if domain.judged else dict.fromkeys(domain.encoded, "")  # written without badges
        filled = domain.judged.filled if domain.judged else said.keys()
        written = {**kept.written.get(_output(app), {}), **{name: said[name] for name in filled & said.keys()}}
        kept.written[_output(app)] = {name: was for name, was in written.items() if name in said}
    state.save(kept, Path(app.doctreedir))


class _Resolving:
    """One build while its references are judged."""

    def __init__(self, app: Sphinx, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._env = app.env
        self._domain: ScholarDomain = domain_of(app.env)
        self._root = Path(settings.root or app.confdir)
        self._state = state.load(Path(app.doctreedir), state.stamp(settings, today()))
        app.scholar_state = self._state  # type: ignore[attr-defined]
        self._pages: dict[str, Page] = {}
        self._incomplete = False

    def changed(self) -> Iterator[str]:
        """Judge what must be judged, and say what there is to say; the documents that must be written again."""
        encoded = self._domain.encoded
        whole = state.digest(
            self._settings_of_output(),
            *(part for name in sorted(encoded) for part in (name, encoded[name])),
            *(state.changed(path) for path in self._files),
            *(f"{name}:{','.join(keys)}" for name, keys in sorted(bibtex.keys_listed(self._env).items())),
        )
        badges = Badges(self._app)
        judged = Judged(dict(self._state.held), self._references, badges, self._problems)
        self._domain.judged = judged
        units = {*encoded, *([BIBLIOGRAPHY] if self._files else [])}
        if whole == self._state.whole and units == set(self._state.held) and self._reports_stand():
            announce_failures(self._app, self._state.failures)
        else:
            self._judge(judged, units)
            self._state.whole = "" if self._incomplete else whole
        written = self._state.written.get(_output(self._app), {})
        for name, said in self._state.said.items():
            if name in written and written[name] != said:
                yield name

    # what was read

    def _page(self, docname: str) -> Page:
        if docname not in self._pages:
            self._pages[docname] = self._domain.page(docname)
        return self._pages[docname]

    @cached_property
    def _files(self) -> tuple[Path, ...]:
        """The bibliography files of the project and of its documents."""
        named = (self._root / name for _, names in sorted(self._domain.bibliographies.items()) for name in names)
        return tuple(dict.fromkeys((*bibliographies(self._app), *named)))

    @cached_property
    def _bibliography(self) -> Scan:
        stamp = state.digest(*map(state.changed, self._files))
        if self._state.bibliography_of == stamp:
            return msgspec.msgpack.decode(self._state.bibliography, type=Scan)
        scan = self._read_bibliography()
        if not self._incomplete:
            self._state.bibliography_of, self._state.bibliography = stamp, msgspec.Raw(msgspec.msgpack.encode(scan))
        return scan

    def _read_bibliography(self) -> Scan:
        scans = []
        for path in self._files:
            try:
                scans.append(read_bibliographies([path], self._root))
            except SourceError as error:
                complain(self._app, str(error))
                self._incomplete = True
        return Scan(
            references=tuple(entry for scan in scans for entry in scan.references),
            problems=tuple(problem for scan in scans for problem in scan.problems),
        )

    @cached_property
    def _citations(self) -> tuple[Citation, ...]:
        known = {entry.key for entry in self._bibliography.references}
        prefixes = bibtex.prefixes(self._env)
        return tuple(
            _without_prefix(citation, known, prefixes)
            for docname in sorted(self._domain.encoded)
            for citation in self._page(docname).citations
        )

    @cached_property
    def _entries(self) -> tuple[Reference, ...]:
        return cited_entries(self._bibliography.references, self._citations, self._settings)

    def _references(self, unit: str) -> tuple[Reference, ...]:
        return self._entries if unit == BIBLIOGRAPHY else self._page(unit).references

    def _problems(self) -> tuple[Problem, ...]:
        from scholar_build import lint

        pages = [self._page(docname) for docname in sorted(self._domain.encoded)]
        references = sorted(
            (*(reference for page in pages for reference in page.references), *self._entries),
            key=lambda each: (each.location, each.key),
        )
        cited = [(citation.key, citation.location) for citation in self._citations] if self._files else None
        found = lint(references, cited)
        return (*(problem for page in pages for problem in page.problems), *self._bibliography.problems, *found)

    # verdicts

    def _judge(self, judged: Judged, units: set[str]) -> None:
        encoded = self._domain.encoded
        digests = {
            unit: state.digest_of(self._entries) if unit == BIBLIOGRAPHY else state.digest(encoded[unit])
            for unit in units
        }
        judged.held = {unit: held for unit, held in judged.held.items() if digests.get(unit) == held.of}
        self._state.held = dict(judged.held)
        todo = sorted(units - judged.held.keys())
        lasting: tuple[Problem, ...] = ()
        if todo:
            report = self._ask(todo)
            lasting, judged.outages, judged.requests = report.problems, report.outages, report.requests
            verdicts = iter(report.verdicts)
            locked = self._settings.offline and lock_path(self._settings).is_file()
            for unit in todo:
                found = tuple(islice(verdicts, len(self._references(unit))))
                judged.held[unit] = self._state.hold(unit, digests[unit], found, lock_answers=locked)
                judged.know(unit, found)
        problems = (*self._problems(), *lasting)
        judged.problems = lambda: problems
        self._say(judged)

    def _ask(self, units: list[str]) -> Report:
        from scholar_build import check_scan, session_for

        references = tuple(reference for unit in units for reference in self._references(unit))
        with session_for(self._settings) as session:
            scan = Scan(references=references)
            progress = Progress(self._app.verbosity)
            return check_scan(scan, self._settings, session, today=today(), progress=progress)

    # words

    def _say(self, judged: Judged) -> None:
        language = self._settings.lang or self._app.config.language or "en"
        found = messages(judged.report, self._settings, today=today(), lang=language)
        self._state.failures, self._state.incomplete = found.failures, found.incomplete
        if self._app.builder.name != "linkcheck":
            read = {self._source(name) for name in self._domain.read}
            announce(self._app, judged.report, found, self._state.announced, read)
            write_reports(judged.report, self._settings)
        whole = state.digest(msgspec.msgpack.encode(judged.report.verdicts), repr(judged.report.problems))
        entries = {key: state.digest(msgspec.msgpack.encode(each)) for key, each in judged.entries.items()}
        listed = bibtex.keys_listed(self._env)
        parts = {part for name in self._domain.encoded for part in self._page(name).parts if " " in part}
        if parts:
            from sphinx_scholar.blocks_part import make_parts

            judged.made = make_parts(self._app, self._settings, parts, today())
        self._state.said = {}
        for docname in sorted({*self._domain.encoded, *listed}):
            page = self._page(docname)
            keys = sorted({*(citation.key for citation in page.citations), *listed.get(docname, ())})
            held = judged.held.get(docname)
            self._state.said[docname] = state.digest(
                self._settings_of_output(),
                bytes(held.verdicts) if held else b"",
                *(entries.get(key, "") for key in keys),
                whole if page.parts else "",
                *(msgspec.msgpack.encode(judged.made[part]) for part in page.parts if part in judged.made),
            )

    def _settings_of_output(self) -> str:
        config = self._app.config
        return f"{config.language} {badges_of(self._app)} {self._settings.lang} {self._settings.badge_style}"

    def _source(self, docname: str) -> str:
        path = Path(self._env.doc2path(docname))
        return path.relative_to(self._root).as_posix() if path.is_relative_to(self._root) else path.as_posix()

    def _reports_stand(self) -> bool:
        return all(path.is_file() for path in wanted_reports(self._settings).values())


class Progress:
    """Shows how far the looking up has come, as Sphinx shows its own steps."""

    def __init__(self, verbosity: int) -> None:
        self._verbosity = verbosity
        self._steps: Iterator[Any] = iter(())
        self._done = self._total = 0

    def __call__(self, done: int, total: int) -> None:
        """Take note that `done` of `total` questions are answered."""
        if total != self._total or done < self._done:
            self._total, self._done = total, 0
            self._steps = status_iterator(
                range(1, total + 1), "looking up references... ", "darkgreen", total, self._verbosity, str
            )
        while self._done < done:
            next(self._steps, None)
            self._done += 1
        if done == total:
            next(self._steps, None)


def _output(app: Sphinx) -> str:
    return f"{app.builder.name}:{app.outdir}"


def _without_prefix(citation: Citation, known: set[str], prefixes: tuple[str, ...]) -> Citation:
    if citation.key not in known:
        for prefix in prefixes:
            if citation.key.startswith(prefix) and citation.key.removeprefix(prefix) in known:
                return msgspec.structs.replace(citation, key=citation.key.removeprefix(prefix))
    return citation
