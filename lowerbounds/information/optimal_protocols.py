"""Exact upper limits for private protocols on very small data, by linear programming, for several laws at once.

As in `optimal_tests`, t = e^epsilon is rational, above 1, and channels are mixtures of columns with entries in {1, t}:
convex homogeneous functions of a message's probabilities are largest there. The work grows like 2^atoms.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from lowerbounds.information.laws import FiniteLaw
from lowerbounds.numerics.linear_programs import Program, Vector, maximise
from notation.parameters import ParameterError, count

_ONE = Fraction(1)
Score = dict[object, Fraction]


def law_of_draws(law: FiniteLaw, m: int) -> FiniteLaw:
    """Return the law of m draws without their order, as sorted tuples.

    Parameters
    ----------
    law : FiniteLaw
        The law of one draw.
    m : int
        Number of draws.

    Returns
    -------
    FiniteLaw
        The law of sorted tuples.
    """
    total: dict[tuple[object, ...], Fraction] = {(): _ONE}
    for _ in range(count("m", m)):
        grown: dict[tuple[object, ...], Fraction] = {}
        for data, chance in total.items():
            for x, p in law:
                key = tuple(sorted((*data, x)))  # type: ignore[type-var]
                grown[key] = grown.get(key, Fraction(0)) + chance * p
        total = grown
    return FiniteLaw(tuple(total.items()))


def _columns(size: int, t: Fraction) -> tuple[tuple[Vector, ...], tuple[int, ...]]:
    """Return the columns with entries in {1, t} but not t throughout, and a channel to start from."""
    if not t > 1:
        raise ParameterError(f"t = {t!r}: must be above 1")
    columns = tuple(c for c in product((_ONE, t), repeat=size) if c != (t,) * size)
    return columns, tuple(j for j, c in enumerate(columns) if sum(q != 1 for q in c) == 1)


def _over_channels(rewards: Vector, columns: tuple[Vector, ...], start: tuple[int, ...]) -> Fraction:
    return maximise(Program(rewards, columns, (_ONE,) * len(columns[0]), start)).value


def best_explained(laws: Sequence[FiniteLaw], targets: Sequence[tuple[Fraction, ...]], t: Fraction, n: int) -> Fraction:
    """Return the largest E ||E[target | messages]||^2 over all protocols of n users in sequence.

    The law is drawn uniformly. The sum_j (sum_v w_v target_vj)^2/sum_v w_v over transcripts of weights w_v is convex
    and homogeneous, so that a linear program finds the best channel, user by user.

    Parameters
    ----------
    laws : sequence of FiniteLaw
        Laws of one user's data.
    targets : sequence of tuple of Fraction
        A vector for each law.
    t : Fraction
        e^epsilon, a rational above 1.
    n : int
        Number of users.

    Returns
    -------
    Fraction
        The largest value, exact.

    Raises
    ------
    ParameterError
        Unless t > 1 and n >= 1.
    """
    n = count("n", n)
    atoms = tuple(dict.fromkeys(x for law in laws for x in law.atoms))
    columns, start = _columns(len(atoms), t)
    chances = [[law[x] for x in atoms] for law in laws]
    seen = [[sum((q * p for q, p in zip(c, row, strict=True)), Fraction(0)) for row in chances] for c in columns]
    known: dict[tuple[int, Vector], Fraction] = {}

    def value(left: int, weights: Vector) -> Fraction:
        total = sum(weights, Fraction(0))
        if left == 0:
            places = range(len(targets[0]))
            means = [sum((w * goal[j] for w, goal in zip(weights, targets, strict=True)), Fraction(0)) for j in places]
            return sum((x**2 for x in means), Fraction(0)) / total
        key = left, tuple(w / total for w in weights)
        if key not in known:
            rewards = tuple(value(left - 1, tuple(w * q for w, q in zip(key[1], c, strict=True))) for c in seen)
            known[key] = _over_channels(rewards, columns, start)
        return total * known[key]

    return value(n, (Fraction(1, len(laws)),) * len(laws))


def largest_squares(base: FiniteLaw, scores: Sequence[Score], t: Fraction) -> Fraction:
    """Return the largest sum_k sum_z E[f_k q_z]^2/E q_z over epsilon-LDP channels q, expectations under `base`.

    For perturbations f_k this is the sum of chi-squares of one message, for scores the trace of its information.

    Parameters
    ----------
    base : FiniteLaw
        The law of one user's data.
    scores : sequence of Score
        The functions f_k, by atom.
    t : Fraction
        e^epsilon, a rational above 1.

    Returns
    -------
    Fraction
        The largest sum, exact.
    """
    columns, start = _columns(len(base.atoms), t)

    def reward(column: Vector) -> Fraction:
        q = dict(zip(base.atoms, column, strict=True))
        mean = sum((p * q[x] for x, p in base), Fraction(0))
        parts = (sum((p * q[x] * f[x] for x, p in base), Fraction(0)) for f in scores)
        return sum((part**2 for part in parts), Fraction(0)) / mean

    return _over_channels(tuple(reward(column) for column in columns), columns, start)


def perturbations(laws: Callable[[tuple[int, ...]], FiniteLaw], signs: int, m: int) -> tuple[FiniteLaw, list[Score]]:
    """Return the law of m samples at v = (1, ..., 1), and dP_w^m/dP_v^m - 1 for w = v with each sign flipped.

    Parameters
    ----------
    laws : callable
        The law for each vector of signs.
    signs : int
        Number of signs.
    m : int
        Number of draws.

    Returns
    -------
    tuple of (FiniteLaw, list of Score)
        The law, and for each sign the perturbation by atom.
    """
    base = law_of_draws(laws((1,) * signs), m)
    flips = [tuple(-1 if i == k else 1 for i in range(signs)) for k in range(signs)]
    others = [law_of_draws(laws(v), m) for v in flips]
    return base, [{x: other[x] / p - 1 for x, p in base} for other in others]


def scores(
    laws: Callable[[tuple[int, ...]], FiniteLaw], signs: int, m: int, s: Fraction
) -> tuple[FiniteLaw, list[Score]]:
    """Return the law of m samples at means s (1, ..., 1), and the derivatives of its logarithm in each mean.

    `laws` are affine in each s v_k, so that a difference of two of them is exact.

    Parameters
    ----------
    laws : callable
        The law for each vector of signs.
    signs : int
        Number of signs.
    m : int
        Number of draws.
    s : Fraction
        s, the size of the means.

    Returns
    -------
    tuple of (FiniteLaw, list of Score)
        The law, and for each mean the derivative by atom.
    """
    single = laws((1,) * signs)
    found = []
    for k in range(signs):
        other = laws(tuple(-1 if i == k else 1 for i in range(signs)))
        found.append({x: (p - other[x]) / (2 * s) / p for x, p in single})
    base = law_of_draws(single, m)
    return base, [{data: sum((f[x] for x in data), Fraction(0)) for data in base.atoms} for f in found]  # type: ignore[attr-defined]
