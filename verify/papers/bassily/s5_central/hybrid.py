"""bassily Lemma 5.1, its first sentence: trajectories are near where each step is, given data and past."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from verify.kernel.calculus import Comparison, integer, line, quantity, real, words
from verify.kernel.statements.claim import Claim, Kind, Match
from verify.papers.at_points import Point, at_points

TrajectoriesApart = quantity(
    "TrajectoriesApart",
    r"\mathrm{{TV}}\big((\theta_0,\ldots,\theta_{{{0}}}), (\theta'_0,\ldots,\theta'_{{{0}}})\big)",
    "total variation between the laws of all T + 1 iterates of both methods, on the same data at random",
    0,
    1,
)
"""TrajectoriesApart(T)."""
StepsApart = quantity(
    "StepsApart",
    r"\max_{{t < {0}}}\mathbb{{E}}\,\mathrm{{TV}}(\theta_{{t+1}}, \theta'_{{t+1}} \mid Z^n, \theta_t)",
    "largest over the rounds of the mean, over the data and the first method's iterate, of the total variation between the "
    "two laws of the next iterate given both",
    0,
    1,
)
"""StepsApart(T)."""
_ROUNDS, _GAMMA = integer("T", least=1), real("gamma", above=0, most=1)
_APART, _STEPS = TrajectoriesApart(_ROUNDS), StepsApart(_ROUNDS)
_NEAR = Comparison(_STEPS, "<=", _GAMMA / _ROUNDS)


def two_methods() -> Iterator[tuple[Fraction, list[Fraction]]]:
    """(distance of trajectories, mean distances of the steps), exactly: a fair datum and bits as iterates, T = 1, 2, 3.

    The first method moves to 1 with probability a where datum and iterate agree, else b; the second with another a.
    """
    for a, b, other, rounds in product(
        (Fraction(1, 2), Fraction(3, 4)), (Fraction(1, 4), Fraction(1)), (Fraction(0), Fraction(2, 3)), (1, 2, 3)
    ):

        def move(datum: int, at: int, to: int, agree: Fraction, b: Fraction = b) -> Fraction:
            up = agree if datum == at else b
            return up if to else 1 - up

        apart = Fraction(0)
        steps = [Fraction(0)] * rounds
        for path in product((0, 1), repeat=rounds):
            laws = [Fraction(0), Fraction(0)]
            for datum in (0, 1):
                masses = [Fraction(1, 2)] * 2
                at = 0
                for to in path:
                    masses = [mass * move(datum, at, to, x) for mass, x in zip(masses, (a, other), strict=True)]
                    at = to
                laws = [law + mass for law, mass in zip(laws, masses, strict=True)]
            apart += abs(laws[0] - laws[1]) / 2
        for datum in (0, 1):
            here = {0: Fraction(1, 2), 1: Fraction(0)}
            for t in range(rounds):
                steps[t] += sum(
                    (mass * abs(move(datum, at, 1, a) - move(datum, at, 1, other)) for at, mass in here.items()),
                    Fraction(0),
                )
                here = {
                    to: sum((mass * move(datum, at, to, a) for at, mass in here.items()), Fraction(0)) for to in (0, 1)
                }
        yield apart, steps


def _points() -> Iterator[Point]:
    for apart, steps in two_methods():
        rounds = Fraction(len(steps))
        if 0 < rounds * max(steps) <= 1:
            yield {_ROUNDS: rounds, _STEPS: max(steps), _GAMMA: rounds * max(steps)}, apart


LEMMA5_1_HYBRID = Claim(
    "bassily/lemma5.1/hybrid",
    "Section 5, proof of Lemma 5.1, first sentence",
    Kind.INEQUALITY,
    "steps that are gamma/T apart make trajectories that are gamma apart",
    says=(
        r"\text{by the union bound it is enough to show "
        r"}\tilde{\nabla}F(\theta_t)\sim_{(0,\gamma/T)}\tilde{\nabla}F'(\theta_t)\text{ for all }t\in[T]"
    ),
    match=Match.READING,
    differs=(
        "the distance of a step is taken given the data and the iterate, on average over the first "
        "method's iterates, which the paper leaves open; what follows, the distance gamma of the "
        "trajectories, is written out"
    ),
    printed=at_points(
        line(_APART, given=(_NEAR,))
        .le(
            _ROUNDS * _STEPS,
            words(
                "Hybrids: take the first method's steps up to t and the second's from there on. Two that follow each other differ in "
                "one step, from the same data and the same iterate of the first method, and what comes after does not part them.",
                Comparison(_APART, "<=", _ROUNDS * _STEPS),
            ),
        )
        .le(_GAMMA, _NEAR),
        "two methods on one datum, all paths",
        "a fair bit as datum, bits as iterates, probabilities 0, 1/4, 1/2, 2/3, 3/4, 1; T = 1, 2, 3, where T times the largest step is at most 1",
        _points,
    ),
    note="Given the data too, which enter every round: near laws of each gradient by itself would not do. The mean over the first "
    "method's iterates is what Theorem 3.4 bounds, as only its iterates are private.",
)

CLAIMS = (LEMMA5_1_HYBRID,)
