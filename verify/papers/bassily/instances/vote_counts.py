"""Finite cases for bassily Algorithm 2 and Lemma B.1: exact and enclosed laws of votes."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, pairwise
from math import ceil, comb

import numpy as np
from flint import arb
from sympy import Rational

from lowerbounds.information.divergences import binomial_tail
from notation.symbols import epsilon
from upperbounds.channels import UnaryEncoding
from upperbounds.channels.loss import T
from upperbounds.channels.votes import Bins
from upperbounds.protocols.two_stage import winner
from verify.kernel.statements import Case
from verify.kernel.statements.outcome import Settings, as_arb


def binomial(count: int, chance: arb | Fraction) -> list[arb | Fraction]:
    """The masses of Bin(count, probability), exact or enclosed as `chance` is."""
    return [comb(count, j) * chance**j * (1 - chance) ** (count - j) for j in range(count + 1)]


def tally(voters: int, others: int, one: arb | Fraction) -> list[arb | Fraction]:
    """The masses of a bin's votes: Bin(voters, one) + Bin(others, 1 - one)."""
    masses: list[arb | Fraction] = [0 * one] * (voters + others + 1)
    for i, p in enumerate(binomial(voters, one)):
        for j, q in enumerate(binomial(others, 1 - one)):
            masses[i + j] += p * q
    return masses


def failure(bins: int, tallies: list[list[arb]], far: list[bool], *, ties: bool) -> tuple[arb, arb]:
    """P(a far bin has the most votes), by conditioning on the best near bin, and again on the best far bin.

    Ties between far and near count as failures or not. The bins' votes are independent: users' bits are.
    """
    top = len(tallies[0])
    near, distant = [arb(1)] * top, [arb(1)] * top
    for masses, is_far in zip(tallies, far, strict=True):
        below = list(accumulate(masses))
        side = distant if is_far else near
        side[:] = [a * b for a, b in zip(side, below, strict=True)]
    padded_near, padded_far = [arb(0), *near], [arb(0), *distant]
    shift = 0 if ties else 1
    by_near = sum((b - a) * (1 - padded_far[s + shift]) for s, (a, b) in enumerate(pairwise(padded_near)))
    by_far = sum((b - a) * padded_near[s + 1 - shift] for s, (a, b) in enumerate(pairwise(padded_far)))
    return arb(by_near), arb(by_far)


def failure_at(bins: int, n: int, split: bool, *, ties: bool) -> tuple[arb, arb]:
    """P(|output - mean| > 4 tau) at epsilon = 1, lengths in units of tau and from -R.

    All data in the middle of the first bin, or half of them there and half in the middle of the second, in which
    case they are within tau of the edge between. Bins without data have one law, computed once.
    """
    one = (arb(1) / 2).exp() / (1 + (arb(1) / 2).exp())
    occupied = [n // 2, n - n // 2] if split else [n]
    mean = Fraction(sum((2 * j + 1) * held for j, held in enumerate(occupied)), n)
    empty = tally(0, n, one)
    tallies = [tally(held, n - held, one) for held in occupied] + [empty] * (bins - len(occupied))
    far = [abs(2 * j + 1 - mean) > 4 for j in range(bins)]
    return failure(bins, tallies, far, ties=ties)


def enough(factor: arb, bins: int, gamma: Fraction) -> int:
    """The least integer above factor * log(bins/gamma)."""
    bound = factor * as_arb(bins / gamma).log()
    return int(bound.floor().unique_fmpz()) + 1


def printed_failures(split: bool) -> Iterator[Case]:
    """The exact failure probability at the printed number of users, data in one bin or split over two."""
    gamma, bins = Fraction(1, 20), 200
    users = enough(arb(4), bins, gamma)
    left, again = failure_at(bins, users, split, ties=False)
    yield Case({"epsilon": 1, "R/tau": bins, "gamma": "1/20", "k": users}, left, gamma, left_again=again)


def one_bin(_: Settings) -> Iterator[Case]:
    """All data in one bin."""
    yield from printed_failures(False)


def two_bins(_: Settings) -> Iterator[Case]:
    """Data split over two neighbouring bins."""
    yield from printed_failures(True)


def corrected_failures(settings: Settings) -> Iterator[Case]:
    """The exact failure probability at the corrected number of users."""
    squared = (arb(1) / 4).tanh() ** 2
    sizes = ((3, Fraction(1, 2)), (10, Fraction(1, 10)), (200, Fraction(1, 20)))
    for bins, gamma in sizes[: 2 if settings.quick else 3]:
        users = enough(4 / squared, 2 * bins, gamma)
        for split in (False, True):
            left, again = failure_at(bins, users, split, ties=True)
            parameters = {"epsilon": 1, "R/tau": bins, "gamma": str(gamma), "k": users, "bins with data": 1 + split}
            yield Case(parameters, left, gamma / 2, left_again=again)


def partition(settings: Settings) -> Iterator[Case]:
    """How many half-open bins, the last one closed, hold a point of [-R, R]; R = 1."""
    for step in range(1, 12 if settings.quick else 36):
        tau = Fraction(step, 12)
        bins = Bins(Fraction(-1), 2 * tau, ceil(1 / tau))
        for k in range(-12, 13):
            point = Fraction(k, 12)
            held = [j for j in range(bins.count) if bins.left(j) <= point < bins.left(j + 1)]
            held += [bins.count - 1] if point == bins.left(bins.count) else []
            yield Case({"tau/R": str(tau), "X/R": str(point)}, len(held), 1)
            yield Case({"tau/R": str(tau), "X/R": str(point)}, bins.index_exact(point), held[0])


def met(_: Settings) -> Iterator[Case]:
    """How far apart the bins of x_0 - tau and x_0 + tau are, cut to [-R, R]; tau = 1."""
    for bins in range(2, 7):
        grid = Bins(Fraction(-bins), Fraction(2), bins)
        for k in range(-6 * bins, 6 * bins + 1):
            ends = [min(max(Fraction(k, 6) + side, Fraction(-bins)), Fraction(bins)) for side in (-1, 1)]
            first, last = (grid.index_exact(end) for end in ends)
            yield Case({"R/tau": bins, "x_0/tau": str(Fraction(k, 6))}, last - first, 1)


def closed(_: Settings) -> Iterator[Case]:
    """tau = 1, closed bins [0, 2], [2, 4], [4, 6], data 2, 3, 4, all within 1 of x_0 = 3."""
    met = {j for j in range(3) for point in (2, 3, 4) if 2 * j <= point <= 2 * j + 2}
    yield Case({"x_0/tau": 3, "X": [2, 3, 4]}, len(met), 3)


def printed_means(_: Settings) -> Iterator[Case]:
    """The mean of a bit without data, from the channel that draws, next to c_epsilon times 0; e^(epsilon/2) = 3/2."""
    odds = Rational(3, 2)
    drawn = UnaryEncoding(2, 1, epsilon).answer_one[0].as_expr().subs(T.as_expr(), odds)
    yield Case({"e^(epsilon/2)": "3/2", "b_i(j)": 0}, drawn, (odds - 1) / (odds + 1) * 0, left_again=1 / (odds + 1))


def others(_: Settings) -> Iterator[Case]:
    """P(the one empty bin of t = 3 stays below sqrt(k log(t/gamma))) with exact binomials; e^(epsilon/2) = 3/2."""
    users, bins, gamma, zero = 100, 3, Fraction(1, 10), Fraction(2, 5)
    limit = (users * as_arb(bins / gamma).log()).sqrt()
    assert users > 4 * as_arb(bins / gamma).log() / (2 * as_arb(Fraction(3, 2)).log()) ** 2
    reach = int(limit.floor().unique_fmpz())
    exact = sum(binomial(users, zero)[: reach + 1], Fraction(0))
    again = 1 - binomial_tail(users, reach + 1, zero)
    parameters = {"e^(epsilon/2)": "3/2", "t": bins, "gamma": "1/10", "k": users}
    yield Case(parameters, exact, 1 - gamma, left_again=again)


def pair(_: Settings) -> Iterator[Case]:
    """P(pair of bins < c_epsilon k - sqrt(k L)) next to gamma/t, exact masses."""
    for t, users, bins, gamma in ((Fraction(3, 2), 60, 3, Fraction(1, 2)), (Fraction(4), 40, 2, Fraction(9, 10))):
        odds = as_arb(bins / gamma).log()
        level = as_arb((t - 1) / (t + 1) * users) - (users * odds).sqrt()
        masses = tally(users, users, t / (1 + t))
        left = sum((mass for votes, mass in enumerate(masses) if bool(votes < level)), Fraction(0))
        yield Case({"e^(epsilon/2)": str(t), "k": users, "t": bins, "gamma": str(gamma)}, left, gamma / bins)


def gap(settings: Settings) -> Iterator[Case]:
    """P(an empty bin has at least the votes of a bin that holds a >= k/2) by exact convolution."""
    for t in (Fraction(3, 2), Fraction(2), Fraction(4)):
        one, squared = t / (1 + t), ((t - 1) / (t + 1)) ** 2
        for users in (1, 2, 5, 9) if settings.quick else range(1, 21):
            for voters in range((users + 1) // 2, users + 1):
                full, empty = tally(voters, users - voters, one), binomial(users, 1 - one)
                left = sum((p * sum(empty[j:]) for j, p in enumerate(full)), Fraction(0))
                right = (-as_arb(squared) * users / 4).exp()
                yield Case({"e^(epsilon/2)": str(t), "k": users, "a": voters}, left, right)


def printed_room(_: Settings) -> Iterator[Case]:
    """sqrt(k L) next to c_epsilon k - sqrt(k L) at epsilon = 1."""
    bins, gamma = 200, Fraction(1, 20)
    users = enough(arb(4), bins, gamma)
    root = (users * as_arb(bins / gamma).log()).sqrt()
    yield Case(
        {"epsilon": 1, "t": bins, "gamma": "1/20", "k": users},
        root,
        (arb(1) / 4).tanh() * users - root,
        left_again=(as_arb(users) ** 2 * as_arb(bins / gamma).log() / users).sqrt(),
    )


def argmax(_: Settings) -> Iterator[Case]:
    """Three users, three bins: the pair of bins has 2 + 2 = 4 votes, the third bin 3; 1 where the winner is in the pair.

    Second route: the winner by comparing each bin of the pair with the third.
    """
    votes = [2, 2, 3]
    yield Case({"votes": votes}, int(int(winner(np.array(votes))) < 2), 1, int(max(votes[:2]) >= votes[2]))
