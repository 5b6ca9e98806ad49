"""Lesson on kent Algorithms 4, 5 and 12: which coordinates a user speaks of, and why a ball is turned at random first."""

# %% [markdown]
# # Folds and a rotation: many coordinates, few messages
#
# Every user holds vectors with $d$ coordinates and has one privacy budget. Of how many coordinates should they speak, and how does one keep a vector in a ball from sitting in a single coordinate?
#
# **Needs** [localising](localise.ipynb) and [Kashin's coefficients](kashin.ipynb). **Teaches** folds of users, what a user spends who is in several, and what a random rotation buys and costs.
#
# The paper that the ledger calls `kent` estimates means in the cube $[-1,1]^d$ by Algorithm 4 (for $\varepsilon\le1$) and Algorithm 12 (for every $\varepsilon$), and in the unit ball by Algorithm 5. It writes $T$ for our $m$ and $\alpha$ for our $\varepsilon$. All three run the estimator of one
# coordinate, votes and then noise on a short interval, once for each coordinate. The users are cut into $d$ folds. This lesson computes exactly what folds cost, counts what a user spends, and enumerates all rotations of small dimension.

# %%
import math
from fractions import Fraction
from itertools import pairwise, product

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.transforms.hadamard import walsh_hadamard
from upperbounds.vectors.kent import WIDTH_CONSTANT, rotated_width
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge, walk

steps = ("kent/alg4/folds", "kent/alg4/argument", "kent/alg12/privacy", "kent/lemma20", "kent/own/rotation-sup")
ledger = judge(*steps)
assert all(ledger[id_].stands for id_ in steps)
walk(ledger, steps)

# %% [markdown]
# ## 1. One coordinate or several?
#
# Let a user answer for $k$ of the $d$ coordinates, each at budget $\varepsilon/k$. Then $nk/d$ users answer for a coordinate. Each sends their own mean, of variance $\sigma^2/m$ in that coordinate, with Laplace noise of scale $wk/\varepsilon$ for an interval of length $w$. The average of the answers has in all $d$ coordinates together the variance
#
# $$V(k)=d\cdot\frac{d}{nk}\Big(\frac{\sigma^2}m+\frac{2w^2k^2}{\varepsilon^2}\Big)=\frac{d^2}n\Big(\frac{\sigma^2}{mk}+\frac{2w^2k}{\varepsilon^2}\Big).$$
#
# More coordinates dilute the budget faster than they add users: the noise grows with $k$. Only the sampling error falls. Its share is small while $w^2/\varepsilon^2$ is larger than $\sigma^2/m$, as it is for $\varepsilon\le1$ because the interval has to hold the users' means.


# %%
def variance(k: int, n: int, m: int, d: int, epsilon: float, w: float, sigma: float = 1.0) -> float:
    """V(k): k of d coordinates for each user, each with the budget epsilon/k."""
    answers = n * k / d
    return d * (sigma**2 / m + 2 * (w * k / epsilon) ** 2) / answers


users, samples, dimension = 100_000, 400, 16
interval = 2 / math.sqrt(samples)
rows = []
for budget in (0.5, 1.0, 4.0, 8.0, 16.0, 32.0):
    values = [variance(k, users, samples, dimension, budget, interval) for k in range(1, dimension + 1)]
    best = values.index(min(values)) + 1
    still = budget / (interval * math.sqrt(2 * samples))
    assert abs(best - min(max(still, 1), dimension)) <= 1
    rows.append((budget, values[0], values[-1], best, min(values)))
assert [row[3] for row in rows[:2]] == [1, 1]
Table(
    ("ε", "V, one coordinate", "V, all coordinates", "best k", "V, best k"),
    rows,
    "n = 100,000, m = 400, d = 16, w = 2/√m",
)

# %% [markdown]
# Setting the derivative to 0 gives $k=\varepsilon\sigma/(w\sqrt{2m})$: for an interval of a few $\sigma/\sqrt m$ the best $k$ is proportional to $\varepsilon$. So up to a constant factor one coordinate is right for $\varepsilon\le1$ (Algorithm 4), $\lfloor\varepsilon\rfloor$ coordinates at budget 1 between 1 and $d$, and all of them
# beyond (Algorithm 12). Here is how flat the minimum is.

# %%
numbers = range(1, dimension + 1)
Chart(
    "k, coordinates of a user",
    "V, all coordinates together",
    "Three curves over k; that of the smallest budget rises throughout, the others fall first and rise later.",
    log_y=True,
).line(
    [float(k) for k in numbers], [variance(k, users, samples, dimension, 1.0, interval) for k in numbers], "ε = 1"
).line(
    [float(k) for k in numbers], [variance(k, users, samples, dimension, 8.0, interval) for k in numbers], "ε = 8"
).line([float(k) for k in numbers], [variance(k, users, samples, dimension, 32.0, interval) for k in numbers], "ε = 32")

# %% [markdown]
# ## 2. What the folds are told
#
# Two slips of the listings come from the folds. Algorithm 4 calls the estimator of one coordinate with the users of one fold, and with the argument $n$. That estimator divides by $n/2$ what its second half sends. In a fold the second half has $n/(2d)$ users.

# %%
divisor = ledger["kent/alg4/argument"]
assert divisor.refuted
n, d = 8, 2
assert (n / 2, n / (2 * d)) == divisor.sides("printed")
print(
    f"n = {n}, d = {d}: {n // (2 * d)} answers are added up and divided by {n // 2}: the estimate is 1/{d} of what it should be"
)
divisor

# %% [markdown]
# The other one costs privacy. For $1<\alpha\le d$, line 8 of Algorithm 12 lets the users in $N_j\cup\dots\cup N_{j+\lfloor\alpha\rfloor}$ answer for coordinate $j$, each time at budget 1. Count for each user how often they answer.


# %%
def spent(n: int, d: int, alpha: Fraction, last: int) -> list[int]:
    """How often each user answers, at budget 1, if N_j to N_(j + last) answer for j; folds as in (31), N_(d + k) = N_k."""
    part = n // (2 * d)
    often = [0] * (2 * d * part)
    for j in range(d):
        folds = {(j + k) % d for k in range(last + 1)}
        for user in range(len(often)):
            often[user] += (user // part) % d in folds
    return often


spends = []
for d, alpha in ((2, Fraction(3, 2)), (5, Fraction(6, 5)), (5, Fraction(5, 2)), (5, Fraction(4)), (5, Fraction(5))):
    printed, meant = (spent(40 * d, d, alpha, math.floor(alpha) - less) for less in (0, 1))
    assert max(meant) <= alpha
    assert min(printed) == max(printed) == min(math.floor(alpha) + 1, d)
    spends.append((d, str(alpha), max(printed), max(meant), float(max(printed) / alpha)))
fold_too_many = ledger["kent/alg12/privacy"]
assert fold_too_many.refuted
assert math.isclose(spends[0][4], fold_too_many.sides("printed")[0], rel_tol=1e-9)
Table(
    ("d", "α", "spent as printed", "spent with one fold fewer", "printed, in multiples of α"),
    spends,
    "every user spends the same",
)

# %% [markdown]
# From $j$ to $j+\lfloor\alpha\rfloor$ there are $\lfloor\alpha\rfloor+1$ folds. Every user spends $\lfloor\alpha\rfloor+1>\alpha$, unless $\alpha=d$, where the folds have run out. With $N_j\cup\dots\cup N_{j+\lfloor\alpha\rfloor-1}$, which the text describes, a user spends $\lfloor\alpha\rfloor\le\alpha$.

# %%
fold_too_many

# %% [markdown]
# ## 3. A ball, turned at random
#
# In the unit ball a user's mean is within about $1/\sqrt m$ of $\mu$ in *length*. All of that may lie in one coordinate, and an estimator that does not know which one needs intervals of $1/\sqrt m$ in every coordinate. After the map $R=HW/\sqrt d$, with Hadamard's matrix $H$ and a diagonal $W$ of random signs, the length is the same, and
# no coordinate has much more than its share $1/\sqrt{dm}$. For small $d$ all $2^d$ signs can be tried.


# %%
def largest(vector: FloatArray) -> FloatArray:
    """sqrt(d) max_j |(Rv)_j| / |v| for each of the 2^d diagonals W."""
    d = len(vector)
    signs = np.array(list(product((-1.0, 1.0), repeat=d)))
    turned = walsh_hadamard(signs * vector) / math.sqrt(d)
    length = np.linalg.norm(vector)
    assert np.allclose(np.linalg.norm(turned, axis=1), length)
    return math.sqrt(d) * np.abs(turned).max(axis=1) / length


size = 8
levels = np.linspace(0.5, math.sqrt(size), 60)
vectors = {"one coordinate": np.eye(size)[0], "all equal": np.ones(size), "1, 2, …, 8": np.arange(1.0, size + 1)}
bound = [min(1.0, 2 * size * math.exp(-(s**2) / 2)) for s in levels]
chart = Chart(
    "s",
    "P(√d max |(Rv)ⱼ| ≥ s |v|)",
    "Three staircases that fall from one to zero, all below the bound; the vector with one coordinate is at one up to s = 1 and zero after.",
)
for name, vector in vectors.items():
    found = largest(vector)
    tail = [float(np.mean(found >= s - 1e-9)) for s in levels]
    assert all(a <= b for a, b in zip(tail, bound, strict=True))
    chart.line([float(s) for s in levels], tail, name)
chart.line([float(s) for s in levels], bound, "2d exp(−s²/2)")

# %% [markdown]
# The vector that was worst, all in one coordinate, is now the best: each turned coordinate is exactly $|v|/\sqrt d$, whatever the signs. No vector is bad for more than a few of the signs, and the bound $2de^{-s^2/2}$, Hoeffding's for each coordinate and a union, holds for all.
#
# The paper's Lemma 20 says it for one coordinate, with a constant that looks safe: $|(Rv)_j|\le10|v|\sqrt{\log(1/\gamma)/d}$ with probability $1-\gamma$, for every $\gamma$ in $(0,1)$. But where $\gamma$ is near 1 the right side is near 0, and the best vector is never that small.

# %%
lemma = ledger["kent/lemma20"]
assert lemma.refuted
assert lemma.stands
gamma = 0.999
allowed = 10 * math.sqrt(math.log(1 / gamma))
beyond = float(np.mean(largest(np.eye(size)[0]) > allowed))
assert beyond == lemma.sides("printed")[0] > gamma
print(f"γ = {gamma}: the lemma allows {allowed:.4f}, the turned coordinate is 1, beyond it with probability {beyond:g}")
lemma

# %% [markdown]
# Nobody uses the lemma there, and up to $\gamma=0.98$ it is true. What does the rotation buy? The length of the interval enters the noise squared. Without a rotation the half-width of a bin is $\Delta=\sqrt{2\log(nm/d)/m}$ at $\varepsilon=1$, with one it is, by (34), $\log(nm)\sqrt{C/(dm)}$. The constant $C$ is left open; our programs take 8.


# %%
def plain_width(n: int, m: int, d: int) -> float:
    """Delta of Algorithm 4 at alpha = 1, T* = T."""
    return math.sqrt(2 * math.log(n * m / d) / m)


crowd, each = 10**6, 10**6
sizes = [2**k for k in range(1, 15)]
gain = [(plain_width(crowd, each, d) / rotated_width(crowd * each, d, each, 1.0, WIDTH_CONSTANT)) ** 2 for d in sizes]
pays = next(d for d, value in zip(sizes, gain, strict=True) if value > 1)
assert gain[0] < 1 < gain[-1]
assert all(1.8 < b / a < 2 for a, b in pairwise(gain))
print(f"with C = {WIDTH_CONSTANT:g} the rotation lessens the noise from d = {pays} on")
Chart(
    "d",
    "variance of the noise, plain over rotated",
    "A line that rises nearly in proportion to d and passes one between d = 128 and d = 256.",
    log_x=True,
    log_y=True,
).line([float(d) for d in sizes], gain, "n = m = 10⁶, ε = 1").level(1.0, "no gain")

# %% [markdown]
# The gain is a factor that grows like $d$, which turns the rate's $d^2$ into $d$. It is paid for by $C/2$ and a logarithm. In few dimensions folds alone are better.
#
# ## Exercises
#
# **1.** (A) *At $\varepsilon=8$, $d=16$ and $w=2/\sqrt m$, how much is lost by $k=1$, by $k=\lfloor\varepsilon\rfloor$ and by $k=16$ against the best $k$? Why do the first two lose the same?*

# %%
least = min(variance(k, users, samples, dimension, 8.0, interval) for k in numbers)
one, whole, every = (variance(k, users, samples, dimension, 8.0, interval) / least for k in (1, 8, 16))
assert math.isclose(one, whole)
assert one < every
print(f"in multiples of the best: {one:.3f} with k = 1, {whole:.3f} with k = 8, {every:.3f} with k = 16")

# %% [markdown]
# With $\kappa=\varepsilon\sigma/(w\sqrt{2m})$, here $\sqrt8$, one has $V(k)=V(\kappa^2/k)$: the two terms change places. So $\lfloor\varepsilon\rfloor$ is right up to a factor that depends on the interval, and no more.
#
# **2.** (B) *Find the interval at which $k=\lfloor\varepsilon\rfloor$ is exactly best.* From $k=\varepsilon\sigma/(w\sqrt{2m})$: where the noise of a user at budget 1 has the variance of their mean.

# %%
exact_width = 1 / math.sqrt(2 * samples)
assert math.isclose(2 * exact_width**2, 1 / samples)
assert min(numbers, key=lambda k: variance(k, users, samples, dimension, 8.0, exact_width)) == 8
print(f"w = 1/√(2m) = {exact_width:.4f}")

# %% [markdown]
# **3.** (A) *For $v=e_1+e_2$, what is $\sqrt d\max_j|(Rv)_j|/|v|$?* Row $j$ of $HW$ adds or subtracts the two signs, by the sign of $H_{j1}H_{j2}$, and both occur.

# %%
pair = largest(np.eye(size)[0] + np.eye(size)[1])
assert np.allclose(pair, math.sqrt(2))
print(f"always {pair[0]:.4f} = √2: in half of the rows the two add up, in the others they cancel")

# %% [markdown]
# **4.** (B) *From which dimension on would the rotation pay if the width $\sqrt{2\log(2dn)/(dm)}$ were enough?* By section 3 it is for $n$ vectors of length $1/\sqrt m$.

# %%
sharp = [(plain_width(crowd, each, d) / math.sqrt(2 * math.log(2 * d * crowd) / (d * each))) ** 2 for d in sizes]
assert all(a > b for a, b in zip(sharp, gain, strict=True))
assert sharp[0] > 1
print(f"from d = {next(d for d, value in zip(sizes, sharp, strict=True) if value > 1)} on")

# %% [markdown]
# The logarithm in (34) is squared because both the length of a user's error and its turned coordinates have tails, and the proof multiplies the two. The square and the constant hide how early a rotation could help.

# %% [markdown]
# **5.** (A, proof) *A user answers $k$ questions, each by a channel that is $\frac\varepsilon k$-private and may depend on the earlier answers. Show that all answers together are $\varepsilon$-private.*

# %% [markdown]
# The probability of the answers $z_1,\dots,z_k$ on the data $x$ is the product of those of $z_j$ given $x$ and the earlier answers. Replace $x$ by $x'$ everywhere. The earlier answers stay what they are, so each factor changes by at most $e^{\varepsilon/k}$, and the product by at most $e^\varepsilon$.
#
# Nothing better holds in general: if $x'$ turns all of $k$ bits that are sent by randomised response, their odds change by $e^\varepsilon$ exactly.
