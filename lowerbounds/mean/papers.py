"""The papers' lower bounds for the mean of a law on [-D, D], as they prove them and with their constants.

Each is valid for every n, m, epsilon that its conditions allow. Values are in units of squared data.
"""

from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute, kl_absolute_zhao, kl_by_tv
from lowerbounds.information.laws import two_point
from lowerbounds.methods.bounds import Bound, checked
from lowerbounds.methods.two_point import BoundChain, BoundStep, TwoPointFamily, bretagnolle_huber_chain, pinsker_chain
from lowerbounds.numerics.enclosures import ball, exact_down, precise, risk_down
from lowerbounds.numerics.line_search import best_point
from notation.parameters import ParameterError
from notation.symbols import D as D_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

ZHAO_THEOREM2_RATE = smallest(D_**2, D_**2 / (n_ * m_ * smallest(epsilon_**2, 1)))
ZHAO_FLOOR_RATE = D_**2 * sympy.exp(-n_ * epsilon_ * (sympy.exp(epsilon_) - 1)) / 4
KENT_EXAMPLE1A_RATE = D_**2 * smallest(1, 1 / (n_ * m_ * epsilon_**2))
KENT_EXAMPLE1B_RATE = D_**2 * sympy.exp(-12 * n_ * epsilon_**2) / 4
EVERY = ("every n, m >= 1 and epsilon > 0",)


def zhao_family(s: Fraction, D: float | Fraction = 1) -> TwoPointFamily:
    """Return P(X = +-D) = (1 +- s v)/2 for v = 1 and v = -1, zhao arXiv v1 (57)-(59).

    Printed with s <= 1/2; s = 1 gives the point masses of (67).

    Parameters
    ----------
    s : Fraction
        The size of the effect of the signs on the law, in (0, 1].
    D : float or Fraction, default 1
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    TwoPointFamily
        The two laws.

    Raises
    ------
    ParameterError
        Unless 0 < s <= 1.

    References
    ----------
    Zhao et al., Equations (57) to (59).
    """
    if not 0 < s <= 1:
        raise ParameterError(f"s = {s!r}: must be in (0, 1]")
    high = Fraction(D)
    return TwoPointFamily(two_point((1 + s) / 2, high, -high), two_point((1 - s) / 2, high, -high))


def kent_family(shift: Fraction, D: float | Fraction = 1) -> TwoPointFamily:
    """Return Ber(1/2) and Ber(1/2 - 2 shift) times D, kent Appendix C, Example 1 (shift: Delta).

    Parameters
    ----------
    shift : Fraction
        Delta, in (0, 1/4].
    D : float or Fraction, default 1
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    TwoPointFamily
        The two laws.

    Raises
    ------
    ParameterError
        Unless 0 < shift <= 1/4.

    References
    ----------
    Kent et al., Appendix C, Example 1.
    """
    if not 0 < shift <= Fraction(1, 4):
        raise ParameterError(f"shift = {shift!r}: must be in (0, 1/4]")
    half, high = Fraction(1, 2), Fraction(D)
    return TwoPointFamily(two_point(half, high, Fraction(0)), two_point(half - 2 * shift, high, Fraction(0)))


@precise
def zhao_theorem2(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """zhao Theorem 2, first bound, by (62)(a)-(e) with the KL of (63) exact and s in (0, 1/2] optimised.

    Where e^epsilon - 1 > sqrt(2) the same chain without (c), (d) is larger (the non-private route of (65)):
    TV of all n m samples <= sqrt(n m KL / 2).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 2.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    factor = kl_by_tv(epsilon, arb(1))
    private = bool(factor < 2)
    # Both routes read (1 - sqrt(c KL))/2 in the end.
    c = n * m * (factor / 4 if private else arb("0.5"))

    def height(s: Fraction) -> arb:
        return ball(s) ** 2 * (1 - (c * zhao_family(s).kl).sqrt()) / 2

    s = best_point(height, float((arb("0.1") / c.sqrt()).mid()), Fraction(1, 2))
    family = zhao_family(s, D)
    if private:
        chain = pinsker_chain(family, n, m, epsilon, (lambda tv: kl_by_tv(epsilon, tv), "zhao (62)(d)"), "zhao (62)(e)")
    else:
        square = ball(family.separation / 2) ** 2
        overlap = 1 - family.tv(n * m)
        chain = BoundChain(
            (
                BoundStep("testing without privacy", square * overlap / 2, "data processing"),
                BoundStep(
                    "Pinsker on n m samples", square * (1 - (c * family.kl).sqrt()) / 2, "Tsybakov 2009, Lemma 2.5"
                ),
            )
        )
    return Bound(
        risk_down(chain.value),
        "zhao Theorem 2, arXiv v1 (62)-(64)" if private else "zhao Theorem 2, arXiv v1 (65)",
        EVERY,
        {"n": n, "m": m, "epsilon": epsilon, "D": D, "s": s},
        ZHAO_THEOREM2_RATE,
        chain,
    )


@precise
def zhao_theorem2_floor(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """zhao Theorem 2, second bound, (66)-(67): D^2/4 exp(-n epsilon (e^epsilon - 1)), for every m.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 2.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    link = ("KL of one user <= epsilon (e^epsilon - 1)", kl_absolute_zhao(epsilon), "zhao (66)")
    chain = bretagnolle_huber_chain(zhao_family(Fraction(1), D), n, m, epsilon, (link,))
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "epsilon": epsilon, "D": D, "s": Fraction(1)}
    return Bound(
        risk_down(chain.value), "zhao Theorem 2, arXiv v1 (66)-(67)", EVERY, parameters, ZHAO_FLOOR_RATE, chain
    )


@precise
def kent_example1a(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """kent Example 1 (6): Delta^2/2 (1 - sqrt(48 n m epsilon^2 Delta^2)), Delta = min{1/5, (192 n m epsilon^2)^(-1/2)}.

    kent prints [-1, 1] and squared error: scaled by D^2. Delta is rounded down to a binary number. The proof reaches
    epsilon <= 1; beyond it (6) holds without privacy, Delta = min{1/5, (32 n m)^(-1/2)}.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Example 1.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    if epsilon > 1:
        return _kent_example1a_without_privacy(n, m, epsilon, D)
    budget = n * m * ball(epsilon) ** 2
    shift = min(Fraction(1, 5), exact_down(1 / (192 * budget).sqrt()))
    family = kent_family(shift, D)
    square = ball(epsilon) ** 2
    closing = (
        ("(e^epsilon - 1)^2 <= 3 epsilon^2", 6 * square * m * family.kl, "kent (6), epsilon <= 1"),
        ("KL <= 16 Delta^2", 96 * square * m * ball(shift) ** 2, "kent (6), Delta <= 1/5"),
    )
    chain = pinsker_chain(
        family,
        n,
        m,
        epsilon,
        (lambda tv: 4 * kl_by_tv(epsilon, tv), "Duchi, Jordan, Wainwright 2018, Theorem 1"),
        "kent, proof of (6)",
        closing,
    )
    return Bound(
        risk_down(chain.value),
        "kent Example 1 (6)",
        EVERY,
        {"n": n, "m": m, "epsilon": epsilon, "D": D, "shift": shift},
        KENT_EXAMPLE1A_RATE,
        chain,
    )


def _kent_example1a_without_privacy(n: int, m: int, epsilon: float, D: float) -> Bound:
    """Delta^2/2 (1 - sqrt(8 n m Delta^2)): data processing, Pinsker on n m samples, KL <= 16 Delta^2."""
    shift = min(Fraction(1, 5), exact_down(1 / (32 * arb(n * m)).sqrt()))
    family = kent_family(shift, D)
    square = ball(family.separation / 2) ** 2
    chain = BoundChain(
        (
            BoundStep("testing without privacy", square * (1 - family.tv(n * m)) / 2, "data processing"),
            BoundStep(
                "Pinsker on n m samples", square * (1 - (n * m * family.kl / 2).sqrt()) / 2, "Tsybakov 2009, Lemma 2.5"
            ),
            BoundStep("KL <= 16 Delta^2", square * (1 - (8 * n * m * ball(shift) ** 2).sqrt()) / 2, "kent (6)"),
        )
    )
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "epsilon": epsilon, "D": D, "shift": shift}
    source = "kent Example 1 (6), for epsilon > 1 without privacy"
    return Bound(risk_down(chain.value), source, EVERY, parameters, KENT_EXAMPLE1A_RATE, chain)


@precise
def kent_example1b(n: int, m: int, epsilon: float, D: float = 1.0) -> Bound:
    """kent Example 1 (7): D^2/4 exp(-12 n epsilon^2), for every m.

    Here from the point masses on D and -D: those printed, on 0 and 1, are half as far apart, and what the proof
    calls Le Cam's lemma, 1/2 (1 - TV), then exceeds the risk 1/4 of the constant 1/2 (take epsilon to 0).

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of the data, which are in [-D, D].

    Returns
    -------
    Bound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Example 1.
    """
    n, m, epsilon, D = checked(n, m, epsilon, D)
    one_user = (
        "KL of one user <= 4 (e^epsilon - 1)^2",
        4 * kl_by_tv(epsilon, arb(1)),
        "Duchi, Jordan, Wainwright 2018, Corollary 3, as kent cites it",
    )
    if epsilon > 1:
        one_user = (
            "KL of one user <= epsilon tanh(epsilon/2)",
            kl_absolute(epsilon),
            "private contraction of divergences",
        )
    links = (one_user, ("at most 12 epsilon^2", 12 * ball(epsilon) ** 2, "kent (7)"))
    chain = bretagnolle_huber_chain(zhao_family(Fraction(1), D), n, m, epsilon, links)
    parameters: dict[str, int | float | Fraction] = {"n": n, "m": m, "epsilon": epsilon, "D": D}
    return Bound(risk_down(chain.value), "kent Example 1 (7)", EVERY, parameters, KENT_EXAMPLE1B_RATE, chain)
