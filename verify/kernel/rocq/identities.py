"""Tactics for equations: by algebra, with exponentials of sums, roots and logarithms taken apart."""

from __future__ import annotations

from typing import Any

import sympy

from verify.kernel.rocq.claim import Claim, Lines

_MOST = 100


def plain(exponent: Any) -> bool:
    """Whether a power with it is written without exp."""
    return bool(exponent.is_Rational and exponent.q <= 2)


def identity(claim: Claim, one: Any, other: Any) -> Lines:
    """Tactics for `one = other`: by algebra, then with exponentials of sums taken apart and squares of roots known."""
    return [f"{ways(claim, one, other)}."]


def ways(claim: Claim, one: Any, other: Any) -> str:
    """One tactic for `one = other`, from several that are tried in turn."""
    tried = ["equal", "; ".join(prepared(claim, one, other))]
    if any(e.has(sympy.log) or any(not plain(p.exp) for p in e.atoms(sympy.Pow)) for e in (one, other)):
        tried.append("; ".join(["logs", *numbers(one, other), *prepared(claim, one, other)]))
    return f"first [ {' | '.join(tried)} ]"


def numbers(*sides: Any) -> Lines:
    """Logarithms of whole numbers by those of primes."""
    found = {n for e in sides for p in e.atoms(sympy.log) for n in p.atoms(sympy.Integer) if n > 1}
    found |= {sympy.Integer(k) for e in sides for q in e.atoms(sympy.Rational) for k in (q.p, q.q) if 1 < k < 10**12}
    steps = []
    for n in sorted(found):
        factors = sympy.factorint(n)
        if len(factors) == 1 and n in factors:
            continue
        sums = " + ".join(f"{k} * ln {p}" for p, k in factors.items())
        changes = "; ".join(f"change ({k} * ln {p}) with (IZR (Z.of_nat {k}) * ln {p})" for p, k in factors.items())
        steps.append(
            f"try (replace (ln {n}) with ({sums}) by ({changes}; apply exp_inv; rewrite ?exp_plus, ?exp_nat, "
            f"?exp_ln by lra; simpl; lra))"
        )
    return steps


def prepared(claim: Claim, one: Any, other: Any) -> Lines:
    """Tactics that write each exponential by those of terms without coefficients, and then the algebra."""
    steps = []
    arguments = sorted(
        {a for e in (one, other) for a in _exponents(e)}, key=lambda a: (-a.count_ops(), sympy.default_sort_key(a))
    )
    bases: dict[Any, Any] = {}
    split = {a: monomials(a) for a in arguments}
    for parts in split.values():
        for m, c in parts.items():
            bases[m] = sympy.ilcm(bases.get(m, 1), c.q)
    for i, (argument, parts) in enumerate(split.items()):
        factors = [(m / bases[m], int(c * bases[m])) for m, c in parts.items()]
        if not factors:
            continue
        if any(abs(k) > _MOST for _, k in factors):
            pair = next(((a, b) for a in arguments for b in arguments if sympy.expand(a + b - argument) == 0), None)
            if pair is not None:
                one_, other_ = map(claim.text, pair)
                steps.append(f"exponent ({one_} + {other_}); rewrite ?(exp_plus {one_} {other_})")
            continue
        if claim.text(argument) == claim.text(factors[0][0]) and not isinstance(argument, sympy.log):
            steps.append(f"exponent {claim.text(argument)}")
            continue
        powers, sums, changes = [], [], []
        for m, k in factors:
            text, size = claim.text(m), abs(k)
            base = claim.text(m.args[0]) if isinstance(m, sympy.log) else f"exp {text}"
            powers.append(f"{base} ^ {size}" if k > 0 else f"/ ({base} ^ {size})")
            sums.append(f"{size} * {text}" if k > 0 else f"- ({size} * {text})")
            changes.append(f"change ({size} * {text}) with (IZR (Z.of_nat {size}) * {text})")
        total = " + ".join(sums)
        steps.append(
            f"try (assert (X_{i} : exp ({total}) = {' * '.join(powers)}) by ({'; '.join(changes)}; taken_apart); "
            f"exponent ({total}); rewrite ?X_{i})"
        )
    for m, degree in bases.items():
        root, b = m / degree, m.args[0] if isinstance(m, sympy.log) else None
        if b is not None and b.is_Symbol and 1 < degree <= _MOST:
            e, x = claim.text(root), claim.text(b)
            steps.append(
                f"try (assert (Y_ : {x} = exp {e} ^ {degree}) by (root_of {x} {e} {degree}%nat); "
                f"assert (Q_ : 0 < exp {e}) by apply exp_pos; revert Y_ Q_; generalize (exp {e}); "
                f"intros y_ Y_ Q_; rewrite ?Y_)"
            )
    return [*steps, "roots", "first [ equal | field_roots ]"]


def _exponents(e: Any) -> set[Any]:
    """The arguments of exponentials, as `gallina` writes the expression."""
    found = {p.args[0] for p in e.atoms(sympy.exp)}
    found |= {sympy.Integer(1)} if e.has(sympy.E) else set()
    # A negative power is written as an inverse.
    powers = [(p.base, -p.exp if p.exp.is_negative else p.exp) for p in e.atoms(sympy.Pow) if not plain(p.exp)]
    found |= {exponent * sympy.log(base) for base, exponent in powers}
    for p in e.atoms(sympy.tanh, sympy.cosh, sympy.sinh):
        found |= {2 * p.args[0]} if isinstance(p, sympy.tanh) else {p.args[0], -p.args[0]}
    return found


def monomials(a: Any) -> dict[Any, Any]:
    """An expression as a sum of terms without coefficients, with rational coefficients."""
    found: dict[Any, Any] = {}
    for term in sympy.Add.make_args(sympy.expand(a)):
        c, m = term.as_coeff_Mul(rational=True)
        found[m] = found.get(m, sympy.Integer(0)) + c
    return {m: c for m, c in found.items() if c != 0}
