r"""The lower bounds of zhao Theorems 6, 7 and kent Proposition 3, Theorem 6, as the ledger proves them, step by step.

zhao's printed proof applies Pinsker's inequality to m-fold products with the mass 1/d of a single sample, which is
false (zhao/eq100). The numbers here follow the corrected proof, by the averaged private Assouad method with m-fold
moments (zhao/own/quarter-axes, zhao/own/quarter-cube), and the floor of zhao/own/floor-mean for few users. Nothing of
the printed proof is computed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy
from flint import arb

from lowerbounds.information.contraction import kl_absolute
from lowerbounds.methods.cubes import Axes, HadamardCube, SignCube
from lowerbounds.methods.families import Family
from lowerbounds.methods.perturbations import moment, sized, witness
from lowerbounds.methods.points import PointMasses
from lowerbounds.methods.two_point import BoundChain, BoundStep
from lowerbounds.methods.vector_bounds import EVERY, NON_INTERACTIVE, SEQUENTIAL, VectorBound, checked_vector, supports
from lowerbounds.methods.vector_bounds import bound_of as _bound_of
from lowerbounds.numerics.enclosures import ball, exact_down, precise, square
from notation.symbols import D as D_
from notation.symbols import d as d_
from notation.symbols import epsilon as epsilon_
from notation.symbols import m as m_
from notation.symbols import n as n_
from notation.symbols import smallest

Parameters = dict[str, int | float | Fraction]
_E = (sympy.exp(epsilon_) - 1) ** 2
_NM = n_ * m_
_KAPPA = epsilon_ * sympy.tanh(epsilon_ / 2)
_LEVEL = smallest(epsilon_, epsilon_**2)
THEOREM6_RATE = smallest(D_**2 / (16 * d_), 3 * D_**2 * d_ / (256 * _NM * _E))
THEOREM7_RATE = smallest(D_**2 * d_ / 16, 3 * D_**2 * d_**2 / (256 * _NM * _E))
HADAMARD_RATE = smallest(D_**2 / 16, 3 * D_**2 * d_**2 / (256 * _NM * _E))
# Rates in the l_inf ball; those in the l_2 ball are a factor d smaller.
ALL_EPSILON_RATE = smallest(D_**2 * d_ / 16, D_**2 * d_**2 / (200 * _NM * _KAPPA))
KENT_HIGH_RATE = D_**2 * d_**2 / (5376 * _NM * epsilon_**2)
KENT_LOW_RATE = D_**2 * d_**2 / (20608 * _NM * epsilon_)
KENT_THEOREM6_RATE = D_**2 * d_**2 / (44 * _NM * smallest(epsilon_, epsilon_**2, d_))
KENT_PROPOSITION3_RATE = D_**2 * d_ / 80 * sympy.exp(-48 * n_ * _LEVEL / d_ - sympy.log(16) / d_)
KENT_PROPOSITION3_L2_RATE = D_**2 / 16 * sympy.exp(-48 * n_ * _LEVEL / d_ - sympy.log(16) / d_)


def shared(rate: sympy.Expr, support: str) -> sympy.Expr:
    """Return the rate in the l_inf ball, or a d-th of it in the l_2 ball.

    Parameters
    ----------
    rate : sympy expression
        The symbolic rate.
    support : {"linf", "l2"}
        The ball that holds the data.

    Returns
    -------
    sympy expression
    """
    return rate if support == "linf" else rate / d_


@dataclass(frozen=True)
class _Place:
    """Checked parameters, their record, and the unit of the cube of signs."""

    n: int
    m: int
    d: int
    epsilon: float
    D: Fraction
    unit: Fraction
    record: Parameters


def _place(n: int, m: int, d: int, epsilon: float, D: float, support: str = "linf") -> _Place:
    n, m, d, epsilon, exact = checked_vector(n, m, d, epsilon, D)
    record: Parameters = {"n": n, "m": m, "d": d, "epsilon": epsilon, "D": float(exact)}
    return _Place(n, m, d, epsilon, exact, supports(support, d, exact), record)


def _root(value: arb, most: Fraction = Fraction(1, 2)) -> Fraction:
    """Return s near sqrt(value), certainly not above it, and at most `most`."""
    return min(most, exact_down(value.sqrt()))


def _start(family: Family, n: int, m: int, epsilon: float) -> list[BoundStep]:
    """Return the steps that Assouad's chains share: the witness, and half of 1 - TV in place of its Bayes risk."""
    variance, overlap = witness(family, n, m, epsilon)
    return [
        BoundStep(
            "Bayes risk of the hard instance at the witness", sized(family, variance), "lower end of the exact value"
        ),
        BoundStep(
            "from the squared error to wrong signs: half of 1 - TV", sized(family, overlap) / 2, "zhao (93)-(96)"
        ),
    ]


def _quarter(
    place: _Place, make: Callable[[Fraction], Family], share: int, source: str, rate: sympy.Expr
) -> VectorBound:
    """A quarter of the signs unknown at s^2 = min{1/4, 3 share/(64 nm (e^epsilon-1)^2)}: zhao/own/quarter-*."""
    n, m, epsilon = place.n, place.m, place.epsilon
    e = square(ball(epsilon).expm1())
    family = make(_root(3 * arb(share) / (64 * n * m * e)))
    k = family.signs
    steps, whole = _start(family, n, m, epsilon), sized(family, arb(1))
    if n * e >= ball(Fraction(k, 4)):
        second = moment(family, m)
        chi = ball(family.mass * 4 * family.s**2 / (1 - family.s**2))
        if second is None:
            raise ArithmeticError("s = 1 where s <= 1/2 was asked for")
        for name, a, cite in (
            ("KL summed over signs: Bessel, m-fold moments", second, "zhao/own/averaged-assouad"),
            ("(1 + chi)^m - 1 <= 2 m chi", 2 * m * chi, "zhao/own/quarter"),
        ):
            steps.append(BoundStep(name, whole / 2 * (1 - (n * e * a / (2 * k)).sqrt()), cite))
    else:
        error = 1 - (2 * n * kl_absolute(epsilon) / k).sqrt()
        steps.append(BoundStep("information of all messages, whatever m", whole / 2 * error, "zhao/own/floor-mean"))
    steps.append(BoundStep("a quarter of the signs unknown", whole / 4, "zhao/own/quarter"))
    record = place.record | {"s": family.s, "signs": k}
    return _bound_of(BoundChain(tuple(steps)), source, record, rate, EVERY, family)


@precise
def zhao_theorem6(n: int, m: int, d: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """zhao Theorem 6, corrected: min{D^2/(16d), 3D^2 d/(256 nm (e^epsilon-1)^2)} in the l_p ball, every p >= 1.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 6.
    """
    place = _place(n, m, d, epsilon, D)
    source = "zhao Theorem 6, corrected (zhao/thm6/lower)"
    return _quarter(place, lambda s: Axes(place.d, s, place.unit), place.d**2, source, THEOREM6_RATE)


@precise
def zhao_theorem7(n: int, m: int, d: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """zhao Theorem 7, corrected: min{D^2 d/16, 3D^2 d^2/(256 nm (e^epsilon-1)^2)} in the l_inf ball.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Zhao et al., Theorem 7.
    """
    place = _place(n, m, d, epsilon, D)
    source = "zhao Theorem 7, corrected (zhao/eq104/111)"
    return _quarter(place, lambda s: SignCube(place.d, s, place.unit), place.d, source, THEOREM7_RATE)


@precise
def zhao_hadamard(n: int, m: int, d: int, epsilon: float, D: float = 1.0) -> VectorBound:
    """zhao Theorem 7 by its own hypercube: min{D^2/16, 3D^2 d^2/(256 nm (e^epsilon-1)^2)} in the l_inf ball.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    Raises
    ------
    ParameterError
        Unless d is a power of 2.

    References
    ----------
    Zhao et al., Theorem 7.
    """
    place = _place(n, m, d, epsilon, D)
    source = "zhao Theorem 7, Hadamard hypercube (zhao/own/quarter-axes, zhao/family/hadamard-hypercube/110)"
    bound = _quarter(place, lambda s: HadamardCube(place.d, s, place.unit), place.d**2, source, HADAMARD_RATE)
    return VectorBound(**(vars(bound) | {"conditions": ("d a power of 2",)}))


@precise
def zhao_all_epsilon(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """zhao/own/linf-all-epsilon: min{D^2 d/16, D^2 d^2/(200 nm kappa)}; l2-all-epsilon: a d-th of it.

    kappa = epsilon tanh(epsilon/2). For non-interactive protocols only.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.
    support : {"linf", "l2"}, default "linf"
        The ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.
    """
    place = _place(n, m, d, epsilon, D, support)
    n, m, k, kappa = place.n, place.m, place.d, kl_absolute(place.epsilon)
    family = SignCube(k, _root(k / (50 * n * m * kappa)), place.unit)
    steps, whole = _start(family, n, m, place.epsilon), sized(family, arb(1))
    information = n * kappa / k
    if n * kappa >= ball(Fraction(k, 8)):
        # Each sample moves the log odds of a sign by 2a: zhao/own/product-information/posterior.
        a = ball(family.s).atanh()
        lean = m * a**2 * (1 + m * ball(family.s) ** 2)
        beta = 2 * (m * a**2 + lean**2)
        information = information * beta / (1 - beta)
        name, cite = "information about the signs in all messages", "zhao/own/product-information"
    else:
        name, cite = "information of all messages, whatever m", "zhao/own/floor-mean"
    steps.append(BoundStep(name, whole / 2 * (1 - (2 * information).sqrt()), cite))
    steps.append(BoundStep("a quarter of the signs unknown", whole / 4, "zhao/own/quarter-all-epsilon"))
    conditions = ("every n, m, d >= 1 and epsilon > 0; non-interactive protocols",)
    source, rate = f"zhao/own/{support}-all-epsilon", shared(ALL_EPSILON_RATE, support)
    record = place.record | {"s": family.s}
    return _bound_of(BoundChain(tuple(steps)), source, record, rate, conditions, family, NON_INTERACTIVE)


def _silent(place: _Place, source: str, rate: sympy.Expr, conditions: tuple[str, ...]) -> VectorBound:
    """The trivial bound, if the conditions fail."""
    return VectorBound(0.0, source, conditions, place.record, rate, None, SEQUENTIAL, None)


@precise
def kent_high_privacy(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """kent Theorem 6, proof in H.2: d^2/(5376 nm epsilon^2), epsilon <= 1, n epsilon^2 >= d; a d-th in the l_2 ball.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.
    support : {"linf", "l2"}, default "linf"
        The ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Theorem 6 and Appendix H.2.
    """
    place = _place(n, m, d, epsilon, D, support)
    n, m, k, level = place.n, place.m, place.d, ball(place.epsilon) ** 2
    conditions = ("epsilon <= 1", "n epsilon^2 >= d")
    source, rate = "kent Theorem 6, Appendix H.2 (kent/appH.2/rate)", shared(KENT_HIGH_RATE, support)
    if not (epsilon <= 1 and n * level >= k):
        return _silent(place, source, rate, conditions)
    family = SignCube(k, _root(k / (1344 * n * m * level)), place.unit)
    second = moment(family, m)
    if second is None:
        raise ArithmeticError("s = 1 where s <= 1/2 was asked for")
    whole = sized(family, arb(1))
    root = (21 * n * level * second / k).sqrt()
    steps = (
        *_start(family, n, m, place.epsilon),
        BoundStep("Assouad with second moments", whole / 2 * (1 - root), "kent (188)"),
        BoundStep("eta^2 <= 16 c d/(n epsilon^2), c = 1/1344", whole / 4, "kent (194)"),
    )
    return _bound_of(BoundChain(steps), source, place.record | {"s": family.s}, rate, conditions, family)


@precise
def kent_low_privacy(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """kent Theorem 6, proof in H.3: d^2/(20608 nm epsilon), epsilon > 1, n epsilon >= d, n epsilon^2 >= d^2.

    A factor d smaller in the l_2 ball.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.
    support : {"linf", "l2"}, default "linf"
        The ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Theorem 6 and Appendix H.3.
    """
    place = _place(n, m, d, epsilon, D, support)
    n, m, k, level = place.n, place.m, place.d, ball(place.epsilon)
    conditions = ("epsilon > 1", "n epsilon >= d", "n epsilon^2 >= d^2")
    source, rate = "kent Theorem 6, Appendix H.3 (kent/appH.3/rate)", shared(KENT_LOW_RATE, support)
    if not (epsilon > 1 and n * level >= k and n * level**2 >= k**2):
        return _silent(place, source, rate, conditions)
    family = SignCube(k, _root(k / (5152 * n * m * level)), place.unit)
    s = ball(family.s)
    second, chi = moment(family, m), ball(4 * family.s**2 / (1 - family.s**2))
    if second is None:
        raise ArithmeticError("s = 1 where s <= 1/2 was asked for")
    linear = 4 * m * s**2 / (1 - s**2) ** 2
    rest = (second - m * chi).nonnegative_part()
    whole = sized(family, arb(1))
    root = (7 * n * (4 * linear * level + 2 * k * rest) / k).sqrt()
    steps = (
        *_start(family, n, m, place.epsilon),
        BoundStep(
            "linear part and rest through the channel", whole / 2 * (1 - root), "kent Theorem 14, (204) corrected"
        ),
        BoundStep("at most 92 (epsilon m s^2 + d m^2 s^4), c = 1/5152", whole / 4, "kent/appH.3/rate"),
    )
    return _bound_of(BoundChain(steps), source, place.record | {"s": family.s}, rate, conditions, family)


@precise
def kent_theorem6(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """kent Theorem 6 (i) 'linf', (ii) 'l2', as the ledger proves it: d^2/(44 nm z), z = min{epsilon, epsilon^2, d}.

    For n min{epsilon, epsilon^2} >= d; a factor d smaller in the l_2 ball. By van Trees with the prior
    (15/8)(1 - 4x^2)^2 on [-1/2, 1/2] (kent/own/X1): the family holds the corners of that box.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.
    support : {"linf", "l2"}, default "linf"
        The ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Theorem 6.
    """
    place = _place(n, m, d, epsilon, D, support)
    n, m, k, level = place.n, place.m, place.d, ball(place.epsilon)
    smaller = level.min(level**2)
    conditions = ("n min{epsilon, epsilon^2} >= d",)
    part = "i" if support == "linf" else "ii"
    source, rate = f"kent Theorem 6 ({part}) (kent/thm6{part}/lower)", shared(KENT_THEOREM6_RATE, support)
    if not n * smaller >= k:
        return _silent(place, source, rate, conditions)
    unit = ball(place.unit)
    private = (ball(Fraction(32, 9)) * m * kl_absolute(place.epsilon)).min(ball(Fraction(4 * m * k, 3)))
    steps = (
        BoundStep("van Trees, trace of the messages' information", unit * k**2 / (n * private + 40 * k), "kent/own/X1"),
        BoundStep(
            "44 nm z in the denominator", unit * k**2 / (44 * n * m * smaller.min(arb(k))), f"kent/thm6{part}/lower"
        ),
    )
    family = SignCube(k, Fraction(1, 2), place.unit)
    return _bound_of(BoundChain(steps), source, place.record, rate, conditions, family)


@precise
def kent_proposition3(n: int, m: int, d: int, epsilon: float, D: float = 1.0, support: str = "linf") -> VectorBound:
    """kent Proposition 3, lower halves of (13) 'linf' and (14) 'l2', for every m, with C = 48.

    d/80 e^(-48x - ln(16)/d) and 1/16 of the same power, x = n min{epsilon, epsilon^2}/d: the choice of Delta in (66),
    (69) needs no condition on x from below.

    Parameters
    ----------
    n : int
        Number of users.
    m : int
        Number of samples of each user.
    d : int
        Dimension.
    epsilon : float
        Privacy budget of one user, for all of their samples.
    D : float, default 1.0
        Half-width of the range of each coordinate, or radius of the ball that holds the data.
    support : {"linf", "l2"}, default "linf"
        The ball that holds the data.

    Returns
    -------
    VectorBound
        The bound, in squared units of the data.

    References
    ----------
    Kent et al., Proposition 3.
    """
    place = _place(n, m, d, epsilon, D, support)
    k, level = place.d, ball(place.epsilon)
    x = place.n * level.min(level**2) / k
    power = (-48 * x - arb(16).log() / k).exp()
    # (8) at twice this Delta^2/4, the bracket being 1/2.
    size = ball(Fraction(k, 80)) if support == "linf" else ball(Fraction(1, 16))
    source = f"kent Proposition 3 (kent/prop3{'i' if support == 'linf' else 'ii'})"
    rate = KENT_PROPOSITION3_RATE if support == "linf" else KENT_PROPOSITION3_L2_RATE
    chain = BoundChain((BoundStep("Fano on a packing", ball(place.D**2) * size * power, "kent (66), (69), Theorem 1"),))
    return _bound_of(
        chain,
        source,
        place.record,
        rate,
        ("every n, m, d >= 1 and epsilon > 0; laws: point masses",),
        PointMasses(support, k, k, place.D**2),
    )
