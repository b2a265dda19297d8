"""PDFs made on the spot: a clean one, and one for each thing that a file may not hold."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"


def made(change: Callable[[pikepdf.Pdf], None] = lambda pdf: None, **options: Any) -> bytes:
    """A PDF of one page with some text, changed."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(300, 300))
    pdf.pages[0].Contents = pdf.make_stream(b"BT /F1 12 Tf 20 200 Td (Tides) Tj ET")
    change(pdf)
    written = io.BytesIO()
    pdf.save(written, **options)
    return written.getvalue()


def _set(**entries: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        for name, value in entries.items():
            pdf.Root[f"/{name}"] = value

    return change


def _annotated(action: Dictionary) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), A=action)
        pdf.pages[0].Annots = Array([pdf.make_indirect(link)])

    return change


def _attached(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["note.txt"] = b"attached"


def _external_stream(pdf: pikepdf.Pdf) -> None:
    stream = pdf.make_stream(b"")
    stream["/F"] = Dictionary(Type=Name.Filespec, F=String("/etc/hosts"))
    pdf.Root["/Extra"] = stream


def _bomb(pdf: pikepdf.Pdf) -> None:
    packed = zlib.compressobj(9)
    data = b"".join(packed.compress(bytes(1 << 20)) for _ in range(1100)) + packed.flush()
    stream = pikepdf.Stream(pdf, data)
    stream["/Filter"] = Name.FlateDecode
    pdf.pages[0].Contents = pdf.make_indirect(stream)


def _eicar(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].Contents = pdf.make_stream(b"% " + EICAR + b"\n")


def _broken_stream(pdf: pikepdf.Pdf) -> None:
    stream = pikepdf.Stream(pdf, b"no such packing")
    stream["/Filter"] = Name.FlateDecode
    pdf.pages[0].Contents = pdf.make_indirect(stream)


SCRIPT = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))
CLEAN = made()
AS_IT_IS: dict[str, Any] = {
    "compress_streams": False,
    "recompress_flate": False,
    "stream_decode_level": pikepdf.StreamDecodeLevel.none,
}
IN_OBJECT_STREAMS: dict[str, Any] = {"object_stream_mode": pikepdf.ObjectStreamMode.generate}

BAD: dict[str, tuple[str, bytes]] = {
    "JavaScript when opened": ("javascript open_action", made(_set(OpenAction=SCRIPT))),
    "JavaScript in an object stream": ("javascript open_action", made(_set(OpenAction=SCRIPT), **IN_OBJECT_STREAMS)),
    "JavaScript behind a link": ("javascript", made(_annotated(SCRIPT))),
    "JavaScript by name": ("javascript", made(_set(Names=Dictionary(JavaScript=Dictionary(Names=Array([])))))),
    "JavaScript after a chain of actions": (
        "javascript",
        made(_annotated(Dictionary(S=Name.GoTo, D=String("x"), Next=Array([SCRIPT])))),
    ),
    "JavaScript spelt with codes": (
        "javascript open_action",
        made(_set(OpenAction=SCRIPT)).replace(b"/JavaScript", b"/J#61vaScript", 1).replace(b"alert", b"ale", 1),
    ),
    "a program to launch": ("launch", made(_annotated(Dictionary(S=Name.Launch, F=String("calc.exe"))))),
    "an address opened at once": (
        "open_action",
        made(_set(OpenAction=Dictionary(S=Name.URI, URI=String("https://pub.example/")))),
    ),
    "a place shown, then more": (
        "javascript open_action",
        made(_set(OpenAction=Dictionary(S=Name.GoTo, D=String("x"), Next=SCRIPT))),
    ),
    "additional actions": ("action", made(_set(AA=Dictionary(WC=Dictionary(S=Name.Named, N=Name.Print))))),
    "an attachment": ("embedded_file external", made(_attached)),
    "a form of XFA": ("xfa", made(_set(AcroForm=Dictionary(XFA=String("<xdp/>"))))),
    "a link to another file": ("external", made(_annotated(Dictionary(S=Name.GoToR, F=String("x.pdf"))))),
    "a form that is sent": ("external", made(_annotated(Dictionary(S=Name.SubmitForm, F=String("https://e/"))))),
    "a link to a local file": ("external", made(_annotated(Dictionary(S=Name.URI, URI=String("file:///etc/hosts"))))),
    "a stream in another file": ("external", made(_external_stream)),
    "a film": (
        "external",
        made(lambda pdf: pdf.Root.__setitem__("/X", Dictionary(Type=Name.Annot, Subtype=Name.RichMedia))),
    ),
    "a page of another file": ("external", made(_set(X=Dictionary(Ref=Dictionary(Page=0))))),
    "a stream that cannot be unpacked": ("malformed", made(_broken_stream, **AS_IT_IS)),
    "a password": ("encrypted", made(encryption=pikepdf.Encryption(owner="o", user="u"))),
    "encryption without a password": ("encrypted", made(encryption=pikepdf.Encryption(owner="o", user=""))),
    "a missing end": ("malformed", CLEAN[: len(CLEAN) // 2]),
    "nothing but the first bytes": ("malformed", b"%PDF-1.7\n" + b"not really " * 50),
    "no pages": ("malformed", made(lambda pdf: pdf.pages.__delitem__(0))),
}
BOMB = made(_bomb, **AS_IT_IS)
INFECTED = made(_eicar, compress_streams=False)
INFECTED_AND_PACKED = made(_eicar)


def with_place_shown() -> bytes:
    """What LaTeX's hyperref writes into every file: the first page shown when the file is opened, and a web link."""

    def change(pdf: pikepdf.Pdf) -> None:
        place = Array([pdf.pages[0].obj, Name.Fit])
        pdf.Root.OpenAction = Dictionary(S=Name.GoTo, D=place)
        _annotated(Dictionary(S=Name.URI, URI=String("https://doi.org/10.5555/x")))(pdf)

    return made(change)
