"""Tactics that close a claim at once: by its sign's structure, or by intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import sympy
from flint import ctx

from verify.kernel.prover.checker import PRECISION
from verify.kernel.prover.enclosure import Evaluator
from verify.kernel.rocq.claim import SECONDS, Claim, Lines, finite, used
from verify.kernel.rocq.identities import plain
from verify.kernel.rocq.kinks import KINKS, smoothed
from verify.kernel.rocq.terms import fresh, gallina, span


def by_intervals(claim: Claim) -> Lines:
    """One call of `interval`, which splits by itself."""
    claim, start = smoothed(claim) if claim.f.has(*KINKS[:2]) else (claim, [])
    names = [claim.names[s] for s in used(claim)]
    if not names:
        return [*start, "first [ sign | interval with (i_prec 120) ]."]
    bisect = ", ".join(f"i_bisect {x}" for x in names)
    ways = [
        f"interval with ({bisect}, i_depth 20)",
        *(f"interval with ({bisect}, i_autodiff {x}, i_depth 20)" for x in names),
        *(f"interval with ({bisect}, i_taylor {x}, i_depth 20, i_prec 80)" for x in names[:1]),
        *_enclosed(claim),
        "sign",
    ]
    return [*start, f"{destructed(claim)}first [ {' | '.join(f'timeout {SECONDS} ({way})' for way in ways)} ]."]


def signed(claim: Claim) -> str:
    """One tactic for the whole box, from several that are tried in turn."""
    tried = [f"timeout {SECONDS} sign", *_enclosed(claim)]
    if claim.f.has(sympy.Min, sympy.Max):
        tried.insert(1, f"kinks; timeout {SECONDS} sign")
    return f"first [ {' | '.join(tried)} ]"


def _enclosed(claim: Claim) -> list[str]:
    """A way that first bounds by numbers the parts that intervals don't see, and puts letters for them."""
    with ctx.workprec(PRECISION):
        try:
            value = Evaluator({s: span(e) for s, e in claim.box.items()})
            value(claim.f)
            parts = [p for p in claim.f.atoms(*KINKS[:2], sympy.log, sympy.Pow) if hidden(p, value)]
            powers = {sympy.log(p.base, evaluate=False) for p in claim.f.atoms(sympy.Pow) if not plain(p.exp)}
            parts += [p for p in powers if p not in parts and p.free_symbols and hidden(p, value)]
            spans = {p: value(p) for p in parts}
        except ArithmeticError:
            return []
    if not parts:
        return []
    names = {**claim.names, **{p: f"(/ {gallina(1 / p, claim.names)})" for p in parts if p.is_Pow}}
    steps = []
    letters, split = dict(claim.names), [claim.names[s] for s in used(claim)]
    for i, p in enumerate(sorted(parts, key=lambda p: (p.count_ops(), sympy.default_sort_key(p)))):
        text = f"(/ {gallina(1 / p, letters)})" if p.is_Pow else gallina(p, letters)
        letter = fresh(f"v{i}", [*claim.names.values(), *letters.values()])
        low, high = (outward(end, way) for end, way in ((spans[p].lo, -1), (spans[p].hi, 1)))
        labels = []
        for side, bound in (("L", low), ("U", high)):
            if bound is not None:
                said = f"{bound} <= {text}" if side == "L" else f"{text} <= {bound}"
                steps.append(f"assert ({side}_{letter} : {said}) by (timeout {SECONDS} enclosed)")
                labels.append(f"{side}_{letter}")
        if labels:
            steps.append(f"revert {' '.join(labels)}; generalize {text}; intros {letter} {' '.join(labels)}")
            letters[p] = letter
            split.append(letter)
    whole = gallina(claim.f, claim.names)
    explicit = gallina(claim.f, names)
    same = [] if whole == explicit else [f"apply ({claim.word}_of_eq {whole} {explicit}); [equal | "]
    closes = f"timeout {SECONDS} sign"
    if finite(claim):
        # An end of a part's range may be met only where the rest is far from its own.
        bisect = ", ".join(f"i_bisect {x}" for x in split)
        closes = f"first [ {closes} | timeout {SECONDS} (interval with ({bisect}, i_depth 20)) ]"
    body = "; ".join([*steps, closes])
    return [f"({same[0]}{body}])" if same else f"({body})"]


def hidden(p: Any, value: Evaluator) -> bool:
    """Whether intervals are blind for a part of an expression: a minimum, or a pole or a logarithm's at 0."""
    if isinstance(p, sympy.log):
        return bool(value(p.args[0]).lo == 0)
    if p.is_Pow:
        base = value(p.base)
        return bool(p.exp.is_Rational and p.exp < 0 and (base.lo == 0 or base.hi == 0))
    return True


def outward(end: Any, way: int) -> str | None:
    """A short number beyond an end of an enclosure, as text; None where it is infinite."""
    value = float(end)
    if not np.isfinite(value):
        return None
    exact = sympy.Rational(*value.as_integer_ratio())
    if exact.q > 2**10 or end != exact.p / exact.q:
        exact = sympy.Rational(int(np.floor(value * 2**16)) + (way > 0), 2**16) if abs(value) < 2**40 else exact
        exact += way * sympy.Rational(1, 2**16) * max(1, abs(int(value)) // 2**20)
    return gallina(exact, {})


def destructed(claim: Claim) -> str:
    """What takes minima and maxima apart, where there are any."""
    return "kinks; " if claim.f.has(sympy.Min, sympy.Max) else ""


def whole(claim: Claim) -> Lines:
    """A claim on its whole box by one call, whether that is bounded or not."""
    if finite(claim):
        *start, line = by_intervals(claim)
        if start:
            return [*start, line]
        return [f"first [ {signed(claim)} | {line[:-1]} | timeout {SECONDS} nra{apart(claim)} ]."]
    return [f"first [ {signed(claim)} | simpler; timeout {SECONDS} sign | timeout {SECONDS} nra ]."]


def apart(claim: Claim) -> str:
    """A last way for one variable near a pole at 0: what is near the pole, and the rest."""
    letters = used(claim)
    if len(letters) != 1 or claim.box[letters[0]].lower != 0 or not claim.box[letters[0]].open_lower:
        return ""
    x, ends = letters[0], claim.box[letters[0]]
    cut, name = ends.upper / 8, claim.names[letters[0]]
    near = replace(claim, box={**claim.box, x: replace(ends, upper=cut, open_upper=False)})
    far = replace(claim, box={**claim.box, x: replace(ends, lower=cut, open_lower=False)})
    return (
        f" | destruct (Rle_lt_dec {name} {gallina(cut, {})}) as [U' | L']; [{signed(near)} | apply Rlt_le in L'; "
        f"{by_intervals(far)[-1][:-1]}]"
    )
