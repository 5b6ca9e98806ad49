"""Lesson on bassily Theorem 4.3: a message at half of epsilon and noise for the whole of it are not epsilon-private."""

# %% [markdown]
# # Half the budget twice: why two private messages spend more than one
#
# A user sends two messages. The first spends half of $\varepsilon$; the noise of the second would do for $\varepsilon$. What do both together spend?
#
# **Needs** [the primer](primer.ipynb). **Teaches** composition without loss: privacy profiles, and what two messages spend together.
#
# Theorem 4.3 of the paper that the ledger calls `bassily` estimates a mean so: by a vote at $\varepsilon/2$ it finds roughly where the mean is, and then every user sends their own mean, cut to a ball of radius $C$ about that place, with Gaussian noise. The same
# users answer twice. The theorem's noise is
#
# $$\sigma=\frac C\varepsilon\sqrt{8\ln\frac{1.25}\delta},$$
#
# which is what the Gaussian mechanism asks for at $(\varepsilon,\delta)$, since a point moves by at most $2C$. So the noise spends all of $\varepsilon$, after a half is gone. This lesson computes exactly how much both spend, and what noise is enough.

# %%
import math

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.stats import norm

from upperbounds.protocols.privacy_profile import Profile, normal_delta
from upperbounds.vectors.bassily import noise, printed_noise
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge

ledger = judge("bassily/thm4.3/privacy", "bassily/own/gaussian")
ledger["bassily/thm4.3/privacy"]

# %% [markdown]
# ## 1. The loss of a message
#
# Let $P$ and $Q$ be the laws of all that a user sends, from two data sets of theirs. The *loss* of a message $z$ is $L=\ln\frac{P(z)}{Q(z)}$, and the least $\delta$ for which the user is $(\varepsilon,\delta)$-private is the *hockey-stick divergence*
#
# $$\delta(\varepsilon)=\sup_A\big(P(A)-e^\varepsilon Q(A)\big)=E_P\big[(1-e^{\varepsilon-L})_+\big].$$
#
# For unit normals whose means are $r$ apart, $L$ is normal with mean $r^2/2$ and variance $r^2$, and the expectation has a closed form:
#
# $$\delta_r(\varepsilon)=\Phi\Big(\frac r2-\frac\varepsilon r\Big)-e^\varepsilon\,\Phi\Big(-\frac r2-\frac\varepsilon r\Big).$$


# %%
def by_integral(level: float, r: float) -> float:
    """The same divergence from its definition."""
    start = level / r + r / 2  # where the density of N(r, 1) is e^level times that of N(0, 1)
    return quad(lambda z: norm.pdf(z - r) - math.exp(level) * norm.pdf(z), start, start + 12, epsabs=1e-16)[0]


for level, r in ((0.5, 0.3), (1.0, 1.0), (-0.25, 0.5)):
    assert math.isclose(normal_delta(level, r), by_integral(level, r), rel_tol=1e-6)

epsilon, delta = 0.5, 1e-8
r_printed = 2 / printed_noise(1.0, epsilon, delta)
alone = normal_delta(epsilon, r_printed)
assert alone < delta
print(f"the noise alone, as printed: r = {r_printed:.4f}, delta({epsilon}) = {alone:.2e}, below the claimed {delta:g}")

# %% [markdown]
# Alone, the noise keeps its promise. The rule with $\sqrt{2\ln(1.25/\delta)}$ is shown for $\varepsilon\le1$ in the ledger, and is a little generous:

# %%
assert ledger["bassily/own/gaussian"].stands
ledger["bassily/own/gaussian"]

# %% [markdown]
# ## 2. Losses add up
#
# Two independent messages have the density $P_1P_2$, so their losses are added. The vote's loss is $\pm\frac\varepsilon2$ at worst or in between. Take one bit, kept with probability $w=e^{\varepsilon/2}/(1+e^{\varepsilon/2})$: the worst thing that $\varepsilon/2$ allows. Then
#
# $$\delta(\varepsilon)=w\,\delta_r\Big(\varepsilon-\frac\varepsilon2\Big)+(1-w)\,\delta_r\Big(\varepsilon+\frac\varepsilon2\Big).$$
#
# The second term is tiny. The first is the noise's divergence at *half* of $\varepsilon$: after the vote has said its worst, half is all that is left.
# Algorithm 2's own vote marks a bin in a row of bits; two of them differ, each at $\varepsilon/4$: its loss is $\pm\frac\varepsilon2$ or 0, so it spends a little less. The ledger's counterexample is of this vote.


# %%
def bit(budget: float) -> Profile:
    """Randomized response with all of a budget."""
    keep = 1 / (1 + math.exp(-budget))
    return Profile(((-budget, 1 - keep), (budget, keep)))


def marks(budget: float) -> Profile:
    """Two bits that differ, each kept at half of the budget."""
    return bit(budget / 2) + bit(budget / 2)


def both(level: float, r: float, vote: Profile) -> float:
    """The exact delta at a level of a vote and a Gaussian message together."""
    return (vote + Profile(shift=r)).delta(level)


keep = 1 / (1 + math.exp(-epsilon / 2))
worst = both(epsilon, r_printed, bit(epsilon / 2))
by_hand = keep * normal_delta(epsilon / 2, r_printed) + (1 - keep) * normal_delta(3 * epsilon / 2, r_printed)
assert math.isclose(worst, by_hand, rel_tol=1e-12)
algorithm = both(epsilon, r_printed, marks(epsilon / 2))
assert algorithm < worst
left, right = ledger["bassily/thm4.3/privacy"].sides("printed")
assert math.isclose(algorithm, left, rel_tol=1e-9)
assert algorithm > 800 * delta
print(f"claimed {delta:g}; exact {algorithm:.4e} with the vote of Algorithm 2, {worst:.4e} with one bit")

# %% [markdown]
# The claimed $\delta=10^{-8}$ is in truth $8.3\cdot10^{-6}$, more than 800 times as much. The number that the card shows is the same, enclosed in balls.

# %%
levels = [float(x) for x in np.linspace(0.1, 1.0, 46)]
Chart(
    "ε",
    "δ",
    "Two falling curves: the one of both messages lies far above that of the noise alone; a level line is crossed at 0.5 by the lower and later by the upper one.",
    log_y=True,
).line(levels, [normal_delta(x, r_printed) for x in levels], "the noise alone").line(
    levels, [both(x, r_printed, marks(epsilon / 2)) for x in levels], "vote and noise together"
).level(delta, "claimed, for ε = 0.5")

# %% [markdown]
# ## 3. What does hold at the printed noise
#
# Read the upper curve the other way: at which $\varepsilon'$ does the mechanism with the printed noise keep $\delta=10^{-8}$? By adding up $\varepsilon/2$ and $\varepsilon$ it is $\frac32\varepsilon=0.75$ at most. The exact answer is in between.


# %%
def true_epsilon(stated: float) -> float:
    """The least level at which the printed mechanism for `stated` keeps delta."""
    r = 2 / printed_noise(1.0, stated, delta)
    return float(brentq(lambda x: math.log(both(x, r, marks(stated / 2)) / delta), stated / 2, 2 * stated))


rows = []
for stated in (0.1, 0.25, 0.5, 1.0):
    holds = true_epsilon(stated)
    r = 2 / printed_noise(1.0, stated, delta)
    assert 1.19 * stated < holds < 1.3 * stated
    rows.append((stated, holds, holds / stated, both(stated, r, marks(stated / 2))))
at_half = true_epsilon(0.5)
assert math.isclose(both(at_half, r_printed, marks(0.25)), delta, rel_tol=1e-6)
print(f"At the printed noise for epsilon = 0.5 the mechanism holds at epsilon = {at_half:.4f}, and at no smaller one.")
Table(("ε as stated", "ε that holds", "their ratio", "δ at the stated ε"), rows, "δ = 10⁻⁸, the printed noise")

# %% [markdown]
# So users spend a fifth to three tenths more than they are promised.

# %%
stated_range = [float(x) for x in np.linspace(0.05, 1.0, 20)]
Chart(
    "ε as stated",
    "ε that holds",
    "Three nearly straight lines from the origin: what the printed noise keeps is above what is stated, and below one and a half times that.",
).line(stated_range, [true_epsilon(x) for x in stated_range], "what the printed noise keeps").line(
    stated_range, stated_range, "what is stated"
).line(stated_range, [1.5 * x for x in stated_range], "3/2 of it, by adding up")

# %% [markdown]
# ## 4. The cure
#
# Noise for the half that is left, $\sigma=\frac C\varepsilon\sqrt{32\ln\frac{1.25}\delta}$, is enough for every vote at $\varepsilon/2$: adding up gives $(\varepsilon,\delta)$. It is twice the printed noise and so four times its variance; the rate keeps its form. Exactly
# enough is somewhat less.

# %%
r_corrected = 2 / noise(1.0, epsilon, delta)
assert math.isclose(r_corrected, r_printed / 2)
assert both(epsilon, r_corrected, bit(epsilon / 2)) <= delta
assert ledger["bassily/thm4.3/privacy"].stands
enough = float(brentq(lambda r: math.log(both(epsilon, r, marks(epsilon / 2)) / delta), r_corrected, r_printed))
assert r_corrected < enough < r_printed
print(f"sigma/C: printed {2 / r_printed:.2f}, exactly enough {2 / enough:.2f}, corrected {2 / r_corrected:.2f}")
spread = [float(x) for x in np.linspace(1.0, 2.2, 49)]
Chart(
    "noise, in multiples of what is printed",
    "δ at ε = 0.5",
    "A curve that falls steeply from above the claimed level to far below it; it meets the level between the printed noise and twice that.",
    log_y=True,
).line(spread, [both(epsilon, r_printed / x, marks(epsilon / 2)) for x in spread], "vote and noise").level(
    delta, "claimed"
).mark(r_printed / enough, f"enough: {r_printed / enough:.2f}")

# %% [markdown]
# ## Exercises
#
# **1.** (A) *Let different users answer the two questions.* Half of the users vote with all of $\varepsilon$, the other half send their means with the printed noise. What does each spend?

# %%
assert Profile(bit(epsilon).losses).delta(epsilon) == 0
assert alone <= delta
print(f"a voter: delta({epsilon}) = 0; a sender: {alone:.2e}")

# %% [markdown]
# Nobody spends more than is claimed, and the printed noise is right. It costs half of the senders: the variance of the noise in the average doubles, in place of four times.
#
# **2.** (B) *Is there an $\varepsilon$ at which the printed sentence is true after all?* The rule of the Gaussian mechanism is generous where $\delta$ is not small compared with $\varepsilon$. Find for some $\delta$ the largest such $\varepsilon$.


# %%
def excess(stated: float, claimed: float) -> float:
    """The logarithm of exact over claimed delta."""
    return math.log(both(stated, 2 / printed_noise(1.0, stated, claimed), marks(stated / 2)) / claimed)


tried = []
for claimed in (1e-8, 1e-5, 1e-3):
    last = float(brentq(excess, 1e-6, 1.0, args=(claimed,)))
    assert excess(last / 2, claimed) < 0 < excess(min(2 * last, 1.0), claimed)
    tried.append((claimed, last))
assert tried[0][1] < 0.001
Table(("δ claimed", "true up to ε ="), tried)

# %% [markdown]
# At $\delta=10^{-8}$ it is true for budgets below a thousandth, which nobody uses. With a $\delta$ of a thousandth, too large to protect anybody, it is true nearly everywhere.
#
# **3.** (A) *Suppose that the vote took only a tenth of $\varepsilon$. How much noise would the rest need, by adding up?*

# %%
factor = 1 / 0.9
r_tenth = r_printed / factor
assert both(epsilon, r_tenth, marks(epsilon / 10)) <= delta
print(
    f"{factor:.3f} times the printed noise; then delta({epsilon}) = {both(epsilon, r_tenth, marks(epsilon / 10)):.2e}"
)

# %% [markdown]
# The vote for a bin then needs more users, by a factor of some 25 at small $\varepsilon$: $n$ goes as $1/\varepsilon^2$ of what the vote has.
#
# **4.** (B) *Two Gaussian messages at $r$ each: is that one at $2r$?* Compare $\delta$ of two messages with that of one at $\sqrt2\,r$ and at $2r$.

# %%
two = (Profile(shift=0.1) + Profile(shift=0.1)).delta(0.5)
assert math.isclose(two, normal_delta(0.5, math.sqrt(2) * 0.1), rel_tol=1e-9)
assert two < normal_delta(0.5, 0.2) / 10
print(
    f"two at 0.1: {two:.3e}; one at 0.1414: {normal_delta(0.5, math.sqrt(2) * 0.1):.3e}; one at 0.2: {normal_delta(0.5, 0.2):.3e}"
)

# %% [markdown]
# Losses are added, so that variances are: $r$ grows with the root of the number of messages, which is what advanced composition is about.

# %% [markdown]
# **5.** (A, proof) *A message is $\varepsilon_1$-private, and a second one is $(\varepsilon_2,\delta)$-private whatever the first was. Show that both together are $(\varepsilon_1+\varepsilon_2,\delta)$-private.*

# %% [markdown]
# Let $A$ be a set of pairs, and $A_z$ the second messages that stand with a first message $z$. With $p_z$ and $q_z$ for the probabilities of $z$ on two data sets,
#
# $$P(A)=\sum_zp_zP(A_z\mid z)\le\sum_zp_z\min\big(1,e^{\varepsilon_2}Q(A_z\mid z)+\delta\big)\le\sum_zp_ze^{\varepsilon_2}Q(A_z\mid z)+\delta.$$
#
# Now $p_z\le e^{\varepsilon_1}q_z$, which gives $e^{\varepsilon_1+\varepsilon_2}Q(A)+\delta$. The first message has no $\delta$ of its own, so none is added.
