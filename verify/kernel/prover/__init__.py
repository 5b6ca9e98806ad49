"""The prover: decide inequalities in finitely many real and integer variables, with certificates.

What checks certificates is loaded with the package; the search only where one of its names is asked for, so that
`verify.kernel.prover.checker` and `verify.kernel.prover.certificates` run without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from verify.kernel.prover.checker import CertificateError, check_certificate
from verify.kernel.prover.relation import Relation, Variable

if TYPE_CHECKING:
    from verify.kernel.prover.decide import Open, Proved, Refuted, prove
    from verify.kernel.prover.falsifier import Counterexample, falsify, witness

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

_SEARCH = dict.fromkeys(("Open", "Proved", "Refuted", "prove"), "verify.kernel.prover.decide")
_SEARCH |= dict.fromkeys(("Counterexample", "falsify", "witness"), "verify.kernel.prover.falsifier")


def __getattr__(name: str) -> Any:
    if name not in _SEARCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_SEARCH[name]), name)
