"""The lower bounds' methods next to exact optima over all private channels and protocols on tiny alphabets.

For Theorems 6 and 7: l_1 and Hadamard hypercubes, pairs of cells, and kent's cube of independent signs; for each the
averaged Assouad method, van Trees' information, the floor without samples, and rare large values. t = e^epsilon is
rational and epsilon rounded down, except for spikes, so that a statement is checked for slightly more privacy than it has.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from lowerbounds.information import fair_signs
from lowerbounds.information import optimal_protocols as optimal
from lowerbounds.information.contraction import kl_absolute
from lowerbounds.information.laws import FiniteLaw
from lowerbounds.methods import mutual_information as information
from lowerbounds.methods import perturbations, van_trees
from lowerbounds.methods.cubes import Axes, HadamardCube, PairedCells, SignCube
from lowerbounds.methods.families import Family
from lowerbounds.methods.lines import Spikes
from lowerbounds.numerics.enclosures import ball, precise
from lowerbounds.vectors import heavy
from verify.kernel.statements import Case, FiniteCheck
from verify.kernel.statements.claim import Claim, Kind
from verify.kernel.statements.outcome import Settings, as_arb

_SMALL, _LARGE = Fraction(6, 5), Fraction(3)
_Place = tuple[type[SignCube] | type[Axes] | type[HadamardCube] | type[PairedCells], int, int]
"""A family, its signs and the samples of a user."""

_NAMES = {
    SignCube: "cube of independent signs",
    Axes: "l_1 hypercube",
    HadamardCube: "Hadamard hypercube",
    PairedCells: "pairs of cells",
}


@precise
def log_below(t: Fraction) -> float:
    """epsilon as a float, not above ln t."""
    return float(ball(t).log().lower()) * (1 - 1e-15)


def _vertices(signs: int) -> list[tuple[int, ...]]:
    return list(product((1, -1), repeat=signs))


def _parameters(place: _Place, s: Fraction, t: Fraction, n: int = 1) -> dict[str, object]:
    kind, signs, m = place
    return {"family": _NAMES[kind], "signs": signs, "m": m, "n": n, "s": str(s), "e^epsilon": str(t)}


def least_unknown(family: Family, m: int, n: int, t: Fraction) -> Fraction:
    """The least average posterior variance of the signs over all interactive protocols of a given number of users, exact."""
    signs = [tuple(Fraction(x) for x in v) for v in _vertices(family.signs)]
    laws = [optimal.law_of_draws(family.law(v), m) for v in _vertices(family.signs)]
    return 1 - optimal.best_explained(laws, signs, t, n) / family.signs


def _unknown(settings: Settings) -> Iterator[Case]:
    """Each route's W(s) next to the least posterior variance; routes that are trivial there are left out."""
    places: list[tuple[_Place, int]] = [((SignCube, 2, 1), 1), ((SignCube, 1, 3), 2), ((Axes, 2, 1), 1)]
    places += [((Axes, 1, 2), 2), ((HadamardCube, 2, 1), 1), ((PairedCells, 2, 1), 1)]
    if not settings.quick:
        places += [((SignCube, 2, 1), 2), ((SignCube, 1, 5), 1), ((Axes, 1, 2), 3), ((HadamardCube, 2, 1), 2)]
    for (place, users), s in product(places, (Fraction(1, 4), Fraction(3, 4))):
        kind, signs, m = place
        for t in (_SMALL, _LARGE) if settings.quick else (_SMALL, _LARGE, Fraction(40)):
            family = kind(signs, s)
            least = least_unknown(family, m, users, t)
            for route in perturbations.ROUTES:
                value = route.unknown(family, users, m, log_below(t))
                if perturbations.usable(value):
                    yield Case(_parameters(place, s, t, users) | {"route": route.name}, value, least)


def _claim(name: str, title: str, text: str, over: str, cases: object, note: str) -> Claim:
    return Claim(
        f"zhao/own/vectors/extremal/{name}",
        "ours, for Theorems 3, 6 and 7",
        Kind.LOWER_BOUND,
        title,
        corrected=FiniteCheck(text, over, cases),  # type: ignore[arg-type]
        note=note,
    )


_TINY = Fraction(1, 100)


@precise
def _limit(family: Family, m: int, epsilon: float) -> arb:
    second = perturbations.moment(family, m)
    assert second is not None
    return perturbations.bessel_constant(family.signs, epsilon) * second


def _bessel(settings: Settings) -> Iterator[Case]:
    """sum_k sum_z E[phi_k q]^2/E q over all channels, next to A min{sinh^2, k tanh^2}."""
    places: list[_Place] = [(SignCube, 1, 1), (SignCube, 1, 3), (SignCube, 2, 1), (Axes, 2, 1), (HadamardCube, 2, 1)]
    places += [] if settings.quick else [(SignCube, 2, 2), (Axes, 2, 2), (Axes, 3, 1), (PairedCells, 2, 1)]
    for place, s in product(places, (_TINY, Fraction(1, 2))):
        kind, signs, m = place
        family = kind(signs, s)
        base, flips = optimal.perturbations(family.law, signs, m)
        for t in (_SMALL, _LARGE):
            optimum = optimal.largest_squares(base, flips, t)
            yield Case(_parameters(place, s, t), optimum, _limit(family, m, log_below(t)))


def _trace(settings: Settings) -> Iterator[Case]:
    """The trace of one message's information over all channels at a corner of the box, next to van Trees' J."""
    places: list[_Place] = [(SignCube, 1, 1), (SignCube, 1, 3), (SignCube, 2, 1), (Axes, 2, 1), (PairedCells, 2, 1)]
    places += [] if settings.quick else [(SignCube, 2, 2), (Axes, 2, 2)]
    for place, s in product(places, (_TINY, Fraction(1, 2))):
        kind, signs, m = place
        family = kind(signs, s)
        base, scores = optimal.scores(family.law, signs, m, s)
        for t in (_SMALL, _LARGE):
            optimum = optimal.largest_squares(base, scores, t)
            yield Case(_parameters(place, s, t), optimum, van_trees.trace(family, m, log_below(t)))


@precise
def _floor_of(n: int, signs: int, epsilon: float) -> arb:
    return 1 - fair_signs.known_at_most(n * kl_absolute(epsilon) / signs)


def _floor(settings: Settings) -> Iterator[Case]:
    """Corners of a cube and vertices of the l_1 ball, known to every user: what m samples cannot improve."""
    for signs, users in ((1, 1), (1, 2), (2, 1)) if settings.quick else ((1, 1), (1, 2), (1, 4), (2, 1), (2, 2)):
        for t in (Fraction(21, 20), _SMALL, _LARGE):
            least = least_unknown(SignCube(signs, Fraction(1)), 1, users, t)
            at = _parameters((SignCube, signs, 1), Fraction(1), t, users)
            yield Case(at | {"floor": "information of one sign"}, _floor_of(users, signs, log_below(t)), least)
    corners = ((1, 0), (-1, 0), (0, 1), (0, -1))
    laws = [FiniteLaw(((corner, Fraction(1)),)) for corner in corners]
    targets = [(Fraction(x), Fraction(y)) for x, y in corners]
    # At 40 the floor is 0: there only one that is too large is told.
    for t in (_SMALL, _LARGE, Fraction(40)):
        least = 1 - optimal.best_explained(laws, targets, t, 1)
        bound = information.vertex_floor(1, 7, 2, log_below(t))
        at = {"floor": "vertices, Fano", "d": 2, "n": 1, "e^epsilon": str(t)}
        yield Case(at, as_arb(arb(bound.value)), least)


@precise
def log_above(t: Fraction) -> float:
    """epsilon as a float, not below ln t: for a bound that is attained, which rounding would lift above the optimum."""
    return float(ball(t).log().upper()) * (1 + 1e-15)


def _spikes(settings: Settings) -> Iterator[Case]:
    """Rare large values of one sign, of the other, or none: a user's data have three letters whatever m."""
    places = ((2.0, 1, 1), (2.0, 4, 1), (4.0, 7, 1), (3.0, 2, 2), (2.0, 50, 1))
    for (order, m, users), t in product(places, (_SMALL, _LARGE, Fraction(40))):
        bound = heavy.spikes(users, m, 1, log_above(t), order)
        family, q = bound.family, Fraction(bound.parameters["q"])
        assert isinstance(family, Spikes)
        none = (1 - q) ** m
        laws = [
            FiniteLaw((("none", none), ("up", 1 - none), ("down", Fraction(0)))),
            FiniteLaw((("none", none), ("up", Fraction(0)), ("down", 1 - none))),
        ]
        least = 1 - optimal.best_explained(laws, [(Fraction(1),), (Fraction(-1),)], t, users)
        at = {"p": order, "m": m, "n": users, "e^epsilon": str(t), "q": float(q)}
        yield Case(at, Fraction(bound.value), least * family.weight)


CLAIMS = (
    _claim(
        "routes",
        "no protocol knows more of the signs than the averaged Assouad method allows",
        r"W(s)\le\min_{\text{protocols}}\tfrac1k\sum_k\mathbb E\operatorname{Var}(V_k|Z)",
        "1 or 2 signs, m = 1 to 3 (full: 5), n = 1, 2 (full: 3), s = 1/4, 3/4, e^epsilon = 6/5, 3 (full: 40); "
        "five routes",
        _unknown,
        "All sequentially interactive protocols, by linear programs over extreme channels, user by user.",
    ),
    _claim(
        "bessel",
        "no channel passes more of orthogonal perturbations than Bessel's inequality allows",
        r"\max_q\sum_k\sum_z\frac{\mathbb E[\varphi_kq_z]^2}{\mathbb Eq_z}\le A\min\{\sinh^2\tfrac\varepsilon2,k\tanh^2\tfrac\varepsilon2\}",
        "1 or 2 signs (full: 3), m = 1 to 3, s = 1/100, 1/2, e^epsilon = 6/5, 3",
        _bessel,
        "For one sign and one sample at s = 1/100 the optimum is all but the limit; with more of them it is "
        "above half of it.",
    ),
    _claim(
        "trace",
        "no channel passes more information than van Trees' bound allows",
        r"\max_q\operatorname{tr}I(q)\le J",
        "1 sign, m = 1, 3; 2 signs, m = 1 (full: 2); s = L = 1/100, 1/2, e^epsilon = 6/5, 3",
        _trace,
        "For one sign and one sample at s = 1/100 the optimum is all but J; with more of them it is above half of it.",
    ),
    _claim(
        "floor",
        "no protocol knows more of a point that all users know than the floors allow",
        r"1-g^{-1}(n\kappa/d)\le\tfrac1d\sum_k\mathbb E\operatorname{Var}(V_k|Z)",
        "1 or 2 signs, n = 1, 2 (full: 4), e^epsilon = 21/20, 6/5, 3; vertices of the l_1 ball, d = 2, n = 1, to 40",
        _floor,
        "The floors lose a factor of 4 in the information where epsilon is small: KL at its worst in place of "
        "its average.",
    ),
    _claim(
        "spikes",
        "no protocol knows more of rare large values than the bound allows",
        r"L\le\min_{\text{protocols}}\mathbb E(\hat\mu-\mu)^2",
        "p = 2, 3, 4, m = 1 to 50, n = 1, 2, e^epsilon = 6/5, 3, 40",
        _spikes,
        "Where the best q is 1 the bound is the optimum, except for rounding; epsilon is rounded up.",
    ),
)
