"""Downloads that must not lead anywhere but to public https hosts, and must end."""

from __future__ import annotations

import io
import ipaddress
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scholar_build.fetch.addresses import is_public
from scholar_build.pdf.download import Downloaded, DownloadError, Fault, download
from tests.pdf.files import CLEAN
from tests.pdf.web import Answer, Web, needs_openssl

pytestmark = needs_openssl
URL = "https://pub.example/1.pdf"
METADATA = "http://169.254.169.254/latest/meta-data/"


def fetch(web: Web, url: str = URL, *, max_bytes: int = 1 << 20, timeout_s: float = 20.0) -> Downloaded | str:
    """What came of a download: the result, or the fault with its detail."""
    file = io.BytesIO()
    try:
        got = download(url, file, max_bytes=max_bytes, timeout_s=timeout_s, network=web.network)
    except DownloadError as error:
        return str(error)
    assert file.getbuffer().nbytes == got.size
    return got


# ---- addresses

PRIVATE = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.100.100.200", "192.0.0.192", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16",
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1", "fe80::1",
    "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "64:ff9b::7f00:1", "64:ff9b::169.254.169.254",
    "64:ff9b:1::1", "2001::1", "2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "3fff::1",
    "100::1", "5f00::1", "2606:4700::1111%eth0",
]  # fmt: skip


@pytest.mark.parametrize("address", [*PRIVATE, "", "localhost", "1.2.3", "not an address", "1.2.3.4.5"])
def test_addresses_that_are_not_public(address: str) -> None:
    """Loopback, private, link-local, shared, metadata, multicast, reserved, example and tunnelled addresses."""
    assert is_public(address) is False


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "::ffff:93.184.216.34", "2606:4700::1111"])
def test_addresses_that_are_public(address: str) -> None:
    """Ordinary hosts can be reached."""
    assert is_public(address) is True


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "localhost", "2130706433", "0x7f.1", "0x7f000001", "0177.0.0.1", "127.1", "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]", "169.254.169.254", "0xa9fea9fe", "2852039166", "[::127.0.0.1]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]", "[fec0::1]", "0", "10.1", "[::]",
    ],
)  # fmt: skip
def test_notations_of_inner_addresses(web: Web, host: str) -> None:
    """However an inner address is written, nothing is connected to."""
    web.allowed = is_public
    web.addresses["localhost"] = ["127.0.0.1", "::1"]
    assert fetch(web, f"https://{host}/1.pdf") in ("not_public", "bad_address")
    assert web.seen == []


@pytest.mark.parametrize(
    "url", [f"https://{host}:{{port}}/x" for host in ("127.0.0.1", "localhost", "0x7f.1", "[::1]")]
)
def test_the_network_of_the_product_refuses_this_machine(url: str) -> None:
    """Without a test's network nothing on this machine can be reached, and nothing is sent to it."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(0.2)
        with pytest.raises(DownloadError, match="not_public"):
            download(url.format(port=listening.getsockname()[1]), io.BytesIO(), max_bytes=10, timeout_s=5)
        with pytest.raises(TimeoutError):
            listening.accept()


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)))
def test_no_address_that_carries_an_inner_one_is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    """A public address is one by Python's own registry too, and embeds no other."""
    if not is_public(str(address)):
        return
    assert address.is_global
    assert not any((address.is_loopback, address.is_private, address.is_link_local, address.is_multicast))
    if isinstance(address, ipaddress.IPv6Address):
        assert address.sixtofour is None
        assert address.teredo is None


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([a for a in PRIVATE if "." in a and ":" not in a]))
def test_an_inner_address_stays_inner_in_every_form(address: str) -> None:
    """IPv4 inside IPv6, as mapped, compatible, translated or tunnelled address, is never public."""
    number = int(ipaddress.IPv4Address(address))
    forms = [0xFFFF << 32, 0, 0x64FF9B << 96, 0xFFFF0000 << 32]
    assert [is_public(str(ipaddress.IPv6Address(form + number))) for form in forms] == [False] * 4
    assert is_public(str(ipaddress.IPv6Address((0x2002 << 112) + (number << 80)))) is False


def test_a_name_with_a_public_and_an_inner_address(web: Web) -> None:
    """A host that has one inner address among public ones is not asked at all."""
    web.addresses["rebind.example"] = ["93.184.216.34", "169.254.169.254"]
    assert fetch(web, "https://rebind.example/1.pdf") == "not_public"


def test_a_name_that_changes_its_address(web: Web) -> None:
    """A name is looked up once for a connection: an answer that changes afterwards is not asked for."""
    web.answers["rebind.example/1.pdf"] = Answer(CLEAN)
    assert isinstance(fetch(web, "https://rebind.example/1.pdf"), Downloaded)
    assert web.looked_up == ["rebind.example"]


def test_the_connection_itself_is_looked_at(web: Web) -> None:
    """Where the system connects somewhere else than was looked up, nothing is sent."""
    answers = iter([True])  # the look-up is allowed, the connection's own address no more
    web.allowed = lambda address: next(answers, False)
    assert fetch(web) == "not_public"
    assert web.seen == []


def test_every_hop_is_looked_up_anew(web: Web) -> None:
    """A host that has led on may not lead to an inner address the second time."""
    web.moved("pub.example/1.pdf", "https://rebind.example/1.pdf")
    web.addresses["rebind.example"] = ["10.0.0.1"]
    assert fetch(web) == "not_public"
    assert [seen.host for seen in web.seen] == ["pub.example"]


# ---- redirects


@pytest.mark.parametrize(
    ("target", "fault"),
    [
        (METADATA, "downgrade"),
        ("https://169.254.169.254/latest/meta-data/", "not_public"),
        ("https://[::ffff:169.254.169.254]/", "not_public"),
        ("https://[fd00:ec2::254]/", "not_public"),
        ("http://repo.example/1.pdf", "downgrade"),
        ("http://arxiv.org/pdf/2101.00001", "downgrade"),
        ("https://user:secret@repo.example/1.pdf", "credentials"),
        ("//169.254.169.254/x", "not_public"),
        ("ftp://repo.example/1.pdf", "not_https"),
        ("file:///etc/passwd", "bad_address"),
        ("data:application/pdf,%PDF-", "bad_address"),
        ("https://:443/", "bad_address"),
        ("https://[::1", "bad_address"),
        ("https://repo.example:99999/", "bad_address"),
        ("https://unknown.example/", "no_answer name resolution"),
    ],
)
def test_redirects_that_are_not_followed(web: Web, target: str, fault: str) -> None:
    """Redirects to metadata services, inner hosts, other schemes or less protection end the download (C038)."""
    web.moved("pub.example/1.pdf", target)
    assert fetch(web) == fault
    assert [seen.host for seen in web.seen] == ["pub.example"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_that_are_followed(web: Web, status: int) -> None:
    """Every kind of redirect, also a relative one, leads on among public https hosts."""
    web.moved("pub.example/1.pdf", "https://repo.example/2.pdf", status)
    web.moved("repo.example/2.pdf", "/files/3.pdf", status)
    web.answers["repo.example/files/3.pdf"] = Answer(CLEAN)
    got = fetch(web)
    assert isinstance(got, Downloaded)
    assert got.url == "https://repo.example/files/3.pdf"


@pytest.mark.parametrize(("hops", "arrives"), [(5, True), (6, False)])
def test_the_number_of_redirects(web: Web, hops: int, arrives: bool) -> None:
    """Five redirects are followed, a sixth is not."""
    for hop in range(hops):
        web.moved(f"pub.example/{hop}", f"/{hop + 1}")
    web.answers[f"pub.example/{hops}"] = Answer(CLEAN)
    got = fetch(web, "https://pub.example/0")
    assert isinstance(got, Downloaded) if arrives else got == "redirects"


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://pub.example/1.pdf", "not_https"),
        ("http://arxiv.org.evil.example/pdf/1", "not_https"),
        ("http://arxiv.org:8080/pdf/1", "not_https"),
        ("ftp://pub.example/1.pdf", "not_https"),
        ("file:///etc/passwd", "bad_address"),
        ("https://a:b@pub.example/", "credentials"),
        ("https://token@pub.example/", "credentials"),
        ("", "bad_address"),
        ("//pub.example/1.pdf", "not_https"),
        ("https://pub.example\r\nx: y/", "bad_address"),
    ],
)
def test_addresses_that_are_not_asked(web: Web, url: str, fault: str) -> None:
    """What is not plain https is refused before anything is looked up."""
    assert fetch(web, url) == fault
    assert web.looked_up == []


def test_arxivs_own_redirect_from_http(web: Web) -> None:
    """ArXiv leads from http to https itself, which is followed; another host's http is not."""
    web.moved("arxiv.org/pdf/2101.00001", "http://export.arxiv.org/pdf/2101.00001")
    web.moved("export.arxiv.org/pdf/2101.00001", "https://arxiv.org/pdf/2101.00001v1")
    web.answers["arxiv.org/pdf/2101.00001v1"] = Answer(CLEAN)
    assert isinstance(fetch(web, "http://arxiv.org/pdf/2101.00001"), Downloaded)
    web.moved("arxiv.org/pdf/2101.00001", "http://repo.example/1.pdf")
    assert fetch(web, "http://arxiv.org/pdf/2101.00001") == "not_https"


HOPS = st.lists(
    st.sampled_from(
        ["https://repo.example/", "https://other.example/", "https://arxiv.org/", "http://arxiv.org/", "http://repo.example/",
         METADATA, "https://10.0.0.1/", "https://[::1]/", "https://u@repo.example/", "https://rebind.example/"]
    ),
    min_size=1,
    max_size=7,
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HOPS)
def test_chains_of_redirects(web: Web, chain: list[str]) -> None:
    """Whatever leads where: only public https hosts are asked, at most six times; a file comes of clean chains only."""
    web.seen.clear()
    web.addresses["rebind.example"] = ["192.168.0.1"]
    chain = [f"{hop}{number}" for number, hop in enumerate(chain)]
    for before, after in zip(["https://pub.example/1.pdf", *chain], chain, strict=False):
        web.moved(before.partition("://")[2], after)
    web.answers[chain[-1].partition("://")[2]] = Answer(CLEAN)
    got = fetch(web)
    fine = all(hop.startswith(("https://repo", "https://other", "https://arxiv")) for hop in chain) and len(chain) <= 5
    assert isinstance(got, Downloaded) is fine
    assert len(web.seen) <= 6
    assert {seen.host for seen in web.seen} <= {"pub.example", "repo.example", "other.example", "arxiv.org"}


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=80) | st.text("htps:/@.[]%0123456789abcdefx#?\\", max_size=40).map("https://".__add__))
def test_any_text_as_an_address(web: Web, text: str) -> None:
    """No text makes the download fail otherwise than with a reason, nor reach anything but the hosts that are there."""
    assert isinstance(fetch(web, text, timeout_s=2), str)
    assert {seen.host for seen in web.seen} <= {"pub.example"}


# ---- what is sent


def test_nothing_says_who_asks(web: Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No cookie, no credential of the machine, no contact address and no key is ever sent, nor after a redirect."""
    (tmp_path / ".netrc").write_text(
        "machine pub.example login me password secret\nmachine repo.example login me password x\n"
    )
    for name, value in {
        "HOME": str(tmp_path), "NETRC": str(tmp_path / ".netrc"), "OPENALEX_API_KEY": "secret", "S2_API_KEY": "secret",
        "SCHOLAR_BUILD_CONTACT_EMAIL": "me@lab.example", "HTTPS_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    web.answers["pub.example/1.pdf"] = Answer(
        status=302, headers={"Location": "https://repo.example/2.pdf", "Set-Cookie": "session=1; Domain=example"}
    )
    web.answers["repo.example/2.pdf"] = Answer(CLEAN)
    assert isinstance(fetch(web), Downloaded)
    for seen in web.seen:
        assert set(seen.headers) == {"host", "user-agent", "accept", "accept-encoding"}
        assert "secret" not in str(seen)
        assert "@" not in str(seen)


# ---- what comes back


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"<!DOCTYPE html><title>Access</title>", {"Content-Type": "application/pdf"}),
        (b"\n%PDF-1.5", {"Content-Type": "application/pdf"}),
        (b"\xef\xbb\xbf%PDF-1.5", {}),
        (b"%PDF", {"Content-Type": "application/pdf"}),
        (b"", {"Content-Type": "application/pdf"}),
        (b"%pdf-1.5", {}),
        (b"PK\x03\x04", {"Content-Disposition": "attachment; filename=1.pdf"}),
    ],
)
def test_pages_that_call_themselves_pdf(web: Web, body: bytes, headers: dict[str, str]) -> None:
    """The first five bytes decide, not the header and not the address's ending."""
    web.answers["pub.example/1.pdf"] = Answer(body, headers=headers)
    assert fetch(web) == "not_a_pdf"


def test_a_pdf_by_another_name(web: Web) -> None:
    """A file that begins as a PDF is taken for one, whatever it is called."""
    web.answers["repo.example/1"] = Answer(CLEAN, headers={"Content-Type": "text/html"})
    assert isinstance(fetch(web, "https://repo.example/1"), Downloaded)


def test_first_bytes_that_drip(web: Web) -> None:
    """The first bytes may come one by one."""
    web.answers["pub.example/1.pdf"] = Answer(lambda: iter([bytes([byte]) for byte in CLEAN]))
    got = fetch(web)
    assert isinstance(got, Downloaded)
    assert got.size == len(CLEAN)


@pytest.mark.parametrize("status", [204, 206, 401, 402, 403, 404, 429, 500, 503])
def test_other_statuses(web: Web, status: int) -> None:
    """A paywall, a missing page or a busy server gives no file, even where it sends one."""
    web.answers["pub.example/1.pdf"] = Answer(CLEAN if status != 204 else b"", status=status)
    assert fetch(web) == f"status {status}"


def test_a_redirect_that_leads_nowhere(web: Web) -> None:
    """A redirect without a target is no answer."""
    web.answers["pub.example/1.pdf"] = Answer(status=302, headers={})
    assert fetch(web) == "status 302"


def endless() -> Iterator[bytes]:
    yield b"%PDF-1.7\n"
    while True:
        yield bytes(1 << 16)


def test_a_body_without_end(web: Web) -> None:
    """A body that never ends is left at the cap."""
    web.answers["pub.example/1.pdf"] = Answer(endless)
    assert fetch(web, max_bytes=300_000) == "too_large"


@pytest.mark.parametrize(("size", "fits"), [(1000, True), (1001, False)])
def test_the_cap(web: Web, size: int, fits: bool) -> None:
    """The cap counts bytes that were read; one that is announced as larger is not read at all."""
    web.answers["pub.example/1.pdf"] = Answer(b"%PDF-" + bytes(size - 5))
    got = fetch(web, max_bytes=1000)
    assert isinstance(got, Downloaded) if fits else got == "too_large"
    web.answers["pub.example/1.pdf"] = Answer(lambda: iter([b"%PDF-" + bytes(size - 5)]))
    got = fetch(web, max_bytes=1000)
    assert isinstance(got, Downloaded) if fits else got == "too_large"


def test_a_body_that_drips(web: Web) -> None:
    """A server that sends a byte now and then is left when the total time is over."""
    stop = threading.Event()

    def drip() -> Iterator[bytes]:
        yield b"%PDF-1.7"
        while not stop.wait(0.05):
            yield b"."

    web.answers["pub.example/1.pdf"] = Answer(drip)
    started = time.monotonic()
    assert fetch(web, timeout_s=0.5) == "timeout"
    assert time.monotonic() - started < 3
    stop.set()


def test_a_name_that_takes_for_ever(web: Web) -> None:
    """A resolver that does not answer is left when the total time is over."""
    stop = threading.Event()

    def resolve(host: str, port: int) -> list[tuple[str, int]]:
        stop.wait(10)
        return []

    with pytest.raises(DownloadError, match="timeout"):
        download(URL, io.BytesIO(), max_bytes=10, timeout_s=0.2, network=web.network._replace(resolve=resolve))
    stop.set()


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate, gzip"])
def test_a_packed_body(web: Web, encoding: str) -> None:
    """A body that is packed although it was asked for as it is, perhaps a bomb, is not unpacked."""
    web.answers["pub.example/1.pdf"] = Answer(CLEAN, headers={"Content-Encoding": encoding})
    assert fetch(web) == "encoded"


def test_a_body_that_is_cut_off(web: Web) -> None:
    """A file that ends before its announced length is no file."""
    web.answers["pub.example/1.pdf"] = Answer(CLEAN, headers={"Content-Length": str(len(CLEAN) + 10)})
    assert fetch(web) == "no_answer cut off"


def test_a_host_without_a_valid_certificate(web: Web) -> None:
    """A host that cannot prove its name is not believed, and gets no request."""
    with pytest.raises(DownloadError, match="no_answer TLS"):
        download(
            "https://93.184.216.34/1.pdf", io.BytesIO(), max_bytes=10, timeout_s=5,
            network=web.network._replace(resolve=lambda host, port: web.network.resolve("pub.example", port)),
        )  # fmt: skip
    assert web.seen == []


def test_a_second_address_of_a_host(web: Web) -> None:
    """Where a host's first address is down, the next one is tried."""
    web.answers["pub.example/1.pdf"] = Answer(CLEAN)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        closed = unused.getsockname()
        both = web.network._replace(resolve=lambda host, port: [closed, *web.network.resolve(host, port)])
        got = download(URL, io.BytesIO(), max_bytes=10_000, timeout_s=5, network=both)
        assert got.size == len(CLEAN)
        down = web.network._replace(resolve=lambda host, port: [closed])
        with pytest.raises(DownloadError, match="no_answer no connection"):
            download(URL, io.BytesIO(), max_bytes=10, timeout_s=5, network=down)


def test_which_faults_may_pass() -> None:
    """Another day may help with time-outs and busy servers, never with what an address is."""
    passing = [DownloadError(Fault.TIMEOUT), DownloadError(Fault.STATUS, "503"), DownloadError(Fault.STATUS, "429")]
    lasting = [DownloadError(Fault.NOT_PUBLIC), DownloadError(Fault.STATUS, "403"), DownloadError(Fault.NOT_A_PDF)]
    assert [one.is_passing for one in (*passing, *lasting)] == [True] * 3 + [False] * 3
