"""bassily Section 6: Algorithm 5, Lemma 6.1 with explicit constants, the rate, and smoothing."""

import sympy
from sympy import Integer, Rational, oo, sqrt

from notation.symbols import beta, d, epsilon, m, n
from verify.claim import Claim, Kind, Severity
from verify.papers.bassily import accelerated, rounds
from verify.papers.bassily.symbols import BETA_M, LOCAL, LOG, SMOOTH_LOCAL, L, R, least, positive
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, SameRate, UpToConstant, at_most

_T, _S = sympy.symbols("T t", integer=True, positive=True)
_A, _ETA, _D, _NU, _N0, _Q, _Y = sympy.symbols("a eta D nu n_0 q y", positive=True)
_TH, _NEW, _AG, _U, _G, _E = sympy.symbols("theta theta_+ theta_a u G e", real=True)
_K = sympy.Symbol("kappa", nonnegative=True)
_F = sympy.Symbol("f", nonnegative=True)
_MD = _A * _TH + (1 - _A) * _AG
_AG_NEW = _A * _NEW + (1 - _A) * _AG
_STEP = 2 / (_S + 1)
_GAMMA = 2 / (_S * (_S + 1))
_ROOT = sqrt((2 * _T + 1) / (3 * _T * (_T + 1)))
_SQUARES = _T * (_T + 1) * (2 * _T + 1) / 6
_REALS = tuple((x, "-3", "3") for x in (_TH, _NEW, _AG, _U, _G, _E))
_SHARE = ((_A, "0", "1"),)
_ROUNDS = ((_T, "1", "40"),)


CLAIMS = (
    Claim(
        "bassily/sec6/1",
        "Section 6, Algorithm 5, line 5, and the proof of Theorem 3.2, privacy",
        Kind.PRIVACY,
        "the batches are disjoint",
        Derived(
            r"\lfloor n/T\rfloor T\le n:\ \text{each user is in one batch at most, and spends what one call spends}",
            (),
            at_most((_Y - _F) / _Y, Integer(1), positive(_Y), Variable(_F, Integer(0), Integer(1), open_upper=True)),
        ),
        note="y = n/T and f its fractional part. What one call of the mean estimator spends is Theorem 4.3's matter.",
    ),
    Claim(
        "bassily/sec6/batch",
        "Section 6, Algorithm 5, lines 2 and 5, with the condition of Theorem 4.3",
        Kind.ALGORITHM,
        "a batch is large enough for the mean estimator",
        FiniteCheck(
            r"n_0=\lfloor n/T\rfloor=\lfloor d/\varepsilon^2\rfloor\ge\tfrac{4d}{\varepsilon^2}\log\tfrac{\sqrt{d^3}L}{\tau\gamma}",
            "d = 16, epsilon = 1, L/(tau gamma) = 4",
            accelerated.batch_too_small,
        ),
        Derived(
            r"T=\tfrac{n\varepsilon^2}{4d\Lambda}:\ n_0=\tfrac{4d\Lambda}{\varepsilon^2}\text{ and }\tfrac{R\nu}{\sqrt T}"
            r"\lesssim RL\sqrt{\tfrac d{nm\varepsilon^2}},\ \beta\tfrac{R^2}{T^2}=16\Lambda^2\beta\tfrac{d^2R^2}{n^2\varepsilon^4}",
            (),
            AllOf(
                r"\nu^2=\tfrac{dL^2}{n_0m\varepsilon^2}",
                (
                    ("users in a batch", Identity(n / (n * epsilon**2 / (4 * d * LOG)), 4 * d * LOG / epsilon**2)),
                    (
                        "the noise term does not change: n_0 T = n",
                        Identity(
                            R * sqrt(d * L**2 / (_N0 * m * epsilon**2)) / sqrt(n / _N0),
                            R * L * LOCAL,
                        ),
                    ),
                    (
                        "the smoothness term gains the logarithm's square",
                        Identity(
                            beta * R**2 / (n * epsilon**2 / (4 * d * LOG)) ** 2,
                            16 * LOG**2 * beta * d**2 * R**2 / (n**2 * epsilon**4),
                        ),
                    ),
                ),
            ),
        ),
        correction="T must be smaller by the logarithm that Theorem 4.3 asks for; with T = n epsilon^2/d the condition fails "
        "for every n, as sqrt(d^3) L/(tau gamma) is above e^(1/4)",
        severity=Severity.PROOF_GAP,
        theorem="bassily/sec6/3",
        note="The printed condition is itself too weak (bassily/lemmaB.1): Lambda stands for whatever logarithm is needed. "
        "Gradients lie in the ball of radius L, the R of Theorem 4.3; its condition is printed with n for k.",
    ),
    Claim(
        "bassily/sec6/coupling",
        "Section 6, proof of Theorem 3.2, the display after the union bound",
        Kind.INEQUALITY,
        "the price of changing to the noisy gradient method",
        FiniteCheck(
            r"\mathrm{TV}\le\gamma\Rightarrow EF(\theta_T)\le EF(\theta_T')+\gamma RL",
            "d = 1, F(theta) = theta on [-1, 1], two laws on the ends",
            rounds.two_ends,
        ),
        Derived(
            r"\mathrm{TV}\le\gamma\Rightarrow EF(\theta_T)\le EF(\theta_T')+2\gamma RL\text{ for iterates in }\Theta",
            ("bassily/sec5/3",),
            Identity(_Q * (L * R - (-L * R)), 2 * _Q * R * L),
        ),
        correction="2 gamma R L, as in bassily/sec5/3; and only once the iterates are kept in the ball, which line 8 of "
        "Algorithm 5 does not do",
        severity=Severity.CONSTANT,
        theorem="bassily/sec6/3",
    ),
    Claim(
        "bassily/sec6/2",
        "Section 6, proof of Theorem 3.2",
        Kind.INEQUALITY,
        "the variance of the gradient oracle",
        UpToConstant(
            1 + 1 / _Q,
            1 / _Q,
            (Variable(_Q, Integer(0), Integer(1), open_lower=True, open_upper=True),),
            constant=Integer(2),
            text=r"m<d/\varepsilon^2\Rightarrow\tfrac{L^2}{n_0}+d\sigma^2\lesssim\tfrac{dL^2}{n_0m\varepsilon^2}",
        ),
        note="In units of L^2/n_0, q = m epsilon^2/d < 1, sigma^2 = L^2/(n_0 m epsilon^2), logarithms apart. With the variance "
        "L^2/m of a user's mean gradient the condition on m is not needed for epsilon^2 <= d.",
    ),
    Claim(
        "bassily/lemma6.1/a",
        "ours, proof of Lemma 6.1, smoothness and convexity",
        Kind.INEQUALITY,
        "one step of the averaged iterate",
        None,
        Derived(
            r"F(\theta^{ag}_+)\le(1-a)F(\theta^{ag})+a[F(\theta^{md})+\nabla F(\theta^{md})\cdot(\theta_+-\theta^{md})]"
            r"+\tfrac{\beta a^2}2\|\theta_+-\theta\|^2",
            (),
            AllOf(
                r"\theta^{md}=a\theta+(1-a)\theta^{ag},\ \theta^{ag}_+=a\theta_++(1-a)\theta^{ag}",
                (
                    (
                        "the distance in the smoothness term",
                        Identity(_AG_NEW - _MD, _A * (_NEW - _TH), _REALS + _SHARE),
                    ),
                    (
                        "the linear term, split between both points; convexity bounds the first part",
                        Identity(
                            _G * (_AG_NEW - _MD),
                            (1 - _A) * _G * (_AG - _MD) + _A * _G * (_NEW - _MD),
                            _REALS + _SHARE,
                        ),
                    ),
                ),
            ),
        ),
        note="F(y) <= F(x) + F'(x).(y-x) + beta/2 |y-x|^2 at x = theta^md, y = theta^ag_+; one coordinate stands for all.",
    ),
    Claim(
        "bassily/lemma6.1/b",
        "ours, proof of Lemma 6.1, projection",
        Kind.INEQUALITY,
        "one projected step",
        None,
        Derived(
            r"\eta_tG\cdot(\theta_+-u)\le\tfrac12\|\theta-u\|^2-\tfrac12\|\theta_+-u\|^2-\tfrac12\|\theta_+-\theta\|^2,\ u\in\Theta",
            (),
            Identity(
                (_TH - _U) ** 2 / 2 - (_NEW - _U) ** 2 / 2 - (_NEW - _TH) ** 2 / 2 - _ETA * _G * (_NEW - _U),
                (_TH - _ETA * _G - _NEW) * (_NEW - _U),
                _REALS,
            ),
        ),
        note="The right side of the identity is at least 0: theta_+ is the point of Theta nearest to theta - eta G.",
    ),
    Claim(
        "bassily/lemma6.1/c",
        "ours, proof of Lemma 6.1, noise",
        Kind.INEQUALITY,
        "the noise against the step",
        None,
        Derived(
            r"-\Big(\tfrac a{2\eta_t}-\tfrac{\beta a^2}2\Big)s^2+aes\le\tfrac{a\eta_te^2}{2(1-\beta a\eta_t)}\le a\eta_te^2,"
            r"\ \beta a\eta_t\le\tfrac12",
            (),
            AllOf(
                r"\kappa=\beta a\eta_t",
                (
                    (
                        "the square",
                        Identity(
                            _A * _ETA * _E**2 / (2 * (1 - _Y))
                            + (_A / (2 * _ETA) - _Y * _A / (2 * _ETA)) * _U**2
                            - _A * _E * _U,
                            _A * (1 - _Y) / (2 * _ETA) * (_U - _ETA * _E / (1 - _Y)) ** 2,
                            (*_REALS, (_Y, "0", "1/2")),
                        ),
                    ),
                    (
                        "the factor",
                        at_most(1 / (2 * (1 - _K)), Integer(1), Variable(_K, Integer(0), Rational(1, 2))),
                    ),
                    (
                        "a eta_t = eta t/(t+1) <= eta <= 1/(2 beta)",
                        at_most(_Y / (_Y + 1), Integer(1), least(_Y, 1)),
                    ),
                ),
            ),
        ),
    ),
    Claim(
        "bassily/lemma6.1/d",
        "ours, proof of Lemma 6.1, weights",
        Kind.IDENTITY,
        "the weights telescope",
        None,
        AllOf(
            r"a_t=\tfrac2{t+1},\ \eta_t=\tfrac{\eta t}2,\ \Gamma_t=\tfrac2{t(t+1)}:\ \Gamma_t=(1-a_t)\Gamma_{t-1},"
            r"\ \tfrac{a_t}{\eta_t\Gamma_t}=\tfrac2\eta,\ \sum_t\tfrac{a_t\eta_t}{\Gamma_t}=\tfrac\eta2\sum_tt^2",
            (
                (
                    "recursion",
                    Identity(_GAMMA, (1 - _STEP) * _GAMMA.subs(_S, _S - 1), ((_S, "2", "40"),)),
                ),
                ("distance", Identity(_STEP / (_ETA * _S / 2 * _GAMMA), 2 / _ETA, ((_S, "1", "40"),))),
                ("noise", Identity(_STEP * _ETA * _S / 2 / _GAMMA, _ETA * _S**2 / 2, ((_S, "1", "40"),))),
                ("sum", Identity(sympy.summation(_S**2, (_S, 1, _T)), _SQUARES, _ROUNDS)),
            ),
        ),
    ),
    Claim(
        "bassily/lemma6.1",
        "Section 6, Lemma 6.1",
        Kind.UPPER_RATE,
        "accelerated stochastic gradient",
        Derived(
            r"EF(\theta_T^{ag})-\min F\le\tfrac{4\beta D^2}{T(T+1)}+2D\nu\sqrt{\tfrac{2T+1}{3T(T+1)}}"
            r"\le\tfrac{4\beta D^2}{T^2}+\tfrac{2D\nu}{\sqrt T},\ D\ge\|\theta_0-\theta^*\|",
            ("bassily/lemma6.1/a", "bassily/lemma6.1/b", "bassily/lemma6.1/c", "bassily/lemma6.1/d"),
            AllOf(
                r"\tfrac{2D^2}{\eta T(T+1)}+\tfrac{\eta\nu^2(2T+1)}6,\ \eta=\min\Big(\tfrac1{2\beta},"
                r"\tfrac D\nu\sqrt{\tfrac{12}{T(T+1)(2T+1)}}\Big)",
                (
                    (
                        "the weighted sum",
                        Identity(
                            2 / (_T * (_T + 1)) * (2 / _ETA * _D**2 / 2 + _ETA / 2 * _SQUARES * _NU**2),
                            2 * _D**2 / (_ETA * _T * (_T + 1)) + _ETA * _NU**2 * (2 * _T + 1) / 6,
                            _ROUNDS,
                        ),
                    ),
                    (
                        "the first term at 1/(2 beta)",
                        Identity(2 * _D**2 * 2 * beta / (_T * (_T + 1)), 4 * beta * _D**2 / (_T * (_T + 1)), _ROUNDS),
                    ),
                    (
                        "the first term at the other step",
                        Identity(
                            2 * _D**2 / (_T * (_T + 1)) * (_NU / _D) * sqrt(_T * (_T + 1) * (2 * _T + 1) / 12),
                            _D * _NU * _ROOT,
                            _ROUNDS,
                        ),
                    ),
                    (
                        "the second term there",
                        Identity(
                            _D / _NU * sqrt(12 / (_T * (_T + 1) * (2 * _T + 1))) * _NU**2 * (2 * _T + 1) / 6,
                            _D * _NU * _ROOT,
                            _ROUNDS,
                        ),
                    ),
                    ("(2T+1)/(3(T+1)) <= 1", at_most((2 * _Y + 1) / (3 * (_Y + 1)), Integer(1), least(_Y, 1))),
                ),
            ),
            crosschecks=(
                (
                    "exact runs without noise",
                    FiniteCheck(
                        r"F(\theta_T^{ag})-\min F\le\tfrac{4\beta R^2}{T(T+1)}",
                        "quadratics of curvature 1, 1/2, ..., 1/128, T = 1, 2, 4, 16 (64; not quick)",
                        accelerated.projected_update,
                    ),
                ),
            ),
        ),
        note="For the update of the cited papers, from theta_t and projected (bassily/alg5/update), and in expectation, which "
        "the lemma as printed leaves out. The step is at most each of both, its inverse at most their inverses' sum.",
    ),
    Claim(
        "bassily/alg5/update",
        "Section 6, Algorithm 5, line 8",
        Kind.ALGORITHM,
        "the step is taken from theta^md",
        FiniteCheck(
            r"\theta_{t+1}=\theta_t^{md}-\eta_t\nabla F(\theta_t^{md}):\ F(\theta_T^{ag})-\min F\le\tfrac{4\beta R^2}{T(T+1)}"
            r"\text{ at the schedule } a_t=\tfrac2{t+1},\ \eta_t=\tfrac t{4\beta}",
            "one quadratic, T = 64, no noise",
            accelerated.printed_update,
        ),
        Derived(
            r"\theta_{t+1}=\Pi_\Theta(\theta_t-\eta_t\nabla F(\theta_t^{md})):\ F(\theta_T^{ag})-\min F\le\tfrac{4\beta R^2}{T(T+1)}",
            ("bassily/lemma6.1",),
            Identity(4 * beta * R**2 / (_T * (_T + 1)) + 2 * R * 0 * _ROOT, 4 * beta * R**2 / (_T * (_T + 1)), _ROUNDS),
        ),
        correction="from theta_t, and projected onto Theta, as in Lan 2012: with the printed line the schedule of the "
        "accelerated method loses its acceleration",
        severity=Severity.RATE,
        theorem="bassily/lemma6.1",
        note="That no schedule whatever accelerates the printed line is not claimed: with gamma_t = 1 it is plain gradient "
        "descent, for which long steps of varying length are known to beat 1/T.",
    ),
    Claim(
        "bassily/sec6/3",
        "Section 6, proof of Theorem 3.2, after Lemma 6.1",
        Kind.RATE_ALGEBRA,
        "the rate at T = n epsilon^2/d",
        AllOf(
            r"\beta\tfrac{R^2}{T^2}+\tfrac{R\nu}{\sqrt T}\asymp\beta\tfrac{d^2R^2}{n^2\varepsilon^4}+RL\sqrt{\tfrac d{mn\varepsilon^2}}"
            r",\ T=\tfrac{n\varepsilon^2}d,\ \nu^2=\tfrac{dL^2}{n_0m\varepsilon^2}",
            (
                (
                    "smoothness",
                    SameRate(beta * R**2 / (n * epsilon**2 / d) ** 2, beta * d**2 * R**2 / (n**2 * epsilon**4)),
                ),
                (
                    "noise, n_0 T = n",
                    SameRate(
                        R * sqrt(d * L**2 / (d / epsilon**2 * m * epsilon**2)) / sqrt(n * epsilon**2 / d), R * L * LOCAL
                    ),
                ),
                (
                    "rounding n/T down costs a factor 2 at most, y = n/T >= 1",
                    at_most(
                        (1 + _K + _F) / (1 + _K),
                        Integer(2),
                        Variable(_K, Integer(0), oo),
                        Variable(_F, Integer(0), Integer(1), open_upper=True),
                    ),
                ),
            ),
        ),
        note="In the last part floor(y) = 1 + kappa. The theorem's condition beta <= its bound: bassily/rate/3.2.",
    ),
    Claim(
        "bassily/sec6/4",
        "Section 6, discussion of the smoothness condition",
        Kind.INEQUALITY,
        "a smooth function near a Lipschitz one",
        Derived(
            r"f\le f_\beta\le f+\tfrac{L^2}{2\beta},\quad f_\beta(\theta)=\min_u\big(f(u)+\tfrac\beta2\|u-\theta\|^2\big)"
            r"+\tfrac{L^2}{2\beta}",
            (),
            Identity(
                L**2 / (2 * beta) - L * _U + beta * _U**2 / 2, (L - beta * _U) ** 2 / (2 * beta), ((_U, "0", "3"),)
            ),
            crosschecks=(
                (
                    "the absolute value",
                    FiniteCheck(
                        r"f\le f_\beta\le f+\tfrac1{2\beta}",
                        "f = |x|, beta = 1/2, 1, 4, x = -3, -11/4, ..., 3",
                        accelerated.envelope,
                    ),
                ),
            ),
        ),
        note="The Moreau envelope itself lies below f; raised by L^2/(2 beta) it is the function that the paper says exists, with "
        "the same gradient. f(theta) - f(u) <= L |theta - u|, u = |theta - u| in the identity.",
    ),
    Claim(
        "bassily/sec6/5",
        "Section 6, last display",
        Kind.RATE_ALGEBRA,
        "beta_m is small enough for n >= md/epsilon^2",
        Derived(
            r"n\ge\tfrac{dm}{\varepsilon^2}\Rightarrow\beta_m\le\tfrac{L\varepsilon^3}R\sqrt{\tfrac{n^3}{md^3}},"
            r"\quad\tfrac{L^2}{2\beta_m}\le\tfrac12RL\sqrt{\tfrac d{mn\varepsilon^2}}",
            ("bassily/rate-algebra5", "bassily/sec6/4"),
            AllOf(
                r"n=y\tfrac{dm}{\varepsilon^2},\ y\ge1",
                (
                    ("the ratio is 1/y", Identity((BETA_M / SMOOTH_LOCAL).subs(n, _Y * d * m / epsilon**2), 1 / _Y)),
                    ("at most 1", at_most(1 / _Y, Integer(1), least(_Y, 1))),
                ),
            ),
        ),
    ),
)
