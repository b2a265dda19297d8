"""Reads the structure of one PDF on standard input and writes what is wrong with it, one word a line.

Run as a program of its own, in a child process with little memory and time: it reads hostile bytes. It imports
nothing of this package. Exit status 0 means that the whole file has been looked at; anything else, that it must
be refused. Standard output is empty for a clean file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

import pikepdf

MAX_MEMORY = 1024 * 1024 * 1024
MAX_CPU_S = 20
MAX_DECODED = 1024 * 1024 * 1024
MAX_OUTPUT = 64 * 1024

# Actions that run something or reach outside of the file (ISO 32000-2, 12.6.4).
_ACTIONS = {
    "/JavaScript": "javascript",
    "/Launch": "launch",
    "/GoToR": "external",
    "/GoToE": "external",
    "/Thread": "external",
    "/SubmitForm": "external",
    "/ImportData": "external",
    "/Rendition": "external",
    "/Movie": "external",
    "/Sound": "external",
    "/RichMediaExecute": "external",
}
_SUBTYPES = {"/RichMedia": "external", "/Movie": "external", "/Sound": "external", "/Screen": "external"}
_KEYS = {
    "/JS": "javascript",
    "/JavaScript": "javascript",
    "/EmbeddedFiles": "embedded_file",
    "/EF": "embedded_file",
    "/AF": "embedded_file",
    "/XFA": "xfa",
    "/RichMediaContent": "external",
    "/RichMediaSettings": "external",
}
_SCHEMES = ("javascript:", "vbscript:", "data:", "file:", "smb:", "\\\\")  # of links that run or open something local
_BROKEN = (pikepdf.PdfError, RuntimeError, ValueError, TypeError, KeyError, AttributeError)
_IN_PLACE = {"/S", "/Type", "/D", "/SD"}


def limit() -> None:
    """Give this process little memory, time and room to write in."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_OUTPUT, MAX_OUTPUT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def inspect(file: BinaryIO) -> set[str]:
    """What is wrong with a PDF; empty for a clean one."""
    try:
        pdf = pikepdf.open(file, attempt_recovery=False, suppress_warnings=True)
    except pikepdf.PasswordError:
        return {"encrypted"}
    except _BROKEN:
        return {"malformed"}
    with pdf:
        if pdf.is_encrypted:
            return {"encrypted"}
        try:
            found = {name for thing in (*pdf.objects, pdf.trailer) for name in _in_object(thing)}
            found |= _at_opening(pdf.Root.get("/OpenAction"))
            if bombs := _bombs(pdf):
                return found | bombs
            if not len(pdf.pages) or pdf.get_warnings():
                found.add("malformed")
        except _BROKEN:
            return {"malformed"}
    return found


def _in_object(thing: Any) -> Iterator[str]:
    """What is wrong with an indirect object and everything directly inside it."""
    stack = [thing]
    while stack:
        one = stack.pop()
        if isinstance(one, pikepdf.Array):
            values = list(one)
        elif isinstance(one, (pikepdf.Dictionary, pikepdf.Stream)):
            entries = dict(one.items())
            values = list(entries.values())
            yield from _in_entries(entries, is_stream=isinstance(one, pikepdf.Stream))
        else:
            continue
        stack += [value for value in values if not getattr(value, "is_indirect", False)]


def _in_entries(entries: dict[str, Any], *, is_stream: bool) -> Iterator[str]:
    yield from (_KEYS[key] for key in entries if key in _KEYS)
    if name := _ACTIONS.get(_name(entries.get("/S"))):
        yield name
    if name := _SUBTYPES.get(_name(entries.get("/Subtype"))):
        yield name
    if isinstance(entries.get("/AA"), pikepdf.Dictionary):
        yield "action"
    if is_stream and "/F" in entries:
        yield "external"  # the data of the stream lie in another file
    if _name(entries.get("/Type")) in ("/Filespec", "/F"):
        yield "external"
    if isinstance(entries.get("/Ref"), pikepdf.Dictionary):
        yield "external"  # a page of another file
    address = entries.get("/URI")
    if isinstance(address, pikepdf.String) and str(address).strip().lower().startswith(_SCHEMES):
        yield "external"


def _at_opening(action: Any) -> set[str]:
    """What happens when the file is opened. To show a place in the file itself is no action that does anything."""
    if action is None or isinstance(action, (pikepdf.Array, pikepdf.Name, pikepdf.String)):
        return set()
    shows_place = (
        isinstance(action, pikepdf.Dictionary)
        and _name(action.get("/S")) == "/GoTo"
        and set(action.keys()) <= _IN_PLACE
    )
    return set() if shows_place else {"open_action"}


def _bombs(pdf: pikepdf.Pdf) -> set[str]:
    """Whether the streams unpack to more than anyone needs."""
    total = 0
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream):
            try:
                total += len(thing.get_stream_buffer(pikepdf.StreamDecodeLevel.generalized))
            except pikepdf.PdfError as error:  # an image's own coding, or one that nobody can read
                if "bad_alloc" in str(error):
                    return {"bomb"}
                total += len(thing.get_raw_stream_buffer())
            if total > MAX_DECODED:
                return {"bomb"}
    return set()


def _name(value: Any) -> str:
    return str(value) if isinstance(value, pikepdf.Name) else ""


def main() -> int:
    """Inspect standard input."""
    limit()
    for name in sorted(inspect(sys.stdin.buffer)):
        sys.stdout.write(f"{name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
