"""The prover: decide inequalities in finitely many real and integer variables, with certificates.

What checks certificates is loaded with the package; the search only where one of its names is asked for, so that
`verify.prover.checker` and `verify.prover.certificates` run without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from verify.prover.checker import CertificateError, check_certificate
from verify.prover.relation import Relation, Variable

if TYPE_CHECKING:
    from verify.prover.decide import Open, Proved, Refuted, prove
    from verify.prover.falsifier import Counterexample, falsify, witness

__all__ = [
    "CertificateError",
    "Counterexample",
    "Open",
    "Proved",
    "Refuted",
    "Relation",
    "Variable",
    "check_certificate",
    "falsify",
    "prove",
    "witness",
]

_SEARCH = dict.fromkeys(("Open", "Proved", "Refuted", "prove"), "verify.prover.decide")
_SEARCH |= dict.fromkeys(("Counterexample", "falsify", "witness"), "verify.prover.falsifier")


def __getattr__(name: str) -> Any:
    if name not in _SEARCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_SEARCH[name]), name)
