"""bassily Section 6: Algorithm 5, Lemma 6.1 with explicit constants, the rate, and smoothing."""

import sympy
from sympy import Integer, Rational, oo, sqrt

from notation.symbols import beta, d, epsilon, m, n
from verify.papers.bassily.instances import accelerated_descent as accelerated
from verify.papers.bassily.instances import gradient_rounds as rounds
from verify.papers.bassily.setting import BETA_M, LOCAL, LOG, SMOOTH_LOCAL, L, R, least, positive
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, SameRate, UpToConstant, at_most
from verify.statements.claim import Claim, Kind, Severity

_N0, _Q, _Y = sympy.symbols("n_0 q y", positive=True)
_K, _F, _U = sympy.symbols("kappa f u", nonnegative=True)
_ROUND_UP = Variable(_F, Integer(0), Integer(1), open_upper=True)
_BATCHES = "n = 10^3, 12345, 10^6; d = 1, 5, 16; epsilon = 1/2, 1; Lambda = 1, 5/2, where n >= 2k"


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
            r"k=\lceil\tfrac{4d\Lambda}{\varepsilon^2}\rceil,\ T=\lfloor n/k\rfloor,\ n\ge2k:\ n_0\ge k,\ "
            r"\tfrac{R\nu}{\sqrt T}\le\sqrt2RL\sqrt{\tfrac d{nm\varepsilon^2}},\ "
            r"\beta\tfrac{R^2}{T^2}\le256\Lambda^2\beta\tfrac{d^2R^2}{n^2\varepsilon^4},\ 4d\Lambda\ge1\ge\varepsilon",
            (),
            AllOf(
                r"n=kT+r,\ r<k:\ n_0T>n-T\ge\tfrac n2,\ T>\tfrac nk-1\ge\tfrac n{2k},\ k\le2\cdot\tfrac{4d\Lambda}{\varepsilon^2}",
                (
                    (
                        "T is above half of y = n/k, f its fractional part, y >= 2",
                        at_most(_Y / 2, _Y - _F, least(_Y, 2), Variable(_F, Integer(0), Integer(1))),
                    ),
                    (
                        "n_0 T is above n - T, at least n/2 as T <= n/k and k >= 2",
                        at_most(Rational(1, 2), 1 - 1 / _Y, least(_Y, 2)),
                    ),
                    ("rounding 4 d Lambda/epsilon^2 up", at_most((_Y + _F) / _Y, Integer(2), least(_Y, 1), _ROUND_UP)),
                    (
                        "the noise, n_0 T = n/2",
                        Identity(
                            R * sqrt(d * L**2 / (_N0 * m * epsilon**2)) / sqrt(n / (2 * _N0)),
                            sqrt(2) * R * L * LOCAL,
                        ),
                    ),
                    (
                        "the smoothness, T = n/(2k), k = 8 d Lambda/epsilon^2",
                        Identity(
                            beta * R**2 / (n * epsilon**2 / (16 * d * LOG)) ** 2,
                            256 * LOG**2 * beta * d**2 * R**2 / (n**2 * epsilon**4),
                        ),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "in numbers, T and n_0 rounded down: users",
                    FiniteCheck(r"k\le n_0", _BATCHES, accelerated.batch_users),
                ),
                (
                    "noise",
                    FiniteCheck(r"\tfrac{1}{n_0T}\le\tfrac2n", _BATCHES, accelerated.batch_noise),
                ),
                (
                    "smoothness",
                    FiniteCheck(
                        r"\tfrac1{T^2}\le256\Lambda^2\tfrac{d^2}{n^2\varepsilon^4}", _BATCHES, accelerated.batch_rounds
                    ),
                ),
            ),
        ),
        correction="T must be smaller by the logarithm that Theorem 4.3 asks for; with T = n epsilon^2/d the condition fails "
        "for every n, as sqrt(d^3) L/(tau gamma) is above e^(1/4)",
        severity=Severity.PROOF_GAP,
        theorem="bassily/thm3.2",
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
            Identity(_Q * L * (R - (-R)), 2 * _Q * R * L),
            crosschecks=(
                (
                    "pairs of laws on the disc",
                    FiniteCheck(
                        r"|EF(\theta_T)-EF(\theta_T')|\le2\,\mathrm{TV}\,RL",
                        "all pairs of laws with denominator 2 on 0, +-(1, 0), +-(3/5, 4/5); F = u.theta, |u.theta|, u = (3/5, 4/5), (0, 1)",
                        accelerated.changed_in_disc,
                    ),
                ),
            ),
        ),
        correction="2 gamma R L, as in bassily/sec5/3; and only once the iterates are kept in the ball, which line 8 of "
        "Algorithm 5 does not do",
        severity=Severity.CONSTANT,
        theorem="bassily/thm3.2",
        root="bassily/sec5/3",
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
                L**2 / (2 * beta) - L * _U + beta * _U**2 / 2, (L - beta * _U) ** 2 / (2 * beta), ((_U, "0", "oo"),)
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
