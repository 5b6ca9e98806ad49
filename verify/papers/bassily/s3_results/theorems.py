"""bassily Algorithms 4 and 5 as wholes, and Theorems 3.1 and 3.2 put together from their corrected steps."""

import sympy
from sympy import Integer, oo, sqrt

from notation.symbols import d, epsilon, m, n
from verify.papers.bassily.instances import theorem_bounds as assembled
from verify.papers.bassily.setting import BATCH, E1, LOCAL, LOG, SMOOTH_LOCAL, STATISTICAL, L, R, c
from verify.prover import Variable
from verify.statements import AllOf, Derived, FiniteCheck, Identity, Whole, at_most
from verify.statements.claim import Claim, Kind, Severity

_G, _V, _K, _A, _N0, _Y = sympy.symbols("g v K A n_0 y", positive=True)
_W, _X = sympy.symbols("w x", nonnegative=True)
_OVER = Variable(_W, Integer(0), oo)
_LEAST_C = 32 * E1 * sqrt(LOG * _V) * _G
"""What c must exceed for B to serve Theorem 4.1: v = log(2/delta_0), g = log(4dt/gamma)."""
_CENTRAL_PARTS = (
    "bassily/alg4/rounds",
    "bassily/alg4/delta0",
    "bassily/sec5/1",
    "bassily/sec5/2",
)
_CENTRAL_PROOF = (
    "bassily/lemma5.1",
    "bassily/sec5/3",
    "bassily/sec5/4",
    "bassily/sec5/5",
    "bassily/sec5/6",
    "bassily/sec5/7",
    "bassily/sec5/8",
    "bassily/sec5/9",
)
_LOCAL_PARTS = ("bassily/sec6/1", "bassily/sec6/batch", "bassily/alg5/update", "bassily/thm4.3/privacy")
_LOCAL_PROOF = (
    "bassily/thm4.3/utility",
    "bassily/sec6/coupling",
    "bassily/sec6/2",
    "bassily/lemma6.1",
    "bassily/sec6/3",
    "bassily/sec6/5",
)
_BUDGETS = "epsilon = 1/10, 1/2, 1; d = 4, 100; n of 10^6 and 10^9; m = 1, 16; logarithms 1 and 20"


CLAIMS = (
    Claim(
        "bassily/alg4",
        "Section 5, Algorithm 4",
        Kind.ALGORITHM,
        "what Algorithm 4 must be: its rounds, and its budget in each and in all",
        Whole(
            r"T\gtrsim1,\ \delta_0\le\tfrac1n\text{ for smaller }\delta,\ \text{the rounds' budgets, and }(\varepsilon,\delta)\text{ in all}",
            _CENTRAL_PARTS,
        ),
        Whole(
            r"T\ge1\text{ and }B\le n\text{ for }n\ge c\sqrt d/\varepsilon,\ \delta_0\le\tfrac1n\text{ for smaller }\delta,"
            r"\text{ the rounds' budgets, and }(\varepsilon,\delta)\text{ in all}",
            _CENTRAL_PARTS,
            as_corrected=True,
        ),
        correction=("n >= c sqrt(d)/epsilon users, and the total by the exponential moment of the loss"),
        severity=Severity.PROOF_GAP,
        theorem="bassily/thm3.1",
        note=("For a mean estimator that is (1, delta_0)-private, which that of Theorem 4.1 is."),
    ),
    Claim(
        "bassily/thm3.1",
        "Theorem 3.1 and its proof in Section 5",
        Kind.UPPER_RATE,
        "the central rate, by Algorithm 4",
        Whole(
            r"\text{by Algorithm 4 and the steps printed: }E[F(\mathcal A)-\min F]=\tilde O\Big(\tfrac{RL}{\sqrt{nm}}"
            r"+\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\Big)",
            ("bassily/alg4", *_CENTRAL_PROOF),
        ),
        Derived(
            r"E[F(\mathcal A)-\min F]\le14\Big(\tfrac{RL}{\sqrt{nm}}+c\tfrac{RL\sqrt d}{\sqrt mn\varepsilon}\Big),\ "
            r"c\ge32(e-1)\sqrt{\log\tfrac2\delta\log\tfrac2{\delta_0}}\log\tfrac{4dt}\gamma,\ c^2\ge\tfrac{mB^2\sigma^2}{L^2}\log\tfrac2\delta,\ "
            r"n\ge\tfrac{c\sqrt d}\varepsilon,\ m\sqrt{\log\tfrac2\delta}\le\max\Big(c\sqrt d,\tfrac{n\varepsilon^2}{c\sqrt d}\Big),\ "
            r"\beta\le\tfrac{2L}{R\max(x,y)},\ \delta\le\min\Big(\tfrac\gamma{4TB},\tfrac{TB}n\Big)",
            ("bassily/alg4", "bassily/thm4.1", *_CENTRAL_PROOF),
            AllOf(
                r"2\gamma RL\text{ for the change of method, }\gamma=\tfrac1{\sqrt{mn}},\text{ and }12\text{ times the rate for (2)}",
                (
                    (
                        "in units of RL/sqrt(nm): w is the private term, with c",
                        at_most(2 + 12 * (1 + _W), 14 * (1 + _W), _OVER),
                    ),
                    ("gamma", Identity(2 * (1 / sqrt(m * n)) * R * L / (R * L * STATISTICAL), Integer(2))),
                    (
                        "the batch at the least c is what Theorem 4.1 asks for at epsilon_0 = 1, and a factor sqrt(2)",
                        Identity(BATCH.subs(c, _LEAST_C) / (16 * sqrt(2 * d * _V) * _G), Integer(1)),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "all terms in numbers",
                    FiniteCheck(
                        r"2\gamma RL+\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\Big(\tfrac{L^2}B+d\sigma^2\Big)+L^2\tfrac{(T+1)\eta}{nm}"
                        r"\le14(\cdots)",
                        "epsilon = 1/10, 1/2, 1; d = 4, 10^4; n = 2c sqrt(d)/epsilon and 10^6 times that; c = 10^2, 10^4; "
                        "m up to its largest; the largest beta; R = L = 1",
                        assembled.central_terms,
                    ),
                ),
            ),
        ),
        correction=(
            "the conditions above in place of the printed ones: n and m with the logarithms of c, a delta that is smaller for large "
            "d, and the step 1/(beta + 1/eta) with eta = (R/L) min(c^2 x, y)"
        ),
        severity=Severity.PROOF_GAP,
        theorem="bassily/thm3.1",
        note=(
            "c is of the order of log n log(1/delta) times lower logarithms; delta_0 = n delta/(2TB) is at most "
            "1/2, which is all that bassily/thm4.1 asks of it. A smaller delta costs only logarithms, so that the"
            " printed range of delta is no obstacle to the rate; between sqrt(d)/epsilon and c sqrt(d)/epsilon "
            "users nothing is shown. What is refuted is the printed way, not that some algorithm has the rate. "
            "The step is at most eta and 1/beta, which is what bassily/sec5/7 needs. T is taken as a whole "
            "number."
        ),
    ),
    Claim(
        "bassily/alg5",
        "Section 6, Algorithm 5",
        Kind.ALGORITHM,
        "what Algorithm 5 must be: its batches, its budget, its update",
        Whole(
            r"\text{disjoint batches, large enough, private messages, the accelerated update}",
            _LOCAL_PARTS,
        ),
        Whole(
            r"\text{disjoint batches, large enough, private messages, an accelerated update}",
            _LOCAL_PARTS,
            as_corrected=True,
        ),
        correction=("fewer rounds by a logarithm, and more noise"),
        severity=Severity.PRIVACY,
        theorem="bassily/thm3.2",
    ),
    Claim(
        "bassily/thm3.2",
        "Theorem 3.2 and its proof in Section 6",
        Kind.UPPER_RATE,
        "the local rate, by Algorithm 5",
        Whole(
            r"\text{by Algorithm 5 and the steps printed: }E[F(\mathcal A)-\min F]=\tilde O\Big(RL\sqrt{\tfrac d{nm\varepsilon^2}}\Big)",
            ("bassily/alg5", *_LOCAL_PROOF),
        ),
        Derived(
            r"E[F(\mathcal A)-\min F]\le\big(2+1024\Lambda^2+2\sqrt2A\big)RL\sqrt{\tfrac d{nm\varepsilon^2}},\ "
            r"A^2=1+32K^2\log\tfrac{1.25}\delta,\ \varepsilon\le1,\ \beta\le\tfrac{L\varepsilon^3}R\sqrt{\tfrac{n^3}{md^3}},\ "
            r"n\ge2\Big\lceil\tfrac{4d\Lambda}{\varepsilon^2}\Big\rceil,\ \Lambda\ge\tfrac{\varepsilon^2}{\tanh^2(\varepsilon/8)}\log\tfrac{4dt}{\gamma'}",
            ("bassily/alg5", "bassily/sec2a/bounded", *_LOCAL_PROOF),
            AllOf(
                r"2\gamma RL+\tfrac{4\beta R^2}{T^2}+\tfrac{2R\nu}{\sqrt T},\ \gamma=\sqrt{\tfrac d{nm\varepsilon^2}},\ "
                r"\nu^2=\tfrac{L^2}{n_0m}+\tfrac{d\sigma^2}{n_0},\ \sigma=\tfrac{KL}{\varepsilon\sqrt m}\sqrt{32\log\tfrac{1.25}\delta}",
                (
                    (
                        "the variance in units of d L^2/(n_0 m epsilon^2), y = epsilon^2/d <= 1",
                        at_most(_Y, Integer(1), Variable(_Y, Integer(0), Integer(1), open_lower=True)),
                    ),
                    (
                        "its noise",
                        Identity(
                            d * (_K * L / (epsilon * sqrt(m)) * sqrt(32 * LOG)) ** 2 / _N0,
                            32 * _K**2 * LOG * d * L**2 / (_N0 * m * epsilon**2),
                        ),
                    ),
                    (
                        "smoothness, 1/T^2 <= 256 Lambda^2 d^2/(n^2 epsilon^4), the largest beta",
                        Identity(
                            4 * SMOOTH_LOCAL * R**2 * 256 * LOG**2 * d**2 / (n**2 * epsilon**4),
                            1024 * LOG**2 * R * L * LOCAL,
                        ),
                    ),
                    (
                        "noise, n_0 T >= n/2",
                        Identity(
                            2 * R * sqrt(_A**2 * d * L**2 / (_N0 * m * epsilon**2)) / sqrt(n / (2 * _N0)),
                            2 * sqrt(2) * _A * R * L * LOCAL,
                        ),
                    ),
                ),
            ),
            crosschecks=(
                (
                    "all terms in numbers, T and n_0 rounded down",
                    FiniteCheck(
                        r"2\gamma+\tfrac{4\beta}{T^2}+\tfrac{2\nu}{\sqrt T}\le\big(2+1024\Lambda^2+2\sqrt2A\big)\sqrt{\tfrac d{nm\varepsilon^2}}",
                        _BUDGETS,
                        assembled.local_terms,
                    ),
                ),
            ),
        ),
        correction=(
            "fewer rounds by a logarithm, four times the noise's variance, for epsilon <= 1 and "
            "delta <= 1/2, and with logarithms in the number of users"
        ),
        severity=Severity.PROOF_GAP,
        theorem="bassily/thm3.2",
        note=(
            "What is refuted is the printed way, not that some algorithm has the rate. K L/sqrt(m) is the truncation radius C of Theorem 4.3 at tau = (L/sqrt(m)) (1 + sqrt(2 log(n_0/gamma'))): K is a logarithm, and gamma' "
            "= gamma/(2T) for each round. The batches are fresh, so that theta_t does not know them. Without smoothness: bassily/sec6/4 and "
            "bassily/sec6/5, for n >= md/epsilon^2. The condition m < d/epsilon^2 is not needed. delta < epsilon is more than the theorem "
            "can serve as tight: bassily/thm3.2/lower."
        ),
    ),
)
