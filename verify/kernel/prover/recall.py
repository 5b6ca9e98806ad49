"""Proofs found before, by the relation that they show: where to look first.

None is believed: the checker reads it as if it had just been found, and what it does not accept is searched for again.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from verify.kernel.prover.checker import CertificateError, check_certificate
from verify.kernel.prover.relation import Relation

Proofs = dict[str, Any]
"""The proof in a certificate, by `digest` of its relation; JSON-able."""

_ANEW: ContextVar[bool] = ContextVar("anew", default=False)
_USED: ContextVar[Proofs] = ContextVar("used")


@cache
def _known() -> Proofs:
    """What this process knows; in a function, since no verdict hangs on it and so no fingerprint may."""
    return {}


def digest(relation: Relation) -> str:
    """What a proof is kept under: 16 hexadecimal digits of the relation's canonical text."""
    return hashlib.sha256(relation.canonical().encode()).hexdigest()[:16]


def learn(proofs: Mapping[str, Any]) -> None:
    """Make proofs known to this process."""
    _known().update(proofs)


@contextmanager
def used(*, anew: bool = False) -> Iterator[Proofs]:
    """Collect the proofs that are recalled or found inside; `anew`: nothing is recalled."""
    found: Proofs = {}
    tokens = _USED.set(found), _ANEW.set(anew)
    try:
        yield found
    finally:
        _USED.reset(tokens[0])
        _ANEW.reset(tokens[1])


def is_known(relation: Relation) -> bool:
    """Whether a proof may be recalled, right or wrong."""
    return not _ANEW.get() and digest(relation) in _known()


def recalled(relation: Relation) -> dict[str, Any] | None:
    """A certificate from before that the checker accepts for this relation now."""
    if not is_known(relation):
        return None
    certificate = {"relation": relation.canonical(), "proof": _known()[digest(relation)]}
    try:
        check_certificate(relation, certificate)
    except CertificateError:
        return None
    note(relation, certificate)
    return certificate


def note(relation: Relation, certificate: Mapping[str, Any]) -> None:
    """Add an accepted certificate to those used."""
    if (found := _USED.get(None)) is not None:
        found[digest(relation)] = certificate["proof"]
