"""The prover: decide inequalities in finitely many real and integer variables, with certificates."""

from verify.prover.checker import CertificateError, check_certificate
from verify.prover.decide import Open, Proved, Refuted, prove
from verify.prover.falsifier import Counterexample, falsify, witness
from verify.prover.relation import Relation, Variable

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
