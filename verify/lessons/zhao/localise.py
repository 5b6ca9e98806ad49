"""Lesson 3: why localising first buys a factor of m, on zhao Algorithm 1 and Theorem 1."""

# %% [markdown]
# # Why localising first buys a factor of m
#
# A user with many samples knows the mean well, but noise must hide them whatever they know. How can more samples per user make a
# *private* estimate better?
#
# **Needs** [the primer](primer.ipynb). **Teaches** estimators of two rounds: votes find a short interval, and noise is paid for that interval only.
#
# There are $n$ users with $m$ samples each in $[-D,D]$. The mean $Y_i$ of a user's samples is within about $D/\sqrt m$ of the true mean
# $\mu$. But it can lie anywhere in $[-D,D]$, and to protect a user at level $\varepsilon$ Laplace noise must cover the whole range $2D$,
# whatever $m$ is. Theorem 1 of `zhao` escapes by an idea that returns in nearly every paper on user-level privacy: spend half of the users
# to find out *where* the mean is, roughly; then all the others know a short interval, and short intervals need little noise. We follow the
# proof with numbers, mend its slips, and look at what the idea costs.

# %%
import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from lowerbounds.mean.ours import van_trees
from lowerbounds.mean.papers import zhao_theorem2_floor
from notation.setting import Setting
from upperbounds.mean import zhao
from upperbounds.protocols.two_stage import TwoStage
from upperbounds.registry import by_name
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge, walk
from verify.study.risk import SignLaw, exact_risk, exact_stages

ledger = judge(
    "zhao/alg1/privacy",
    "zhao/lemma2",
    "zhao/lemma3",
    "zhao/lemma4*",
    "zhao/eq41*",
    "zhao/eq50",
    "zhao/eq53/a",
    "zhao/eq55*",
    "zhao/prop1/*",
    "zhao/thm1/upper",
)
ledger["zhao/thm1/upper"]

# %%
steps = (
    "zhao/alg1/privacy",
    "zhao/lemma3",
    "zhao/lemma4",
    "zhao/eq41",
    "zhao/lemma2",
    "zhao/eq50",
    "zhao/eq53/a",
    "zhao/eq55/55",
    "zhao/thm1/upper",
)
assert all(ledger[id_].stands for id_ in steps)
walk(ledger, steps)

# %% [markdown]
# ## 1. Without localising, $m$ hardly helps
#
# Three honest ways, each $\varepsilon$-private for a whole user, in one round. Send the mean $Y_i$ with noise for the range $2D$; send all $m$
# samples, each with a budget of $\varepsilon/m$; send one sample and forget the rest. Data are $\pm D$ with mean 0, the hardest case, and the mean
# squared errors are exact:

# %%
n, epsilon = 20_000, 1.0
sizes = [4**k for k in range(1, 10)]
ways = {"mean with noise": "semi-user-level", "every sample at ε/m": "split-user", "one sample": "one-item"}


def one_round(estimator: str, m: int) -> float:
    """The exact risk for +-1 data of mean 0."""
    plan = by_name("mean", estimator).plan(Setting(n, m, epsilon=epsilon))
    return float(plan.risk(1.0, 0.0))


naive = {way: [one_round(name, size) for size in sizes] for way, name in ways.items()}
flat = naive["mean with noise"]
assert all(math.isclose(risk, 1 / (n * size) + 8 / (n * epsilon**2)) for risk, size in zip(flat, sizes, strict=True))
assert flat[-1] > 0.9 * flat[0]
Table(
    ("m", *ways),
    [(size, *(naive[way][place] for way in ways)) for place, size in enumerate(sizes[::2])],
    f"mean squared error / D², n = {n}, ε = {epsilon:g}",
)

# %% [markdown]
# The mean with noise has error $\frac{D^2}{nm}+\frac{8D^2}{n\varepsilon^2}$: the first term falls with $m$, the second does not. The budget spread over all samples
# even makes matters worse. Something must shrink the *range*.

# %% [markdown]
# ## 2. Where users agree
#
# Cut $[-D,D]$ into bins of width $h=4D/\sqrt m$. Four standard deviations of $Y_i$ (at most $D/\sqrt m$ each) fit in one bin, so nearly all users
# have their $Y_i$ in the bin of $\mu$ or in a bin next to it. Here is the exact law of $Y_i$ for $m=144$ samples $\pm1$ and $\mu=0.1$:

# %%
m, mean = 144, 0.1
width = 4 / math.sqrt(m)
bins = zhao.bin_count(m)
outcomes = np.arange(m + 1)  # how many of the m samples are +1
masses = binom.pmf(outcomes, m, (1 + mean) / 2)
home = int((mean + 1) // width)
place = np.minimum(outcomes // (2 * math.isqrt(m)), bins - 1)  # (2 outcomes/m) / width, in integers
in_bin = [float(masses[place == k].sum()) for k in range(bins)]
Chart(
    "bin",
    "share of the users whose mean is in the bin",
    "Nearly all users are in the bin of the mean or in the bin next to it; all others are nearly empty.",
    low=0.0,
).bars([k + 1.0 for k in range(len(in_bin))], in_bin, f"exact law of Y, m = {m}, μ = {mean}").level(
    0.5 - math.exp(-2), "Lemma 4: one near the mean has at least 1/2 − e⁻²", 2
).level(2 * math.exp(-8), "Lemma 4: two or more away, at most 2e⁻⁸", 3)

# %%
assert max(in_bin[home - 1 : home + 2]) >= 0.5 - math.exp(-2)
assert max(share for k, share in enumerate(in_bin) if abs(k - home) >= 2) <= 2 * math.exp(-8)
ledger["zhao/lemma4"]

# %% [markdown]
# The proof is Hoeffding's inequality, twice: $P(|Y-\mu|\ge\frac h2)\le2e^{-2}$, and an interval of length $h$ around $\mu$ meets at most two bins, so that one of them
# holds at least half of $1-2e^{-2}$; and a bin two or more away is at distance at least $h$, with mass at most $2e^{-8}$. Between $0.365$ and $0.0007$
# there is a lot of space, and that space pays for the noise.

# %% [markdown]
# ## 3. The vote, and a lost factor of two
#
# Each user of the first half sends all $B=\lceil\sqrt m/2\rceil$ indicators "is my mean in bin $k$?", each with Laplace noise of scale $2/\varepsilon$: two of them change
# when the data change, so the loss is $\varepsilon$. Let $s_k$ be the sum of the noisy votes for bin $k$. There are $n/2$ voters, so
#
# $$E s_k=\tfrac n2p_k,$$
#
# as the paper's own Lemma 3 says. Yet its display (41) compares $s_k$ with $n(p_k\pm0.18)$. At $p_k=1$ the lower threshold is $0.82n$, while there are only
# $0.5n$ votes! Let us draw the exact law of $s_k$ when *every* user is in bin $k$ (the sum of $n/2$ Laplace variables, from its characteristic function).

# %%
users = 1000
voters, scale = users // 2, 2 / epsilon
frequencies = np.linspace(0, 0.15, 3001)
transform = (1 + (scale * frequencies) ** 2) ** -voters
transform[0] /= 2  # the trapezoidal rule
grid = np.linspace(0.2, 0.9, 281)
density = [
    float(np.sum(np.cos(frequencies * (x * users - voters)) * transform) * frequencies[1] / math.pi * users)
    for x in grid
]
step = float(grid[1] - grid[0])
assert abs(sum(density) * step - 1) < 1e-3


def below(threshold: float) -> float:
    """P(s <= threshold n), by the trapezoidal rule."""
    last = round((threshold - grid[0]) / step)
    return float(sum(density[: last + 1]) - density[last] / 2) * step


below_printed, below_halved = below(0.82), below(0.41)
promise = math.exp(-(0.18**2) * users / (2 * (1 / 8 + 8 / epsilon**2)))
assert below_printed > 0.99 > 2 * promise
assert below_halved < math.exp(-(0.09**2) * users / (2 * (1 / 8 + 8 / epsilon**2)))
print(f"P(s ≤ 0.82 n) = {below_printed:.4f}; printed bound {2 * promise:.4f}; P(s ≤ 0.41 n) = {below_halved:.4f}")
Chart(
    "votes for the bin, divided by n",
    "density",
    "The density of the votes is centred at one half; the printed threshold 0.82 lies far to its right, the corrected one 0.41 to its left.",
    low=0.0,
).line(list(grid), density, "law of s_k / n when all users are in bin k, n = 1000").mark(
    0.82, "printed threshold: p_k − 0.18 = 0.82"
).mark(0.41, "corrected: p_k/2 − 0.09 = 0.41")

# %%
vote = ledger["zhao/eq41/b"]
left, right = vote.sides("printed")
assert vote.refuted
assert vote.stands
assert left > right
vote

# %% [markdown]
# The repair is to halve both thresholds, with deviation $0.09n$ in place of $0.18n$. The exponent drops by a factor of 4, and Lemma 2 stands as it is
# printed, since its constant $c_0$ has no value there:
#
# $$P(\mu\in[L,R])\ge1-\sqrt m\,e^{-c_0n(\varepsilon^2\wedge1)},$$
#
# where $[L,R]$ is the winning bin with one more bin to each side. How good is that? The law of the winning bin can be computed exactly.


# %%
def miss(n: int, m: int, epsilon: float) -> float:
    """The exact P(mean outside [L, R]), the largest over four places of the mean in its bin."""
    plan = zhao.algorithm1(n, m, epsilon, 1.0)
    width = float(plan.bins.width)
    left = np.asarray(plan.bins.left(np.arange(plan.bins.count)), dtype=float) - width
    found = []
    for share in (0.0, 0.25, 0.5, 0.75):
        mean = share * width
        winner: NDArray[np.float64] = exact_stages(plan, SignLaw(mean, 1.0)).winner
        found.append(float(winner[(mean < left) | (mean > left + 3 * width)].sum()))
    return max(found)


crowds = [50, 100, 200, 400, 800, 1600, 3200]
misses = [miss(users, 1024, epsilon) for users in crowds]
many = [50, 100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600]
bounds = [2 * (zhao.bin_count(1024) - 1) * math.exp(-(0.09**2) * users / (2 * (1 / 8 + 8))) for users in many]
assert all(a <= min(b, 1.0) for a, b in zip(misses, bounds, strict=False))
assert all(a > b for a, b in pairwise(misses))
Chart(
    "n, users",
    "probability that the interval misses the mean",
    "The exact probability falls exponentially in n and is tiny at 3200 users, where the bound is still trivial.",
    log_x=True,
    log_y=True,
    low=1e-9,
    high=30,
).line(crowds, misses, "exact, m = 1024, ε = 1").line(many, bounds, "bound (41), (42), as corrected").level(
    1.0, "above this line a bound is trivial", 5
)

# %% [markdown]
# How far off is the constant $0.09^2/16.25\approx1/2000$ per user? From the last two points of the exact curve:

# %%
exact_rate = math.log(misses[-2] / misses[-1]) / (crowds[-1] - crowds[-2])
rate_of_proof = 0.09**2 / (2 * (1 / 8 + 8))
assert exact_rate > 5 * rate_of_proof
print(
    f"exponent per user: exact {exact_rate:.5f}, by the proof {rate_of_proof:.5f}: {exact_rate / rate_of_proof:.1f} times smaller"
)

# %% [markdown]
# So the bound speaks from $n\approx7000$ on, while the algorithm works from some hundred users on. A proof that only wants the rate can afford that; a study cannot.

# %% [markdown]
# ## 4. The short interval, and another factor of two
#
# Now all users know $[L,R]$, of length $3h=12D/\sqrt m$. Each user of the second half clips $Y_i$ to $[L-\Delta,R+\Delta]$, with $\Delta=D\sqrt{\ln n/m}$ as a margin so
# that clipping hardly ever happens, and adds Laplace noise of scale $(3h+2\Delta)/\varepsilon$. Everything in that scale is proportional to $1/\sqrt m$: this is the whole
# trick. One message has variance at most
#
# $$\frac{\sigma^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2}.$$
#
# The estimate is the mean over the second half. The paper divides by $n$; there are $n/2$ of them.

# %%
plan = zhao.algorithm1(100, 1, 1.0, 1.0)
one_message = 2 * float(plan.scale) ** 2
rows = [("printed: divided by n", one_message / 100), ("exact, for constant data", one_message / plan.half)]
variance = ledger["zhao/eq55/55"]
assert variance.refuted
assert variance.stands
left, right = variance.sides("printed")
assert math.isclose(left / right, 2.0, rel_tol=1e-9)
assert math.isclose(rows[1][1] / rows[0][1], 2.0)
Table(("variance of the estimate, n = 100, m = 1, ε = 1", "D²"), rows)

# %%
variance

# %% [markdown]
# Constants, both times: the rate stands. What remains is the bias by clipping. It is at most $4\sqrt{2\pi}D/\sqrt{mn}$ when the interval holds the mean; that is why $\Delta$ has
# its $\ln n$. When it does not, the *conditional mean* of the estimate is at most $2D$ off (the paper says this of the estimate itself, which carries unbounded noise: the
# third slip, `zhao/eq53/a`). Add up the squared bias, the miss and the variance:
#
# $$E(\hat\mu-\mu)^2\le\frac{32\pi D^2}{mn}+4D^2P(\mu\notin[L,R])+
# \frac2n\Big(\frac{D^2}m+\frac{2(3h+2\Delta)^2}{\varepsilon^2}\Big)\lesssim\frac{D^2}{nm}\Big(1+\frac{\ln n}{\varepsilon^2}\Big).$$
#
# The miss is no larger than the rest where $n(\varepsilon^2\wedge1)\ge c_1\ln m$ with a large $c_1$, the condition of the theorem: half of the exponent of
# $\sqrt m\,e^{-c_0n(\varepsilon^2\wedge1)}$ brings $\sqrt m$ below $1/m$, and the other half is at most $2/(c_0n(\varepsilon^2\wedge1))$, as $e^{-x}\le1/x$.

# %% [markdown]
# ## 5. The whole picture
#
# The exact risk of Algorithm 1, the worst of three places of the mean, next to two ways of section 1 and the lower bound (by van Trees' inequality, which is sharper than the bound of
# the first lesson):


# %%
def worst(plan: TwoStage) -> float:
    """The largest exact risk over three places of the mean in the bin of 0."""
    places = [min(share * float(plan.bins.width), 1.0) for share in (0.0, 0.25, 0.5)]
    return max(exact_risk(plan, SignLaw(mean, 1.0)).value for mean in places)


localised = [worst(zhao.algorithm1(n, size, epsilon, 1.0)) for size in sizes]
lower = [van_trees(n, size, epsilon).value for size in sizes]
slope = math.log(localised[-1] / localised[2]) / math.log(sizes[-1] / sizes[2])
assert abs(slope + 1) < 0.01
assert all(a >= b for a, b in zip(localised, lower, strict=True))
Chart(
    "m, samples per user",
    "mean squared error / D²",
    "The risk of the two-stage estimator falls like 1/m and crosses the level lines of the noisy mean and of one sample between m = 100 and m = 400; the lower bound runs parallel below.",
    log_x=True,
    log_y=True,
).line(sizes, localised, f"Algorithm 1: exponent −{-slope:.3f} in m").line(
    sizes, flat, "mean with noise for the whole range"
).line(sizes, naive["one sample"], "one sample by randomized response").line(
    sizes, lower, "what no private estimator can beat"
)

# %%
crossing = next(size for size, a, b in zip(sizes, localised, flat, strict=True) if a < b)
compared = [(size, a, b, a / b, a / c) for size, a, b, c in zip(sizes, localised, flat, lower, strict=True)]
assert 64 < crossing <= 256
# At exponent -1 the curve meets a level where m is risk m / level.
overtakes = {way: localised[4] * sizes[4] / naive[way][4] for way in ("mean with noise", "one sample")}
assert [round(m, -1) for m in overtakes.values()] == [170, 290]
Table(
    ("m", "Algorithm 1", "mean with noise", "ratio", "Algorithm 1 / lower bound"),
    compared[::2],
    f"n = {n:,}, ε = {epsilon:g}",
)

# %% [markdown]
# Read two things off the picture. The exponent is $-1$: localising has bought the factor $1/m$. And it pays only from $m\approx170$ on against the mean with noise, and from $m\approx290$ on against one
# sample of each user: the interval is $12+2\sqrt{\ln n}\approx18$ units of $D/\sqrt m$ wide, where the whole range has 2 units of $D$, and half of the users are gone. A rate does not tell you that.
#
# ## 6. Where it ends
#
# The condition of the theorem is $n(\varepsilon^2\wedge1)\ge c_1\ln m$. With few users the vote goes wrong. Then more samples are not only of no use, they do harm: they make
# more bins, and each empty bin may win by its noise alone. Some floor there must be: the lower bound of the first lesson has one that no number of samples breaks. But see how
# far apart the two are.

# %%
few = 200
longer = [4**k for k in range(1, 13)]
stuck = [worst(zhao.algorithm1(few, size, epsilon, 1.0)) for size in longer]
floor = zhao_theorem2_floor(few, 1, epsilon).value
assert stuck[-1] > 5 * min(stuck) > floor
turn = longer[stuck.index(min(stuck))]
print(
    f"n = {few}: the risk turns at m = {turn}, risk {min(stuck):.3f}; the lower bound's floor is {floor:.1e}, whatever m"
)
Chart(
    "m, samples per user",
    "mean squared error / D²",
    "With 200 users the risk falls at first, then rises again; with 20000 users it goes on falling.",
    log_x=True,
    log_y=True,
).line(longer, stuck, f"n = {few}: the vote often goes wrong").line(sizes, localised, f"n = {n:,}: it does not")

# %% [markdown]
# Many orders of magnitude: the Laplace vote is a poor vote, and the floor is a poor bound. (One cure is simple: with few users, pretend that $m$ is smaller.) How few users suffice is a question of its own; the ledger's claims about
# the paper `kent`, Theorem 6, treat it.
#
# ## Exercises
#
# **1.** (A) *Are $h=4D/\sqrt m$ and $\Delta=D\sqrt{\ln n/m}$ good choices?* Vary both and compute the exact risk at $n=20\,000$, $m=1024$, $\varepsilon=1$. Which pair is best, and what does it gain?

# %%
m = 1024
unit = 1 / math.sqrt(m)


def tuned(c: float, margin: float) -> float:
    """The worst risk with h = c D/sqrt(m), Delta = margin D sqrt(ln(n)/m)."""
    bins = math.ceil(2 / (c * unit) - 1e-9)
    return worst(zhao.assemble(n, m, epsilon, 1.0, bins, c * unit, margin * unit * math.sqrt(math.log(n))))


tried = {(c, margin): tuned(c, margin) for c in (1.0, 1.5, 2.0, 4.0) for margin in (0.0, 0.25, 0.5, 1.0)}
choice = min(tried, key=lambda pair: tried[pair])
assert math.isclose(tried[4.0, 1.0], localised[sizes.index(1024)], rel_tol=1e-9)
assert tried[choice] < tried[4.0, 1.0] / 3
Table(
    ("h √m / D", "Δ = 0", "Δ × 1/4", "Δ × 1/2", "Δ as printed"),
    [(c, *(tried[c, margin] for margin in (0.0, 0.25, 0.5, 1.0))) for c in (1.0, 1.5, 2.0, 4.0)],
    f"risk / D²; best: h = {choice[0]:g} D/√m with Δ × {choice[1]:g}, {tried[4.0, 1.0] / tried[choice]:.1f} times less than as printed",
)

# %% [markdown]
# The proof wants space everywhere, the algorithm does not. Narrow bins need more users for the vote to go right, so with a small $n$ the best pair is another one: try it.
#
# **2.** (B) *From which $m$ on does the tuned pair beat the mean with noise?* Up to small terms the risks are $8/(n\varepsilon^2)$ and $4w^2/(nm\varepsilon^2)$ with $w=(3h+2\Delta)\sqrt m/D$.
# So it is $m>w^2/2$. Check by the exact risks:

# %%
w = 3 * choice[0] + 2 * choice[1] * math.sqrt(math.log(n))
predicted = w**2 / 2
printed_w = 12 + 2 * math.sqrt(math.log(n))
print(f"tuned: w = {w:.2f}, m > {predicted:.0f}; printed: w = {printed_w:.2f}, m > {printed_w**2 / 2:.0f}")
assert sizes[sizes.index(crossing) - 1] < printed_w**2 / 2 <= crossing

# %% [markdown]
# **3.** (A) *Why is nobody's privacy at stake when the vote goes wrong?*

# %% [markdown]
# Because each channel is $\varepsilon$-private for every input, whatever bin has won: clipping bounds the range of the
# message, not a guess about the data. A wrong interval costs accuracy only. The ledger proves it of the plan, in symbols:

# %%
assert ledger["zhao/alg1/privacy"].stands
ledger["zhao/alg1/privacy"]

# %% [markdown]
# **4.** (A) *Are four times the samples worth four times the users?* Compare the risks at $(n,4m)$ and at $(4n,m)$, for a large $m$ and for $m=4$.

# %%
traded = [
    (size, worst(zhao.algorithm1(n, 4 * size, epsilon, 1.0)), worst(zhao.algorithm1(4 * n, size, epsilon, 1.0)))
    for size in (4, 1024)
]
_, more_samples, more_users = traded[-1]
assert 0.5 < more_samples / more_users < 2
Table(("m", "risk at (n, 4m)", "risk at (4n, m)"), traded, f"n = {n:,}, ε = {epsilon:g}")

# %% [markdown]
# Once the interval is short, both buy the same factor, up to the logarithm in $\Delta$. That is what user-level privacy can give at best: the rate has $nm$ in it, and not $n$ alone.

# %% [markdown]
# **5.** (A, proof) *Show that clipping to an interval never increases a variance.*

# %% [markdown]
# Let $X'$ be an independent copy of $X$. Then $\mathrm{Var}(X)=\frac12E(X-X')^2$: expand the square. Clipping moves no two numbers apart, so $(\mathrm{clip}(X)-\mathrm{clip}(X'))^2\le(X-X')^2$. Take expectations. Only this property of clipping was used: any function that moves no two numbers apart will do.
