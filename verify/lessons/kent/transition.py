"""Lesson 5: the phase transition of kent Theorem 6 at d = 1: with n users, samples cease to help at m = exp(c n)."""

# %% [markdown]
# # The phase transition: samples that no longer help
#
# Give each of $n$ users more and more samples. Does the error of a private estimator go to 0, and if not, at how many samples does it stop falling?
#
# **Needs** [Le Cam's method](le_cam.ipynb) and [localising](localise.ipynb). **Teaches** what endless samples are worth: an error that is exponential in the number of users, from both sides.
#
# The setting is that of the first and the third lesson: $n$ users with $m$ samples each in $[-1,1]$, one $\varepsilon$-private message from each, the mean $\mu$ is wanted. The paper that the ledger calls
# `kent` writes $T$ for our $m$ and $\alpha$ for our $\varepsilon$. Its Theorem 6 says for one dimension that the best error falls like $1/(nm)$, up to a logarithm, while $m$ is below an exponential of $n$, and
# that beyond it stands still at an exponential of $-n$. We compute the two ends exactly, see how far the constants are from the truth, and watch an estimator pass through the transition.

# %%
import math
from itertools import pairwise

import numpy as np
from scipy.stats import binom

from lowerbounds.mean.ours import floor_sharp, van_trees
from lowerbounds.mean.papers import kent_example1b
from upperbounds.mean import kent
from upperbounds.protocols.two_stage import TwoStage
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Slider, Table, judge, walk
from verify.study.risk import SignLaw, exact_risk

steps = (
    "kent/example1a",
    "kent/example1b",
    "kent/example1b/lecam",
    "kent/thm1/step5",
    "kent/thm1/upper",
    "kent/alg3",
    "kent/eq119",
    "kent/thm6/upper1",
)
ledger = judge(*steps)
ledger["kent/thm6/upper1"]

# %%
assert all(ledger[id_].stands for id_ in steps if id_ != "kent/alg3")
walk(ledger, steps)

# %% [markdown]
# ## 1. The floor: one bit that every user knows
#
# Let all samples be $-1$, or all be $+1$, each with probability $\frac12$. Now $m$ is of no use: a user knows one bit $V$, and knows it perfectly. How well can $n$ private messages tell it? The paper bounds the
# divergence of the messages by $12n\varepsilon^2$ and ends with the floor $\frac14e^{-12n\varepsilon^2}$ for $\varepsilon\le1$, its (7). We need not bound. Whatever $\varepsilon$-private message a user could send of one bit, it can be
# made from randomised response of that bit, kept with probability $w=e^\varepsilon/(1+e^\varepsilon)$, without looking at the bit again (Kairouz, Oh and Viswanath, 2015). So who sees the $n$ randomised bits can make all messages himself, those that depend on
# earlier ones included: nothing is better than the randomised bits, and the best answer to them is the posterior mean of $V$. With $a_k$ and $b_k$ the
# probabilities of $k$ messages $+1$ under both signs, its error is
#
# $$\sum_k\frac{2a_kb_k}{a_k+b_k}.$$


# %%
def floor(n: int, epsilon: float) -> float:
    """The exact Bayes risk of the bit, D = 1: sum of 2ab/(a+b)."""
    keep = 1 / (1 + math.exp(-epsilon))
    k = np.arange(n + 1)
    a, b = binom.logpmf(k, n, keep), binom.logpmf(k, n, 1 - keep)
    return float(np.sum(2 * np.exp(a + b - np.logaddexp(a, b))))


rows = []
for users in (10, 50, 100, 200, 400):
    exact = floor(users, 1.0)
    printed = math.exp(-12 * users) / 4
    assert math.isclose(exact, floor_sharp(users, 1, 1.0).value, rel_tol=1e-6)
    assert kent_example1b(users, 1, 1.0).value <= exact
    assert printed < exact
    rows.append((users, (math.log(0.25) - 12 * users) / math.log(10), math.log10(exact), -math.log(exact) / users))
assert abs(rows[-1][3] / math.log(math.cosh(0.5)) - 1) < 0.05
Table(
    ("n", "log₁₀ of the floor (7)", "log₁₀ of the exact floor", "exact exponent per user"),
    rows,
    "ε = 1, D = 1, whatever m",
)

# %% [markdown]
# The exact exponent tends to $\ln\cosh\frac\varepsilon2$, which is 0.12 at $\varepsilon=1$. (Why? $\frac{2ab}{a+b}\le\sqrt{ab}$; for one message the roots sum to $2\sqrt{w(1-w)}=1/\cosh\frac\varepsilon2$, for $n$ messages to the $n$-th power of this; and for such a
# pair of laws nothing of the exponent is lost, as Chernoff has shown.) The printed exponent is 12. Both say the same thing, that the error cannot fall below an exponential of $-n$; but a factor of 100 in the exponent is the difference between a floor that a study meets and one that nobody will ever see.
#
# ### A slip: points that are too close
#
# The proof of (7) takes the point masses at 0 and at 1, and reads $\frac12(1-\mathrm{TV})$ off Le Cam's lemma. These points are only 1 apart: the constant answer $\frac12$ has error $\frac14$ under both, while for a channel that
# tells next to nothing $\mathrm{TV}\to0$ and the bound is $\frac12$. Of these two points the lemma says $\frac18(1-\mathrm{TV})$ only.

# %%
slip = ledger["kent/example1b/lecam"]
assert slip.refuted
assert slip.stands
assert slip.sides("printed") == (0.25, 0.5)
assert ledger["kent/example1b"].stands
slip

# %% [markdown]
# It is the step that fails, not the floor: from $-1$ and $+1$ in place of 0 and 1, which $[-1,1]$ allows, the same line is right, and (7) stands with its constant.
#
# ## 2. What endless samples can do
#
# Now from above. Let $m=\infty$: each user *knows* $\mu$. Cut $[-1,1]$ into $N$ bins; each user sends $N$ bits, "is the mean in bin $j$?", each kept with probability $\omega=e^{\varepsilon/2}/(1+e^{\varepsilon/2})$ and else flipped. Another data set changes
# two of the bits, so that the loss is $2\cdot\frac\varepsilon2$. Answer with the middle of the bin that has most votes. It is within $1/N$ of $\mu$ if the vote is right, and within 2 if not:
#
# $$E(\hat\mu-\mu)^2\le\frac1{N^2}+4P(\text{a wrong bin wins}).$$
#
# More bins are finer, and each is one more rival that may win by its noise alone. The probability can be computed: the votes of the right bin are binomial with $\omega$, those of the $N-1$ others independently binomial with
# $1-\omega$ (a tie counts as wrong).


# %%
def wrong(n: int, bins: int, epsilon: float) -> float:
    """The probability that some other bin has as many votes as the right one."""
    keep = 1 / (1 + math.exp(-epsilon / 2))
    assert math.isclose(2 * math.log(keep / (1 - keep)), epsilon)
    k = np.arange(n + 1)
    with np.errstate(divide="ignore"):
        some = -np.expm1((bins - 1) * np.log1p(-binom.sf(k - 1, n, 1 - keep)))
    return float(np.sum(binom.pmf(k, n, keep) * some))


def endless(n: int, bins: int, epsilon: float) -> float:
    """The bound on the error at m = infinity."""
    return 1 / bins**2 + 4 * wrong(n, bins, epsilon)


def chernoff(n: int, epsilon: float) -> float:
    """Of one rival: the bound (62), (4 w (1 - w))^n = cosh(epsilon/4)^(-2n)."""
    return float(math.cosh(epsilon / 4) ** (-2 * n))


crowd, epsilon = 200, 1.0
numbers = sorted({round(2 ** (k / 4)) for k in range(4, 49)})
errors = [endless(crowd, size, epsilon) for size in numbers]
assert all(wrong(crowd, size, epsilon) <= size * chernoff(crowd, epsilon) for size in numbers)
best = numbers[errors.index(min(errors))]
assert errors[0] > min(errors) < errors[-1]
chart = (
    Chart(
        "N, bins",
        "bound on the error",
        "The bound on the error falls with the number of bins, has one lowest point near a hundred bins, and rises beyond it.",
        log_x=True,
        log_y=True,
    )
    .line([float(size) for size in numbers], errors, f"1/N² + 4 P(wrong), exact, n = {crowd}, ε = 1")
    .line([float(size) for size in numbers], [1 / size**2 for size in numbers], "1/N², if the vote is right")
    .mark(float(best), f"the best N is {best}")
)
rows = [(size, 1 / size**2, wrong(crowd, size, epsilon), error) for size, error in zip(numbers, errors, strict=True)]
Slider(
    Table(("N, bins", "1/N², if the vote is right", "probability of a wrong vote", "bound on the error"), rows),
    start=numbers.index(best),
    chart=chart,
)

# %% [markdown]
# One rival wins with probability at most $q^n$, $q=4\omega(1-\omega)=\cosh(\frac\varepsilon4)^{-2}$ (Chernoff's bound, the paper's (62)). So the error is about $N^{-2}+4Nq^n$, the best $N$ is about $q^{-n/3}$, an exponential of $n$, and the error is about $q^{2n/3}$: its
# exponent per user is $\frac43\ln\cosh\frac\varepsilon4$. Here are the exact best ones next to the floor.

# %%
ends = []
for users in (50, 100, 200, 400, 800):
    found, size = min(
        (endless(users, int(size), epsilon), int(size))
        for size in np.unique(np.geomspace(2, 1e8, 300).astype(np.int64))
    )
    ends.append(
        (users, size, found, -math.log(found) / users, floor(users, epsilon), -math.log(floor(users, epsilon)) / users)
    )
    assert ends[-1][4] < found
limits = (4 / 3 * math.log(math.cosh(epsilon / 4)), math.log(math.cosh(epsilon / 2)))
assert abs(ends[-1][3] / limits[0] - 1) < 0.05
assert abs(ends[-1][5] / limits[1] - 1) < 0.05
print(f"limits of the exponents: votes {limits[0]:.4f}, floor {limits[1]:.4f}")
Table(("n", "best N", "error by votes", "exponent", "floor", "exponent of the floor"), ends, "m = ∞, ε = 1")

# %% [markdown]
# So at $m=\infty$ the least error is between $e^{-0.12n}$ and $e^{-0.041n}$ or so. Both ends are exponential in $n$, that much is settled; the exponent is enclosed up to a factor of 3, and the ledger does not say where in between it is.
#
# ## 3. Through the transition
#
# With finitely many samples a user's own mean is $1/\sqrt m$ or so off, so bins narrower than that make no sense: Algorithm 2 of the paper takes bins of width $2\Delta$, with $\Delta$ a little above $1/\sqrt m$, lets half of the users vote, and the other half refine as in the
# third lesson. So $m$ *decides* on the number of bins, about $\sqrt m$, and section 2 tells what must happen: as long as $\sqrt m$ is below the best $N$, more samples help; beyond, the vote breaks. Here is the exact risk, with the width that
# the paper's experiments use, the worst of four places of the mean in its bin.


# %%
def worst(plan: TwoStage) -> float:
    """The largest exact risk over four places of the mean in a bin near the middle."""
    span = float(plan.bins.width)
    left = float(np.asarray(plan.bins.left(np.arange(plan.bins.count)), dtype=float)[plan.bins.count // 2])
    return max(exact_risk(plan, SignLaw(min(left + share * span, 1.0), 1.0)).value for share in (0.0, 0.25, 0.5, 0.75))


def risk(n: int, m: int) -> float:
    """Algorithm 2 on all samples, at epsilon = 1."""
    return worst(kent.tuned(n, m, epsilon, 1.0))


crowds = (200, 400, 800)
sizes = [2**k for k in range(1, 17)]
curves = {users: [risk(users, size) for size in sizes] for users in crowds}
turns = {users: sizes[row.index(min(row))] for users, row in curves.items()}
assert all(min(row) < row[-1] / 1.4 for row in curves.values())
assert turns[200] < turns[400] < turns[800]
chart = Chart(
    "m, samples per user",
    "mean squared error",
    "Three curves fall together like 1/m and turn upwards one after the other: the more users, the later and the lower.",
    log_x=True,
    log_y=True,
)
for users, row in curves.items():
    chart.line([float(size) for size in sizes], row, f"n = {users}: turns at m = {turns[users]:,}")
chart

# %% [markdown]
# Twice as many users move the turn by far more than a factor of 2: $\sqrt m$ has to pass an exponential of $n$ before the vote breaks. (This exponential is smaller than that of section 2: only half of the users vote, and a mean near the edge between two bins
# splits their votes.) If $m$ at the turn is exponential in $n$, then $\ln m$ grows by about as much from each row of the table to the next:

# %%
turning = []
for users in (400, 600, 800, 1000):
    found, size = min((risk(users, round(2 ** (k / 2))), round(2 ** (k / 2))) for k in range(18, 35))
    turning.append((users, size, found, math.log(size)))
growth = [(later[3] - earlier[3]) / 200 for earlier, later in pairwise(turning)]
assert growth == sorted(growth)
Table(
    ("n", "m at the turn", "least risk", "ln m"),
    turning,
    f"ln m grows by {min(growth):.4f} to {max(growth):.4f} per user",
)

# %% [markdown]
# ### The cure is to ignore
#
# Nobody forces a user to use all of their samples. Algorithm 3 takes the first $T^*=\min(m,e^{n\varepsilon^2/K})$ of them and leaves the rest alone: then the curve does not turn, it stops.

# %%
users = 400
capped = [risk(users, min(size, turns[users])) for size in sizes]
lowest, level = floor(users, epsilon), min(capped)
beyond = [2.0**k for k in range(1, 81)]
truth = [max(van_trees(users, int(size), epsilon).value, lowest) for size in beyond]
meets = next(size for size, value in zip(beyond, truth, strict=True) if value == lowest)
assert all(a >= b for a, b in pairwise(capped))
assert all(a > b for a, b in zip(capped, truth, strict=False))
assert 16 < math.log10(meets / turns[users]) < 18
print(f"level from m = {turns[users]:,} on: the algorithm; from m = {meets:.0e} on: the lower bound")
Chart(
    "m, samples per user",
    "mean squared error",
    "The curve of all samples turns upwards, the capped one stays level; the lower bound goes on falling for many decades before it levels off.",
    log_x=True,
    log_y=True,
).line([float(size) for size in sizes], curves[users], f"all samples, n = {users}").line(
    [*(float(size) for size in sizes), beyond[-1]], [*capped, level], f"at most {turns[users]:,} of them"
).line(beyond, truth, "what no private estimator can beat")

# %% [markdown]
# This is the phase transition: first $1/(nm)$, then nothing. And it shows what is open: the lower bound stands still only at an $m$ that is some $10^{17}$ times larger. Both places are exponentials of $n$, with other constants, and for 400 users this
# is the difference.
#
# ### What the printed constant costs
#
# The proof needs $K=8536$ in $T^*$ for $\varepsilon\le1$, an exponent of $1/8536$ per user. Let us see what it makes of our crowds.

# %%
constant = kent.K_HIGH_PRIVACY
first = next(count for count in range(1, 10_000) if kent.used_samples(count, 10**9, epsilon, constant) >= 2)
hundred = math.ceil(constant * math.log(100))
assert first == math.ceil(constant * math.log(2))
assert kent.used_samples(hundred, 10**9, epsilon, constant) == 100
assert kent.used_samples(800, 10**9, epsilon, constant) == 1
print(f"K = {constant}: one sample of each user up to n = {first - 1:,}; a hundred samples from n = {hundred:,} on")
ledger["kent/alg3"]

# %% [markdown]
# With a thousand users the printed algorithm uses *one* sample of each, however many they have. As a proof of the rate it is sound; as advice it is not, and the paper's own experiments take $T^*=m$.
#
# ## Exercises
#
# **1.** (C) *At $m=\infty$, would bisection do?* Split the users into $k$ groups; group $j$ sends the $j$-th binary digit of the mean's place in $[-1,1]$ by randomised response with all of $\varepsilon$, and the majority decides. If digit $j$ is the first that
# is wrong, the answer is at most $4\cdot2^{-j}$ off. Compare the best $k$ with the votes of section 2, as $n$ grows.


# %%
def bisection(n: int, digits: int, epsilon: float) -> float:
    """1/4^k for the last interval's middle, and (4/2^j)^2 times the probability of a wrong majority; a tie counts as wrong."""
    group = n // digits
    lie = 1 / (1 + math.exp(epsilon))
    wrong_digit = float(binom.sf(math.ceil(group / 2) - 1, group, lie))
    return 4.0**-digits + sum(16 * 4.0**-digit for digit in range(1, digits + 1)) * wrong_digit


compared = []
for ended in ends:
    users, found = ended[0], ended[2]
    best_bisection, digits = min((bisection(users, k, epsilon), k) for k in range(1, users // 4))
    compared.append((users, digits, best_bisection, -math.log(best_bisection) / users, found, -math.log(found) / users))
assert compared[0][2] < compared[0][4]
assert compared[-1][2] > 1e3 * compared[-1][4]
Table(("n", "best k", "error by bisection", "exponent", "error by votes", "exponent"), compared, "m = ∞, ε = 1")

# %% [markdown]
# With few users bisection is better: each digit has the full budget. But $k$ digits with $n/k$ users each give about $4^{-k}+e^{-0.12n/k}$, so that the best $k$ is proportional to $\sqrt n$, and the error is $e^{-c\sqrt n}$ only: its exponent per user tends to 0. The
# votes ask every user about everything.
#
# **2.** (B) *How does the transition depend on $\varepsilon$?* The theorem has $\min(\varepsilon,\varepsilon^2)$ in its exponent. Check that both exponents of section 2 are between constants times that.

# %%
exponents = []
for budget in (0.1, 0.5, 1.0, 2.0, 8.0):
    above, below = 4 / 3 * math.log(math.cosh(budget / 4)), math.log(math.cosh(budget / 2))
    least = min(budget, budget**2)
    exponents.append((budget, above, below, above / least, below / least))
    assert 1 / 25 < above / least < 1 / 3
    assert 0.11 < below / least < 0.5
Table(("ε", "votes: 4/3 ln cosh(ε/4)", "floor: ln cosh(ε/2)", "votes / min(ε, ε²)", "floor / min(ε, ε²)"), exponents)

# %% [markdown]
# For small $\varepsilon$ they are $\varepsilon^2/24$ and $\varepsilon^2/8$, for large $\varepsilon$ they tend to $\varepsilon/3$ and $\varepsilon/2$: the factor between them falls from 3 to 1.5.
#
# **3.** (A) *A study wants an error of $10^{-6}$, and samples cost nothing. How many users does it need at $\varepsilon=1$?* Search for the least $n$ at which the votes of section 2 get there, and the largest at which nobody can.

# %%
target = 1e-6
fineness = 1200  # 1/N^2 is below the target, and votes have the rest of it
enough = next(users for users in range(300, 2000) if endless(users, fineness, epsilon) <= target)
too_few = max(users for users in range(1, 500) if floor(users, epsilon) > target)
assert too_few < enough
assert endless(enough - 1, fineness, epsilon) > target
print(f"no estimator with {too_few} users, whatever m; by votes with {enough} users")

# %% [markdown]
# **4.** (B) *How many samples are worth having?* With finite $m$ the error is of order $\frac1{nm\varepsilon^2}$ until the floor ends it. At $n=200$ and $\varepsilon=1$, beyond which $m$ is that term below the floor of section 2, so that no
# further sample helps anybody?

# %%
lowest = floor(crowd, epsilon)
last = 1 / (crowd * epsilon**2 * lowest)
grown = 1 / (2 * crowd * epsilon**2 * floor(2 * crowd, epsilon))
assert abs(math.log(grown / last) / crowd - math.log(math.cosh(epsilon / 2))) < 0.01
print(f"m = {last:.3g} with {crowd} users, {grown:.3g} with {2 * crowd}: exponentially many in n")

# %% [markdown]
# **5.** (B, proof) *Show without any computation that no private estimator of a mean in $[-1,1]$ has an error below $e^{-n\varepsilon}$, for every $m$ and also if each message may depend on the earlier ones.*

# %% [markdown]
# Let all samples be 1 under $P$ and $-1$ under $Q$. Each message, given the earlier ones, has a probability under $P$ of at least $e^{-\varepsilon}$ times that under $Q$, so all messages together have at least $e^{-n\varepsilon}$ times. Therefore
#
# $$1-\mathrm{TV}=\sum_z\min(P(z),Q(z))\ge e^{-n\varepsilon}\sum_zQ(z)=e^{-n\varepsilon}.$$
#
# For any estimate $x$, $(x-1)^2+(x+1)^2\ge2$. The worst error is at least the mean of the two, and so at least $\sum_z\min(P(z),Q(z))\ge e^{-n\varepsilon}$. Section 2 has a better exponent for small $\varepsilon$, where the two laws of a message are closer than this proof uses.
