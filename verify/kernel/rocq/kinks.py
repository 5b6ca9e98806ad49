"""Minima, maxima and sizes, and the branch that one of them is equal to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import sympy

from verify.kernel.prover.relation import numeric
from verify.kernel.rocq.claim import SECONDS, Claim, Lines, block, sample_points

KINKS = (sympy.Min, sympy.Max, sympy.Abs)


def branches(piece: Any) -> list[Any]:
    """What the piece may be equal to."""
    return [piece.args[0], -piece.args[0]] if isinstance(piece, sympy.Abs) else list(piece.args)


def selected(piece: Any, keep: int) -> list[Any]:
    """What is nonnegative where one branch is the value."""
    sign, parts = 1 if isinstance(piece, sympy.Min) else -1, branches(piece)
    return [sign * (b - parts[keep]) for j, b in enumerate(parts) if j != keep]


def gaps(claim: Claim, piece: Any, keep: int) -> list[str]:
    """The selecting conditions' gaps, each as a difference of branches as these are written."""
    texts = [claim.text(b) for b in branches(piece)]
    ends = (lambda t: (t, texts[keep])) if isinstance(piece, sympy.Min) else (lambda t: (texts[keep], t))
    pairs = [ends(t) for j, t in enumerate(texts) if j != keep]
    return [f"({large} - {small})" for large, small in pairs]


def replaced(claim: Claim, then: Claim) -> Lines:
    """The step from a claim to the one with a branch for a piece, by the equation P_."""
    return [
        f"apply ({claim.word}_of_eq {claim.text(claim.f)} {then.text(then.f)}).",
        *block(["rewrite ?P_; by_roots."]),
        "clear P_.",
    ]


def smoothed(claim: Claim) -> tuple[Claim, Lines]:
    """The claim with each kinked piece as one of its branches on the whole box, as points tell, and the step there."""
    lines: Lines = []
    for _ in range(20):
        pieces = [p for p in claim.f.atoms(*KINKS) if not any(a.has(*KINKS) for a in p.args)]
        if not pieces:
            break
        piece = min(pieces, key=sympy.default_sort_key)
        points = sample_points(claim)
        values = [np.broadcast_to(v, 64) for v in numeric(tuple(branches(piece)), list(claim.box), points)]
        best = np.min(values, axis=0) if isinstance(piece, sympy.Min) else np.max(values, axis=0)
        keep = next((i for i, v in enumerate(values) if np.allclose(v, best)), None)
        if keep is None:
            break
        lines += [f"assert (0 <= {gap}) by (timeout {SECONDS} sign)." for gap in gaps(claim, piece, keep)]
        branch = branches(piece)[keep]
        lines.append(f"assert (P_ : {claim.text(piece)} = {claim.text(branch)}) by branch.")
        then = replace(claim, f=claim.f.xreplace({piece: branch}))
        lines += replaced(claim, then)
        claim = then
    return claim, lines
