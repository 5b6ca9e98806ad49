"""Lesson 0, a primer: user-level local privacy, minimax risk, divergences, and the methods that turn them into bounds."""

# %% [markdown]
# # A primer: what the lessons speak of, each with an example that runs
#
# What is a private message, what is a minimax risk, and how do distances between laws become lower bounds on errors?
#
# **Needs** expectations, variances and Bayes' rule. **Teaches** private channels, minimax risk, four distances between laws, and how each becomes a lower bound.
#
# Read this when a word in another lesson is new to you. Every section has one definition, one inequality that is used again and again, and one example in which both sides are computed.
#
# ## 1. User-level local privacy
#
# There are $n$ users; user $i$ holds $m$ samples and sends one message $Z_i$ through a *channel*, a law of messages for each data set. The channel is *$\varepsilon$-private for the user* if, for any two data sets $x,x'$ of theirs, which may differ in all $m$ samples, $P(z\mid x)\le e^\varepsilon P(z\mid x')$ for each message
# $z$. *Item-level* privacy asks it only of data sets that differ in one sample. *$(\varepsilon,\delta)$-private*: $P(A\mid x)\le e^\varepsilon P(A\mid x')+\delta$ for each event.
#
# The smallest example is *randomised response*: a bit is sent as it is with probability $w=\frac{e^\varepsilon}{1+e^\varepsilon}$, else flipped. The odds of any message change by $e^\varepsilon$ exactly, and the bit can be estimated without bias.

# %%
import math
from fractions import Fraction

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import binomial, two_point
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table

epsilon = 1.0
keep = 1 / (1 + math.exp(-epsilon))
assert math.isclose(keep / (1 - keep), math.exp(epsilon))
scale = 2 * keep - 1
assert math.isclose(scale, math.tanh(epsilon / 2))
unbiased = {bit: (keep * bit - (1 - keep) * bit) / scale for bit in (-1, 1)}
assert all(math.isclose(unbiased[bit], bit) for bit in (-1, 1))
print(f"epsilon = 1: a bit is kept with probability {keep:.4f}; divided by {scale:.4f} the message is unbiased")

# %% [markdown]
# ## 2. Minimax risk
#
# The risk of an estimator at a law is its expected error there. Its *worst* risk is the largest over a class of laws; the *minimax* risk $\mathfrak R$ is the least worst risk of all estimators that are allowed, here all decoders of all private messages. An upper bound on it is one estimator with its
# worst risk. A lower bound must hold for every estimator. For the mean of $n$ signs, each sent by randomised response, the worst risk of the average is
#
# $$\frac1n\Big(\frac1{\tanh^2(\varepsilon/2)}-\mu^2\Big)\le\frac1{n\tanh^2(\varepsilon/2)}.$$

# %%
n = 100
risks = {mu: (1 / scale**2 - mu**2) / n for mu in (0.0, 0.5, 1.0)}
messages = {mu: (1 + scale * mu) / 2 for mu in risks}
for mu, p in messages.items():
    assert math.isclose(4 * p * (1 - p) / scale**2 / n, risks[mu])
Table(("mean μ", "risk at n = 100, ε = 1"), list(risks.items()))

# %% [markdown]
# ## 3. Distances between laws
#
# For laws $P$ and $Q$ with masses $p$ and $q$:
#
# - *total variation* $\mathrm{TV}=\frac12\sum|p-q|$: the best test of $P$ against $Q$ errs with $\frac12(1-\mathrm{TV})$ on average;
# - *Kullback-Leibler divergence* $\mathrm{KL}=\sum p\ln\frac pq$: it adds up over independent samples;
# - *Hellinger distance* $H^2=\sum(\sqrt p-\sqrt q)^2$: $1-\frac12H^2$ is multiplied over independent samples;
# - *hockey-stick divergence* $\sum(p-e^\varepsilon q)_+$: the least $\delta$ for which $P(A)\le e^\varepsilon Q(A)+\delta$; at $\varepsilon=0$ it is TV.
#
# They bound each other: $\frac12H^2\le\mathrm{TV}\le H\sqrt{1-H^2/4}$, and Pinsker's inequality $\mathrm{TV}\le\sqrt{\mathrm{KL}/2}$. Here are two tilted coins, and $m$ tosses of each.

# %%
tilt = Fraction(1, 10)
plus, minus = two_point((1 + tilt) / 2, 1, -1), two_point((1 - tilt) / 2, 1, -1)


def hellinger(m: int) -> float:
    """H of m tosses: the affinity of one, to the m-th power."""
    return math.sqrt(2 * (1 - math.sqrt(1 - float(tilt) ** 2) ** m))


tosses = (1, 4, 16, 64, 256)
variations, pinsker, upper = [], [], []
for m in tosses:
    tv = float(total_variation(binomial(m, (1 + tilt) / 2), binomial(m, (1 - tilt) / 2)))
    kl = m * float(kullback_leibler(plus, minus).mid())
    h = hellinger(m)
    assert h**2 / 2 <= tv <= h * math.sqrt(1 - h**2 / 4) * (1 + 1e-9)
    assert tv <= math.sqrt(kl / 2)
    variations.append(tv)
    pinsker.append(math.sqrt(kl / 2))
    upper.append(h * math.sqrt(1 - h**2 / 4))
xs = [float(m) for m in tosses]
Chart(
    "m, tosses",
    "distance",
    "Three rising curves: total variation and Hellinger's bound level off at 1, and Pinsker's bound goes on beyond 1.",
    log_x=True,
    log_y=True,
).line(xs, variations, "total variation").line(xs, upper, "Hellinger's bound").line(xs, pinsker, "Pinsker's bound")

# %% [markdown]
# ## 4. What a private message lets through
#
# Let $P$ and $Q$ be laws of a user's whole data, and $M_P$, $M_Q$ the laws of their message. Privacy contracts distances. For total variation the best factor is $\tanh\frac\varepsilon2$, which randomised response of the best test attains. For KL there are two rules:
#
# $$\mathrm{KL}(M_P,M_Q)\le(e^\varepsilon-1)^2\,\mathrm{TV}(P,Q)^2,\qquad\mathrm{KL}(M_P,M_Q)\le\tanh^2\tfrac\varepsilon2\;\mathrm{KL}(P,Q).$$
#
# The first is the one in the proof of zhao's Theorem 2, where Pinsker's inequality turns it into $\frac12(e^\varepsilon-1)^2\,\mathrm{KL}(P,Q)$. The second is tight: no smaller factor holds for all laws. It is half of the first for small $\varepsilon$, and less than 1 where the first grows without bound.

# %%
tv, kl = variations[2], tosses[2] * float(kullback_leibler(plus, minus).mid())
p, q = (1 + scale * tv) / 2, (1 - scale * tv) / 2
assert math.isclose(p - q, math.tanh(epsilon / 2) * tv)
message = p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))
by_tv, by_kl = math.expm1(epsilon) ** 2 * tv**2, math.tanh(epsilon / 2) ** 2 * kl
assert message < by_kl < by_tv
print(
    f"KL of one private message about 16 tosses {message:.4f}; allowed by the tight rule {by_kl:.4f}, by the other {by_tv:.4f}"
)
budgets = [float(x) for x in np.geomspace(0.05, 4, 40)]
Chart(
    "ε",
    "factor on KL",
    "Two rising curves: the crude one is twice as large at the left and grows without bound, the tight one levels off at 1.",
    log_x=True,
    log_y=True,
).line(budgets, [math.expm1(x) ** 2 / 2 for x in budgets], "(exp(ε) − 1)²/2, as in zhao's proof").line(
    budgets, [math.tanh(x / 2) ** 2 for x in budgets], "tanh²(ε/2), the tight one"
)

# %% [markdown]
# What does the looser factor cost Theorem 2? Two points $Ds$ and $-Ds$, with Pinsker's inequality for all messages, give $\max_s\frac{s^2D^2}2\big(1-\sqrt{\frac12nmc\,\mathrm{KL}_s}\big)$ with $c$ the factor and $\mathrm{KL}_s$ that of one sample; so it goes as $1/c$.


# %%
def two_points(n: int, m: int, factor: float) -> float:
    """The best tilt by Le Cam and Pinsker, D = 1."""
    tilts = np.geomspace(1e-6, 0.9, 20_000)
    single = tilts * np.log((1 + tilts) / (1 - tilts))
    return float(np.max(tilts**2 / 2 * (1 - np.sqrt(np.minimum(1.0, n * m * factor * single / 2)))))


costs = []
for budget in (0.1, 0.5, 1.0, 2.0):
    loose, tight = math.expm1(budget) ** 2 / 2, math.tanh(budget / 2) ** 2
    bounds_of = two_points(10_000, 100, loose), two_points(10_000, 100, tight)
    assert math.isclose(bounds_of[1] / bounds_of[0], loose / tight, rel_tol=0.01)
    costs.append((budget, loose, tight, *bounds_of, bounds_of[1] / bounds_of[0]))
assert 6.8 < costs[2][-1] < 7.0
Table(
    ("ε", "zhao's factor", "tight factor", "bound with zhao's", "bound with the tight one", "what it costs"),
    costs,
    "Theorem 2's two points at n = 10⁴, m = 100, D = 1",
)

# %% [markdown]
# ## 5. Four ways to a lower bound
#
# **Le Cam**, two points. If two laws have means $2\Delta$ apart and no test of the messages tells them apart, then $\mathfrak R\ge\frac{\Delta^2}2(1-\mathrm{TV})$, with the TV of all messages.
#
# **Assouad**, a cube. Hide $d$ signs, each worth $\Delta$ in its own coordinate: the errors of $d$ tests are added, $\mathfrak R\ge\frac{d\Delta^2}2(1-\mathrm{TV}_{\text{one sign}})$.
#
# **Fano**, many points. If $N$ laws are pairwise $2\Delta$ apart and the messages have information $I$ about which it is, then $\mathfrak R\ge\Delta^2\big(1-\frac{I+\ln2}{\ln N}\big)$.
#
# **van Trees**, a prior. If the parameter has a smooth prior with information $J$ and the messages have Fisher information $I$ on average, then $\mathfrak R\ge\frac1{I+J}$. It often has the best constant.
#
# Here are Le Cam's and van Trees' bounds for the mean of one private sign per user, with every channel: the Fisher information of a message about the mean is at most $\tanh^2\frac\varepsilon2/(1-\mu^2)$, by the randomised response's own. (For this the prior is put on the $\mu$ near 0; $\frac{1}{2r}\big(1+\cos\frac{\pi\mu}r\big)$ on $[-r,r]$ has $J=\frac{\pi^2}{r^2}$.)


# %%
def le_cam(n: int, epsilon: float) -> float:
    """The best two points, +-s: TV of n messages by Pinsker and the tight factor."""
    tilts = np.linspace(1e-4, 1, 4000)
    worst = np.tanh(epsilon / 2) * tilts
    kl = n * worst * np.log((1 + worst) / np.maximum(1 - worst, 1e-12))
    return float(np.max(tilts**2 / 2 * np.maximum(0.0, 1 - np.sqrt(kl / 2))))


def van_trees(n: int, epsilon: float) -> float:
    """The best width of the prior, with the largest information on it."""
    widths = np.linspace(0.01, 0.99, 400)
    information = n * math.tanh(epsilon / 2) ** 2 / (1 - widths**2)
    return float(np.max(1 / (information + math.pi**2 / widths**2)))


prior = quad(lambda x: (math.pi * math.sin(math.pi * x)) ** 2 / (2 * (1 + math.cos(math.pi * x))), -1, 1)[0]
assert math.isclose(prior, math.pi**2, rel_tol=1e-6)
crowds = [100, 1000, 10_000, 100_000]
attained = [1 / (n * math.tanh(epsilon / 2) ** 2) for n in crowds]
below = {name: [method(n, epsilon) for n in crowds] for name, method in (("Le Cam", le_cam), ("van Trees", van_trees))}
for bounds in below.values():
    assert all(low < high for low, high in zip(bounds, attained, strict=True))
assert all(a < b for a, b in zip(below["Le Cam"][1:], below["van Trees"][1:], strict=True))
Chart(
    "n, users",
    "mean squared error",
    "Three parallel falling lines: Le Cam's below van Trees', which is close to what randomised response attains.",
    log_x=True,
    log_y=True,
).line([float(n) for n in crowds], attained, "randomised response").line(
    [float(n) for n in crowds], below["van Trees"], "van Trees"
).line([float(n) for n in crowds], below["Le Cam"], "Le Cam, with Pinsker")

# %% [markdown]
# ## Exercises
#
# **1.** (A) *Two laws have $\mathrm{TV}=0.2$. How often does the best test err, and how often if it sees one message of randomised response of the best test at $\varepsilon=1$?*

# %%
without, private = (1 - 0.2) / 2, (1 - 0.2 * math.tanh(0.5)) / 2
assert without < private < 0.5
print(f"{without:.3f} and {private:.4f}")

# %% [markdown]
# **2.** (A) *What does Laplace noise of scale $b$ on a number in $[0,1]$ spend? And Gaussian noise of deviation 1 at $\varepsilon=1$?* The Laplace density's logarithm has slope $1/b$; for the other take the hockey-stick.

# %%
start = 1.0 + 0.5
spent = quad(lambda z: norm.pdf(z - 1) - math.e * norm.pdf(z), start, start + 12)[0]
assert math.isclose(spent, norm.cdf(-0.5) - math.e * norm.cdf(-1.5), rel_tol=1e-6)
print(f"1/b, and delta = {spent:.4f}")

# %% [markdown]
# **3.** (B) *A user has $m$ samples and sends the sign of their sum by randomised response. For the two coins above, how large must $m$ be until their message says half of what it can say at most?* Half of $\tanh\frac\varepsilon2$ is a TV of the data of one half.

# %%
enough = next(
    m
    for m in range(1, 1000, 2)
    if total_variation(binomial(m, (1 + tilt) / 2), binomial(m, (1 - tilt) / 2)) >= Fraction(1, 2)
)
assert enough % 2 == 1
print(f"m = {enough}: about 0.45/tilt², however small ε is")

# %% [markdown]
# **4.** (A) *Show that Fano's bound needs many points: with $N=2$ it is trivial.*

# %% [markdown]
# It is $1-\frac{I+\ln2}{\ln2}\le0$.

# %%
assert 1 - (0.0 + math.log(2)) / math.log(2) == 0
assert 1 - (1.0 + math.log(2)) / math.log(64) > 0.5
print(
    "with 64 points and an information of 1 it keeps",
    round(1 - (1.0 + math.log(2)) / math.log(64), 3),
    "of the distance squared",
)

# %% [markdown]
# **5.** (B, proof) *Show that no $\varepsilon$-private channel leaves more than $\tanh\frac\varepsilon2$ of a total variation: $\mathrm{TV}(M_P,M_Q)\le\tanh\frac\varepsilon2\,\mathrm{TV}(P,Q)$.*

# %% [markdown]
# Let $A$ be an event of messages and $p(x)$ its probability on the data $x$, between $\alpha$ and $\beta$. Privacy of $A$ and of its complement says $\beta\le t\alpha$ and $1-\alpha\le t(1-\beta)$ with $t=e^\varepsilon$. Add the two: $1+(\beta-\alpha)\le t(1-(\beta-\alpha))$, so
# $\beta-\alpha\le\frac{t-1}{t+1}=\tanh\frac\varepsilon2$.
#
# The two probabilities of $A$ differ by the integral of $p-\alpha$ with respect to $P-Q$. The integrand is between 0 and $\beta-\alpha$, and the positive part of $P-Q$ has the mass $\mathrm{TV}(P,Q)$. So they differ by at most $(\beta-\alpha)\,\mathrm{TV}(P,Q)$, for every event $A$.
