"""Short ways to ask a provider module and hand it a reply."""

from __future__ import annotations

import json
from typing import Any

from scholar_build.identifiers import Identifier, Scheme
from scholar_build.model import Answer, Found, Lookup, ProviderName, Question, Record, Search
from scholar_build.providers import PROVIDERS
from scholar_build.providers.base import Call, Reply

FETCHED_AT = "2026-11-30T12:00:00Z"


def identifier(curie: str) -> Identifier:
    """`arxiv:2101.00001v2` and its like as an identifier."""
    scheme, _, value = curie.partition(":")
    base, _, version = value.rpartition("v") if scheme == "arxiv" and value[-2:-1] == "v" else (value, "", "")
    return Identifier(Scheme(scheme), base, int(version) if version else None)


def lookup(name: ProviderName, curie: str) -> Lookup:
    """The question what an identifier names."""
    return Lookup.of(name, identifier(curie))


def search(name: ProviderName, text: str, **more: Any) -> Search:
    """The question which works fit a text."""
    return Search(provider=name, text=text, **more)


def reply(body: Any, status: int = 200, **headers: str) -> Reply:
    """A reply with bytes, text or a JSON tree as its body."""
    raw = body if isinstance(body, bytes) else body.encode() if isinstance(body, str) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, body=raw, fetched_at=FETCHED_AT, headers=named)


def plan(*questions: Question) -> list[Call]:
    """The calls for questions to one provider."""
    return list(PROVIDERS[questions[0].provider].plan(questions))


def read(call: Call, answer: Reply) -> dict[Question, Answer | Call]:
    """What a provider makes of a reply."""
    return dict(PROVIDERS[call.questions[0].provider].read(call, answer))


def ask(question: Question, *replies: Reply) -> Answer | Call:
    """Ask one question and hand over replies until it is answered or none is left."""
    (call,) = plan(question)
    outcome: Answer | Call = call
    for one in replies:
        assert isinstance(outcome, Call)
        outcome = read(outcome, one)[question]
    return outcome


def record(question: Question, *replies: Reply) -> Record:
    """The one record that the replies give for a question."""
    answer = ask(question, *replies)
    assert isinstance(answer, Found)
    (found,) = answer.records
    return found


def params(call: Call) -> dict[str, str]:
    """The parameters of a call."""
    return dict(call.request.params)
