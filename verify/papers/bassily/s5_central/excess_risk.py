"""bassily Section 5: the risk of Algorithm 4 term by term."""

import sympy
from sympy import Abs, Integer, Max, oo

from notation.symbols import beta, epsilon, m, n
from verify.calculus.textbook import GRADIENT_STEP, PROJECTION, SMOOTH_STRONG
from verify.papers.bassily.instances import gradient_rounds as rounds
from verify.papers.bassily.setting import L, R, least, positive
from verify.prover import Relation, Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, Inequality, at_most
from verify.statements.claim import Claim, Kind, Severity

_B, _T, _ETA, _U, _V, _GAMMA, _P, _Q, _T1 = sympy.symbols("B T eta u v gamma p q t", positive=True)
_U1, _U2 = sympy.symbols("u_1 u_2", real=True)
_LINE = (Variable(_U1, -oo, oo), Variable(_U2, -oo, oo))
_W = sympy.Symbol("w", nonnegative=True)
_X, _Y, _R, _A = sympy.symbols("x y r alpha", positive=True)
_I = sympy.Symbol("i", integer=True, positive=True)
_ROUND = sympy.Symbol("T", integer=True, positive=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_SHARE = Variable(_W, Integer(0), Integer(1))
_OVER = Variable(_W, Integer(0), oo)


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
            AllOf(
                r"EF(\mathcal A)-EF(\mathcal A')\le P(\theta\ne\theta')\max L\|\theta-\theta'\|\text{ in the best coupling}",
                (
                    (
                        "two points of a ball of radius R, by coordinates along their line: x, y >= 0 from both ends",
                        at_most((_A - _X) - (-_A + _Y), 2 * _A, positive(_A), positive(_X), positive(_Y)),
                    ),
                    ("times gamma L", Identity(_GAMMA * L * (R - (-R)), 2 * _GAMMA * R * L)),
                ),
            ),
            crosschecks=(
                (
                    "pairs of laws",
                    FiniteCheck(
                        r"|EF(\mathcal A)-EF(\mathcal A')|\le2\,\mathrm{TV}\,RL",
                        "all pairs of laws with denominator 3 on -1, 0, 1 (and 1/2 if not quick), F = theta, -theta, |theta|, theta^2/2",
                        rounds.changed_law,
                    ),
                ),
            ),
        ),
        correction="2 gamma R L: a Lipschitz function varies by up to 2RL over a ball of radius R",
        severity=Severity.CONSTANT,
        theorem="bassily/thm3.1",
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
        theorem="bassily/thm3.1",
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
            (SMOOTH_STRONG, PROJECTION),
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
        theorem="bassily/thm3.1",
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
        severity=Severity.LISTING,
        theorem="bassily/thm3.1",
        note="eta beta at the largest beta of (2), with the printed eta = (R/L)(x + y). x = y is at d = c^2 n epsilon^2 "
        "(bassily/rate-algebra3). The paper names Theorem 4.1 where it means Theorem 3.1.",
        root="bassily/sec5/9",
    ),
    Claim(
        "bassily/sec5/7",
        "Section 5, proof of Theorem 3.1, the generalisation bound",
        Kind.INEQUALITY,
        "the generalisation error",
        Derived(
            r"\eta\le2/\beta\Rightarrow E[F(\mathcal A')-\hat F(\mathcal A')]\le L^2\tfrac{(T+1)\eta}{nm}\le2L^2\tfrac{T\eta}{nm}",
            (),
            AllOf(
                r"\|\theta_t-\theta_t'\|\le\tfrac{2L\eta t}{nm}\text{ on average, for data that differ in one sample}",
                (
                    (
                        "the sample is drawn with its user",
                        Identity(_B / n * _ETA * 2 * L / (_B * m), 2 * L * _ETA / (n * m)),
                    ),
                    (
                        "averaged over the iterates, times L",
                        Identity(
                            L * sympy.summation(2 * L * _ETA * _I / (n * m), (_I, 1, _ROUND)) / _ROUND,
                            L**2 * _ETA * (_ROUND + 1) / (n * m),
                            ((_ROUND, "1", "oo"),),
                        ),
                    ),
                    ("T + 1 <= 2T", at_most(_T1 + 1, 2 * _T1, least(_T1, 1))),
                ),
            ),
            (GRADIENT_STEP, PROJECTION),
            crosschecks=(
                (
                    "one instance, exact",
                    FiniteCheck(
                        r"E[F-\hat F]\le L^2\tfrac{(T+1)\eta}{nm}",
                        "n = 3, m = 1, B = T = 1, eta = 2/beta = 1",
                        rounds.far_centres,
                    ),
                ),
            ),
        ),
        note=(
            "Printed without the factor 2, for the bound (2) up to constants: the mean of the sensitivities of "
            "the iterates 1 to T is (T+1)/2 times 2 L eta/(nm), and L^2 T eta/(nm) itself is exceeded at T = 1. "
            "The noise is the same for both data sets, so that the iterates move apart only where the sample that"
            " differs is drawn."
        ),
    ),
    Claim(
        "bassily/sec5/8",
        "Section 5, proof of Theorem 3.1",
        Kind.INEQUALITY,
        "the empirical minimum is below the minimum on average",
        Derived(
            r"E\min\hat F\le\min F",
            (),
            AllOf(
                r"\min\hat F\le\hat F(\theta^*),\ E\hat F(\theta^*)=F(\theta^*)",
                (
                    (
                        "min{a, b} = (a + b - |a - b|)/2 of two functions' values: |x + y| <= |x| + |y| for their differences",
                        at_most(Abs(_U1 + _U2), Abs(_U1) + Abs(_U2), *_LINE),
                    ),
                    (
                        "the mean of nm losses of mean x has mean x",
                        Identity(sympy.summation(_X / _ROUND, (_I, 1, _ROUND)), _X, ((_ROUND, "1", "oo"),)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "exact means",
                    FiniteCheck(
                        r"E\min\hat F\le\min F",
                        "losses theta z and (theta - z)^2/4, z a fair sign, nm = 1 to 5, theta on a grid",
                        rounds.minima,
                    ),
                ),
            ),
        ),
        note=(
            "theta* minimises F, and does not know the data. Of two parameters the mean of the smaller value is "
            "at most the smaller mean; the same again for more."
        ),
    ),
)
