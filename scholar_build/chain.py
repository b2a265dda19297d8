"""Citation chains: from one work breadth-first along OpenAlex's citation edges, within hard bounds.

seed DOI -look up-> the same DOI? -> references and citing works, level by level -> CitationChain

Everything is asked through a session, so a chain can be locked and built offline. The order of nodes and
edges follows from the provider's answers alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from scholar_build import config
from scholar_build.errors import SourceError
from scholar_build.identifiers import Identifier, Scheme, parse_identifier
from scholar_build.lookup import Session
from scholar_build.model import Answer, Failure, Found, Lookup, ProviderName, Question, Record, Search, Unavailable
from scholar_build.model.chain import (
    Bounds,
    ChainEdge,
    ChainNode,
    ChainReason,
    ChainStatus,
    ChainWarning,
    CitationChain,
    Direction,
    DoiStatus,
    ProviderError,
    Remark,
    Shortfall,
)
from scholar_build.model.work import IDENTITY_SCHEMES

MAX_CALLS = 12
MAX_NODES = 30
MAX_PER_DIRECTION = 10
MAX_DEPTH = 2
_LIST = 50  # ids in one list request; OpenAlex takes 100, but works with many authors are heavy

DIRECTIONS = {
    "both": (Direction.BACKWARD, Direction.FORWARD),
    "backward": (Direction.BACKWARD,),
    "forward": (Direction.FORWARD,),
}
Ask = Callable[[Iterable[Question]], Mapping[Question, Answer]]


def expand(
    seed_doi: str,
    ask: Ask,
    *,
    max_depth: int = 1,
    max_per_direction: int = 5,
    directions: str = "both",
    name: str = "",
    sent: Callable[[], int] = lambda: 0,
) -> CitationChain:
    """Expand a work's citations; `ask` answers questions (`Session.ask`), `sent` counts requests on the wire.

    Raises `SourceError` for a seed that is no DOI and for bounds out of range.
    """
    seed = _seed(seed_doi)
    bounds = _bounds(max_depth, max_per_direction, directions)
    walk = _Walk(seed, bounds, ask, sent)
    return walk.result(name)


def chain(setting: config.Chain, session: Session) -> CitationChain:
    """Expand one `[[chain]]` of the settings."""
    before = session.requests
    return expand(
        setting.seed,
        session.ask,
        max_depth=setting.depth,
        max_per_direction=setting.per_direction,
        directions=setting.directions,
        name=setting.name,
        sent=lambda: session.requests - before,
    )


def gather(settings: config.Settings, session: Session) -> dict[Question, Answer]:
    """The answers that all chains of the settings rest on, as a lock file keeps them."""
    answers: dict[Question, Answer] = {}

    def ask(questions: Iterable[Question]) -> Mapping[Question, Answer]:
        given = session.ask(questions)
        answers.update(given)
        return given

    for setting in settings.chain:
        before = session.requests
        expand(
            setting.seed,
            ask,
            max_depth=setting.depth,
            max_per_direction=setting.per_direction,
            directions=setting.directions,
            sent=lambda before=before: session.requests - before,  # type: ignore[misc]
        )
    return answers


def _seed(text: str) -> Identifier:
    identifier = parse_identifier(text)
    if identifier is not None and identifier.scheme is Scheme.ARXIV and "10.48550" in text:
        return Identifier(Scheme.DOI, f"10.48550/arxiv.{identifier.value}")
    if identifier is None or identifier.scheme is not Scheme.DOI:
        raise SourceError(f"`{text}` is no DOI; a citation chain starts from one, such as 10.1038/nature12373")
    return identifier


def _bounds(max_depth: int, max_per_direction: int, directions: str) -> Bounds:
    if not 1 <= max_depth <= MAX_DEPTH:
        raise SourceError(f"a depth of {max_depth} is out of range; a citation chain goes 1 or 2 steps")
    if not 1 <= max_per_direction <= MAX_PER_DIRECTION:
        raise SourceError(f"{max_per_direction} works per direction are out of range; 1 to {MAX_PER_DIRECTION}")
    if directions not in DIRECTIONS:
        raise SourceError(f"unknown direction `{directions}`; choose among {', '.join(DIRECTIONS)}")
    return Bounds(max_depth=max_depth, max_per_direction=max_per_direction, directions=DIRECTIONS[directions])


class _Walk:
    """One expansion under way."""

    def __init__(self, seed: Identifier, bounds: Bounds, ask: Ask, sent: Callable[[], int]) -> None:
        self._seed = seed
        self._bounds = bounds
        self._ask_session = ask
        self._sent = sent
        self._calls = 0
        self._nodes: dict[str, ChainNode] = {}
        self._node_of: dict[Identifier, str] = {}
        self._edges: dict[tuple[str, str], ChainEdge] = {}
        self._reasons: dict[ChainReason, None] = {}
        self._remarks: dict[Remark, None] = {}
        self._errors: list[ProviderError] = []
        self._times: list[str] = []
        self._references: dict[Identifier, Record | None] = {}
        self._unanswered: dict[Identifier, Failure] = {}
        self._stopped_by = Shortfall.NODE_CEILING
        self._answered_doi = ""
        self._status = self._go()

    def result(self, name: str) -> CitationChain:
        """Everything that was found."""
        return CitationChain(
            name=name,
            seed=self._seed.value,
            status=self._status,
            bounds=self._bounds,
            nodes=tuple(self._nodes.values()),
            edges=tuple(self._edges.values()),
            reasons=tuple(self._reasons),
            remarks=tuple(self._remarks),
            provider_errors=tuple(self._errors),
            source_ids=tuple(node.openalex for node in self._nodes.values() if node.openalex),
            checked_at=max(self._times, default=""),
            answered_doi=self._answered_doi,
            calls=self._calls,
        )

    def _go(self) -> ChainStatus:
        answer = self._ask(Lookup(provider=ProviderName.OPENALEX, identifier=self._seed), about=self._seed.value)
        if not isinstance(answer, Found):
            return ChainStatus.BLOCKED_SEED_LOOKUP
        record = answer.records[0] if answer.records else None  # a lock may hold anything
        doi = _first(record, Scheme.DOI) if record else None
        if record is None or doi != self._seed:
            self._answered_doi = doi.value if doi else ""
            return ChainStatus.BLOCKED_SEED_IDENTITY_NOT_VERIFIED
        level = [self._add(record, 0, None)]
        for depth in range(1, self._bounds.max_depth + 1):
            level = self._expand_level(level, depth)
        return ChainStatus.PARTIAL if self._reasons else ChainStatus.COMPLETE_WITHIN_BOUNDS

    def _expand_level(self, level: Sequence[ChainNode], depth: int) -> list[ChainNode]:
        """Inspect all works of one depth, in order; the references of all of them are read in one list."""
        if Direction.BACKWARD in self._bounds.directions:
            self._read_references(level)
        reached: list[ChainNode] = []
        for node in level:
            for direction in self._bounds.directions:
                if len(self._nodes) >= MAX_NODES and direction is Direction.FORWARD:
                    self._reach_ceiling(Shortfall.NODE_CEILING)
                    continue
                follow = self._cited_by if direction is Direction.BACKWARD else self._citing
                for record in follow(node):
                    reached += self._connect(node, record, direction, depth)
        return reached

    def _connect(self, node: ChainNode, record: Record, direction: Direction, depth: int) -> list[ChainNode]:
        """Draw one edge, adding the other work where it is not there yet; the work if it is new."""
        other = self._known(record)
        fresh = other is None
        if other is None:
            if len(self._nodes) >= MAX_NODES:
                self._reach_ceiling(Shortfall.NODE_CEILING)
                return []
            other = self._add(record, depth, node.side or direction)
        if other.id == node.id:
            self._remarks[Remark(warning=ChainWarning.SELF_REFERENCE, subject=node.id)] = None
            return []
        citing, cited = (node, other) if direction is Direction.BACKWARD else (other, node)
        source = "openalex:referenced_works" if direction is Direction.BACKWARD else "openalex:cites"
        edge = ChainEdge(citing=citing.id, cited=cited.id, evidence_source=source, observed_at_depth=depth)
        self._edges.setdefault((citing.id, cited.id), edge)
        return [other] if fresh else []

    def _cited_by(self, node: ChainNode) -> list[Record]:
        """The works that a node cites, in the order of its reference list."""
        listed = _references(node)
        if len(listed) < len(node.record.references):
            self._remarks[Remark(warning=ChainWarning.SELF_REFERENCE, subject=node.id)] = None
        counted = node.record.references_count or 0
        if counted > len(node.record.references):
            unnamed = counted - len(node.record.references)
            self._lacks(Shortfall.WITHOUT_IDENTIFIER, node, shown=unnamed, total=counted)
        wanted = listed[: self._bounds.max_per_direction]
        if len(listed) > len(wanted):
            self._lacks(Shortfall.MORE_REFERENCES, node, shown=len(wanted), total=len(listed))
        records: list[Record] = []
        absent = 0
        for one in wanted:
            if one in self._node_of:
                records.append(self._nodes[self._node_of[one]].record)
            elif one in self._unanswered:
                self._lacks(Shortfall.REFERENCES_NOT_ANSWERED, node, failure=self._unanswered[one])
            elif one not in self._references:
                self._reach_ceiling(self._stopped_by)
            elif (record := self._references[one]) is None:
                absent += 1
            else:
                records.append(record)
        if absent:
            self._lacks(Shortfall.WITHOUT_RECORD, node, shown=absent, total=len(listed))
        return records

    def _read_references(self, level: Sequence[ChainNode]) -> None:
        """Read the records of the references of one level in as few lists as the provider allows."""
        listed = (one for node in level for one in _references(node)[: self._bounds.max_per_direction])
        known = {**self._node_of, **self._references}
        wanted = [one for one in dict.fromkeys(listed) if one not in known]
        room = MAX_NODES - len(self._nodes)
        for start in range(0, len(wanted), _LIST):
            if room <= 0 or not self._may_call():
                self._stopped_by = Shortfall.NODE_CEILING if room <= 0 else Shortfall.CALL_CEILING
                return
            room -= self._read_list(wanted[start : start + _LIST])

    def _read_list(self, ids: Sequence[Identifier]) -> int:
        """Read some records by their OpenAlex ids in one request; how many there are."""
        filters = ("openalex:" + "|".join(one.value for one in ids),)
        search = Search(provider=ProviderName.OPENALEX, text="", limit=len(ids), filters=filters)
        answer = self._ask(search, about=f"{len(ids)} references")
        if not isinstance(answer, Found):
            self._unanswered.update(dict.fromkeys(ids, _failure(answer)))
            return 0
        records = {identifier: record for record in answer.records for identifier in record.identifiers}
        missing = [one for one in ids if one not in records]
        if missing and len(answer.records) < min(answer.total or 0, len(ids)):
            self._unanswered.update(dict.fromkeys(missing, Failure.PROVIDER_UNAVAILABLE))
            short = f"{len(answer.records)} of {answer.total} works in the list"
            self._errors.append(
                ProviderError(
                    provider=search.provider, reason=Failure.PROVIDER_UNAVAILABLE, detail=short, about="references"
                )
            )
            ids = [one for one in ids if one in records]
        self._references.update({one: records.get(one) for one in ids})
        return len(answer.records)

    def _citing(self, node: ChainNode) -> list[Record]:
        """The works that cite a node, in the provider's order."""
        if not node.openalex:
            self._lacks(Shortfall.NO_OPENALEX_ID, node)
            return []
        if not self._may_call():
            return []
        limit = self._bounds.max_per_direction
        search = Search(provider=ProviderName.OPENALEX, text="", limit=limit, filters=(f"cites:{node.openalex}",))
        answer = self._ask(search, about=node.openalex)
        if not isinstance(answer, Found):
            self._lacks(Shortfall.CITING_NOT_ANSWERED, node, failure=_failure(answer))
            return []
        records = answer.records[:limit]
        total = answer.total if answer.total is not None else len(records)
        own = node.record.cited_by_count or 0
        if total > limit:
            self._lacks(Shortfall.MORE_CITING, node, shown=len(records), total=total)
        elif len(records) < total:
            self._lacks(Shortfall.SHORT_PAGE, node, shown=len(records), total=total)
        elif own > total:
            self._lacks(Shortfall.COUNTS_DIFFER, node, shown=total, total=own)
        return list(records)

    def _ask(self, question: Question, about: str) -> Answer:
        self._calls += 1
        answer = self._ask_session([question])[question]
        if isinstance(answer, Unavailable):
            error = ProviderError(provider=question.provider, reason=answer.reason, detail=answer.detail, about=about)
            self._errors.append(error)
            return answer
        self._times.append(answer.fetched_at)
        if answer.stale:
            self._remarks[Remark(warning=ChainWarning.STALE, subject=about)] = None
        return answer

    def _may_call(self) -> bool:
        """Whether one more call stays within the ceiling; retries on the wire count too."""
        if max(self._calls, self._sent()) < MAX_CALLS:
            return True
        self._reach_ceiling(Shortfall.CALL_CEILING)
        return False

    def _known(self, record: Record) -> ChainNode | None:
        for identifier in _identity(record):
            if identifier in self._node_of:
                node = self._nodes[self._node_of[identifier]]
                if _first(record, Scheme.OPENALEX) != _first(node.record, Scheme.OPENALEX):
                    self._remarks[Remark(warning=ChainWarning.SAME_WORK, subject=node.id)] = None
                self._node_of.update(dict.fromkeys(_identity(record), node.id))
                return node
        return None

    def _add(self, record: Record, depth: int, side: Direction | None) -> ChainNode:
        own = _first(record, Scheme.OPENALEX)
        status = DoiStatus.ASSERTED if _first(record, Scheme.DOI) else DoiStatus.MISSING
        node = ChainNode(
            id=str(own) if own else record.id,
            record=record,
            depth=depth,
            side=side,
            doi_status=status if depth else DoiStatus.IS_SEED,
        )
        self._nodes[node.id] = node
        self._node_of.update(dict.fromkeys(_identity(record), node.id))
        return node

    def _lacks(
        self, shortfall: Shortfall, node: ChainNode, *, shown: int = 0, total: int = 0, failure: Failure | None = None
    ) -> None:
        reason = ChainReason(shortfall=shortfall, node=node.id, shown=shown, total=total, failure=failure)
        self._reasons[reason] = None

    def _reach_ceiling(self, shortfall: Shortfall) -> None:
        total = MAX_NODES if shortfall is Shortfall.NODE_CEILING else MAX_CALLS
        self._reasons[ChainReason(shortfall=shortfall, total=total)] = None


def _identity(record: Record) -> list[Identifier]:
    return [identifier for identifier in record.identifiers if identifier.scheme in IDENTITY_SCHEMES]


def _first(record: Record, scheme: Scheme) -> Identifier | None:
    return next((identifier for identifier in record.identifiers if identifier.scheme is scheme), None)


def _references(node: ChainNode) -> list[Identifier]:
    return [one for one in node.record.references if one not in node.record.identifiers]


def _failure(answer: Answer) -> Failure:
    return answer.reason if isinstance(answer, Unavailable) else Failure.PROVIDER_UNAVAILABLE
