"""What the calculus does not ask the prover for: signs that the parts have, factors that share no variable."""

import pytest
from sympy import Rational, log

from verify.kernel.calculus import Gap, at_most, audit, below, context, decide, integer, line, real
from verify.kernel.calculus.context import Context, sign

N, k, phi, x = real("N", above=1), real("k", above=0), real("phi", above=0), real("x")


@pytest.fixture
def asked(monkeypatch):
    found, search = [], context.prove
    monkeypatch.setattr(context, "prove", lambda relation, **how: found.append(relation) or search(relation, **how))
    for cached in (context._certified, context._signed):
        cached.cache_clear()
    return found


def test_the_sign_of_a_power_is_that_of_its_base(asked):
    assert sign(-1 / log(N), Context(), strict=True) == -1
    assert sign(3 / log(N) ** 2, Context()) == 1
    assert all(relation.left.is_polynomial() or relation.left == log(N) for relation in asked)


def test_a_power_of_what_has_no_sign_has_none():
    assert sign(1 / x, Context()) is None
    assert sign(x**3, Context()) is None
    assert sign(1 / log(real("y", above=Rational(1, 2))), Context()) is None


def test_a_condition_without_a_letter_of_the_goal_is_no_factor_of_it():
    goal = below(0, log(N))
    known = Context().also(below(0, phi), at_most(phi, N))
    factors = [factor for factor, _ in context._multiples(goal, known)]
    assert log(N) / phi not in factors
    assert [factor for factor, _ in context._multiples(below(0, phi * log(N)), known)] == [log(N)]


def test_what_a_foreign_condition_says_is_not_used():
    with pytest.raises(Gap):
        decide(at_most(3, integer("m", least=2)), Context().also(below(0, phi)))


def test_what_is_forgotten_and_shown_again_is_counted_once(monkeypatch):
    """Caches forget: how many certificates a check rests on must not depend on what was checked before it."""
    u = real("u", above=0)
    doubled = line(u**k).le(2 * u**k)
    chain = line((phi / N) ** k).le(2 * (phi / N) ** k, doubled.at({u: phi / N}))

    def shown():
        for cached in (audit, context._signed):
            cached.cache_clear()
        return [proof.claim for proof in audit(chain).proofs]

    # That phi/N is positive is asked for twice: for the power, and for the instance.
    remembered = shown()
    assert remembered.count("0 < phi/N") == 1
    monkeypatch.setattr(context, "_seen", context._seen.__wrapped__)
    assert shown() == remembered
