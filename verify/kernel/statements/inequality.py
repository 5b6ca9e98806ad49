"""An inequality in finitely many reals and integers: falsified, or proved by a certificate that is checked."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from verify.kernel.prover import CertificateError, Open, Proved, Refuted, Relation, Variable, check_certificate, witness
from verify.kernel.prover.certificates import sides_at
from verify.kernel.prover.display import Layout
from verify.kernel.statements.base import LaidOut, reporting
from verify.kernel.statements.outcome import Outcome, Settings, Verdict
from verify.kernel.statements.proofs import decided, keep


@dataclass(frozen=True)
class Inequality(LaidOut):
    """left <= right (or <) for all variables in their ranges that satisfy the side conditions.

    `shown_at` are the parameters at which both sides are shown as numbers, as text that sympy reads.

    Raises:
        ValueError: when the relation is none, or `shown_at` does not give each of its variables a number.
    """

    relation: Relation
    shown_at: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.relation, Relation):
            raise ValueError(f"relation = {self.relation!r:.80}: must be a relation")  # noqa: TRY004 (as all arguments)
        if self.shown_at:
            try:
                given = {name: sympy.sympify(number).is_real for name, number in self.shown_at}
            except (TypeError, ValueError, AttributeError):
                given = {}
            if set(given) != {v.symbol.name for v in self.relation.variables} or not all(given.values()):
                raise ValueError(f"shown_at = {self.shown_at!r:.80}: must be a real number, as text, by variable")

    def layout(self) -> Layout:
        """The relation with its domain."""
        return self.relation.layout()

    @reporting
    def check(self, settings: Settings) -> Outcome:
        """Prove or refute by the prover; a proof counts once the independent checker accepts its certificate."""
        held = witness(self.relation) if self.relation.where else {}
        if held is None:
            # Else conditions that contradict each other would prove anything.
            return Outcome(
                Verdict.OPEN, {"method": "side conditions", "reason": "no point was found at which they hold"}
            )
        result = decided(self.relation)
        match result:
            case Proved():
                try:
                    check_certificate(self.relation, result.certificate)
                except CertificateError as error:
                    return Outcome(
                        Verdict.OPEN, {"method": "certificate", "reason": f"the checker rejects it: {error}"}
                    )
                keep(self.relation, result)
                nodes = Counter(_nodes(result.certificate["proof"]))
                return Outcome(
                    Verdict.PROVED,
                    {
                        "method": "certificate in ball arithmetic, accepted by the independent checker",
                        "certificate": ", ".join(f"{count} {node}" for node, count in sorted(nodes.items())),
                        "domain": self._domain(),
                        **({"witness": {name: str(x) for name, x in held.items()}} if held else {}),
                        **self._shown(),
                    },
                )
            case Refuted():
                try:
                    confirmed = sides_at(self.relation, result.point)
                except CertificateError as error:
                    return Outcome(
                        Verdict.OPEN,
                        {"method": "counterexample", "reason": f"the checker does not confirm it: {error}"},
                    )
                keep(self.relation, result)
                left, right = (_floats((side.lo, side.hi)) for side in confirmed)
                return Outcome(
                    Verdict.REFUTED,
                    {
                        "method": "counterexample in ball arithmetic, confirmed by the independent checker",
                        "parameters": {name: str(value) for name, value in result.point.items()},
                        "left": left,
                        "right": right,
                        "slack": right[0] - left[1],
                    },
                )
            case Open():
                return Outcome(Verdict.OPEN, {"method": "branch and bound", "reason": result.reason, "box": result.box})

    def _domain(self) -> str:
        return ", ".join(v.text() for v in self.relation.variables) or "no variables"

    def _shown(self) -> dict[str, object]:
        """Both sides at the parameters that the claim states."""
        if not self.shown_at:
            return {}
        values = {sympy.Symbol(name): sympy.sympify(text) for name, text in self.shown_at}
        renamed = {v.symbol: values[sympy.Symbol(v.symbol.name)] for v in self.relation.variables}
        left, right = (float(side.xreplace(renamed).evalf(30)) for side in (self.relation.left, self.relation.right))
        return {"parameters": dict(self.shown_at), "left": [left, left], "right": [right, right], "slack": right - left}


def at_most(
    left: sympy.Expr, right: sympy.Expr, *variables: Variable, shown: tuple[tuple[str, str], ...] = ()
) -> Inequality:
    """left <= right for all values of the variables."""
    return Inequality(Relation(left, right, "<=", variables), shown)


def _floats(ends: Sequence[Any]) -> list[float]:
    """Both ends of an enclosure as floats, a relative 2^-52 wider, so that rounding cannot narrow it."""
    low, high = (float(end) for end in ends)
    return [low - abs(low) * 2**-52, high + abs(high) * 2**-52]


def _nodes(proof: dict[str, Any]) -> Iterator[str]:
    """The kinds of steps in a certificate, those that others rest on too."""
    yield str(proof["node"])
    for value in proof.values():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict) and "node" in part:
                yield from _nodes(part)
