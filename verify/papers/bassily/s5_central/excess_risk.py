"""bassily Section 5: the risk of Algorithm 4 term by term."""

import sympy
from sympy import Integer, Max, oo

from notation.symbols import epsilon
from verify.kernel.calculus import TV, Comparison, Name, Sum, integer, law, line, real, words
from verify.kernel.calculus.facts.convexity import LipschitzOnBall, SmoothConvex
from verify.kernel.prover import Variable
from verify.kernel.statements import AllOf, FiniteCheck, at_most
from verify.kernel.statements.claim import Claim, Kind, Match, Severity
from verify.papers.bassily.instances import gradient_rounds as rounds
from verify.papers.bassily.lemmas.descents import AverageExcess, NoisyOracle
from verify.papers.bassily.lemmas.stability import Drift
from verify.papers.bassily.nouns import (
    DrawChance,
    Gradient,
    LeastEmpirical,
    MeanEmpirical,
    MeanLoss,
    MeanStep,
    OnBall,
    Overfit,
    Risk,
    StepVariance,
    UserSpread,
)
from verify.papers.bassily.s5_central.full_batch import AFTER_ALL
from verify.papers.bassily.setting import positive

_RADIUS, _LIP, _ETA, _BETA, _SIGMA, _NU, _GAMMA = (
    real(letter, above=0) for letter in ("R", "L", "eta", "beta", "sigma", "nu", "gamma")
)
_ONE, _OTHER, _LOSS = law("A"), law("A'"), Name("F", "loss")
_PLACED = (LipschitzOnBall(_LOSS, _LIP, _RADIUS), OnBall(_ONE, _RADIUS), OnBall(_OTHER, _RADIUS))
_NEAR = Comparison(TV(_ONE, _OTHER), "<=", _GAMMA)
CHANGED = (
    line(MeanLoss(_ONE, _LOSS), given=(*_PLACED, _NEAR))
    .le(
        MeanLoss(_OTHER, _LOSS) + 2 * _RADIUS * _LIP * TV(_ONE, _OTHER),
        words(
            "In the best coupling the two parameters differ with probability TV, and then F by at most L times the diameter 2R.",
            Comparison(MeanLoss(_ONE, _LOSS), "<=", MeanLoss(_OTHER, _LOSS) + 2 * _RADIUS * _LIP * TV(_ONE, _OTHER)),
            given=_PLACED,
        ),
    )
    .le(MeanLoss(_OTHER, _LOSS) + 2 * _GAMMA * _RADIUS * _LIP, _NEAR)
)
"""The price of changing to another method."""
SEC5_3 = Claim(
    "bassily/sec5/3",
    "Section 5, proof of Theorem 3.1, the first display",
    Kind.INEQUALITY,
    "the price of changing to the noisy gradient method",
    says=(
        r"\mathcal{A}(Z^n)\sim_{(0,\gamma)}\mathcal{A}'(Z^n)\text{, hence "
        r"}\mathbb{E}\left[F(\mathcal{A}(Z^n))-\min_{\theta\in\Theta}F(\theta)\right]\le\mathbb{E}\left[F(\mathcal{A}'(Z^n))-\min_{\theta\in\Theta}F(\theta)\right]+\gamma "
        r"RL\le\mathbb{E}\left[F(\mathcal{A}'(Z^n))-\min_{\theta\in\Theta}F(\theta)\right]+\frac{RL}{\sqrt{nm}}"
    ),
    match=Match.READING,
    differs="the first inequality alone",
    printed=FiniteCheck(
        r"\mathrm{TV}(\mathcal A,\mathcal A')\le\gamma\Rightarrow EF(\mathcal A)-\min F\le EF(\mathcal A')-\min F+\gamma RL",
        "d = 1, F(theta) = theta on [-1, 1], two laws on the ends",
        rounds.two_ends,
    ),
    corrected=CHANGED.crosschecked(
        "pairs of laws",
        r"|EF(\mathcal A)-EF(\mathcal A')|\le2\,\mathrm{TV}\,RL",
        "all pairs of laws with denominator 3 on -1, 0, 1 (and 1/2 if not quick), F = theta, "
        "-theta, |theta|, theta^2/2",
        rounds.changed_law,
    ),
    correction="2 gamma R L: a Lipschitz function varies by up to 2RL over a ball of radius R",
    severity=Severity.CONSTANT,
    theorem="bassily/thm3.1",
)
_USERS, _DRAWS, _DIM, _DRAWN, _ROUNDS, _SAMPLES = (integer(letter, least=1) for letter in "nmdBTN")
_LOSSES, _ORACLE_NAME, _LAW, _THETA = Name("l", "losses"), Name("G", "oracle"), law("P"), Name("theta", "parameter")
_I, _J = integer("i", least=1), integer("j", least=1)
_ALL = Sum(Sum(Gradient(_I, _J), _J, 1, _DRAWS), _I, 1, _USERS)
_PART, _LIPSCHITZ = Comparison(_DRAWN, "<=", _USERS), LipschitzOnBall(_LOSSES, _LIP, _RADIUS)
SEC5_4 = Claim(
    "bassily/sec5/4",
    "Section 5, proof of Theorem 3.1, the empirical risk",
    Kind.IDENTITY,
    "the noisy gradient is that of the empirical risk on average",
    says=r"\hat{F}(\theta)=\sum_{i\in[n]}\sum_{j\in[m]}\ell(\theta,Z_{i,j}),\quad\mathbb{E}\left[\tilde{\nabla}F'(\theta_t)\right]=\nabla\hat{F}(\theta)",
    match=Match.READING,
    differs="both displays put into one, with g_ij for the gradient of one loss",
    printed=FiniteCheck(
        r"E\,\tilde g=\sum_{i,j}g_{ij}",
        "three users with two samples each, gradients 1, 2; 0, 3; -2, 1; all batches of one, two, three users",
        rounds.unnormalised,
        "==",
    ),
    corrected=line(MeanStep(_DRAWN, _USERS, _DRAWS), given=(_PART,))
    .eq(
        DrawChance(_DRAWN, _USERS) * _ALL / (_DRAWN * _DRAWS),
        words(
            "The noise is centred, and by linearity the mean over the batch is 1/(Bm) times the sum over "
            "all users of the probability to be drawn times the sum of the user's gradients.",
            Comparison(MeanStep(_DRAWN, _USERS, _DRAWS), "==", DrawChance(_DRAWN, _USERS) * _ALL / (_DRAWN * _DRAWS)),
            given=(_PART,),
        ),
    )
    .eq(
        _ALL / (_USERS * _DRAWS),
        words(
            "Each of n users is in as many of the batches of B as any other.",
            Comparison(DrawChance(_DRAWN, _USERS), "==", _DRAWN / _USERS),
            given=(_PART,),
        ),
    )
    .crosschecked(
        "all batches",
        r"E\,\tilde g=\tfrac1{nm}\sum_{i,j}g_{ij}",
        "three users with two samples each; all batches",
        rounds.normalised,
        "==",
    ),
    correction="the empirical risk is the mean of the losses, 1/(nm) times the printed sum; and the gradient of "
    "A' averages over the drawn batch S_t, not over [B] as Lemma 5.1 prints it",
    severity=Severity.TYPO,
    theorem="bassily/thm3.1",
)
_VARIANCE = StepVariance(_DRAWN, _USERS, _DIM, _SIGMA)
SEC5_5 = Claim(
    "bassily/sec5/5",
    "Section 5, proof of Theorem 3.1",
    Kind.INEQUALITY,
    "the variance of the noisy gradient",
    says=r"\mathbb{E}\left[\lVert\tilde{\nabla}F'(\theta_t)-\nabla\hat{F}(\theta)\rVert_2^2\right]\le\frac{L^2}{B}+d\sigma^2",
    match=Match.READING,
    differs="at the printed empirical risk, the sum of the losses, with noise of variance 1",
    printed=FiniteCheck(
        r"\mathbb E\|\tilde\nabla F'(\theta_t)-\nabla\hat F(\theta)\|_2^2\le\tfrac{L^2}B+d\sigma^2,\ \hat F=\textstyle\sum_{i,j}\ell(\cdot,Z_{i,j})",
        "three users with two samples each, gradients 1, 2; 0, 3; -2, 1; the batch of all, d = 1",
        rounds.summed_variance,
    ),
    corrected=line(_VARIANCE, given=(_PART, _LIPSCHITZ))
    .le(
        UserSpread(_USERS) / _DRAWN + _DIM * _SIGMA**2,
        words(
            "The mean of B of n vectors drawn without replacement has (n - B)/(n - 1) <= 1 times the "
            "variance of a mean of B independent draws, the noise is independent of them, and N(0, sigma^2 "
            "I) has the second moment d sigma^2.",
            Comparison(_VARIANCE, "<=", UserSpread(_USERS) / _DRAWN + _DIM * _SIGMA**2),
            given=(_PART,),
            leans=("bassily/sec5/4",),
        ),
    )
    .le(
        _LIP**2 / _DRAWN + _DIM * _SIGMA**2,
        words(
            "The spread is the mean square less the square of the mean, and the users' mean gradients have "
            "norm at most L.",
            Comparison(UserSpread(_USERS), "<=", _LIP**2),
            given=(_LIPSCHITZ,),
        ),
    )
    .crosschecked(
        "all batches",
        r"\mathrm{Var}\le L^2/B",
        "three users with two samples each; all batches of one, two, three",
        rounds.sampled_variance,
    ),
    correction="with the mean of the losses for the printed sum, as in bassily/sec5/4",
    severity=Severity.TYPO,
    theorem="bassily/thm3.1",
    root="bassily/sec5/4",
)
_STEP = 1 / (_BETA + 1 / _ETA)
_ERROR = AverageExcess(_LOSS, _ORACLE_NAME, _STEP, _ROUNDS, _RADIUS)
_SMOOTH, _ORACLE = SmoothConvex(_LOSS, _BETA), NoisyOracle(_ORACLE_NAME, _LOSS, _NU)
SEC5_6 = Claim(
    "bassily/sec5/6",
    "Section 5, proof of Theorem 3.1, after Bubeck 2014, Theorem 6.3",
    Kind.INEQUALITY,
    "the optimisation error of the averaged iterate",
    says=(
        r"\mathbb{E}\left[\hat{F}(\mathcal{A}'(Z^n))-\min_{\theta\in\Theta}\hat{F}(\theta)\right]\le\frac{\beta "
        r"R^2}{T}+\frac{R^2}{\eta T}+\frac{\eta}{2}\left(\frac{L^2}{B}+d\sigma^2\right)\text{ (standard, "
        r"for smooth functions)}"
    ),
    match=Match.READING,
    differs="nu^2 stands for L^2/B + d sigma^2, and the printed step eta is named",
    printed=FiniteCheck(
        r"E\hat F(\bar\theta_T)-\min\hat F\le\tfrac{\beta R^2}T+\tfrac{R^2}{\eta T}+\tfrac\eta2\nu^2\text{ at "
        r"step }\eta",
        "one quadratic, no noise, eta = 4/beta",
        rounds.bouncing,
    ),
    corrected=line(_ERROR, given=(_SMOOTH, _ORACLE))
    .le(
        _RADIUS**2 / (2 * _STEP * _ROUNDS) + _ETA * _NU**2 / 2,
        AFTER_ALL.at({_ETA: _STEP, real("nu", least=0): _NU}),
    )
    .le(_BETA * _RADIUS**2 / _ROUNDS + _RADIUS**2 / (_ETA * _ROUNDS) + _ETA * _NU**2 / 2)
    .crosschecked(
        "exact runs",
        r"E\hat F(\bar\theta_T)-\min\hat F\le\tfrac{\beta}T+\tfrac{1}{\eta T}+\tfrac\eta2\nu^2",
        "quadratics on [-1, 1], T = 1, 2, 4, beta = 1, 4, eta = 1/2, 2, noise 0 or +-1, all paths",
        rounds.short_runs,
    ),
    correction="with the step 1/(beta + 1/eta), as in the cited theorem; at the step eta itself and eta beta = "
    "4, which the printed learning rate and smoothness allow, the iterates may jump from end to end",
    severity=Severity.PROOF_GAP,
    theorem="bassily/thm3.1",
)
_X, _Y, _R, _A = sympy.symbols("x y r alpha", positive=True)
SEC5_7_STEP = Claim(
    "bassily/sec5/7/step",
    "Section 5, proof of Theorem 3.1, before the generalisation bound",
    Kind.INEQUALITY,
    "eta <= 2/beta in the theorem's range",
    says=r"\eta\le2/\beta\text{, which holds in the parameter range of Theorem 4.1 [so printed]}",
    match=Match.READING,
    differs="at the largest beta of (2) and the listed learning rate (R/L)(x + y), x = d sqrt(m)/(n^(3/2) epsilon^2) and y = c sqrt(md)/(n epsilon); Theorem 3.1 for the printed Theorem 4.1",
    printed=FiniteCheck(
        r"\eta\le\tfrac2\beta,\quad\eta=\tfrac RL\Big(\tfrac{d\sqrt m}{n^{3/2}\varepsilon^2}+\tfrac{c\sqrt{md}}{n\varepsilon}\Big),\ \beta=\tfrac{2L}R\min\Big\{\tfrac{n^{3/2}\varepsilon^2}{d\sqrt m},\tfrac{n\varepsilon}{c\sqrt{md}}\Big\}",
        "n = 16, m = d = c = 1, epsilon = 1/2, R = L = 1",
        rounds.printed_step,
    ),
    corrected=at_most(2 / Max(_X, 1), Integer(2), positive(_X)),
    correction="eta = (R/L) min(c^2 x, y) <= (R/L) y, and beta <= (2L/R)/max(x, y): in units of y, eta beta <= "
    "2/max(x, 1). With the printed sum eta beta is up to 4",
    severity=Severity.LISTING,
    theorem="bassily/thm3.1",
    root="bassily/sec5/9",
    note="x = y, where eta beta is 4, is at d = c^2 n epsilon^2 (bassily/own/rate-algebra3). The paper names Theorem 4.1 where it means Theorem 3.1.",
)
_SLOW, _CONVEX = Comparison(_ETA, "<=", 2 / _BETA), SmoothConvex(_LOSSES, _BETA)
_DRIFT = Drift(_LOSSES, _ETA, _RADIUS, _DRAWN, _USERS, _DRAWS)
_OVERFIT = Overfit(_LOSSES, _ETA, _RADIUS, _ROUNDS, _DRAWN, _USERS, _DRAWS)
_DRAWN_WITH = _DRAWN / _USERS * _ETA * 2 * _LIP / (_DRAWN * _DRAWS)
_GENERALISED = (
    line(_OVERFIT, given=(_LIPSCHITZ, _CONVEX, _SLOW, _PART))
    .le(
        _LIP * (_ROUNDS + 1) / 2 * _DRIFT,
        words(
            "The losses are L-Lipschitz, and after t rounds the iterates are t times the drift apart at most, (T + 1)/2 times on "
            "average over t = 1, ..., T: the expected loss at one sample changes by no more when that sample is exchanged.",
            Comparison(_OVERFIT, "<=", _LIP * (_ROUNDS + 1) / 2 * _DRIFT),
            given=(_LIPSCHITZ,),
        ),
    )
    .le(
        _LIP**2 * (_ROUNDS + 1) * _ETA / (_USERS * _DRAWS),
        words(
            "A gradient step at eta <= 2/beta and the projection move no two points apart, and with probability B/n the sample that "
            "differs is drawn with its user, where it moves the step by 2 L eta/(Bm) at most.",
            Comparison(_DRIFT, "<=", _DRAWN_WITH),
            given=(_LIPSCHITZ, _CONVEX, _SLOW, _PART),
        ),
    )
)
SEC5_7 = Claim(
    "bassily/sec5/7",
    "Section 5, proof of Theorem 3.1, the generalisation bound",
    Kind.INEQUALITY,
    "the generalisation error",
    says=r"\text{when }\eta\le2/\beta:\ "
    r"\mathbb{E}\left[F(\mathcal{A}'(Z^n))-\hat{F}(\mathcal{A}'(Z^n))\right]\le L^2\frac{T\eta}{nm}",
    match=Match.READING,
    differs="the empirical risk as a mean of the losses, as corrected at bassily/sec5/4; at sigma = 0",
    printed=FiniteCheck(
        r"\eta\le2/\beta\Rightarrow\mathbb E[F(\mathcal A')-\hat F(\mathcal A')]\le L^2\tfrac{T\eta}{nm}",
        "n = 3, m = 1, B = T = 1, eta = 2/beta = 1, eight atoms on the axes",
        rounds.far_centres_as_printed,
    ),
    corrected=AllOf(
        "",
        {
            "as it is": _GENERALISED.crosschecked(
                "one instance, exact",
                r"E[F-\hat F]\le L^2\tfrac{(T+1)\eta}{nm}",
                "n = 3, m = 1, B = T = 1, eta = 2/beta = 1",
                rounds.far_centres,
            ),
            "rounder": line(_GENERALISED.start, given=_GENERALISED.given).le(
                2 * _LIP**2 * _ROUNDS * _ETA / (_USERS * _DRAWS), _GENERALISED
            ),
        },
    ),
    correction="L^2 (T + 1) eta/(nm), at most twice the printed bound, which does for (2) up to constants",
    severity=Severity.CONSTANT,
    theorem="bassily/thm3.1",
    note="The mean of the sensitivities of the iterates 1 to T is (T+1)/2 times 2 L eta/(nm). The noise is the same for both data sets, so that the iterates move apart only where the sample that differs is drawn; by continuity a little noise changes nothing in the counterexample.",
)
_RISK, _EMPIRICAL = Risk(_LOSSES, _LAW, _THETA), MeanEmpirical(_LOSSES, _LAW, _SAMPLES, _THETA)
SEC5_8 = Claim(
    "bassily/sec5/8",
    "Section 5, proof of Theorem 3.1",
    Kind.INEQUALITY,
    "from the minimum of the risk to that of the empirical risk",
    says=r"\mathbb{E}\left[F(\mathcal{A}'(Z^n))-\min_{\theta\in\Theta}F(\theta)\right]\le\mathbb{E}\left[F(\mathcal{A}'(Z^n))-\min_{\theta\in\Theta}\hat{F}(\theta)\right]",
    match=Match.READING,
    differs="at the printed empirical risk, the sum of the losses; one loss, whatever the data",
    printed=FiniteCheck(
        r"\mathbb E[F(\mathcal A')-\min F]\le\mathbb E[F(\mathcal A')-\min\hat F],\ \hat F=\textstyle\sum_{i,j}\ell(\cdot,Z_{i,j})",
        "two samples of the loss 2 - theta on [-1, 1], A' = 1",
        rounds.summed_minima,
    ),
    corrected=line(LeastEmpirical(_LOSSES, _LAW, _SAMPLES))
    .le(
        _RISK,
        words(
            "For all data the minimum is at most the value at a fixed parameter.",
            Comparison(LeastEmpirical(_LOSSES, _LAW, _SAMPLES), "<=", _EMPIRICAL),
        ),
        words("The mean of N losses of one mean has that mean.", Comparison(_EMPIRICAL, "==", _RISK)),
    )
    .crosschecked(
        "exact means",
        r"E\min\hat F\le\min F",
        "losses theta z and (theta - z)^2/4, z a fair sign, nm = 1 to 5, theta on a grid",
        rounds.minima,
    ),
    correction="with the mean of the losses for the printed sum, as in bassily/sec5/4: then the empirical minimum is below the minimum on average",
    severity=Severity.TYPO,
    theorem="bassily/thm3.1",
    root="bassily/sec5/4",
    note="theta* minimises F, and does not know the data. Of two parameters the mean of the smaller value is at "
    "most the smaller mean; the same again for more.",
)

_U1, _U2 = sympy.symbols("u_1 u_2", real=True)
_LINE = (Variable(_U1, -oo, oo), Variable(_U2, -oo, oo))
_W = sympy.Symbol("w", nonnegative=True)
_ROUND = sympy.Symbol("T", integer=True, positive=True)
_UNIT = Variable(epsilon, Integer(0), Integer(1), open_lower=True)
_SHARE = Variable(_W, Integer(0), Integer(1))
_OVER = Variable(_W, Integer(0), oo)

CLAIMS = (
    SEC5_3,
    SEC5_4,
    SEC5_5,
    SEC5_6,
    SEC5_7_STEP,
    SEC5_7,
    SEC5_8,
)
