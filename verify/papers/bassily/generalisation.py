"""bassily Theorem 3.4, Lemma 3.5 and the proof in Section 3.2: concentration at a privately chosen parameter."""

import sympy
from sympy import Integer, exp

from notation.symbols import epsilon, n
from verify.claim import Claim, Kind, Severity
from verify.papers.bassily import choices
from verify.papers.bassily.symbols import positive
from verify.prover import Variable
from verify.statements import Derived, FiniteCheck, Identity, at_most

_T, _P, _A, _B = sympy.symbols("t p a b", positive=True)
_X = sympy.Symbol("x", nonnegative=True)
_DELTA, _GAMMA = sympy.symbols("delta gamma", positive=True)
_W = sympy.Symbol("w", positive=True)


CLAIMS = (
    Claim(
        "bassily/lemma3.5",
        "Lemma 3.5",
        Kind.PRIVACY,
        "an (epsilon, delta) randomisation of one user's data is near a pure one at 2 epsilon",
        FiniteCheck(
            r"\mathcal A\ (\varepsilon,\delta)\text{-private}\Rightarrow\exists\mathcal A'\ (2\varepsilon,0)\text{-private: }"
            r"\mathrm{TV}(\mathcal A(z),\mathcal A'(z))\le\delta\ \forall z",
            "all channels with 3 inputs, 3 outputs and denominator 3 (4; not quick), e^epsilon = 2, delta the least",
            choices.pure_near,
        ),
        note="A' cuts each law to within e^epsilon of the first one's and restores the mass inside these bounds; what is cut "
        "off above is at most delta, what is filled in below at most e^-epsilon delta. Of one user's data: for a whole "
        "data set A' would have to be private for all users at once, which the lemma does not give; the proof of "
        "Theorem 3.4 needs one A' for each user.",
    ),
    Claim(
        "bassily/thm3.4/step-a",
        "Section 3.2, first sentence",
        Kind.INEQUALITY,
        "one user at a time is enough",
        Derived(
            r"P(\text{user } i\text{ is beyond }\tau)\le e^{2\varepsilon}\gamma+\delta\ \forall i\Rightarrow "
            r"P(\exists i)\le n(e^{2\varepsilon}\gamma+\delta)",
            (),
            at_most((_A + _B - _W) / (_A + _B), Integer(1), positive(_A), positive(_B), positive(_W)),
        ),
        note="The union of two events, w their common part; the common centre is f(theta, P), which may depend on the "
        "data, as Definition 2.6 allows. Printed with >= tau: see bassily/thm3.4/step-d.",
    ),
    Claim(
        "bassily/thm3.4/step-b",
        "Section 3.2, after Lemma 3.5",
        Kind.IDENTITY,
        "a coupling that differs with probability TV",
        FiniteCheck(
            r"P(\theta'\ne\theta)=\mathrm{TV}(\theta,\theta')\le\delta",
            "all pairs of laws on three atoms with denominator 6, the maximal coupling",
            choices.coupled,
            "==",
        ),
    ),
    Claim(
        "bassily/thm3.4/step-c",
        "Section 3.2, Bayes' rule",
        Kind.INEQUALITY,
        "the law of a user's data given the choice",
        Derived(
            r"\frac{P(Z_i=z\mid\theta')}{P(Z_i=z)}=\frac{P(\theta'\mid Z_i=z)}{P(\theta')}\le e^{2\varepsilon}",
            (),
            at_most(
                1 / (1 + _X * _A + (1 - _X) * _B),
                Integer(1),
                Variable(_X, Integer(0), Integer(1)),
                positive(_A),
                positive(_B),
            ),
            crosschecks=(
                (
                    "every extreme channel",
                    FiniteCheck(
                        r"\max_{z,\theta}P(z\mid\theta)/P(z)\le e^{2\varepsilon}",
                        "three atoms, e^(2 epsilon) = 9/4 and 9, every extreme channel",
                        choices.bayes,
                    ),
                ),
            ),
        ),
        note="P(theta') is the average over z' of P(theta'|z'), each at least e^(-2 epsilon) P(theta'|z): in these units two "
        "atoms of weights x and 1 - x have P(theta'|z') = 1 + a and 1 + b.",
    ),
    Claim(
        "bassily/thm3.4/step-d",
        "Section 3.2, last display",
        Kind.INEQUALITY,
        "the probability to be tau or more away, given the choice",
        FiniteCheck(
            r"P(\|f(\theta,Z)-f(\theta,P)\|>\tau)<\gamma\Rightarrow "
            r"P(\|f(\theta,Z_i)-f(\theta,P)\|\ge\tau\mid\theta'=\theta)\le e^{2\varepsilon}\gamma",
            "Z = -1 or 1, fair, f(theta, z) = z, tau = 1, a choice that ignores the data",
            choices.at_the_edge,
        ),
        Derived(
            r"P(\|f(\theta,Z_i)-f(\theta,P)\|>\tau\mid\theta'=\theta)\le e^{2\varepsilon}\gamma",
            ("bassily/thm3.4/step-c",),
            Identity(_T * _A + _T * _B, _T * (_A + _B)),
        ),
        correction=r"more than tau, not tau or more: the theorem assumes the strict event, and concludes for it",
        severity=Severity.TYPO,
        theorem="bassily/thm3.4",
        note="The composition adds the bound of step c over the data that are beyond tau, two atoms of masses a and b.",
    ),
    Claim(
        "bassily/thm3.4/step-e",
        "ours, in place of Lemma 3.5 and steps b to d",
        Kind.INEQUALITY,
        "directly, with e^epsilon",
        None,
        Derived(
            r"P((\theta,Z_i)\in E)\le e^\varepsilon P((\tilde\theta,Z_i)\in E)+\delta,\ \tilde\theta\text{ an independent copy}",
            (),
            Identity(
                _P * (_T * _A + _DELTA) + (1 - _P) * (_T * _B + _DELTA),
                _T * (_P * _A + (1 - _P) * _B) + _DELTA,
                ((_P, "0", "1"),),
            ),
            crosschecks=(
                (
                    "the worst event, exactly",
                    FiniteCheck(
                        r"\sup_E\big(P((\theta,Z)\in E)-e^\varepsilon P((\tilde\theta,Z)\in E)\big)\le\delta",
                        "three atoms, e^epsilon = 3/2 and 3, delta = 0 and 1/10, extreme channels that also show the data "
                        "with chance delta (every third; all if not quick)",
                        choices.apart,
                    ),
                ),
            ),
        ),
        note="P(theta in E_z | Z_i = z) <= e^epsilon P(theta in E_z | Z_i = z') + delta for every z and z', averaged over both "
        "independently: the composition, with two atoms.",
    ),
    Claim(
        "bassily/thm3.4",
        "Theorem 3.4",
        Kind.INEQUALITY,
        "private choices keep the gradients concentrated",
        Derived(
            r"\vec f(\theta_{Z^n},Z^n)\text{ is }(\tau,\gamma')\text{-concentrated},"
            r"\ \gamma'=n(e^{2\varepsilon}\gamma+\delta);\text{ even } n(e^\varepsilon\gamma+\delta)",
            ("bassily/thm3.4/step-a", "bassily/thm3.4/step-e"),
            at_most(
                (n * (_GAMMA * exp(epsilon) + _DELTA)) / (n * (_GAMMA * exp(2 * epsilon) + _DELTA)),
                Integer(1),
                positive(n),
                positive(_GAMMA),
                positive(_DELTA),
                positive(epsilon),
            ),
        ),
        note="For users whose data are independent. Through bassily/thm3.4/step-e; the printed way through Lemma 3.5 holds "
        "too, once bassily/thm3.4/step-d is read with the strict event.",
    ),
)
