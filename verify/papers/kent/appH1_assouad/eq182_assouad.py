"""kent Appendix H.1, (182)-(187): Assouad's method with private messages."""

from collections.abc import Iterator
from fractions import Fraction

import sympy
from flint import arb
from sympy import Abs, Integer, Rational, exp, oo

from lowerbounds.information.channels import Channel
from verify.calculus.textbook import (
    CHAIN_RULE,
    HELLINGER_TV,
    KL_BELOW_CHI_SQUARE,
    LE_CAM,
    PINSKER,
    TRANSCRIPT_HELLINGER,
)
from verify.papers.kent.instances.hypercubes import Cube, power, shifted, sparse, vertices
from verify.prover import Variable
from verify.statements import AllOf, Case, Definition, Derived, FiniteCheck, Identity, at_most
from verify.statements.claim import Claim, Kind
from verify.statements.outcome import Settings, as_arb

_ALPHA, _N, _K, _RHO = sympy.symbols("alpha n k varrho", positive=True)

_A, _TV = sympy.symbols("a v", nonnegative=True)

_X, _Y = sympy.Symbol("x", real=True), sympy.Symbol("y", real=True)

_U, _TAU = sympy.symbols("u tau", nonnegative=True)

_B = sympy.Symbol("b", real=True)

_HALF = Rational(1, 2)

_UNIT = Variable(_U, Integer(0), Integer(1))

_LINE = (Variable(_X, -oo, oo), Variable(_Y, -oo, oo))

_SLACK = arb(2) ** -40


def families() -> Iterator[tuple[str, Cube]]:
    """Two families with their names."""
    yield "k = 2, (190) with Delta = 1/2", shifted(2, Fraction(1, 2))
    yield "k = 2, (206) with Delta = 3/5", sparse(2, Fraction(3, 5))


def levels(settings: Settings) -> tuple[Fraction, ...]:
    """The values of e^alpha."""
    return (Fraction(3, 2), Fraction(27, 10)) if settings.quick else (Fraction(3, 2), Fraction(27, 10), Fraction(20))


def _protocols(cube: Cube, channels: list[Channel]) -> Iterator[tuple[Channel, list[Channel]]]:
    """A first channel and, for each of its messages, a second one: a few, chosen round robin."""
    for place in range(0, len(channels), max(1, len(channels) // 4)):
        first = channels[place]
        count = len(first[cube.alphabet()[0]].atoms)
        yield first, [channels[(place + 5 * z + 3) % len(channels)] for z in range(count)]


def _interactive(
    settings: Settings,
) -> Iterator[tuple[dict[str, object], Cube, list[Channel], int, Fraction, Fraction]]:
    """Parameters, family, all extreme channels, n, tau and the average TV for one user and for two in turn."""
    for name, cube in families():
        for t in levels(settings):
            channels = cube.channels(t)
            for tau in (Fraction(1, 2), Fraction(1, 5)):
                for first, second in _protocols(cube, channels):
                    order = {z: second[i] for i, z in enumerate(first[cube.alphabet()[0]].atoms)}
                    told: dict[str, object] = {"family": name, "e^alpha": str(t), "tau": str(tau)}
                    one = cube.average_variation(lambda v, c=cube, f=first: c.law(v).through(f), tau)  # type: ignore[misc]
                    two = cube.average_variation(
                        lambda v, c=cube, f=first, o=order: c.transcripts(v, f, o.__getitem__),  # type: ignore[misc]
                        tau,
                    )
                    yield told | {"n": 1}, cube, channels, 1, tau, one
                    yield told | {"n": 2}, cube, channels, 2, tau, two


def _hellinger_cases(settings: Settings) -> Iterator[Case]:
    worst: dict[tuple[object, object], arb] = {}
    for told, cube, channels, users, tau, average in _interactive(settings):
        if tau != Fraction(1, 2):
            continue
        which = told["family"], told["e^alpha"]
        if which not in worst:
            worst[which] = max((cube.hellinger(v, c) for v in vertices(cube.k) for c in channels), key=float)
        yield Case(told, as_arb(average**2), 14 * users * worst[which] / cube.k)


def _kl_cases(settings: Settings) -> Iterator[Case]:
    worst: dict[tuple[object, object], arb] = {}
    for told, cube, channels, users, _tau, average in _interactive(settings):
        which = told["family"], told["e^alpha"]
        if which not in worst:
            worst[which] = max((cube.kl(v, c) for v in vertices(cube.k) for c in channels), key=float)
        yield Case(told, as_arb(average**2), users * worst[which] / (2 * cube.k))


def _chi_cases(settings: Settings) -> Iterator[Case]:
    for name, cube in families():
        for t in levels(settings):
            for place, channel in enumerate(cube.channels(t)):
                for v in ((1, -1), (-1, -1)):
                    told = {"family": name, "e^alpha": str(t), "channel": place, "v": str(v)}
                    yield Case(told, cube.kl(v, channel) - _SLACK, as_arb(t * cube.chi(v, channel)))


def _half_chi_cases(settings: Settings) -> Iterator[Case]:
    for name, cube in families():
        for t in levels(settings):
            for place, channel in enumerate(cube.channels(t)):
                told = {"family": name, "e^alpha": str(t), "channel": place}
                yield Case(told, cube.hellinger((1, -1), channel) - _SLACK, as_arb(cube.chi((1, -1), channel) / 2))


def _bayes(cube: Cube, n: int, delta: Fraction) -> tuple[Fraction, Fraction]:
    """The Bayes risk for the means delta v under the uniform prior with n samples seen, and the average TV."""
    sent = {v: power(cube.law(v), n) for v in vertices(cube.k)}
    risk = Fraction(0)
    for j in range(cube.k):
        for x in sent[vertices(cube.k)[0]].atoms:
            sides = [sum((sent[v][x] for v in sent if v[j] == s), Fraction(0)) for s in (1, -1)]
            if sum(sides):
                risk += delta**2 * 4 * sides[0] * sides[1] / sum(sides) / 2**cube.k
    return risk, cube.average_variation(sent.__getitem__)


def _assouad_cases(_: Settings) -> Iterator[Case]:
    """varrho sum (1 - TV) with 2 varrho = Delta^2 beside the exact Bayes risk, which is at most the minimax risk."""
    for k in (1, 2):
        for n in (1, 2):
            for delta in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
                risk, average = _bayes(shifted(k, delta), n, delta)
                yield Case({"k": k, "n": n, "Delta": str(delta)}, delta**2 / 2 * k * (1 - average), risk)


CLAIMS = (
    Claim(
        "kent/eq182",
        "Appendix H.1, (182)",
        Kind.DEFINITION,
        "Hamming separation",
        Definition(
            r"\Phi(\tfrac12\rho(\theta_v,\theta_{v'}))\ge2\varrho\textstyle\sum_{j=1}^k1\{v_j\ne v'_j\},"
            r"\ v,v'\in\{-1,1\}^k"
        ),
    ),
    Claim(
        "kent/lemma12",
        "Appendix H.1, Lemma 12",
        Kind.LOWER_BOUND,
        "Assouad's method",
        Derived(
            r"\mathcal R_{n,1,\infty}\ge\varrho\textstyle\sum_j\{1-D_{\mathrm{TV}}(P_{+j}^n,P_{-j}^n)\}",
            ("kent/eq182",),
            AllOf(
                r"\rho(\hat\theta,\theta_v)\ge\tfrac12\rho(\theta_{\hat v},\theta_v),\ "
                r"P(\hat v_j\ne v_j)\ge\tfrac12(1-D_{\mathrm{TV}})",
                (
                    (
                        "the nearest vertex is u a <= a away, the other at most u a + a from it",
                        at_most((_A * _U + _A) / 2, _A, Variable(_A, Integer(0), oo), _UNIT),
                    ),
                    ("2 varrho times half of 1 - TV", Identity(2 * _RHO * ((1 - _TV) / 2), _RHO * (1 - _TV))),
                ),
            ),
            (LE_CAM,),
            (
                (
                    "exact Bayes risks of (190)",
                    FiniteCheck(
                        r"\varrho\textstyle\sum_j(1-D_{\mathrm{TV}})\le\text{Bayes risk}",
                        "k = 1, 2; n = 1, 2; Delta = 1/4, 1/2, 1",
                        _assouad_cases,
                    ),
                ),
            ),
        ),
        note="The supremum over the class is at least the average over the cube; for each j that average is half the sum of "
        "the two errors of the test v^_j between the mixtures. Through a channel the same holds with the laws of the messages.",
    ),
    Claim(
        "kent/own/cube-kl",
        "to Appendix H.1, Lemma 13: for priors with independent co-ordinates and users that see earlier messages",
        Kind.INEQUALITY,
        "the average TV of the mixtures by the divergences of neighbours, interaction allowed",
        None,
        Derived(
            r"\Big(\tfrac1k\textstyle\sum_jD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac n{2k}\max_v\sup_Q"
            r"\sum_jD_{\mathrm{KL}}(M_v\|M_{v^{\oplus j}}),\ M_{\pm j}^n=E[M_V^n\mid V_j=\pm1],\ V_j\text{ independent}",
            (),
            AllOf(
                r"\mathrm{TV}(M_{+j}^n,M_{-j}^n)\le E_V\mathrm{TV}(M_V^n,M_{V^{\oplus j}}^n)",
                (
                    (
                        "mixtures over the other co-ordinates: the triangle inequality",
                        at_most(Abs(_X + _Y), Abs(_X) + Abs(_Y), *_LINE),
                    ),
                    (
                        "TV is symmetric, so the mean over V_j changes nothing",
                        Identity(_TAU * _A + (1 - _TAU) * _A, _A),
                    ),
                    ("squares of averages", at_most(((_X + _Y) / 2) ** 2, (_X**2 + _Y**2) / 2, *_LINE)),
                    ("which is a square", Identity((_X**2 + _Y**2) / 2 - ((_X + _Y) / 2) ** 2, ((_X - _Y) / 2) ** 2)),
                    ("Pinsker, k terms, n users", Identity(_N * _A / 2 / _K, _N * _A / (2 * _K))),
                ),
            ),
            (PINSKER, CHAIN_RULE),
            (
                (
                    "one user, and two in turn",
                    FiniteCheck(
                        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\frac n{2k}\max_v\max_Q\sum_jD_{\mathrm{KL}}",
                        "(190) and (206) at k = 2, tau = 1/2 and 1/5, n = 1, 2, e^alpha = 3/2, 27/10 (full: 20 too); "
                        "the maximum over all extreme channels",
                        _kl_cases,
                    ),
                ),
            ),
        ),
        note="KL(M_v^n, M_(v+j)^n) is a sum over users of conditional divergences averaged over the earlier messages under M_v^n: "
        "the same law for every j, so that the sum over j goes inside, where each user's channel is an alpha-LDP one. This needs "
        "no bound for interactive transcripts from elsewhere, and no uniform prior.",
    ),
    Claim(
        "kent/own/cube-chi",
        "to Appendix H.1, Theorem 14",
        Kind.INEQUALITY,
        "divergences of neighbours by second moments of the fluctuations",
        None,
        Derived(
            r"\textstyle\sum_jD_{\mathrm{KL}}(M_v\|M_{v^{\oplus j}})\le e^\alpha\sum_j\int"
            r"\frac{E_{P_v}[\phi_{v,j}q(z|X)]^2}{E_{P_v}[q(z|X)]}dz",
            (),
            AllOf(
                r"M_{v^{\oplus j}}\ge e^{-\alpha}M_v",
                (
                    ("the difference of the messages' laws", Identity((1 + _B) * _A - _A, _B * _A)),
                    (
                        "with denominator a e^-alpha/w, w <= 1",
                        at_most(
                            _B**2 * _U * exp(_ALPHA),
                            _B**2 * exp(_ALPHA),
                            Variable(_B, Integer(-1), Integer(1)),
                            _UNIT,
                            Variable(_ALPHA, Integer(0), oo, open_lower=True),
                        ),
                    ),
                ),
            ),
            (KL_BELOW_CHI_SQUARE,),
            (
                (
                    "all extreme channels",
                    FiniteCheck(
                        r"\sum_jD_{\mathrm{KL}}\le e^\alpha\sum_j\int E[\phi q]^2/E[q]",
                        "(190) and (206) at k = 2, e^alpha = 3/2, 27/10 (full: 20 too), every extreme channel, two v",
                        _chi_cases,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "kent/lemma13",
        "Appendix H.1, Lemma 13, (186)",
        Kind.INEQUALITY,
        "the average TV of the mixtures by Hellinger distances of neighbours",
        Derived(
            r"\Big(\tfrac1k\textstyle\sum_jD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac{14n}k\max_v\max_Q"
            r"\sum_jD_{\mathrm H}(M_v,M_{v^{\oplus j}})^2",
            (),
            AllOf(
                r"\mathrm{TV}(M_{+j}^n,M_{-j}^n)^2\le E_V\mathrm{TV}(M_V^n,M_{V^{\oplus j}}^n)^2,\ \mathrm{TV}^2\le2D_{\mathrm H}^2,\ "
                r"D_{\mathrm H}(M_v^n,M_{v^{\oplus j}}^n)^2\le3.47\textstyle\sum_iD_{\mathrm H}(M_v^n,M_{v,i}^n)^2",
                (
                    (
                        "mixtures over the other co-ordinates: the triangle inequality",
                        at_most(Abs(_X + _Y), Abs(_X) + Abs(_Y), *_LINE),
                    ),
                    ("squares of averages", at_most(((_X + _Y) / 2) ** 2, (_X**2 + _Y**2) / 2, *_LINE)),
                    (
                        "the constant, 6.94 at most",
                        at_most(
                            2 * Rational(347, 100) * _A, 14 * _A, Variable(_A, Integer(0), oo), shown=(("a", "1"),)
                        ),
                    ),
                ),
            ),
            (HELLINGER_TV, TRANSCRIPT_HELLINGER),
            (
                (
                    "one user, and two in turn",
                    FiniteCheck(
                        r"(\tfrac1k\sum_jD_{\mathrm{TV}})^2\le\frac{14n}k\max_v\max_Q\sum_jD_{\mathrm H}^2",
                        "(190) and (206) at k = 2, n = 1, 2 with the second user's channel chosen by the first message, "
                        "e^alpha = 3/2, 27/10 (full: 20 too); the maximum over all extreme channels",
                        _hellinger_cases,
                    ),
                ),
            ),
        ),
        note=(
            "What is checked apart from the cited facts is the constant and the averages; that the law of the "
            "messages where user i alone draws from P_(v+j) differs from M_v^n in one conditional law, the same "
            "for every j, is said here and tried by exact enumeration. "
            "M_(v,i) is the law of the messages where user i alone draws from P_(v+j): it differs from M_v^n in one conditional law, so its "
            "distance is that of user i's messages, averaged over the earlier ones under M_v^n, which is the same law for every j; the sum over j "
            "goes inside. Half of 14 would do. Holds for every prior with independent co-ordinates."
        ),
    ),
    Claim(
        "kent/thm14",
        "Appendix H.1, Theorem 14, (187)",
        Kind.INEQUALITY,
        "the average TV of the mixtures by second moments",
        Derived(
            r"\Big(\tfrac1k\textstyle\sum_jD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac{7n}k\max_v\sup_Q\sum_j\int"
            r"\frac{E_{P_v}[\phi_{v,j}q(z|X)]^2}{E_{P_v}[q(z|X)]}dz",
            ("kent/lemma13",),
            AllOf(
                r"(\sqrt{m'}-\sqrt m)^2=\frac{(m'-m)^2}{(\sqrt{m'}+\sqrt m)^2}\le\frac{(m'-m)^2}m",
                (
                    (
                        "with m = 1 and sqrt(m') = a: the square factors",
                        Identity((_A**2 - 1) ** 2, (_A - 1) ** 2 * (_A + 1) ** 2),
                    ),
                    (
                        "and the second factor is at least 1",
                        at_most(Integer(1), (_A + 1) ** 2, Variable(_A, Integer(0), oo)),
                    ),
                    ("14 halves", Identity(14 * _HALF * _A, 7 * _A)),
                ),
            ),
            (),
            (
                (
                    "the Hellinger distances by second moments, all extreme channels",
                    FiniteCheck(
                        r"\sum_jD_{\mathrm H}^2\le\tfrac12\sum_j\int E[\phi q]^2/E[q]",
                        "(190) and (206) at k = 2, e^alpha = 3/2, 27/10 (full: 20 too), every extreme channel",
                        _half_chi_cases,
                        granted="2^{-40}",
                    ),
                ),
            ),
        ),
        note="For alpha <= log 14 also by another route, kent/own/thm14, and for priors that are not uniform.",
    ),
    Claim(
        "kent/own/thm14",
        "to Appendix H.1, Theorem 14, for alpha <= log 14",
        Kind.INEQUALITY,
        "Theorem 14 without Hellinger distances, for every prior with independent co-ordinates",
        None,
        Derived(
            r"\Big(\tfrac1k\textstyle\sum_jD_{\mathrm{TV}}(M_{+j}^n,M_{-j}^n)\Big)^2\le\frac{e^\alpha n}{2k}\max_v\sup_Q\sum_j"
            r"\int\frac{E_{P_v}[\phi_{v,j}q]^2}{E_{P_v}[q]}dz\le\frac{7n}k\cdots,\ \alpha\le\log14",
            ("kent/own/cube-kl", "kent/own/cube-chi"),
            at_most(exp(_ALPHA) / 2, Integer(7), Variable(_ALPHA, Integer(0), Rational(263, 100), open_lower=True)),
        ),
        note="The inequality is shown up to alpha = 2.63; log 14 = 2.639.",
    ),
)
