"""Lesson 6: what a private gradient costs, on bassily Algorithms 4 and 5, Theorem 4.3 and Lemma 6.1."""

# %% [markdown]
# # What a gradient costs
#
# A fit is a walk downhill, and each step asks everybody for a gradient. What does it cost to hide one *sample* in the answer, what to hide a whole
# *user*, and what if nobody trusts the server?
#
# **Needs** [half the budget](half_budget.ipynb) and [localising](localise.ipynb). **Teaches** private descent: noise for a sample, for a user, and for a user who trusts nobody.
#
# There are $n$ users with $m$ samples each. The loss of a sample is convex with gradients of length at most $L$, the parameter is in a ball of radius
# $R$, and what is wanted is a parameter $\hat\theta$ whose excess risk $E F(\hat\theta)-\min F$ is small. On quadratic losses that risk can be computed exactly,
# privacy noise included: the mean and the covariance of every iterate obey a linear recursion. So prices can be read off without a simulation. We put
# them on a list, follow the recursion, and see where a listing in the paper loses what its proof has.

# %%
import math

import numpy as np

from upperbounds.channels.arrays import FloatArray
from upperbounds.optimisation.central import full_batch
from upperbounds.optimisation.domains import Ball
from upperbounds.optimisation.losses import Linear
from upperbounds.transforms.hadamard import RandomRotation
from upperbounds.vectors.bassily_central import noise_multiplier, tight_central_mean
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Table, judge, walk
from verify.study.risk.quadratic import Iterate, Quadratic, accelerated, descent, usual_schedule

ledger = judge(
    "bassily/sec2b",
    "bassily/own/gaussian",
    "bassily/thm4.3/privacy",
    "bassily/sec6/1",
    "bassily/lemma6.1",
    "bassily/alg5/update",
    "bassily/own/listed-update",
    "bassily/thm3.3",
)
ledger["bassily/lemma6.1"]

# %%
steps = (
    "bassily/own/gaussian",
    "bassily/sec2b",
    "bassily/thm4.3/privacy",
    "bassily/sec6/1",
    "bassily/lemma6.1",
    "bassily/alg5/update",
    "bassily/own/listed-update",
    "bassily/thm3.3",
)
assert all(ledger[id_].stands for id_ in steps)
walk(ledger, steps)

# %% [markdown]
# ## 1. A price list
#
# Gaussian noise of standard deviation $\sigma$ hides a change of length $s$ up to $(\varepsilon,\delta)$ where $\sigma\ge\kappa s$; the least $\kappa$ is a number that depends on $\varepsilon$ and $\delta$
# alone. What differs from one contract to the next is $s$, how far one protected unit moves what is released, and how many noises there are:
#
# - a server that hides one *sample*: the mean of $nm$ gradients moves by $s=2L/(nm)$;
# - a server that hides one *user*: all their $m$ gradients may turn round, $s=2L/n$;
# - no server: each user adds noise to their own mean gradient, $s=2L$, and the $n$ noises average out to $\sigma/\sqrt n$.
#
# Here is the length of the noise, $\sqrt d$ times that of a coordinate, next to the sampling error, which no method avoids, at most $L/\sqrt{nm}$:

# %%
n, m, d, epsilon, delta = 2000, 100, 5, 1.0, 1e-6
kappa = noise_multiplier(epsilon, delta, 1.0, 0)
root = math.sqrt(d)
prices = {
    "a server hides a sample": root * kappa * 2 / (n * m),
    "a server hides a user": root * kappa * 2 / n,
    "each user hides herself": root * kappa * 2 / math.sqrt(n),
}
sample, server, alone = prices.values()
assert math.isclose(server / sample, m)
assert math.isclose(alone / server, math.sqrt(n))
Table(
    ("contract", "noise / L", "over the sampling error"),
    [(name, price, price * math.sqrt(n * m)) for name, price in prices.items()],
    f"n = {n:,}, m = {m}, d = {d}, ε = {epsilon:g}, δ = {delta:g}: κ = {kappa:.3f}",
)

# %% [markdown]
# A user against a sample: a factor $m$. No trust against trust: a factor $\sqrt n$. The first is the surprise, since a user with more samples knows *more* about the gradient, and
# should be easier to hide: their mean gradient is within about $L/\sqrt m$ of everybody else's (`bassily/sec2b`).

# %% [markdown]
# ## 2. What users share
#
# So find out first, privately, where the mean gradients are, and truncate around that place at a distance $C$ of the order of $L/\sqrt m$: the sensitivity falls to $2C/n$, and the price of a user from a factor
# $m$ to a factor $\sqrt m$, up to logarithms. The paper's Theorem 4.1 does so for a server. With the least noise that its ranges and its noise together allow:

# %%
sizes = [4**k for k in range(1, 13)]
rotation = RandomRotation.draw(d, np.random.default_rng(0))


def localised(n: int, m: int) -> float:
    """The length of the noise where a server looks for the gradients first, over L."""
    return root * tight_central_mean(n, m, epsilon, 1.0, delta, rotation).sigma


found = [localised(n, size) for size in sizes]
flat = [server] * len(sizes)
slope = math.log(found[-1] / found[-4]) / math.log(sizes[-1] / sizes[-4])
assert abs(slope + 0.5) < 0.05
pays = next(size for size, price in zip(sizes, found, strict=True) if price < server)
assert 10_000 < pays <= 2**16
Chart(
    "m, samples per user",
    "length of the noise / L",
    "The noise that hides a user is flat in m; where gradients are looked for first it falls as one over root m and crosses the flat line only beyond ten thousand samples.",
    log_x=True,
    log_y=True,
).line(sizes, flat, "a server hides a user").line(
    sizes, found, f"and looks for the gradients first: exponent −{-slope:.2f}"
).line(sizes, [root * kappa * 2 / (n * size) for size in sizes], "a server hides a sample").line(
    sizes, [1 / math.sqrt(n * size) for size in sizes], "sampling error"
)

# %%
print(f"looking first pays from m = {pays:,} on (of powers of 4)")
assert localised(n, pays // 4) > server

# %% [markdown]
# The exponent is what the theory says, and the constant is what it costs: the truncation must leave space for every user in every direction. Below the crossing a server does better to truncate nothing at all.
#
# Without a server the same idea is Theorem 4.3: users vote for where the gradients are, then send truncated gradients with noise. Here the printed constants go wrong. The votes spend
# $\varepsilon/2$, and the noise is then calibrated for *all* of $\varepsilon$. Both messages come from the same user, so that they add up:

# %%
noisy = ledger["bassily/thm4.3/privacy"]
spent, allowed = noisy.sides("printed")
assert noisy.refuted
assert noisy.stands
assert spent > 100 * allowed
noisy

# %% [markdown]
# ## 3. The recursion
#
# Now walk. Take the loss $\frac h2\|\theta\|^2-\theta\cdot z$ with $E z=h\theta^*$: a quadratic of curvature $h$, whose gradient at $\theta$ is $h(\theta-\theta^*)$ on average. With a private gradient of variance $\nu^2$ on each axis
# the error $e_t=\theta_t-\theta^*$ of plain steps of length $\eta$ obeys
#
# $$e_{t+1}=(1-\eta h)\,e_t-\eta\,\xi_t,\qquad E e_T=q^Te_0,\qquad \mathrm{Var}=\eta^2\nu^2\,\frac{1-q^{2T}}{1-q^2},\quad q=1-\eta h .$$
#
# The excess risk is $\frac h2E\|e_T\|^2$: what is left of the start, and what the noise has piled up. The library's recursion is for any curvature matrix and any schedule; on one axis it is this formula:

# %%
h, eta, noise = 0.3, 0.8, 0.02
one = Quadratic(np.array([[h]]), np.zeros((1, 1)), np.array([1.0]))
last, _ = descent(one, (0.0,), [eta] * 12, np.array([[noise]]))
q = 1 - eta * h
by_hand = h / 2 * (q**24 + eta**2 * noise * (1 - q**24) / (1 - q**2))
assert math.isclose(last.excess, by_hand, rel_tol=1e-12)
print(f"excess risk after 12 steps: {last.excess:.6f} by the recursion, {by_hand:.6f} by hand")

# %% [markdown]
# Three users of that formula: nobody hides anything, a server hides users, users hide themselves. Every step takes $n=2000$ fresh users; $h=1/4$, $R=1$, and samples are in the ball of radius $1/2$, so that $L=1$.

# %%
h, eta = 0.25, 1.0
start = np.zeros(d)
loss = Quadratic(h * np.eye(d), (0.25 - h**2) / d * np.eye(d), np.eye(d)[0])
lengths = list(range(1, 31))
kinds = {"no privacy": 0.0, "a server hides users": (kappa * 2 / n) ** 2, "users hide themselves": (kappa * 2) ** 2 / n}


def last_point(number: int, private: float) -> Iterate:
    """After a given number of steps, with noise of that variance on each axis."""
    return descent(loss, start, [eta] * number, loss.oracle(n, m, private))[0]


curves = {name: [last_point(number, private).excess for number in lengths] for name, private in kinds.items()}
free, trusted, local = curves.values()
assert all(a <= b <= c for a, b, c in zip(free, trusted, local, strict=True))
floor = h / 2 * d * (kappa * 2) ** 2 / n * eta**2 / (1 - (1 - eta * h) ** 2)
assert math.isclose(local[-1], floor, rel_tol=0.02)
Chart(
    "steps",
    "excess risk",
    "All three curves fall together at first; that of users who hide themselves stops at a floor after some ten steps; that of a server has its own two thousand times lower.",
    log_y=True,
).line(lengths, free, "no privacy").line(lengths, trusted, "a server hides users").line(
    lengths, local, "users hide themselves"
).level(floor, "where it ends: (h/2) d η²ν²/(1 − q²)", 5)

# %% [markdown]
# The floor is the noise alone: $\frac h2d\,\eta^2\nu^2/(1-q^2)$, about $d\,\eta\nu^2/4$. Shorter steps lower it, and need more of them.
#
# Is the recursion right about what really runs? Draw every user's samples and every noise, 2000 times, and walk:

# %%
rng = np.random.default_rng(11)
runs, number, crowd = 2000, 6, 40
side = np.sqrt((0.25 - h**2) / d + (h * loss.minimiser) ** 2)  # corners with these sides have the moments above
private = (kappa * 2) ** 2 / crowd


def walked() -> FloatArray:
    """The excess risks of runs in which each user hides herself."""
    theta = np.zeros((runs, d))
    for _ in range(number):
        counts = rng.binomial(m, (1 + h * loss.minimiser / side) / 2, size=(runs, crowd, d))
        gradients = h * theta[:, None, :] - side * (2 * counts / m - 1)
        theta = theta - eta * (gradients + kappa * 2 * rng.standard_normal(gradients.shape)).mean(axis=1)
    return loss.excess(theta)


drawn = walked()
exact = descent(loss, start, [eta] * number, loss.oracle(crowd, m, private))[0].excess
error = float(drawn.std() / math.sqrt(runs))
assert abs(float(drawn.mean()) - exact) < 5 * error
halved = descent(loss, start, [eta] * number, loss.oracle(crowd, m, private / 4))[0].excess
assert abs(float(drawn.mean()) - halved) > 20 * error
print(f"exact {exact:.4f}; {runs} runs {drawn.mean():.4f} ± {error:.4f}; with half the noise it would be {halved:.4f}")

# %% [markdown]
# ## 4. Steps are paid in users
#
# There are only $n$ users. If each speaks once, $T$ steps have $n/T$ users each (`bassily/sec6/1`: then nobody pays twice). That costs the two contracts differently:
#
# - users who hide themselves: the noise of a step has variance $\kappa^2(2L)^2T/n$, and the errors of $T$ steps average out again. Steps are nearly free;
# - a server in one pass: $\kappa^2(2LT/n)^2$. The variance of a step grows as $T^2$, and averaging gives back one factor $T$ only;
# - a server that asks all users in every step: the noises of $T$ steps are one, so each has $\sqrt T$ times what one answer needs, $\kappa^2(2L/n)^2T$, as cheap as can be.
#
# The step length is chosen for each $T$ as Lemma 6.1 says, and the curvature is the worst of 40, up to the steepest that these steps allow: a rate for all smooth losses must bear the worst.

# %%
many = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32]


def variance(contract: str, T: int) -> float:
    """The noise of one step on each axis."""
    each = (kappa * 2) ** 2
    return {"one by one": each * T / n, "one pass": each * (T / n) ** 2, "all users": each * T / n**2}[contract]


def worst(contract: str, T: int, beta: float) -> float:
    """The largest excess risk of accelerated steps over curvatures up to beta."""
    private = variance(contract, T)
    total = d * private + T / (n * m)
    eta = min(1 / (2 * beta), math.sqrt(12 / (total * T * (T + 1) * (2 * T + 1))))
    # Axes do not touch each other: one run has all 40 curvatures, each on an axis with its own start at distance 1.
    slopes = np.geomspace(beta / 1e4, beta, 40)
    family = Quadratic(np.diag(slopes), np.zeros((40, 40)), np.ones(40))
    end = accelerated(family, np.zeros(40), *usual_schedule(T, eta), (private + T / (n * m * d)) * np.eye(40))
    # Of the d axes of a loss one has that start, and all have the noise.
    return float(np.max(slopes / 2 * ((end.mean - 1) ** 2 + d * np.diagonal(end.covariance))))


paid = {contract: [worst(contract, T, 1.0) for T in many] for contract in ("one by one", "one pass", "all users")}
best = {contract: many[risks.index(min(risks))] for contract, risks in paid.items()}
assert best["one pass"] < many[-1]
assert min(paid["all users"]) < min(paid["one pass"]) < min(paid["one by one"])
Chart(
    "T, steps",
    "worst excess risk",
    "With users who hide themselves more steps neither help nor hurt after a few; a server in one pass has its least risk at a moderate number of steps; one that asks all users each time is lowest.",
    log_x=True,
    log_y=True,
).line(many, paid["one by one"], "users hide themselves").line(many, paid["one pass"], "a server, one pass").line(
    many, paid["all users"], "a server, all users each time"
)

# %%
Table(
    ("contract", "best T of these", "excess risk / LR"),
    [(name, best[name], min(risks)) for name, risks in paid.items()],
    f"curvatures up to L/R, n = {n:,}, m = {m}, d = {d}",
)

# %% [markdown]
# For the last contract the sampling error is not fresh in each step: the same users come again, and $T$ equal errors weigh in a sum as independent ones that are $\sqrt T$ times as large do, which is how they were counted here.
# The library's bound makes no such comparison: it is for the data's own minimum, and counts apart what new data add.

# %%
plan = full_batch(n, m, epsilon, delta, Linear(d), Ball(d, 1.0))
bound = plan.bound
assert bound.total > min(paid["all users"])
print(
    f"{plan.steps.number} steps on all users: at most {bound.total:.4f}, of which privacy {bound.privacy:.4f}, "
    f"new data {bound.sampling:.4f}, and steps {bound.descent:.4f}"
)

# %% [markdown]
# ## 5. The step that line 8 forgets
#
# Since local noise allows few steps, Algorithm 5 takes *accelerated* ones. They keep two points: $\theta^{ag}$, an average, and $\theta$, the far one. The gradient is taken between them, at
# $\theta^{md}=a\theta+(1-a)\theta^{ag}$, and then the *far* point moves. Line 8 of the listing moves $\theta^{md}$ in its place. The recursion holds for both; without noise, the worst excess risk over curvatures up to $\beta=1$ with $\eta=\frac1{2\beta}$:

# %%
rounds = [4, 8, 16, 32, 64, 128, 256]


def worst_gap(T: int, *, printed: bool) -> float:
    """The largest excess risk over 60 curvatures, no noise, start at distance 1."""
    slopes = np.geomspace(1e-6, 1, 60)
    still = np.zeros((60, 60))
    family = Quadratic(np.diag(slopes), still, np.ones(60))
    end = accelerated(family, np.zeros(60), *usual_schedule(T, 0.5), still, printed=printed)
    return float(np.max(slopes * (end.mean - 1) ** 2 / 2))


gaps = {way: [worst_gap(T, printed=way == "line 8") for T in rounds] for way in ("the far point moves", "line 8")}
promised = [4 / (T * (T + 1)) for T in rounds]
exponents = {way: math.log(gap[-1] / gap[-3]) / math.log(4) for way, gap in gaps.items()}
assert abs(exponents["the far point moves"] + 2) < 0.1
assert abs(exponents["line 8"] + 1) < 0.1
assert all(a <= b for a, b in zip(gaps["the far point moves"], promised, strict=True))
assert gaps["line 8"][-1] > promised[-1]
Chart(
    "T, steps",
    "worst excess risk / βR²",
    "The accelerated step falls as T to the minus two, below the promised bound; the step of line 8 falls as one over T and crosses the bound.",
    log_x=True,
    log_y=True,
).line(
    rounds, gaps["the far point moves"], f"the far point moves: exponent −{-exponents['the far point moves']:.2f}"
).line(rounds, gaps["line 8"], f"line 8 as listed: exponent −{-exponents['line 8']:.2f}").line(
    rounds, promised, "4/(T(T+1)), Lemma 6.1 without noise"
)

# %%
listed = ledger["bassily/own/listed-update"]
assert listed.stands
listed

# %% [markdown]
# One letter in a listing, and a factor of $T$. The proof is about the other step; what runs in the library moves the far point.
#
# ## 6. What no number of samples buys
#
# In the local model there is a last price that localising does not lower. With $n\le d/(4\varepsilon^2)$ users the excess risk is at least $LR/8$, *whatever* $m$ is, even if every user knows the gradient of $F$ exactly:

# %%
assert ledger["bassily/thm3.3"].stands
few = d / (4 * epsilon**2)
print(f"d = {d}, ε = {epsilon:g}: up to {few:.2f} users; d = 1000, ε = 0.1: up to {1000 / 0.04:,.0f}")
ledger["bassily/thm3.3"]

# %% [markdown]
# ## Exercises
#
# **1.** (A) *From how many users on is a server's noise below the sampling error, and how many must hide themselves for the same?* Compare $\sqrt d\,\kappa\,2/n$ with $1/\sqrt{nm}$, then $\sqrt d\,\kappa\,2/\sqrt n$.

# %%
enough = (2 * root * kappa) ** 2 * m
assert math.isclose(root * kappa * 2 / enough, 1 / math.sqrt(enough * m), rel_tol=1e-12)
print(f"a server: from n = {enough:,.0f} on, at m = {m}; users who hide themselves: never, as both fall as n^(-1/2)")
assert prices["each user hides herself"] * math.sqrt(n) > 1 / math.sqrt(m)

# %% [markdown]
# **2.** (A) *What does a step twice as long cost at the floor of section 3?* The floor is $\frac h2d\nu^2\eta^2/(1-(1-\eta h)^2)=\frac{d\nu^2\eta}{2(2-\eta h)}$.

# %%
once, twice = (d * (kappa * 2) ** 2 / n * length / (2 * (2 - length * h)) for length in (eta, 2 * eta))
assert math.isclose(once, floor, rel_tol=1e-12)
assert 2 < twice / once < 2.5
print(f"a little more than twice as much: {twice / once:.3f} times")

# %% [markdown]
# **3.** (A) *Does a wrong step length, or a loss with the wrong constants, cost privacy?*

# %% [markdown]
# A wrong length no: what the server does with private answers is its own business. A wrong $L$ yes, if nothing truncated: the sensitivity
# $2L/n$ would be a promise about the data. That is why means are *projected* to the ball of radius $C$ before noise is added, and why `estimate` holds every gradient against $L$ and refuses data that break it.

# %% [markdown]
# **4.** (B) *In how many dimensions does privacy begin to cost more than sampling?* Solve $\sqrt d\,\kappa\,2/n=1/\sqrt{nm}$ for $d$, for each of the three contracts at the numbers of section 1.

# %%
roomy = {name: (math.sqrt(d) / price) ** 2 / (n * m) for name, price in prices.items()}
assert math.isclose(roomy["a server hides a sample"], m**2 * roomy["a server hides a user"])
assert math.isclose(roomy["a server hides a user"], n * roomy["each user hides herself"])
assert roomy["each user hides herself"] < 1 < roomy["a server hides a sample"]
print("; ".join(f"{name}: up to d = {most:.3g}" for name, most in roomy.items()))

# %% [markdown]
# Where that is below 1 there is no such dimension: privacy costs more than sampling in every one.

# %% [markdown]
# **5.** (B, proof) *Let $F$ be convex with minimum at $\theta_\star$, $\lVert\theta_0-\theta_\star\rVert\le R$, and $\theta_{t+1}$ the projection of $\theta_t-\eta g_t$ on the set, where $E[g_t\mid\theta_t]=\nabla F(\theta_t)$ and $E\lVert g_t\rVert^2\le G^2$. Show that the mean of $\theta_0,\dots,\theta_{T-1}$ has $E\,F-F(\theta_\star)\le\frac{R^2}{2\eta T}+\frac{\eta G^2}2$.*

# %% [markdown]
# A projection on a convex set moves no point away from $\theta_\star$, so
#
# $$\lVert\theta_{t+1}-\theta_\star\rVert^2\le\lVert\theta_t-\theta_\star\rVert^2-2\eta\langle g_t,\theta_t-\theta_\star\rangle+\eta^2\lVert g_t\rVert^2.$$
#
# Given $\theta_t$, the expectation of the inner product is $\langle\nabla F(\theta_t),\theta_t-\theta_\star\rangle\ge F(\theta_t)-F(\theta_\star)$, by convexity. Take expectations and sum over $t$: the squared distances cancel except the first, which is at most $R^2$, and the last, which is not negative.
#
# $$2\eta\sum_{t<T}E\big(F(\theta_t)-F(\theta_\star)\big)\le R^2+T\eta^2G^2.$$
#
# Divide by $2\eta T$, and use convexity once more for the mean. Noise of variance $\nu^2$ in each of $d$ coordinates adds $d\nu^2$ to $G^2$: that is where privacy enters.
