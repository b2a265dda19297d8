"""Keep the message catalogues: `python tools/catalogue.py update|compile|check`.

update   find new and dropped messages in the code and write them into every .po file
compile  write the .mo files that are read at run time
check    end with status 1 where a message has no translation or a .mo file is not what its .po file says

Needs Babel, which Sphinx brings. Catalogues name no date and no tool, so that equal sources give equal
bytes. The only plural rule at hand is that of languages without plurals; another language brings its own.
"""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALES = ROOT / "scholar_build" / "locale"
DOMAIN = "scholar_build"
KEYWORDS = {"N_": None, "count": (1, 2), "context": ((1, "c"), 2)}


def extracted() -> Catalog:
    """Every message that the code marks."""
    template = Catalog(domain=DOMAIN)
    places = extract_from_dir(ROOT / "scholar_build", [("**.py", "python")], keywords=KEYWORDS)
    for file, line, message, comments, context in sorted(places, key=lambda found: (found[0], found[1])):
        template.add(message, locations=[(f"scholar_build/{file}", line)], auto_comments=comments, context=context)
    return template


def catalogues() -> list[Path]:
    """All .po files."""
    return sorted(LOCALES.glob("*/LC_MESSAGES/*.po"))


def read(path: Path) -> Catalog:
    """One .po file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name, domain=DOMAIN)


def missing(path: Path) -> list[str]:
    """The messages of the code that a .po file does not translate, as it stands."""
    catalogue = read(path)
    found = []
    for message in extracted():
        own = catalogue.get(message.id, message.context) if message.id else message
        if own is None or (message.id and not all(own.string if isinstance(own.string, tuple) else (own.string,))):
            found.append(str(message.id))
    return found


def updated(path: Path) -> bytes:
    """A .po file with the messages of the code, translations kept, those no longer used dropped."""
    catalogue = read(path)
    catalogue.update(extracted(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=0, omit_header=False, sort_output=True, include_lineno=False)
    head, _, body = buffer.getvalue().decode().partition("\n\n")
    kept = [line for line in head.splitlines() if not any(f'"{name}' in line for name in _DATED)]
    return ("\n".join(kept) + "\n\n" + body).encode()


_DATED = (
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Generated-By",
    "Project-Id-Version",
    "Report-Msgid",
    "Last-Translator",
)


def compiled(path: Path) -> bytes:
    """The .mo file of a .po file (GNU gettext manual, "The Format of GNU MO Files"), without a date in it."""
    header = "Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=1; plural=0;\n"
    entries = {b"": header.encode()}
    for message in read(path):
        if message.id:
            forms = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            context = f"{message.context}\x04" if message.context else ""
            entries[(context + "\0".join(forms)).encode()] = "\0".join(said).encode()
    keys = sorted(entries)
    table, texts = 28, b""
    start = table + 16 * len(keys)
    offsets: list[int] = []
    for text in [*keys, *(entries[key] for key in keys)]:
        offsets += [len(text), start + len(texts)]
        texts += text + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(keys), table, table + 8 * len(keys), 0, start)
    return head + struct.pack(f"<{len(offsets)}I", *offsets) + texts


def main(command: str) -> int:
    """Run one command on all catalogues."""
    wrong = 0
    for path in catalogues():
        machine = path.with_suffix(".mo")
        if command == "update":
            path.write_bytes(updated(path))
        elif command == "compile":
            machine.write_bytes(compiled(path))
        else:
            untranslated = missing(path)
            for message in untranslated:
                print(f"{path.relative_to(ROOT)}: no translation of {message!r}")
            stale = not machine.is_file() or machine.read_bytes() != compiled(path)
            if stale:
                print(f"{machine.relative_to(ROOT)} is stale: run `python tools/catalogue.py compile`")
            wrong += bool(untranslated) + stale
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("update", "compile", "check"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
