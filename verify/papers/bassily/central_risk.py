"""bassily Section 5: the risk of Algorithm 4 term by term, (2), and what Theorem 3.1 says of lower bounds."""

import sympy
from sympy import Integer, Max, Rational, exp, oo, sqrt

from notation.symbols import beta, d, epsilon, m, n
from verify.claim import Claim, Kind, Severity
from verify.papers.bassily import rounds
from verify.papers.bassily.symbols import BATCH, E1, LOG, PRIVATE, ROUNDS, STATISTICAL, L, R, X, Y, c, least, positive
from verify.prover import Relation, Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, Inequality, UpToConstant, at_most

_B, _T, _ETA, _U, _V, _GAMMA, _P, _Q = sympy.symbols("B T eta u v gamma p q", positive=True)
_W = sympy.Symbol("w", nonnegative=True)
_X, _Y, _R, _A = sympy.symbols("x y r alpha", positive=True)
_I = sympy.Symbol("i", integer=True, positive=True)
_ROUND = sympy.Symbol("T", integer=True, positive=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_SHARE = Variable(_W, Integer(0), Integer(1))
_OVER = Variable(_W, Integer(0), oo)
_SCALE = R * L * STATISTICAL
_CQ = c * sqrt(d) / (sqrt(n) * epsilon)
"""The private term of (2) over the statistical one."""
_ETA_X, _ETA_Y = R / L * c**2 * X, R / L * Y
_NOISE = d * L**2 * _V / (m * BATCH**2)
"""d sigma^2 with v = log^2(n/gamma) log(n/delta)."""


CLAIMS = (
    Claim(
        "bassily/sec5/3",
        "Section 5, proof of Theorem 3.1, the first display",
        Kind.INEQUALITY,
        "the price of changing to the noisy gradient method",
        FiniteCheck(
            r"\mathrm{TV}(\mathcal A,\mathcal A')\le\gamma\Rightarrow EF(\mathcal A)-\min F\le EF(\mathcal A')-\min F+\gamma RL",
            "d = 1, F(theta) = theta on [-1, 1], two laws on the ends",
            rounds.two_ends,
        ),
        Derived(
            r"\mathrm{TV}(\mathcal A,\mathcal A')\le\gamma\Rightarrow EF(\mathcal A)\le EF(\mathcal A')+2\gamma RL",
            (),
            Identity(_GAMMA * (L * R - (-L * R)), 2 * _GAMMA * R * L),
        ),
        correction="2 gamma R L: a Lipschitz function varies by up to 2RL over a ball of radius R",
        severity=Severity.CONSTANT,
        theorem="bassily/sec5/9",
        note="|E f(U) - E f(V)| <= TV (max f - min f), and F varies by at most L times the diameter 2R.",
    ),
    Claim(
        "bassily/sec5/4",
        "Section 5, proof of Theorem 3.1, the empirical risk",
        Kind.IDENTITY,
        "the noisy gradient is that of the empirical risk on average",
        FiniteCheck(
            r"E\,\tilde g=\sum_{i,j}g_{ij}",
            "three users with two samples each, gradients 1, 2; 0, 3; -2, 1; all batches of one, two, three users",
            rounds.unnormalised,
            "==",
        ),
        Derived(
            r"E\,\tilde g=\tfrac1{nm}\sum_{i,j}g_{ij}",
            (),
            Identity(1 / _B * (_B / n) / m, 1 / (n * m)),
            crosschecks=(
                (
                    "all batches",
                    FiniteCheck(
                        r"E\,\tilde g=\tfrac1{nm}\sum_{i,j}g_{ij}",
                        "three users with two samples each; all batches",
                        rounds.normalised,
                        "==",
                    ),
                ),
            ),
        ),
        correction="the empirical risk is the mean of the losses, 1/(nm) times the printed sum; and the gradient of A' "
        "averages over the drawn batch S_t, not over [B] as Lemma 5.1 prints it",
        severity=Severity.TYPO,
        theorem="bassily/sec5/9",
        note="A user is in the batch with probability B/n.",
    ),
    Claim(
        "bassily/sec5/5",
        "Section 5, proof of Theorem 3.1",
        Kind.INEQUALITY,
        "the variance of the noisy gradient",
        Derived(
            r"E\|\tilde g-\nabla\hat F\|^2\le\tfrac{L^2}B+d\sigma^2",
            ("bassily/sec5/4",),
            AllOf(
                r"\tfrac{n-B}{n-1}\tfrac1B\cdot\tfrac1n\sum_i\|g_i-\bar g\|^2+d\sigma^2",
                (
                    (
                        "(n-B)/(n-1) <= 1, n = B + v, B = 1 + w",
                        at_most(_V / (_W + _V), Integer(1), positive(_V), _OVER),
                    ),
                    (
                        "the spread: the mean square less the square of the mean, norms at most L",
                        at_most(_Q**2 - _W * _Q**2, _Q**2, positive(_Q), _SHARE),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "all batches",
                    FiniteCheck(
                        r"\mathrm{Var}\le L^2/B",
                        "three users with two samples each; all batches of one, two, three",
                        rounds.sampled_variance,
                    ),
                ),
            ),
        ),
        note="With the mean for the empirical risk. d sigma^2 is the noise's.",
    ),
    Claim(
        "bassily/sec5/6",
        "Section 5, proof of Theorem 3.1, after Bubeck 2014, Theorem 6.3",
        Kind.INEQUALITY,
        "the optimisation error of the averaged iterate",
        FiniteCheck(
            r"E\hat F(\bar\theta_T)-\min\hat F\le\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\nu^2\text{ at step }\eta",
            "one quadratic, no noise, eta = 4/beta",
            rounds.bouncing,
        ),
        Derived(
            r"E\hat F(\bar\theta_T)-\min\hat F\le\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\nu^2"
            r"\text{ at step }\tfrac1{\beta+1/\eta}",
            (),
            AllOf(
                r"\hat F(\theta_{t+1})-\hat F(\theta^*)\le\tfrac{D_t^2-D_{t+1}^2}{2s}+\tfrac\eta2\|\xi_t\|^2"
                r"+\text{mean zero},\ D_t=\|\theta_t-\theta^*\|,\ s=\tfrac1{\beta+1/\eta}",
                (
                    (
                        "the squared step cancels: descent, projection, noise",
                        Identity(beta / 2 - (beta + 1 / _ETA) / 2 + 1 / (2 * _ETA), Integer(0)),
                    ),
                    (
                        "the noise times the step, by a square",
                        Identity(_ETA * _U**2 / 2 + _V**2 / (2 * _ETA) - _U * _V, (_ETA * _U - _V) ** 2 / (2 * _ETA)),
                    ),
                    (
                        "the sum telescopes, D_0 <= R",
                        Identity((beta + 1 / _ETA) * R**2 / (2 * _T), (beta * R**2 / _T + R**2 / (_ETA * _T)) / 2),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "exact runs",
                    FiniteCheck(
                        r"E\hat F(\bar\theta_T)-\min\hat F\le\tfrac{\beta}T+\tfrac{1}{\eta T}+\tfrac\eta2\nu^2",
                        "quadratics on [-1, 1], T = 1, 2, 4, beta = 1, 4, eta = 1/2, 2, noise 0 or +-1, all paths",
                        rounds.short_runs,
                    ),
                ),
            ),
        ),
        correction="with the step 1/(beta + 1/eta), as in the cited theorem; at the step eta itself and eta beta = 4, which the "
        "printed learning rate and smoothness allow, the iterates may jump from end to end",
        severity=Severity.PROOF_GAP,
        theorem="bassily/sec5/9",
    ),
    Claim(
        "bassily/sec5/7/step",
        "Section 5, proof of Theorem 3.1, before the generalisation bound",
        Kind.INEQUALITY,
        "eta <= 2/beta in the theorem's range",
        Inequality(
            Relation(
                2 * (_X + _Y) / Max(_X, _Y),
                Integer(2),
                "<=",
                (Variable(_X, Integer(0), oo, open_lower=True), Variable(_Y, Integer(0), oo, open_lower=True)),
            )
        ),
        at_most(2 / Max(_X, 1), Integer(2), positive(_X)),
        correction="eta = (R/L) min(c^2 x, y) <= (R/L) y, and beta <= (2L/R)/max(x, y): in units of y, eta beta <= "
        "2/max(x, 1). With the printed sum eta beta is up to 4",
        severity=Severity.CONSTANT,
        theorem="bassily/sec5/9",
        note="eta beta at the largest beta of (2), with the printed eta = (R/L)(x + y). x = y is at d = c^2 n epsilon^2 "
        "(bassily/rate-algebra3). The paper names Theorem 4.1 where it means Theorem 3.1.",
    ),
    Claim(
        "bassily/sec5/7",
        "Section 5, proof of Theorem 3.1, the generalisation bound",
        Kind.INEQUALITY,
        "the generalisation error",
        FiniteCheck(
            r"\eta\le2/\beta\Rightarrow E[F(\mathcal A')-\hat F(\mathcal A')]\le L^2\tfrac{T\eta}{nm}",
            "n = 3, m = 1, B = T = 1, eta = 2/beta = 1: Huber losses around eight orthogonal centres",
            rounds.gap_printed,
        ),
        Derived(
            r"\eta\le2/\beta\Rightarrow E[F(\mathcal A')-\hat F(\mathcal A')]\le L^2\tfrac{(T+1)\eta}{nm}",
            (),
            AllOf(
                r"\|\theta_t-\theta_t'\|\le\tfrac{2L\eta t}{nm}\text{ on average, for data that differ in one sample}",
                (
                    (
                        "a gradient step does not expand: w^2 - 2w <= 0 at w = eta beta <= 2, over w",
                        at_most(2 * _W - 2, Integer(0), _SHARE),
                    ),
                    (
                        "the sample is drawn with its user",
                        Identity(_B / n * _ETA * 2 * L / (_B * m), 2 * L * _ETA / (n * m)),
                    ),
                    (
                        "averaged over the iterates, times L",
                        Identity(
                            L * sympy.summation(2 * L * _ETA * _I / (n * m), (_I, 1, _ROUND)) / _ROUND,
                            L**2 * _ETA * (_ROUND + 1) / (n * m),
                            ((_ROUND, "1", "40"),),
                        ),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "the counterexample's instance",
                    FiniteCheck(
                        r"E[F-\hat F]\le L^2\tfrac{(T+1)\eta}{nm}",
                        "n = 3, m = 1, B = T = 1, eta = 2/beta = 1",
                        rounds.gap_corrected,
                    ),
                ),
            ),
        ),
        correction="T + 1, at most a factor 2: the mean of the averaged iterate's sensitivities is (T+1)/2 times 2 L eta/(nm)",
        severity=Severity.CONSTANT,
        theorem="bassily/sec5/9",
        note="The counterexample has no noise, as the bound does not depend on it; a small noise changes both sides little. "
        "In the first part of the proof w stands for eta beta/2.",
    ),
    Claim(
        "bassily/sec5/8",
        "Section 5, proof of Theorem 3.1",
        Kind.INEQUALITY,
        "the empirical minimum is below the minimum on average",
        FiniteCheck(
            r"E\min\hat F\le\min F",
            "losses theta z and (theta - z)^2/4, z a fair sign, nm = 1 to 5, theta on a grid",
            rounds.minima,
        ),
        note="min F-hat <= F-hat(theta*), whose mean is F(theta*).",
    ),
    Claim(
        "bassily/sec5/9",
        "Section 5, (2)",
        Kind.RATE_ALGEBRA,
        "all terms together",
        UpToConstant(
            ROUNDS * (X + Y) / (n * m),
            STATISTICAL + c * PRIVATE,
            (positive(n), positive(m), positive(d), positive(c), _UNIT),
            family=((n, exp(_R)), (m, Integer(1)), (d, Integer(1)), (epsilon, Rational(1, 2)), (c, _R**2)),
            along=_R,
            text=r"\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\big(\tfrac{L^2}B+d\sigma^2\big)+L^2\tfrac{T\eta}{nm}"
            r"\lesssim\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon},\quad\eta=\tfrac RL(x+y)",
        ),
        Derived(
            r"\eta=\tfrac RL\min(c^2x,y),\ m\sqrt{\log\tfrac2\delta}\le\max\big(c\sqrt d,\tfrac{n\varepsilon^2}{c\sqrt d}\big)"
            r"\Rightarrow\text{the sum is}\le 12\Big(\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\Big)",
            ("bassily/rate-algebra1", "bassily/rate-algebra2", "bassily/rate-algebra6"),
            AllOf(
                r"\text{in units of }\tfrac{RL}{\sqrt{nm}},\text{ with } w=\tfrac{c\sqrt d}{\sqrt n\varepsilon}",
                (
                    ("the private term is w", Identity(R * L * c * PRIVATE / _SCALE, _CQ)),
                    (
                        "smoothness: beta <= (2L/R)/y, at most 2w",
                        Identity(2 * L / R / Y * R**2 / ROUNDS / _SCALE, 2 * _CQ),
                    ),
                    ("R^2/(eta T), first part: 1", Identity(R**2 / (_ETA_X * ROUNDS) / _SCALE, Integer(1))),
                    ("second part: w", Identity(R**2 / (_ETA_Y * ROUNDS) / _SCALE, _CQ)),
                    (
                        "generalisation: at most 2 by the first part, T + 1 <= 2T",
                        Identity(2 * L**2 * ROUNDS * _ETA_X / (n * m) / _SCALE, Integer(2)),
                    ),
                    (
                        "noise, with v <= c^2/log(2/delta): at most (e-1)^2 w by the second part",
                        Identity((_ETA_Y / 2 * _NOISE).subs(_V, c**2 / LOG) / _SCALE, E1**2 * _CQ),
                    ),
                    (
                        "batch, where m sqrt(log(2/delta)) <= c sqrt(d): (e-1)/sqrt(2) w by the second part",
                        Identity(
                            (_ETA_Y / 2 * L**2 / BATCH / _SCALE).subs(m, c * sqrt(d) / sqrt(LOG)), E1 / sqrt(2) * _CQ
                        ),
                    ),
                    (
                        "batch, where m sqrt(log(2/delta)) <= n epsilon^2/(c sqrt(d)): (e-1)/sqrt(2) by the first",
                        Identity(
                            (_ETA_X / 2 * L**2 / BATCH / _SCALE).subs(m, n * epsilon**2 / (c * sqrt(d) * sqrt(LOG))),
                            E1 / sqrt(2),
                        ),
                    ),
                    (
                        "the sum",
                        at_most(2 * _W + (1 + _W) + 2 + E1**2 * _W + E1 / sqrt(2) * (1 + _W), 12 * (1 + _W), _OVER),
                    ),
                ),
            ),
        ),
        correction="the smaller of two terms, not their sum, with c^2 x for x, and a logarithm in the condition on m",
        severity=Severity.RATE,
        theorem="bassily/sec5/9",
        note="Refuted by the generalisation term alone, on m = d = 1, epsilon = 1/2, c = (log n)^2 (delta = 1/n^3, say): all "
        "terms are positive. R^2/(eta T) is at most the sum of its values at both parts; v stands for log^2(n/gamma) log(n/delta), "
        "so that c^2 >= log^2(n/gamma) log(n/delta) log(2/delta), which is of the order of the printed c^2. The printed "
        "condition m < max(sqrt(d), n epsilon^2/sqrt(d)) fits the minimum, which needs one of two bounds for L^2/B; the "
        "sum would need both. Without the logarithm in it the bound is bassily/sec5/9/log.",
    ),
    Claim(
        "bassily/sec5/9/log",
        "Section 5, (2), with eta = (R/L) min(c^2 x, y) and the printed condition on m",
        Kind.RATE_ALGEBRA,
        "a logarithm is left in the batch's term",
        UpToConstant(
            _V * LOG / 2,
            1 + c * _Q,
            (positive(_V), positive(LOG), positive(c), positive(_Q)),
            family=((c, _R**2), (LOG, sqrt(_R)), (_Q, 1 / _R**2), (_V, _R**2)),
            along=_R,
            text=r"m<\max\big(\sqrt d,\tfrac{n\varepsilon^2}{\sqrt d}\big)\Rightarrow\tfrac\eta2\tfrac{L^2}B\lesssim"
            r"\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon},\quad\eta=\tfrac RL\min(c^2x,y)",
        ),
        Derived(
            r"\tfrac\eta2\tfrac{L^2}B\le2c\sqrt{\log\tfrac2\delta}\Big(\tfrac{RL}{\sqrt{nm}}+\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\Big)",
            ("bassily/rate-algebra6",),
            AllOf(
                r"\text{in units of }\tfrac{RL}{\sqrt{nm}}",
                (
                    (
                        "m <= n epsilon^2/sqrt(d), first part",
                        Identity(
                            (_ETA_X / 2 * L**2 / BATCH / _SCALE).subs(m, n * epsilon**2 / sqrt(d)),
                            E1 / sqrt(2) * c * sqrt(LOG),
                        ),
                    ),
                    (
                        "m <= sqrt(d), second part",
                        Identity(
                            (_ETA_Y / 2 * L**2 / BATCH / _SCALE).subs(m, sqrt(d)), E1 / sqrt(2) * sqrt(LOG) * (_CQ / c)
                        ),
                    ),
                    ("the constant, times c >= 1", at_most(E1 / sqrt(2) * c, 2 * c, least(c, 1))),
                ),
            ),
        ),
        correction="a factor c sqrt(log(2/delta)) where sqrt(d) <= m: the theorem's rate holds up to logarithms, (2) does not",
        severity=Severity.CONSTANT,
        theorem="bassily/sec5/9",
        note="With q = sqrt(d)/(sqrt(n) epsilon) = 1/c and m = n epsilon^2/sqrt(d) both parts of the batch's term are c times "
        "sqrt(log(2/delta)) and a constant, (e-1)/sqrt(2) >= 1/2: v stands for that c, Lambda for the root.",
    ),
)
