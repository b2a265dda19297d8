"""The grammar of BibTeX files: text in, raw entries and faults out.

Grammar: "BibTeXing" (Patashnik, 1988) and the btparse notes on what BibTeX itself accepts; nothing
is decoded here. bibtexparser 2.1 was tried first: it is as fast, but it swallows the field after a
missing comma into the value, does not join `#`, drops an entry with one open brace together with
everything readable in it, and knows no columns. What a reader needs most here is recovery:

- an entry whose brace is never closed, or only beyond the next `@type{` at the start of a line, ends
  before the next entry;
- inside an entry, reading goes on at the next field after anything odd.

Every character is looked at a bounded number of times, so that hostile files cost linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

MONTHS = "January February March April May June July August September October November December"
MACROS = {month[:3].lower(): month for month in MONTHS.split()}

_ENTRY = re.compile(r"@[ \t]*([A-Za-z][\w-]*)\s{0,100}([{(])")
_ENTRY_AT_LINE_START = re.compile(r"^[ \t]*(?=@[ \t]*[A-Za-z][\w-]*[ \t]*[{(])", re.MULTILINE)
_ENTRY_WITH_KEY = re.compile(r"@[A-Za-z]{1,40}\{[^\s,{}()=\"]{1,200},")
_BRACE = re.compile(r"[{}]")
_BRACE_OR_QUOTE = re.compile(r'[{}"]')
_SEPARATOR = re.compile(r"[\s,]*")
_SPACE = re.compile(r"\s*")
_FIELD = re.compile(r"([^\W\d][^\s=,{}\"#()%]{0,80})\s{0,80}=\s*")
# The most common field, taken at once: a value in braces that holds none, and the comma after it.
_SIMPLE_FIELD = re.compile(r"\s*([^\W\d][\w-]{0,80})\s{0,80}=\s*\{([^{}=]*)\}[ \t]*,")
_NEXT_FIELD = re.compile(r"(?:^[ \t]*|[,}\"][ \t]*)(?=[A-Za-z][\w:+-]{0,80}[ \t]{0,80}=)", re.MULTILINE)
_FIELD_IN_VALUE = re.compile(r"[,\n]\s{0,20}(?=[A-Za-z][\w:+-]{1,80}[ \t]{0,80}=[ \t]*[{\"\d])")
_SWALLOWED = re.compile(
    r"\n[ \t]{0,40}(?=(?:author|title|year|date|journal|journaltitle|booktitle|volume|number|pages|doi|url|publisher"
    r"|editor|eprint)[ \t]{0,80}=[ \t]*[{\"\d])",
    re.IGNORECASE,
)
_MORE_FIELDS = re.compile(r"\s{0,20},\s*(?=[A-Za-z][\w-]{0,80}\s{0,20}=\s{0,20}[{\"\d])")
_LONGEST_MACRO = 1000  # macros that double each other must not fill the memory
_LONGEST_JOINED = 5000
_ACCENT_SIGN = re.compile(r"\\\"[A-Za-z{\\]")
_TOKEN = re.compile(r"[^\s,#{}\"]+")
_KEY = re.compile(r"[^,{}\"=\n]*")


@dataclass(slots=True)
class RawEntry:
    """One entry as written: values keep their LaTeX, macros are replaced, field names are lower-case.

    `damaged` names the fields whose values were not closed; they may be cut short.
    """

    type: str
    key: str
    offset: int
    fields: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    unknown_macros: list[str] = field(default_factory=list)
    damaged: frozenset[str] = frozenset()


def read_entries(text: str) -> Iterator[RawEntry]:
    """Yield the entries of a file in order; `@string`, `@preamble` and `@comment` are used up on the way."""
    closers = _match_braces(text)
    line_starts = [match.end() for match in _ENTRY_AT_LINE_START.finditer(text)]
    macros = dict(MACROS)
    position, following = 0, 0
    while match := _ENTRY.search(text, position):
        kind, start = match[1].lower(), match.end()
        while following < len(line_starts) and line_starts[following] <= match.start():
            following += 1
        limit = line_starts[following] if following < len(line_starts) else len(text)
        closer = closers.get(start - 1)
        if kind == "comment":
            position = closer + 1 if closer is not None else start
            continue
        whole = match[2] == "(" or (closer is not None and closer < limit)
        end = closer if match[2] == "{" and closer is not None and closer < limit else limit
        if not whole and (inner := _ENTRY_WITH_KEY.search(text, start, limit)):
            end = inner.start()
        reader = _Reader(text, start, end, macros, whole=whole)
        if kind == "string":
            macros.update((name.lower(), value[:_LONGEST_MACRO]) for name, value in reader.fields())
        elif kind != "preamble":
            entry = RawEntry(type=kind, key=reader.key(), offset=match.start())
            for name, value in reader.fields(round_brackets=match[2] == "("):
                entry.fields.setdefault(name.lower(), value)
            if whole and match[2] == "{" and (more := _MORE_FIELDS.match(text, end + 1, limit)):
                reader.faults.append("it has a closing brace too many")
                reader.position, reader.end, end = more.end(), limit, limit
                for name, value in reader.fields():
                    entry.fields.setdefault(name.lower(), value)
            if not whole:
                reader.faults.append("its closing brace is missing")
            entry.faults, entry.unknown_macros = reader.faults, reader.unknown_macros
            entry.damaged = frozenset(reader.damaged)
            yield entry
        position = reader.position if match[2] == "(" else end


def _match_braces(text: str) -> dict[int, int]:
    """The offset of the closing brace for every opening brace that has one."""
    closers: dict[int, int] = {}
    stack: list[int] = []
    for match in _BRACE.finditer(text):
        offset = match.start()
        if text[offset] == "{":
            stack.append(offset)
        elif stack:
            closers[stack.pop()] = offset
    return closers


class _Reader:
    """A cursor over the inside of one entry, `text[position:end]`."""

    def __init__(self, text: str, position: int, end: int, macros: dict[str, str], *, whole: bool) -> None:
        self.text = text
        self.position = position
        self.end = end
        self.macros = macros
        self.swallowed = _SWALLOWED if whole else _FIELD_IN_VALUE
        self.faults: list[str] = []
        self.unknown_macros: list[str] = []
        self.damaged: set[str] = set()

    def key(self) -> str:
        """Read the citation key and the comma after it."""
        self._skip(_SPACE)
        match = _KEY.match(self.text, self.position, self.end)
        assert match  # the pattern also matches nothing
        key = match[0].strip()
        stop = self.text[match.end() : match.end() + 1] if match.end() < self.end else ""
        if stop == "=":
            # `@misc{key title = …` lacks the comma, `@misc{title = …` the key
            key = key.split()[0] if len(key.split()) > 1 else ""
            self.faults.append("a comma is missing after its key" if key else "it has no key")
            self.position += len(key)
            return key
        self.position = match.end()
        if stop != ",":
            if not key:
                self.faults.append("it has no key")
            elif self.text[self.position : self.end].strip():
                self.faults.append("a comma is missing after its key")
        elif not key:
            self.faults.append("it has no key")
        return key

    def fields(self, *, round_brackets: bool = False) -> Iterator[tuple[str, str]]:
        """Yield names and values; note what is odd and go on behind it."""
        comma = True
        while True:
            while comma and (simple := _SIMPLE_FIELD.match(self.text, self.position, self.end)):
                self.position = simple.end()
                yield simple[1], simple[2]
            comma = "," in self._skip(_SEPARATOR) or comma
            if self.position >= self.end:
                return
            if round_brackets and self.text[self.position] == ")":
                self.position += 1
                return
            match = _FIELD.match(self.text, self.position, self.end)
            if not match:
                self._recover()
                comma = True
                continue
            if not comma:
                self.faults.append(f"a comma is missing before `{match[1]}`")
            self.position = match.end()
            yield match[1], self._value(match[1])
            comma = False

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.position, self.end)
        assert match
        self.position = match.end()
        return match[0]

    def _recover(self) -> None:
        match = _NEXT_FIELD.search(self.text, self.position + 1, self.end)
        stop = match.end() if match else self.end
        skipped = self.text[self.position : min(stop, self.position + 30)].split("\n")[0].strip()
        if skipped.strip("{}") and not (self.faults and self.faults[-1].endswith("is no field")):
            self.faults.append(f"`{skipped}` is no field")
        self.position = stop

    def _value(self, name: str) -> str:
        parts: list[str] = []
        unknown, size = len(self.unknown_macros), 0
        while self.position < self.end:
            piece = self._piece(name)
            parts += [piece] if size < _LONGEST_JOINED else []
            size += len(piece)
            before = self.position
            self._skip(_SPACE)
            if self.position < self.end and self.text[self.position] == "#":
                self.position += 1
                self._skip(_SPACE)
            else:
                self.position = before
                break
        if len(self.unknown_macros) > unknown and name.lower() != "title":
            return ""  # half a venue or a name is worse than none
        return "".join(parts)

    def _piece(self, name: str) -> str:
        opening = self.text[self.position]
        if opening in '{"':
            return self._delimited(name, opening)
        match = _TOKEN.match(self.text, self.position, self.end)
        if not match:
            self.faults.append(f"`{name}` has no value")
            return ""
        token = match[0]
        self.position = match.end()
        if token.endswith(")") and "(" not in token:
            token = token.rstrip(")")
            self.position -= len(match[0]) - len(token)
        if token.lower() in self.macros:
            return self.macros[token.lower()]
        if token[:1].isdigit() or not token.replace("_", "").replace("-", "").replace(":", "").isalnum():
            return token  # a number, or a value that lacks its braces
        self.unknown_macros.append(token)
        return ""

    def _delimited(self, name: str, opening: str) -> str:
        start, depth = self.position + 1, 0
        for match in (_BRACE if opening == "{" else _BRACE_OR_QUOTE).finditer(self.text, start, self.end):
            sign = match[0]
            if sign == "{":
                depth += 1
            elif sign == '"' and _ACCENT_SIGN.match(self.text, match.start() - 1):
                continue
            elif depth == 0 and (sign == '"' or opening == "{"):
                stop = match.start()
                break
            elif sign == "}":
                depth = max(0, depth - 1)
        else:
            stop = -1
        closed = stop >= 0
        swallowed = self.swallowed.search(self.text, start, stop if closed else self.end)
        if closed and not swallowed:
            self.position = stop + 1
            return self.text[start:stop]
        # the value ends where the next field begins
        self.faults.append(f"the value of `{name}` is not closed")
        self.damaged.add(name.lower())
        self.position = swallowed.start() if swallowed else self.end
        value = self.text[start : self.position].strip().rstrip(",")
        return value.strip('"') if opening == '"' else value
