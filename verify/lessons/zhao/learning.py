"""A lesson on zhao Theorems 9 and 11: why more samples of each user stop helping, and m = n^4 breaks the printed rate."""

# %% [markdown]
# # Learning from users: where more samples stop helping
#
# A user with endless samples knows the regression function, and sends one private message. Can $n$ such users teach a server a rule that becomes better and better, while $n$ stays the same?
#
# **Needs** [the primer](primer.ipynb) and [Le Cam's method](le_cam.ipynb). **Teaches** why a rate for classification or regression from users is capped by the number of cells that $n$ messages can describe.
#
# There are $n$ users with $m$ samples $(X,Y)$ each, $X$ in $[0,1]^d$ and $Y=\pm1$. The function $\eta(x)=E[Y\mid X=x]$ is $\beta$-Hölder: it differs by at most $|x-x'|^\beta$ between two points. A classifier predicts a sign for each $x$, and its excess risk $R-R^*$ is the integral of
# $|\eta|$ over the points where that sign is wrong. Theorem 9 of `zhao` prints, for $\varepsilon\le1$ and $n\varepsilon^2\ge c_2(\ln m+\ln n)$, the rate $(mn\varepsilon^2)^{-\beta(1+\gamma)/(2(d+\beta))}\ln^{1+\gamma}n$. It falls with $m$ for ever. Should it?

# %%
import math
from fractions import Fraction

import numpy as np
from scipy.stats import binom

from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge

ledger = judge("zhao/thm9/upper", "zhao/thm11/upper")
assert all(ledger[id_].refuted for id_ in ("zhao/thm9/upper", "zhao/thm11/upper"))
ledger["zhao/thm9/upper"]

# %% [markdown]
# ## 1. Cells, and who answers for them
#
# The method is simple. Divide the features into $K$ cells of side $\ell=K^{-1/d}$. Within a cell $\eta$ changes by at most $\ell^\beta$, so it is enough to know its mean there: a small $\ell$ is good. Every user sends *one* message, so the users are divided among the cells, and each cell has $n/K$ users.
#
# Let $m$ be infinite. Then a user knows the sign of the mean in their cell, and sends it by randomised response. How many of the signs does the majority get wrong?

# %%
epsilon = 1.0
lie = 1 / (1 + math.exp(epsilon))


def wrong(users: int) -> float:
    """The probability that the majority of the answers is wrong; a tie is decided by a fair coin."""
    tie = float(binom.pmf(users // 2, users, lie)) if users % 2 == 0 else 0.0
    return float(binom.sf(users // 2, users, lie)) + tie / 2


def by_votes(cells: int, users: int) -> float:
    """The share of wrong signs: at most one cell for each user, and a coin for the cells that nobody answers for."""
    if cells > users:
        return (users * lie + (cells - users) / 2) / cells
    return wrong(users // cells)


assert wrong(0) == 0.5
assert math.isclose(wrong(1), lie)
n = 10_000
counts = [n // 200, n // 100, n // 50, n // 20, n // 10, n // 5, n, 4 * n, 40 * n]
Table(
    ("cells K", "users of a cell", "share of wrong signs"),
    [(k, n / k, by_votes(k, n)) for k in counts],
    f"n = {n:,}, m = ∞, ε = 1",
)

# %% [markdown]
# With a few dozen users for each cell nearly all signs are right. From $K=n$ on some cells have nobody, however much everybody knows.
#
# ## 2. No protocol does much better
#
# Dividing the users is one way to answer. Could a cleverer message be about all cells at once? Hide $K$ independent fair signs $V$, one in each cell. A private message has at most $\frac14(e^\varepsilon-1)^2$ nats of information about *all of them together*: its probability on any data is within
# $\frac12(e^\varepsilon-1)b$ of a constant, with $b$ the least probability of that message. By the chain rule all $n$ messages have at most $\frac n4(e^\varepsilon-1)^2$. To guess a sign with a probability of error $p$ takes at least $2(\frac12-p)^2$ nats, and the signs are independent, so on average (exercise 4)
#
# $$p\ge\tfrac12\Big(1-\sqrt{\frac{n(e^\varepsilon-1)^2}{2K}}\Big).$$
#
# The number $m$ of samples is not in it: it holds for users who know everything.


# %%
def least_wrong(cells: int, users: int, epsilon: float) -> float:
    """The least share of wrong signs, of every private protocol and for every m; 0 where this is trivial."""
    return max(0.0, (1 - math.sqrt(users * math.expm1(epsilon) ** 2 / (2 * cells))) / 2)


many = [int(n * x) for x in np.geomspace(0.01, 100, 41)]
votes, floor = [by_votes(k, n) for k in many], [least_wrong(k, n, epsilon) for k in many]
assert all(low <= high for low, high in zip(floor, votes, strict=True))
assert least_wrong(n, n, epsilon) == 0
assert floor[-1] > 0.4
Chart(
    "K/n, cells for each user",
    "share of wrong signs",
    "The share by votes rises from 0 to nearly a half around one cell for each user; the lower bound rises from 0 a little later.",
    log_x=True,
).line([k / n for k in many], votes, "by votes, n = 10,000, ε = 1").line(
    [k / n for k in many], floor, "no private protocol is below"
)

# %% [markdown]
# So $n$ messages describe about $n\varepsilon^2$ signs, and no more. This is the whole obstacle.
#
# ## 3. What $m=n^4$ does
#
# Take $d=\beta=1$, $\gamma=0$ and $\varepsilon=1$, and a function with a tent of height $\frac\ell2$ in each of $K=4n$ cells of side $\ell=\frac1{4n}$, upwards or downwards by the sign. A tent has the area $\frac{\ell^2}4$. A wrong sign costs that area, and all together cost
# $4n\cdot\frac{\ell^2}4=\frac1{16n}$ times the share of wrong signs.


# %%
def excess(users: int) -> float:
    """The least excess risk with 4n tents: the share of wrong signs by the area of all tents."""
    cells = 4 * users
    return least_wrong(cells, users, 1.0) * cells * (1 / cells) ** 2 / 4


assert all(81 < 1 / (users * excess(users)) < 82 for users in (10, 1000, 10**6))
rows = []
for exponent in (2, 4, 8, 16, 24):
    users = 10**exponent
    cells, printed = float(users) ** 1.25, float(users) ** -1.25 * math.log(users)
    rows.append((f"10^{exponent}", users / cells, printed, excess(users), excess(users) / printed))
assert [row[-1] for row in rows[1:]] == sorted(row[-1] for row in rows[1:])
assert rows[-1][-1] > 200
Table(
    ("n", "users of a cell, n/K", "printed rate at m = n⁴", "lower bound for every m", "lower bound / rate"),
    rows,
    "d = β = ε = 1, γ = 0; the rate with the constant 1",
)

# %%
sizes = [10**k for k in range(2, 25)]
ratios = [excess(users) / (float(users) ** -1.25 * math.log(users)) for users in sizes]
assert [ratio > 1 for ratio in ratios] == [users > 10**13 for users in sizes]
Chart(
    "n, users with m = n⁴ samples each",
    "lower bound / printed rate",
    "The ratio is below 1 for few users, rises for ever, and is above 1 from 10^14 users on.",
    log_x=True,
    log_y=True,
).line([float(users) for users in sizes], ratios, "lower bound / rate with the constant 1").level(1.0, "1")

# %% [markdown]
# No constant mends this: with a larger one the ratio is above 1 a little later.
#
# In words: the printed rate wants $K=(mn\varepsilon^2)^{d/(2(d+\beta))}$ cells, which at $m=n^4$ is $n^{5/4}$. That is more cells than there are users. Most cells have nobody to answer for them, so their signs are guesses, whatever the others know. The error of the guesses is of the order $\frac1n$, the
# height of a tent with $n$ cells; the printed rate is $n^{-5/4}\ln n$, and so smaller than what is possible by a power of $n$, which no constant mends. The printed condition, $n\varepsilon^2\ge c_2(\ln m+\ln n)$, does not forbid it: $\ln n^4$ is only $4\ln n$.
#
# What the printed condition forgets is a division. The vote in *one* group goes wrong with probability $e^{-cn\varepsilon^2}$ if all users are in the group. But each of the $K$ groups has $n/K$ users, so the condition must be $n\varepsilon^2\ge cK\ln(mn)$.
#
# ## 4. Where more samples stop helping
#
# Put $K=n\varepsilon^2$ into $K=(mn\varepsilon^2)^{d/(2(d+\beta))}$: it is reached at $m=(n\varepsilon^2)^{1+2\beta/d}$. Up to there, and up to logarithms, the printed rate stands, with the corrected condition. Beyond, further samples change nothing. For regression, Theorem 11, everything is the same with squares: a wrong
# sign costs the square of a tent.

# %%
crowd = 1000
samples = [10.0**k for k in range(0, 19)]
rate = [(size * crowd) ** -0.25 for size in samples]
level = excess(crowd)
meets = next(size for size, value in zip(samples, rate, strict=True) if value < level)
assert crowd**3 < meets <= 100**4 * crowd**3
Chart(
    "m, samples of each user",
    "excess risk",
    "The printed rate falls along a straight line without end and crosses the level below which no private protocol comes.",
    log_x=True,
    log_y=True,
).line(samples, rate, "(mn)^(−1/4), the printed rate").level(level, f"lower bound for every m, n = {crowd}")

# %%
ledger["zhao/thm11/upper"]

# %% [markdown]
# ## Exercises
#
# **1.** (A) *How many users must answer for a cell so that its sign is wrong in at most one of a hundred cases, at $\varepsilon=1$ and at $\varepsilon=0.2$, if each user knows the sign?*

# %%
enough = {}
for budget in (1.0, 0.2):
    lie = 1 / (1 + math.exp(budget))
    enough[budget] = next(users for users in range(1, 2000, 2) if wrong(users) <= 0.01)
assert 15 < enough[0.2] / enough[1.0] < 30
print(f"{enough[1.0]} users at ε = 1, {enough[0.2]} at ε = 0.2: about 1/ε² times as many")

# %% [markdown]
# **2.** (A) *From which power of $n$ on do more samples not help, for $d=1,2,8$ and $\beta=\frac12,1$?*

# %%
powers = [(d, beta, 1 + 2 * beta / d) for d in (1, 2, 8) for beta in (Fraction(1, 2), Fraction(1))]
for d, beta, power in powers:
    cells = Fraction(d) * (1 + power) / (2 * (d + beta))
    assert cells == 1
Table(("d", "β", "m = n to this power"), [(d, float(beta), float(power)) for d, beta, power in powers])

# %% [markdown]
# In many dimensions the cap is reached early, little beyond $m=n$, since there are many cells.
#
# **3.** (B) *The bound of section 2 is 0 at $K=4n$ if $\varepsilon$ is above 1.35. Is the printed statement true there?* Take $K=cn$ cells with a larger $c$.

# %%
for budget in (1.35, 3.0, 6.0):
    larger = 2 * math.expm1(budget) ** 2
    assert math.isclose(least_wrong(math.ceil(larger * 10**6), 10**6, budget), 0.25, rel_tol=1e-3)
assert least_wrong(4 * n, n, 1.35) == 0 < least_wrong(4 * n, n, 1.33)
print("with c = 2 (exp(ε) − 1)² a quarter of the signs is wrong, for every fixed ε")

# %% [markdown]
# For any fixed $\varepsilon$ a constant number of cells for each user is enough, and the bound is again of the order $\frac1n$. Only an $\varepsilon$ that grows with $n$ escapes.

# %% [markdown]
# **4.** (C, proof) *Let $V$ be $K$ independent fair signs, and let $Z$ have the information $I$ about them. Show that any $K$ guesses from $Z$ are wrong with an average probability of at least $\frac12\big(1-\sqrt{2I/K}\big)$.*

# %% [markdown]
# The signs are independent, so $\sum_kI(V_k;Z)\le I(V;Z)=I$: the entropies of the signs add up, and the entropy of all given $Z$ is at most the sum of those of each.
#
# Let the guess of $V_k$ be wrong with probability $p_k\le\frac12$. By Fano's inequality for two values the entropy of $V_k$ given $Z$ is at most $h(p_k)$, so $\ln2-h(p_k)\le I(V_k;Z)$. And $\ln2-h(p)\ge2(\frac12-p)^2$: this is Pinsker's inequality for a coin of bias $p$ and a fair one.
#
# So $2\sum_k(\frac12-p_k)^2\le I$. By Cauchy and Schwarz the mean of $\frac12-p_k$ is at most the root of the mean of its squares, which is at most $\sqrt{I/(2K)}$. A $p_k$ above $\frac12$ only helps.
