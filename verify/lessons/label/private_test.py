"""Lesson on label Appendix D: how often a test must err whose answer may depend little on every single label."""

# %% [markdown]
# # What a private test of labels cannot do
#
# Labels are private, features are public. All labels in a cell are drawn under one of two hypotheses; a test sees all of them and names the hypothesis. If no single label may change the odds of its answer by more than $e^\varepsilon$, how often must it err?
#
# **Needs** [the primer](primer.ipynb). **Teaches** the best private test as a linear program, and group privacy as a lower bound.
#
# The lower bounds of the paper that the ledger calls `label` come down to this question. In each cell of a grid a tent of hidden sign $V=\pm1$ moves the labels' mean a little; who classifies well knows most of the signs. The paper answers by a lemma on the labels' average. This lesson shows why
# the lemma fails, and what holds in its place: for independent labels $Y_1,\dots,Y_N$ with laws $P_i$ and $Q_i$ under the two signs,
#
# $$\frac12\big(P(\text{wrong})+Q(\text{wrong})\big)\ge\frac1{1+e^{\varepsilon s}},\qquad s=\sum_i\mathrm{TV}(P_i,Q_i).$$

# %%
import math

import numpy as np
from scipy.optimize import linprog
from scipy.stats import binom

from upperbounds.channels.arrays import FloatArray
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge

ledger = judge("label/lemma1", "label/own/lower2")
ledger["label/own/lower2"]

# %% [markdown]
# ## 1. Certain labels
#
# Let all $m$ labels be $+1$ under one hypothesis and $-1$ under the other. Without privacy one label settles it. A private test names $+$ with probability $f(k)$ when $k$ labels are $+1$, and one label changes $k$ by 1:
#
# $$f(k\pm1)\le e^\varepsilon f(k),\qquad1-f(k\pm1)\le e^\varepsilon\big(1-f(k)\big).$$
#
# From $k=0$ to $k=m$ there are $m$ changes, so that $1-a=f(m)\le e^{\varepsilon m}f(0)=e^{\varepsilon m}b$ for the errors $a$ and $b$, and likewise $1-b\le e^{\varepsilon m}a$. Add the two: $a+b\ge\frac2{1+e^{\varepsilon m}}$. This is the bound, with $s=m$.
#
# The best test is a linear program: its unknowns are $f(0),\dots,f(m)$. And it has a plain solution, which climbs as steeply as is allowed: by a factor $e^\varepsilon$ while $f$ is small, and then so that $1-f$ falls by that factor.


# %%
def allowed(m: int, epsilon: float) -> tuple[FloatArray, FloatArray]:
    """What a private f may be, as A f <= b: an inequality for f and one for 1 - f, for each change of one label."""
    t = math.exp(epsilon)
    steps = [(k, k + 1) for k in range(m)] + [(k + 1, k) for k in range(m)]
    matrix, most = np.zeros((2 * len(steps), m + 1)), np.zeros(2 * len(steps))
    for place, (a, b) in enumerate(steps):
        matrix[2 * place, [a, b]] = 1, -t
        matrix[2 * place + 1, [a, b]] = -1, t
        most[2 * place + 1] = t - 1
    return matrix, most


def best(m: int, epsilon: float) -> tuple[float, FloatArray]:
    """The least average error of a private test of m certain labels, and the test, by linear programming."""
    matrix, most = allowed(m, epsilon)
    gain = np.zeros(m + 1)
    gain[0], gain[m] = 0.5, -0.5
    found = linprog(gain, A_ub=matrix, b_ub=most, bounds=[(0.0, 1.0)] * (m + 1))
    test = np.asarray(found.x, dtype=float)
    return 0.5 + float(gain @ test), test


def climbed(m: int, epsilon: float) -> float:
    """The same by climbing from f(0) = b, where b is such that f(m) = 1 - b."""
    t, low, high = math.exp(epsilon), 0.0, 0.5
    for _ in range(200):
        start = f = (low + high) / 2
        for _ in range(m):
            f = min(t * f, 1 - (1 - f) / t)
        low, high = (start, high) if f < 1 - start else (low, start)
    return (low + high) / 2


def bound(s: float, epsilon: float) -> float:
    """1/(1 + e^(epsilon s))."""
    return 1 / (1 + math.exp(epsilon * s))


rows = []
for m in (1, 2, 4, 8, 16):
    error = best(m, 0.5)[0]
    assert math.isclose(error, climbed(m, 0.5), rel_tol=1e-6)
    assert error >= bound(m, 0.5) * (1 - 1e-9)
    rows.append((m, bound(m, 0.5), error, error / bound(m, 0.5)))
assert math.isclose(rows[0][1], rows[0][2], rel_tol=1e-9)
Table(("m", "1/(1 + exp(εm))", "the best test errs", "ratio"), rows, "ε = 1/2, certain labels")

# %% [markdown]
# With one label the bound is attained. With many it is not: the best test errs with about $e^{-\varepsilon m/2}$, the root of the bound. The two inequalities use the same $m$ steps, and a test cannot climb by the full factor on both scales at once: where $f$ is small, $1-f$ hardly moves.

# %%
test = best(16, 0.5)[1]
Chart(
    "k, labels that are +1, of 16",
    "probability to answer +",
    "An S-shaped curve, steep in the middle and flat at both ends.",
).line([float(k) for k in range(17)], [float(x) for x in test], "the best test at ε = 1/2").line(
    [float(k) for k in range(17)], [1 / (1 + math.exp(-0.5 * (k - 8))) for k in range(17)], "1/(1 + exp(ε(m/2 − k)))"
)

# %% [markdown]
# Nobody needs the factor of the root for a rate: a cell's sign is hidden as long as $\varepsilon s$ is at most a constant. There the bound is within a small factor, and it is simple: it holds for any labels and any test.
#
# ## 2. Random labels
#
# In a proof the labels are nearly fair: $P(Y_i=1)=\frac{1+\eta}2$ under $V=+1$ and $\frac{1-\eta}2$ under $-1$, with a total variation of $\eta$. How many labels differ between data that are drawn under one sign and under the other? Draw both together, each label by a coupling in which it differs with
# probability $\eta$ only. On average $s=N\eta$ labels differ, and it is the average that counts, since $l\mapsto1/(1+e^{\varepsilon l})$ is convex on $l\ge0$. That is the proof.
# For the exact least error, the linear program needs the probabilities of $k$ under both signs in its aim.


# %%
def best_fair(n: int, eta: float, epsilon: float) -> float:
    """The least average error for n labels with means +-eta."""
    matrix, most = allowed(n, epsilon)
    k = np.arange(n + 1)
    plus, minus = binom.pmf(k, n, (1 + eta) / 2), binom.pmf(k, n, (1 - eta) / 2)
    found = linprog((minus - plus) / 2, A_ub=matrix, b_ub=most, bounds=[(0.0, 1.0)] * (n + 1))
    return 0.5 + float((minus - plus) / 2 @ np.asarray(found.x, dtype=float))


counts, eta = (2, 5, 10, 20, 40), 0.1
errors = [best_fair(n, eta, 0.5) for n in counts]
floors = [bound(n * eta, 0.5) for n in counts]
assert all(error > floor for error, floor in zip(errors, floors, strict=True))
Chart(
    "N, labels",
    "average error",
    "Two falling curves that start together near one half; the bound lies below the best test and falls away from it slowly.",
).line([float(n) for n in counts], errors, "the best test, exactly").line(
    [float(n) for n in counts], floors, "1/(1 + exp(εNη))"
)

# %% [markdown]
# ## 3. What the average does not know
#
# The paper's lemma fixes the labels' average: whatever the sign, given that $\bar Y=-t$ or $t$ with $t\le\ln2/(\varepsilon n_k)$, the two errors add up to $\frac23$ at least. Its proof takes data with average $-t$, flips a few labels, and treats the result as data with average $t$. For exchangeable labels that is right.
# But a tent is high in its middle and low at its ends, so labels in the middle say more.

# %%
lemma = ledger["label/lemma1"]
assert lemma.refuted
assert lemma.stands
lemma

# %% [markdown]
# The counterexample again: of 200 labels 100 have means $\pm\frac12$, and 100 are fair. The test adds up the first hundred, with Laplace noise, and answers the sign of the result. The hidden sign is even. Given that *all* labels sum to $\mp4$, the sum of the first hundred is mostly far from 0 and of the
# same sign as the sum of all.


# %%
def positive(total: FloatArray, scale: float) -> FloatArray:
    """P(total + Laplace noise > 0)."""
    tail = np.exp(-np.abs(total) / scale) / 2
    return np.where(total > 0, 1 - tail, np.where(total < 0, tail, 0.5))


half, epsilon, fixed = 100, 0.17, -4
k = np.arange(half + 1)
informed = 2 * k - half
others = (fixed - informed + half) // 2
law = (binom.pmf(k, half, 0.25) + binom.pmf(k, half, 0.75)) * binom.pmf(others, half, 0.5)
law /= law.sum()
errors_given = 2 * float(law @ positive(informed.astype(float), 2 / epsilon))
assert math.isclose(errors_given, lemma.sides("printed")[0], rel_tol=1e-6)
assert errors_given < 2 / 3
print(f"the two errors add up to {errors_given:.4f}, not to 2/3")
Chart(
    "sum of the informed labels",
    "chance",
    "Two humps on either side of 0, the left one some times as high as the right one, though the sum of all labels is minus four.",
).bars([float(x) for x in informed[20:81]], [float(x) for x in law[20:81]], "given that all labels sum to −4")

# %% [markdown]
# A label changes the sum by 2, and noise of scale $2/\varepsilon$ pays for that: the test is private. It errs less than the lemma allows because the average is not all that the labels say. The bound of the beginning never speaks of it.
#
# ## Exercises
#
# **1.** (A) *From how many certain labels on may a test with $\varepsilon=1$ err with at most one per cent?*

# %%
enough = next(m for m in range(1, 100) if best(m, 1.0)[0] <= 0.01)
certain = next(m for m in range(1, 100) if bound(m, 1.0) <= 0.01)
assert certain < enough
print(f"with {enough} labels the best test does; the bound alone excludes fewer than {certain}")

# %% [markdown]
# **2.** (A) *Each label is sent on its own by randomised response (local privacy), and the majority decides. Compare with the best test for 9 certain labels at $\varepsilon=\frac12$.*

# %%
lie = 1 / (1 + math.exp(0.5))
majority = float(binom.sf(4, 9, lie))
assert majority > best(9, 0.5)[0]
print(f"majority of private labels {majority:.4f}, best test of all labels {best(9, 0.5)[0]:.4f}")

# %% [markdown]
# **3.** (B) *Show that one label with total variation $\eta$ needs an error of $\frac1{1+e^{\varepsilon\eta}}$ at least, and find the exact least one.* The test answers by randomised response.

# %%
for share in (0.1, 0.5, 1.0):
    exact = best_fair(1, share, 1.0)
    assert math.isclose(exact, 0.5 - share * math.tanh(0.5) / 2, rel_tol=1e-9)
    assert exact >= bound(share, 1.0) * (1 - 1e-9)
print("the least error is 1/2 - eta tanh(epsilon/2)/2; both agree at eta = 1")

# %% [markdown]
# **4.** (B) *How many nearly fair labels, $\eta=0.01$, are too few for any private test at $\varepsilon=0.1$ to err less than a third of the time?* Solve $1/(1+e^{\varepsilon N\eta})\ge\frac13$.

# %%
too_few = math.floor(math.log(2) / (0.1 * 0.01))
assert bound(too_few * 0.01, 0.1) >= 1 / 3 > bound((too_few + 1) * 0.01, 0.1)
print(f"up to N = {too_few}")

# %% [markdown]
# Without privacy some $1/\eta^2=10^4$ labels are needed to tell the signs apart, so at this $\varepsilon$ privacy is not what hides them. It is where $\varepsilon<\eta$.

# %% [markdown]
# **5.** (B, proof) *A test of $n$ certain labels, all $+$ or all $-$, is $\varepsilon$-private for each label. Show that its mean error is at least $\frac1{1+e^{n\varepsilon}}$.*

# %% [markdown]
# Change the labels one after the other: each step changes the probability of an answer by a factor of at most $e^\varepsilon$, and $n$ steps lead from all $+$ to all $-$. Let $p$ and $q$ be the probabilities of the answer $+$ at the two ends, and $t=e^{n\varepsilon}$. Then $p\le tq$, and for the answer $-$ also $1-q\le t(1-p)$. Add the two:
#
# $$1+(p-q)\le t\big(1-(p-q)\big),\quad\text{so}\quad p-q\le\frac{t-1}{t+1}.$$
#
# The mean error is $\frac12(1-p+q)=\frac12\big(1-(p-q)\big)\ge\frac1{1+t}$.
