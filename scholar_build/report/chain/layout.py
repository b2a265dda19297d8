"""Where everything of a citation picture stands: one work a row, five lanes, one bus line for each run of edges.

A row holds one node and one label, so labels cannot overlap; buses run between lanes, so edges meet no node.
Lengths are CSS pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from scholar_build.model.chain import ChainEdge, ChainNode, CitationChain, Direction

TOP = 30
ROW = 26
CORNER = 4
_TOUCH = 7.0  # from the centre of a node to the tip of an arrow
_TOUCH_SEED = 9.5
_BUS_STEP = 2.0
_BUS_SPAN = 9.0
_CROSS_STEP = 2.5
_ARROW = 5.0


@dataclass(frozen=True)
class Spot:
    """A node's place: its row from the top, and the centre of its mark."""

    node: ChainNode
    row: int
    x: float

    @property
    def y(self) -> float:
        """The middle of the row."""
        return TOP + ROW * self.row + ROW / 2


@dataclass(frozen=True)
class Run:
    """One edge: from the citing work across a bus line to the cited one, the path of an arrow."""

    path: str
    is_cross: bool


@dataclass(frozen=True)
class Layout:
    """The whole picture."""

    spots: tuple[Spot, ...]
    runs: tuple[Run, ...]
    sign_x: float
    label_x: float
    middle_x: float
    height: int
    width: int


def lay_out(chain: CitationChain, label_width: int = 474) -> Layout:
    """Place nodes and edges; the same chain is always placed the same way."""
    ordered = newest_first(chain)
    row_of = {node.id: row for row, node in enumerate(ordered)}
    trees, crosses = _parents(chain)
    keys = sorted({key for _, key in trees}, key=lambda key: row_of[key[0]])
    cited = [key for key in keys if _side(chain, key[0]) is Direction.BACKWARD]
    citing = [key for key in keys if _side(chain, key[0]) is Direction.FORWARD]
    start = chain.nodes[0].id
    # The seed's own line stands furthest from it, so that there is room for the arrow.
    targets = sorted({edge.cited for edge in crosses}, key=lambda id_: (id_ != start, -row_of[id_]))

    far_cited = 46.0
    near_cited = far_cited + 34 + _extra(cited, Direction.FORWARD)
    cross_0 = near_cited + 21
    seed = max(near_cited + 33, cross_0 + _CROSS_STEP * (len(targets) - 1) + _TOUCH_SEED)
    seed = max(seed, cross_0 + _TOUCH_SEED + CORNER + _ARROW) if start in targets else seed
    near_citing = seed + 27
    far_citing = near_citing + 34 + _extra(citing, Direction.BACKWARD)
    lane = {(Direction.BACKWARD, 2): far_cited, (Direction.BACKWARD, 1): near_cited}
    lane |= {(Direction.FORWARD, 1): near_citing, (Direction.FORWARD, 2): far_citing}
    spots = {
        node.id: Spot(node, row, lane[node.side, min(node.depth, 2)] if node.side else seed)
        for row, node in enumerate(ordered)
    }
    bus = {
        (start, Direction.BACKWARD): near_cited + 17,
        (start, Direction.FORWARD): seed + 17,
        **_buses(cited, far_cited + 16),
        **_buses(citing, near_citing + 17),
    }
    cross_bus = {target: cross_0 + _CROSS_STEP * place for place, target in enumerate(targets)}
    runs = [Run(_path(spots, edge, cross_bus[edge.cited]), is_cross=True) for edge in crosses]
    runs += [Run(_path(spots, edge, bus[key]), is_cross=False) for edge, key in trees]
    label_x = far_citing + 32
    return Layout(
        spots=tuple(spots.values()),
        runs=tuple(runs),
        sign_x=far_citing + 14,
        label_x=label_x,
        middle_x=seed,
        height=TOP + ROW * len(ordered) + 4,
        width=round(label_x) + label_width,
    )


def newest_first(chain: CitationChain) -> list[ChainNode]:
    """The works as rows: newest first, those of one day in the order of discovery."""
    return sorted(chain.nodes, key=lambda node: (-(node.year or 0), _reverse(node.record.issued)))


Key = tuple[str, Direction]
"""A bus: the inspected work, and the direction in which its edges were followed."""


def _parents(chain: CitationChain) -> tuple[list[tuple[ChainEdge, Key]], list[ChainEdge]]:
    """Edges that led to a new work, each with its bus; and those between works already there."""
    seen = {chain.nodes[0].id}
    trees: list[tuple[ChainEdge, Key]] = []
    crosses: list[ChainEdge] = []
    for edge in chain.edges:
        if edge.cited not in seen:
            trees.append((edge, (edge.citing, Direction.BACKWARD)))
        elif edge.citing not in seen:
            trees.append((edge, (edge.cited, Direction.FORWARD)))
        else:
            crosses.append(edge)
        seen |= {edge.citing, edge.cited}
    return trees, crosses


def _side(chain: CitationChain, id_: str) -> Direction | None:
    node = chain.node(id_)
    return node.side if node else None


def _extra(keys: list[Key], against: Direction) -> float:
    """How much wider than usual the gap between two lanes must be; arrows against its usual way need room."""
    room = 8.0 if any(direction is against for _, direction in keys) else 0.0
    return max(0.0, _BUS_STEP * (len(keys) - 1) - _BUS_SPAN) + room


def _buses(keys: list[Key], first: float) -> dict[Key, float]:
    """Bus lines of some parents, from top to bottom = from left to right, so that runs cross little."""
    step = max(_BUS_STEP, min(3.0, _BUS_SPAN / max(1, len(keys) - 1)))
    return {key: first + step * place for place, key in enumerate(keys)}


def _path(spots: dict[str, Spot], edge: ChainEdge, bus: float) -> str:
    start, end = spots[edge.citing], spots[edge.cited]
    out = 1 if bus > start.x else -1
    down = 1 if end.y > start.y else -1
    back = 1 if end.x > bus else -1
    touch = _TOUCH if end.node.side else _TOUCH_SEED
    r = CORNER
    return (
        f"M{_n(start.x)} {_n(start.y)}H{_n(bus - r * out)}q{r * out} 0 {r * out} {r * down}"
        f"V{_n(end.y - r * down)}q0 {r * down} {r * back} {r * down}H{_n(end.x - touch * back)}"
    )


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _reverse(issued: str) -> tuple[int, ...]:
    """A key that puts later dates first."""
    return tuple(-int(part) for part in issued[:10].split("-") if part.isdigit())
