"""`scholar-build fetch-pdf` from end to end: the twin's records, invented hosts, a real scanner."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scholar_build.check import session_for
from scholar_build.cli import main
from scholar_build.config import load_settings
from scholar_build.errors import SettingsError
from scholar_build.identifiers import parse_identifier
from scholar_build.pdf import Fetching, Outcome, intake
from scholar_build.pdf.quarantine import FOLDER
from tests.pdf.daemon import Daemon, needs_clamd
from tests.pdf.files import BAD, CLEAN, INFECTED
from tests.pdf.web import Answer, Web, needs_openssl
from tests.shared import cases
from tests.twin import Fault, Twin, Work
from tests.twin.works import real_works

pytestmark = [needs_openssl, *needs_clamd]

CC = "https://creativecommons.org/licenses/by/4.0/"
PUB, REPO = "https://pub.example/1.pdf", "https://repo.example/1"


def location(url: str | None, licence: str | None = "cc-by", colour: str = "gold") -> dict[str, Any]:
    """What OpenAlex says of a work's best open-access copy."""
    return {
        "best_oa_location": {"is_oa": True, "pdf_url": url, "license": licence, "landing_page_url": "https://pub.example/1"},
        "open_access": {"is_oa": True, "oa_status": colour, "oa_url": url},
    }  # fmt: skip


def work(number: int, openalex: dict[str, Any] | None = None, doi: str = "", **facts: Any) -> Work:
    return Work(
        title=f"Tides of harbour {number}", authors=("Reed, Ada",), year=2020, doi=doi or f"10.5555/tide.{number}",
        openalex=f"W77000{number}", raw={"openalex": openalex or {}}, **facts,
    )  # fmt: skip


WORKS = [
    work(1, location(PUB), licence=CC, pdf=REPO),  # two copies
    work(2, location(PUB)),
    work(3, location(PUB, None, "bronze")),  # free to read
    work(4),  # paywalled
    work(5, location(None)),  # openly licensed, landing page only
    work(6, location(PUB, "publisher-specific-oa", "hybrid"), pdf=REPO),
    work(7, licence=CC, pdf=REPO),  # Crossref alone
    Work(title="An e-print", authors=("Moss, Bo",), year=2021, arxiv="2101.00001"),
    Work(
        title="By PubMed", authors=("Moss, Bo",), year=2021, doi="10.5555/tide.9", pmid="990001", licence=CC, pdf=REPO
    ),
]


@dataclass
class Lab:
    """A project whose providers are the twin and whose web is invented."""

    root: Path
    twin: Twin
    web: Web

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(main, ["fetch-pdf", *arguments], obj=self.web.network)

    def configure(self, **pdf: Any) -> None:
        entries = "\n".join(f"{key} = {json.dumps(value)}" for key, value in pdf.items())
        endpoints = "\n".join(f"{key} = {json.dumps(value)}" for key, value in self.twin.endpoints().items())
        paces = "\n".join(f"{key} = {value}" for key, value in self.twin.paces().items())
        (self.root / "scholar.toml").write_text(
            'contact_email = "me@lab.example"\naudit_log = "audit.jsonl"\ncache_dir = "cache"\n'
            f"[endpoints]\n{endpoints}\n[paces]\n{paces}\n[pdf]\n{entries}\n"
        )

    def inbox(self) -> list[str]:
        """The files of the inbox, quarantine left out."""
        folder = self.root / "corpus-inbox"
        return sorted(path.name for path in folder.iterdir() if path.name != FOLDER) if folder.exists() else []

    def quarantined(self) -> list[str]:
        folder = self.root / "corpus-inbox" / FOLDER
        return sorted(path.suffix for path in folder.iterdir()) if folder.exists() else []

    def audited(self) -> list[dict[str, Any]]:
        lines = (self.root / "audit.jsonl").read_text().splitlines()
        return [entry for line in lines if (entry := json.loads(line))["operation"] == "pdf"]


@pytest.fixture
def lab(tmp_path: Path, web: Web, clamd: Daemon, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scholar_build.pdf._INTERVAL_S", 0.01)
    monkeypatch.setattr("scholar_build.pdf._ARXIV_INTERVAL_S", 0.01)
    with Twin(WORKS, limits="off") as twin:
        opened = Lab(tmp_path, twin, web)
        opened.configure(clamd=clamd.path)
        yield opened


def test_a_work_is_stored(lab: Lab) -> None:
    """The path is printed and nothing else; the file stands there with its provenance beside it."""
    lab.web.answers["pub.example/1.pdf"] = Answer(CLEAN)
    done = lab.run("10.5555/tide.2")
    assert (done.exit_code, done.stderr) == (0, "")
    path = Path(done.stdout.strip())
    assert path.read_bytes() == CLEAN
    assert lab.inbox() == [path.name, f"{path.name}.json"]
    known = json.loads((path.parent / f"{path.name}.json").read_text())
    facts = {key: known[key] for key in ("id", "url", "named", "licence", "provider", "scanner", "bytes", "tried")}
    assert facts == {
        "id": "doi:10.5555/tide.2", "url": PUB, "named": PUB, "licence": "cc-by", "provider": "openalex",
        "scanner": "clamd", "bytes": len(CLEAN), "tried": [],
    }  # fmt: skip
    assert len(known["sha256"]) == 64
    assert known["fetched_at"].endswith("Z")
    assert lab.quarantined() == []


def test_a_work_is_fetched_once(lab: Lab) -> None:
    """What is there already is not fetched again, and no provider is asked."""
    lab.web.answers["pub.example/1.pdf"] = Answer(CLEAN)
    first = lab.run("10.5555/tide.2")
    asked = len(lab.twin.requests)
    second = lab.run("https://doi.org/10.5555/TIDE.2")
    assert second.stdout == first.stdout
    assert (len(lab.web.seen), len(lab.twin.requests)) == (1, asked)


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (3, "openalex: no licence is stated, and free to read is none"),
        (4, "openalex: no open-access location is known"),
        (5, "openalex: openly licensed, but no PDF is named"),
        (6, "openalex: its licence is no open one (publisher-specific-oa)"),
    ],
)
def test_what_is_not_open_access(lab: Lab, number: int, reason: str) -> None:
    """A paywalled, readable or otherwise licensed copy is refused before a byte is downloaded, with the reason."""
    done = lab.run(f"10.5555/tide.{number}")
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"doi:10.5555/tide.{number}: {reason}" in done.stderr
    assert lab.web.looked_up == []
    assert lab.inbox() == []


def test_crossrefs_licence_and_link(lab: Lab) -> None:
    """A licence and a PDF at Crossref are enough."""
    lab.web.answers["repo.example/1"] = Answer(CLEAN)
    assert lab.run("10.5555/tide.7").exit_code == 0
    known = json.loads(next((lab.root / "corpus-inbox").glob("*.json")).read_text())
    assert (known["provider"], known["licence"]) == ("crossref", CC)


@pytest.mark.parametrize(
    ("asked", "path"),
    [("arXiv:2101.00001", "2101.00001"), ("2101.00001v2", "2101.00001v2"), ("10.48550/arXiv.2101.00001", "2101.00001")],
)
def test_an_eprint(lab: Lab, asked: str, path: str) -> None:
    """An arXiv e-print is open access; the version that was asked for is fetched from arXiv itself."""
    lab.web.answers[f"arxiv.org/pdf/{path}"] = Answer(CLEAN)
    done = lab.run(asked)
    assert (done.exit_code, done.stderr) == (0, "")
    assert [seen.path for seen in lab.web.seen] == [f"/pdf/{path}"]
    known = json.loads(Path(f"{done.stdout.strip()}.json").read_text())
    assert (known["id"], known["licence"]) == (f"arxiv:{path}", "")


def test_a_work_by_its_pubmed_id(lab: Lab) -> None:
    """A work named otherwise is followed to its DOI, whose licence then counts."""
    lab.web.answers["repo.example/1"] = Answer(CLEAN)
    assert lab.run("pmid:990001").exit_code == 0
    assert lab.run("10.5555/tide.404").exit_code == 1


def test_several_copies(lab: Lab) -> None:
    """A page at the PDF's address is refused by its first bytes, the next copy is taken, and both are told (C037)."""
    lab.web.answers["pub.example/1.pdf"] = Answer(b"<!DOCTYPE html><p>Are you a robot?")
    lab.web.answers["repo.example/1"] = Answer(CLEAN, headers={"Content-Type": "application/octet-stream"})
    done = lab.run("10.5555/tide.1")
    assert done.exit_code == 0
    assert f"doi:10.5555/tide.1: {PUB}: download: not_a_pdf" in done.stderr
    known = json.loads(Path(f"{done.stdout.strip()}.json").read_text())
    assert (known["url"], known["tried"]) == (REPO, [f"{PUB}: download: not_a_pdf"])
    assert [(entry["outcome"], entry["bytes"]) for entry in lab.audited()] == [
        ("refused: download", 34),
        ("stored", len(CLEAN)),
    ]


def test_a_copy_that_leads_inside(lab: Lab) -> None:
    """A location that redirects to a metadata service ends there; nothing of it is asked for or kept (C038)."""
    lab.web.moved("pub.example/1.pdf", "https://169.254.169.254/latest/meta-data/")
    done = lab.run("10.5555/tide.2")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "download: not_public" in done.stderr
    assert lab.quarantined() == []
    lab.web.moved("pub.example/1.pdf", "http://169.254.169.254/latest/meta-data/")
    assert "download: downgrade" in lab.run("10.5555/tide.2").stderr


def test_an_infected_file(lab: Lab) -> None:
    """What the scanner finds never reaches the inbox; the log holds ids and sizes, no name, no address, no byte."""
    lab.web.answers["pub.example/1.pdf"] = Answer(INFECTED)
    done = lab.run("10.5555/tide.2")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "malware: Test.Eicar" in done.stderr
    assert (lab.inbox(), lab.quarantined()) == ([], [])
    entry = lab.audited()[-1]
    assert {key: entry[key] for key in entry if key not in ("at", "seconds")} == {
        "operation": "pdf", "provider": "openalex", "ids": ["doi:10.5555/tide.2"], "questions": 1,
        "found": 0, "absent": 0,
        "bytes": len(INFECTED), "outcome": "refused: malware",
    }  # fmt: skip


def test_refused_bytes_can_be_kept(lab: Lab, clamd: Daemon) -> None:
    """Where the settings say so, refused bytes stay sealed in quarantine."""
    lab.configure(clamd=clamd.path, keep_refused=True)
    lab.web.answers["pub.example/1.pdf"] = Answer(BAD["an attachment"][1])
    done = lab.run("10.5555/tide.2")
    assert "structure: embedded_file, external" in done.stderr
    assert (lab.inbox(), lab.quarantined()) == ([], [".sealed"])


def test_no_scanner(lab: Lab) -> None:
    """Without a scanner nothing is fetched at all."""
    lab.configure(clamd=str(lab.root / "none"))
    done = lab.run("10.5555/tide.2")
    assert (done.exit_code, done.stdout) == (3, "")
    assert "no malware scanner: it could not be asked" in done.stderr
    assert lab.web.seen == []


def test_a_scanner_that_goes_away(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scanner that is gone when the file is there means no file."""
    lab.web.answers["pub.example/1.pdf"] = Answer(CLEAN)
    lab.configure(clamd=str(lab.root / "none"))
    monkeypatch.setattr(intake.Intake, "check_scanner", lambda self: None)
    done = lab.run("10.5555/tide.2")
    assert (done.exit_code, done.stdout) == (3, "")
    assert (lab.inbox(), lab.quarantined()) == ([], [])


def test_no_scanner_by_choice(lab: Lab) -> None:
    """`scanner = "none"` is a choice, which the provenance shows."""
    lab.configure(scanner="none", clamd="nowhere")
    lab.web.answers["pub.example/1.pdf"] = Answer(CLEAN)
    done = lab.run("10.5555/tide.2", "--into", "elsewhere")
    assert done.exit_code == 0
    assert json.loads(Path(f"{done.stdout.strip()}.json").read_text())["scanner"] == "none"
    assert Path(done.stdout.strip()).parent.name == "elsewhere"


def test_servers_that_do_not_answer(lab: Lab) -> None:
    """A busy host or a silent provider says nothing about the work: nothing is stored, and the status is 3."""
    lab.web.answers["pub.example/1.pdf"] = Answer(b"", status=503)
    done = lab.run("10.5555/tide.2")
    assert (done.exit_code, "status 503" in done.stderr) == (3, True)
    lab.twin.fail("openalex", Fault.FORBIDDEN)
    assert "openalex did not answer" in lab.run("10.5555/tide.3").stderr


def test_a_whole_bibliography(lab: Lab) -> None:
    """Every work that a bibliography names is tried, each path is printed, and paywalled works are no failure."""
    lab.web.answers["pub.example/1.pdf"] = Answer(CLEAN)
    lab.web.answers["repo.example/1"] = Answer(CLEAN)
    entries = [f"@article{{k{number}, title={{Tides}}, doi={{10.5555/tide.{number}}}}}" for number in (2, 3, 4, 7, 2)]
    (lab.root / "refs.bib").write_text("\n".join([*entries, "@book{none, title={Without}}"]))
    done = lab.run("--all", "refs.bib")
    assert (done.exit_code, len(done.stdout.splitlines())) == (0, 2)
    assert "2 of 4 works are stored." in done.stderr
    lists = [seen for seen in lab.twin.requests if seen.provider == "openalex"]
    assert len(lists) == 1


def test_the_sample_site(lab: Lab, clamd: Daemon) -> None:
    """Of the works that the sample site cites, the e-prints and the openly licensed one are stored, no other."""
    lab.twin.add(*real_works())
    lab.twin.add(work(1567, licence=CC, pdf=REPO, doi="10.7554/elife.01567"))
    eprints = ("1706.03762", "1605.08386", "astro-ph/0601001", "2311.16162", "1902.02534")
    for address in (*(f"arxiv.org/pdf/{eprint}" for eprint in eprints), "repo.example/1"):
        lab.web.answers[address] = Answer(CLEAN)
    sample = Path(__file__).resolve().parents[2] / "sample_site"
    shutil.copytree(sample / "docs", lab.root / "docs")
    done = lab.run("--all", "docs")
    assert done.exit_code == 0, done.stderr
    names = {json.loads(Path(f"{path}.json").read_text())["id"] for path in done.stdout.splitlines()}
    assert names == {"doi:10.7554/elife.01567", *(f"arxiv:{eprint}" for eprint in eprints)}
    assert {seen.host for seen in lab.web.seen} == {"arxiv.org", "repo.example"}
    shutil.copy(sample / "scholar.lock", lab.root)
    lab.configure(clamd=clamd.path)
    assert lab.run("--all", "docs").stdout == done.stdout


def test_offline(lab: Lab) -> None:
    """Offline nothing is downloaded, also where the records are at hand; what is stored is still found."""
    lab.web.answers["pub.example/1.pdf"] = Answer(b"no", status=503)
    assert lab.run("10.5555/tide.2").exit_code == 3
    asked = len(lab.web.seen)
    settings = lab.root / "scholar.toml"
    settings.write_text("offline = true\n" + settings.read_text())
    done = lab.run("10.5555/tide.2")
    assert (done.exit_code, done.stderr) == (3, "doi:10.5555/tide.2: offline: nothing is downloaded\n")
    assert len(lab.web.seen) == asked


def test_one_refused_file_of_a_bibliography(lab: Lab) -> None:
    """A file that is refused makes the status 1, and the others are stored all the same."""
    lab.web.answers["pub.example/1.pdf"] = Answer(INFECTED)
    lab.web.answers["repo.example/1"] = Answer(CLEAN)
    (lab.root / "refs.bib").write_text("@article{a, doi={10.5555/tide.2}}\n@article{b, doi={10.5555/tide.7}}")
    done = lab.run("--all", "refs.bib")
    assert (done.exit_code, len(done.stdout.splitlines())) == (1, 1)


@pytest.mark.parametrize(
    "arguments", [(), ("10.5555/tide.2", "--all", "refs.bib"), ("no identifier",), ("isbn:9780306406157",)]
)
def test_commands_that_cannot_run(lab: Lab, arguments: tuple[str, ...]) -> None:
    """A command that names nothing, too much or no work ends with a sentence."""
    done = lab.run(*arguments)
    assert done.exit_code == 2
    assert "Error:" in done.stderr


def test_a_busy_host(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where other processes hold a host for too long, the work is left for another time."""
    from scholar_build.limiter import BusyError

    def busy(*_: object, **__: object) -> None:
        raise BusyError

    settings = load_settings(lab.root)
    with session_for(settings) as session:
        fetching = Fetching(settings, session, lab.root / "inbox", network=lab.web.network)
        monkeypatch.setattr(intake, "download", busy)
        work = parse_identifier("10.5555/tide.2")
        assert work is not None
        assert fetching.fetch(work).outcome is Outcome.UNDECIDED


def test_the_command_itself_reaches_no_inner_host(lab: Lab) -> None:
    """The installed command, which no test can give a network, refuses a record that leads to this machine."""
    lab.twin.add(work(8, location(f"https://127.0.0.1:{lab.web._servers[443].server_address[1]}/1.pdf")))
    lab.web.answers["127.0.0.1/1.pdf"] = Answer(CLEAN)
    done = subprocess.run(
        [sys.executable, "-c", "from scholar_build.cli import main; main()", "fetch-pdf", "10.5555/tide.8"],
        cwd=lab.root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert "download: not_public" in done.stderr
    assert lab.web.seen == []


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({"max_mb": 21}, "pdf.max_mb"), ({"max_mb": 0}, "pdf.max_mb"), ({"timeout_s": 0}, "pdf.timeout_s"),
        ({"scanner": "avg"}, "pdf"), ({"scaner": "none"}, "pdf"),
    ],
)  # fmt: skip
def test_settings_that_are_wrong(lab: Lab, table: dict[str, Any], key: str) -> None:
    """A cap above 20 MB, a time of nothing or an unknown scanner is named with its key."""
    lab.configure(**table)
    with pytest.raises(SettingsError, match=key):
        load_settings(lab.root)


def test_every_shared_case_has_a_test() -> None:
    """The cases of this kind are held by tests that name them."""
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert [case["id"] for case in cases("pdf") if case["id"] not in text] == []
