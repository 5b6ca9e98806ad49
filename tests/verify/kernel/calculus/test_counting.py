"""Induction over a whole letter, and sums: true claims are shown, and every planted false induction is refused."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sympy import Integer, Rational

from verify.kernel.calculus import (
    KL,
    Grant,
    Sum,
    at_most,
    below,
    by_induction,
    closed_form,
    equal,
    integer,
    last_summand,
    law,
    line,
    quantity,
    random_real,
    real,
    telescoped,
)
from verify.kernel.calculus.checking import audit
from verify.kernel.calculus.context import Gap
from verify.kernel.calculus.over import substitute
from verify.kernel.calculus.statement import Statement
from verify.kernel.calculus.values import value

n, N, k = integer("n", least=1), integer("N", least=0), integer("k")
q, x, X = real("q", above=0, below=1), real("x"), random_real("X")
Size = quantity("Size", "a_{{{0}}}", "a number for each whole number", 0)
GROWS = at_most(1 + n * q, (1 + q) ** n)
FIRST = line(1 + q).le(1 + q)


def _next(said: Any, index: Any = n) -> Any:
    """A step from Bernoulli's inequality to the next one."""
    more = line(1 + (index + 1) * q, given=(said,)).le((1 + index * q) * (1 + q))
    return more.le((1 + q) ** index * (1 + q), said).eq((1 + q) ** (index + 1))


def _halved() -> Any:
    """Each is at most half of the one before, which does not bound the first one."""
    said = at_most(Size(n), Rational(1, 2) ** n)
    falls = at_most(Size(n + 1), Size(n) / 2)
    step = line(Size(n + 1), given=(said, falls)).le(Size(n) / 2, falls).le(Rational(1, 2) ** (n + 1), said)
    return by_induction(said, n, line(Size(1), given=(at_most(Size(1), 1),)).le(1, at_most(Size(1), 1)), step)


def _widened(index: Any) -> Any:
    return by_induction(substitute(GROWS, {n: index}), index, FIRST, _next(substitute(GROWS, {n: index}), index))


def _forged() -> Any:
    true = by_induction(GROWS, n, FIRST, _next(GROWS))
    return line(2 + n * q).le((1 + q) ** n, replace(true, statement=Statement(at_most(2 + n * q, (1 + q) ** n))))


FALSE: dict[str, tuple[str, Callable[[], Any]]] = {
    "the first is false": (
        "fails",
        lambda: line(Sum(k, k, 1, n)).eq(n * (n + 1) / 2 + 1, closed_form(Sum(k, k, 1, n), n * (n + 1) / 2 + 1)),
    ),
    "the step is false": (
        "fails|not decided",
        lambda: line(Sum(k, k, 1, n)).eq(n**2, closed_form(Sum(k, k, 1, n), n**2)),
    ),
    "the first is another": (
        "the chain shows",
        lambda: by_induction(GROWS, n, line(1 + q).le(2 + q), _next(GROWS)),
    ),
    "the step assumes what it shows": (
        "does not assume",
        lambda: by_induction(GROWS, n, FIRST, line(0, given=(substitute(GROWS, {n: n + 1}),)).le(1)),
    ),
    "the step goes two further": (
        "the chain shows",
        lambda: by_induction(GROWS, n, FIRST, line(1 + (n + 2) * q, given=(GROWS,)).le((1 + q) ** (n + 2), GROWS)),
    ),
    "the step begins later": (
        "depends on n",
        lambda: by_induction(
            GROWS, n, FIRST, line(1 + (n + 1) * q, given=(GROWS, at_most(2, n))).le((1 + q) ** (n + 1), GROWS)
        ),
    ),
    "the step holds in a part of the range": (
        "does not assume",
        lambda: by_induction(GROWS, n, FIRST, _next(substitute(GROWS, {n: integer("n", least=5)}), integer("n", 5))),
    ),
    "what each asks of the one before": ("depends on n", _halved),
    "a strict claim by a weak step": (
        "the chain shows|does not assume",
        lambda: by_induction(below(n * q, (1 + q) ** n), n, line(q).le(1 + q), _next(GROWS)),
    ),
    "no least value": ("runs from a whole number", lambda: _widened(k)),
    "a largest value": ("without end", lambda: _widened(integer("n", least=1, most=9))),
    "a real letter": ("no whole number", lambda: _widened(real("x", least=1))),
    "a random letter": ("random", lambda: _widened(random_real("X", least=1))),
    "a claim about something random": (
        "random",
        lambda: by_induction(at_most(n * X, n * X), n, line(X).le(X), line(X, given=(at_most(n * X, n * X),)).le(X)),
    ),
    "a letter that the claim binds": (
        "not free",
        lambda: by_induction(at_most(0, Sum(Size(n), n, 1, 3)), n, line(0).le(1), line(0).le(1)),
    ),
    "a letter that is not in the claim": ("not free", lambda: by_induction(at_most(0, q), n, line(0).le(q), FIRST)),
    "a grant by hand": ("nothing stands behind", _forged),
    "a sum from behind its end": (
        "may be turned round|fails|not decided",
        lambda: line(Sum(Size(k), k, 1, N)).eq(
            Sum(Size(k), k, 1, N - 1) + Size(N), last_summand(Sum(Size(k), k, 1, N))
        ),
    ),
    "an index that ends before the sum": (
        "does not take|fails|not decided",
        lambda: _split(Sum(Size(_SHORT), _SHORT, 1, n)),
    ),
    "a last summand twice": (
        "fails|not decided",
        lambda: line(Sum(Size(k), k, 1, n)).eq(
            Sum(Size(k), k, 1, n - 1) + 2 * Size(n) + 1, last_summand(Sum(Size(k), k, 1, n))
        ),
    ),
    "no sum": ("is no sum", lambda: last_summand(KL(law("P"), law("Q")))),
    "a closed form up to a number": ("no sum up to a letter", lambda: closed_form(Sum(Size(k), k, 1, 3), 1)),
    "a closed form from the middle": (
        "may be turned round",
        lambda: line(Sum(k, k, 3, n)).eq(n, closed_form(Sum(k, k, 3, n), n)),
    ),
}
_SHORT = integer("j", least=1, most=5)


def _split(total: Any) -> Any:
    others = Sum(total.body, total.index, total.first, total.last - 1)
    return line(total).eq(others + Size(total.last), last_summand(total))


@pytest.mark.parametrize("name", FALSE)
def test_it_is_refused(name: str) -> None:
    why, made = FALSE[name]

    def tried() -> None:
        found = made()
        audit(line(0).le(1, found) if isinstance(found, Grant) else found)

    with pytest.raises((Gap, ValueError), match=why):
        tried()


@pytest.mark.parametrize(
    ("total", "form"),
    [
        (Sum(k, k, 1, n), n * (n + 1) / 2),
        (Sum(k**2, k, 1, N), N * (N + 1) * (2 * N + 1) / 6),
        (Sum(q**k, k, 0, N), (1 - q ** (N + 1)) / (1 - q)),
    ],
)
def test_a_closed_form_is_shown_and_is_the_sum_term_by_term(total: Any, form: Any) -> None:
    audit(line(total).eq(form, closed_form(total, form)))
    for count in range(1, 6):
        at = {n: count, N: count, q: Rational(1, 3)}
        assert value(substitute(total, {**at, q: at[q]} if total.has(q) else {total.last: count}), {}) == value(
            form.subs(at), {}
        )


def test_an_inequality_is_shown_for_each_whole_number() -> None:
    shown = by_induction(GROWS, n, FIRST, _next(GROWS))
    audit(line(1 + n * q).le((1 + q) ** n, shown))
    # At another number it holds where that is one of the letter's values.
    audit(line(1 + 7 * q).le((1 + q) ** 7, shown.at({n: Integer(7)})))
    audit(line(1 + (N + 1) * q).le((1 + q) ** (N + 1), shown.at({n: N + 1})))
    with pytest.raises(Gap):
        audit(line(1 + N * q / 2).le((1 + q) ** (N / 2), shown.at({n: N / 2})))


def test_a_sum_is_taken_apart_at_its_end() -> None:
    total = Sum(Size(k), k, 1, n)
    audit(line(total).eq(Sum(Size(k), k, 1, n - 1) + Size(n), last_summand(total)))
    audit(line(Sum(Size(k), k, n, n)).eq(Size(n), last_summand(Sum(Size(k), k, n, n))))
    audit(line(Sum(Size(k), k, n, n - 1)).eq(0, last_summand(Sum(Size(k), k, n, n - 1))))
    ends = telescoped(total)
    assert equal(ends.statement.left, ends.statement.right) == ends.statement.conclusion


def test_what_both_parts_assume_is_assumed() -> None:
    said, bounded = at_most(Sum(Size(k), k, 1, n), n * x), at_most(Size(k), x)
    assert bounded.free_symbols == {k, x}
    first = line(Sum(Size(k), k, 1, 1), given=(at_most(Size(1), x),)).eq(Size(1), last_summand(Sum(Size(k), k, 1, 1)))
    with pytest.raises(ValueError, match="does not assume"):
        by_induction(said, n, first.le(x, at_most(Size(1), x)), first)
