"""Lesson 1: Le Cam's two-point method under user-level local privacy, on zhao Theorem 2."""

# %% [markdown]
# # What must privacy cost? Le Cam's method, step by step
#
# Many users hold some samples each, and every user sends one private message: how small can the error of *any*
# estimator be, whatever the messages and whatever the decoder?
#
# **Needs** [the primer](primer.ipynb). **Teaches** a lower bound from two laws: what a private channel leaves of their divergence, and which two laws are best.
#
# There are $n$ users. User $i$ holds $m$ samples $X_{i1},\dots,X_{im}$ of a law $p$ on $[-D,D]$ and sends one message
# $Z_i$. The message is *user-level $\varepsilon$-locally private*: for any two data sets $x,x'$ of a user, which may differ in all $m$
# samples, every message is at most $e^\varepsilon$ times likelier under $x$ than under $x'$. We want
# the mean $\mu$ of $p$.
#
# An upper bound needs one estimator. A lower bound must beat *all* of them, and Le Cam's idea makes this easy: take two
# laws with different means. Who estimates the mean well can tell the two laws apart; if nobody can tell them apart,
# nobody estimates well. This lesson walks through the proof of Theorem 2 of the paper that the ledger calls `zhao`, puts
# a number on both sides of every step, and finds where the printed text goes wrong.

# %%
import math
from fractions import Fraction
from itertools import pairwise

from lowerbounds.information.channels import extreme_channels
from lowerbounds.information.divergences import kullback_leibler, total_variation
from lowerbounds.information.laws import binomial, two_point
from lowerbounds.mean.best import all_bounds
from lowerbounds.mean.papers import zhao_theorem2, zhao_theorem2_floor
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Slider, Table, judge, walk

ledger = judge("zhao/thm2/*", "zhao/eq62*", "zhao/contraction", "zhao/eq63", "zhao/eq64*", "zhao/family/two-point*")
ledger["zhao/thm2/lower"]

# %% [markdown]
# The card above is not typed by hand. The cell asked for the ledger's judgement of the claim, and shows what was found: the
# theorem as printed, and what is true. By the end you will be able to say why the two differ, and why that does not
# hurt the paper much. These are the steps of the proof:

# %%
steps = ("zhao/family/two-point", "zhao/contraction", "zhao/eq62", "zhao/eq63", "zhao/eq64", "zhao/thm2/floor")
assert all(ledger[id_].stands for id_ in steps)
walk(ledger, steps)

# %% [markdown]
# ## 1. Two laws on two points
#
# Let $X$ be $+D$ or $-D$, with a small tilt $s\in(0,1]$ towards one side, in the direction $v=\pm1$:
#
# $$P(X=D\mid v)=\frac{1+sv}2,\qquad P(X=-D\mid v)=\frac{1-sv}2.$$
#
# The mean is $Dsv$. So the two means are $2Ds$ apart: a large $s$ makes a mistake expensive, a small $s$ makes a mistake
# likely. The proof is the search for the best $s$.

# %%
s, D = Fraction(1, 4), 1
plus, minus = two_point((1 + s) / 2, D, -D), two_point((1 - s) / 2, D, -D)
assert plus.mean() == D * s
assert minus.mean() == -D * s
Table(
    ("law", "P(X = D)", "P(X = -D)", "mean"),
    [
        ("v = +1", *map(str, (plus[1], plus[-1], plus.mean()))),
        ("v = -1", *map(str, (minus[1], minus[-1], minus.mean()))),
    ],
)

# %% [markdown]
# ## 2. From estimating to deciding
#
# Flip a fair coin $V=\pm1$, let all users draw from the law of $V$, and turn any estimate $\hat\mu$ into a decision: $\hat
# V=+1$ where $\hat\mu>0$, else $-1$. If the decision is wrong, $\hat\mu$ lies on the wrong side of 0, at least $Ds$ away
# from the mean. So, for every estimator,
#
# $$E(\hat\mu-\mu)^2\ge D^2s^2\,P(\hat V\ne V).$$
#
# The paper prints the decision as $\hat V=1(\hat\mu>0)$, a number in $\{0,1\}$, while $V\in\{-1,1\}$. A slip of the pen, but
# statements are judged as they stand: with it, even the estimate that *equals* the mean is "wrong" whenever $V=-1$, and
# the inequality reads $D^2s^2/2\le0$.

# %%
printed_decision = [1 if v * s > 0 else 0 for v in (1, -1)]
share_wrong = Fraction(sum(decided != v for decided, v in zip(printed_decision, (1, -1), strict=True)), 2)
slip = ledger["zhao/family/two-point/61"]
assert slip.refuted
assert slip.stands
assert slip.sides("printed") == (0.125, 0.0)
print(f"estimate = mean, s = 1/2: the printed left side is D^2 s^2 x {share_wrong} = 1/8, the error is 0")
slip

# %% [markdown]
# ## 3. Two hypotheses nobody can tell apart
#
# The best decision between two laws of the messages is wrong with probability $\tfrac12(1-\mathrm{TV})$, where TV is the
# total variation distance (half the $L_1$ distance). What remains is to bound the TV of all $n$ messages. The paper's
# display (62) does it in five links:
#
# | link | what it does | what it costs |
# | --- | --- | --- |
# | (a) | the best test between two laws | nothing |
# | (b) | Pinsker: $\mathrm{TV}\le\sqrt{D_{\mathrm{KL}}/2}$ | little where TV is small |
# | (c) | chain rule: divergences of $n$ messages add up | nothing |
# | (d) | privacy: $D_{\mathrm{KL}}$ of a message $\le(e^\varepsilon-1)^2\,\mathrm{TV}^2$ of a user's *whole* data | about 2 |
# | (e) | Pinsker again: $\mathrm{TV}^2$ of $m$ samples $\le\tfrac m2D_{\mathrm{KL}}$ of one | little |
#
# Link (d) is where privacy enters, and where the $m$ samples of a user are one letter. Let us look at it alone.

# %% [markdown]
# ### Link (d): what a private channel lets through
#
# A channel turns a data set $x$ into a message $z$ with probability $q(z\mid x)$. Privacy says that for each $z$ the numbers
# $q(z\mid x)$ lie between $q_{\inf}(z)$ and $e^\varepsilon q_{\inf}(z)$. A function with values in $[a,e^\varepsilon a]$ has means under
# two laws that differ by at most $(e^\varepsilon-1)\,a\,\mathrm{TV}$. So for the probabilities $m_1,m_2$ of $z$ under the two laws,
#
# $$|m_1-m_2|\le(e^\varepsilon-1)\,q_{\inf}\,\mathrm{TV}\quad\text{and}\quad m_2\ge q_{\inf},\quad\text{so}\quad
# D_{\mathrm{KL}}\le\sum_z\frac{(m_1-m_2)^2}{m_2}\le(e^\varepsilon-1)^2\,\mathrm{TV}^2\sum_zq_{\inf}(z),$$
#
# and the last sum is at most 1. That is a proof. How much does it give away? Only finitely many channels can have the largest divergence, so for $m=2$ samples we can try them all.
#
# Why finitely many? Look at one message $z$: the numbers $q(z\mid x)$, one for each $x$, are a *column*. What it adds to the divergence is $m_1\ln\frac{m_1}{m_2}$. This is convex in the column, and doubling a column doubles it.
# A column between $a$ and $e^\varepsilon a$ is a sum of columns, with weights, in which each entry is $1$ or $e^\varepsilon$: they are the corners of a cube. Send a message of its own for each of these in place of $z$. The divergence does not become smaller, by convexity, and the channel stays private.
# So it is enough to know how often each of the corners occurs, subject to the rows adding up to 1. These are linear conditions on finitely many weights, and the divergence is linear in the weights: its maximum is at one of the finitely many corners of a polytope.

# %%
samples = 2
counts_plus, counts_minus = binomial(samples, (1 + s) / 2), binomial(samples, (1 - s) / 2)
tv = total_variation(counts_plus, counts_minus)
used = []
for t in (Fraction(11, 10), Fraction(3, 2), Fraction(3), Fraction(10)):
    kls = [
        float(kullback_leibler(counts_plus.through(channel), counts_minus.through(channel)).mid())
        for channel in extreme_channels(counts_plus.atoms, t)
    ]
    right = float(((t - 1) * tv) ** 2)
    used.append((str(t), len(kls), max(kls), right, right / max(kls)))
    assert max(kls) <= right
assert ledger["zhao/contraction"].stands
Table(("e^ε", "extreme channels", "largest KL", "(e^ε − 1)² TV²", "given away, factor"), used)

# %% [markdown]
# For small $\varepsilon$ the step costs a factor of about 2; for large $\varepsilon$ it is useless, because $(e^\varepsilon-1)^2$ grows
# without bound and a divergence between any two messages is at most $\varepsilon$. The paper therefore uses this chain for $\varepsilon<1$
# and the bound without privacy beyond.

# %% [markdown]
# ### The chain at work
#
# Put the five links together at $n=1000$ users, $m=100$ samples, $\varepsilon=1/2$, $D=1$. The first row is no bound for all
# protocols: it is what the best decoder leaves when each user sends the majority sign of the samples by randomized
# response. This one protocol is the witness: (a) must hold for every protocol, so also for this one, and no argument by (a) that uses these two laws alone can end above it.
#
# What "lost" says: in this table all rows are at the same tilt $s$, the one at which the last row is largest, and each factor is the row before divided by this row. It is not the distance from the best bound, nor what a sharper link would gain: with a sharper link one would choose another $s$.
# Exercise 2 compares with the best bound known, and the [primer](primer.ipynb) chooses $s$ again for each of two links.

# %%
n, m, epsilon = 1000, 100, 0.5
bound = zhao_theorem2(n, m, epsilon)
assert bound.chain is not None
values = [float(step.value.mid()) for step in bound.chain.steps]
rows = [
    (step.name, value, before / value)
    for step, value, before in zip(bound.chain.steps, values, [values[0], *values], strict=False)
]
assert all(later <= earlier for earlier, later in pairwise(values))
Table(("after this step", "what is left", "lost, factor"), rows, f"n = {n}, m = {m}, ε = {epsilon}, D = 1")

# %% [markdown]
# The last row is what the theorem's proof guarantees. We can write it in one line ourselves. With
# $D_{\mathrm{KL}}=s\ln\frac{1+s}{1-s}$ (the paper's (63)),
#
# $$E(\hat\mu-\mu)^2\ge\frac{D^2s^2}2\Big(1-\tfrac12\sqrt{nm(e^\varepsilon-1)^2D_{\mathrm{KL}}}\Big).$$


# %%
def le_cam(s: float, n: int, m: int, epsilon: float) -> float:
    """The end of (62), D = 1."""
    divergence = s * math.log((1 + s) / (1 - s))
    return s**2 / 2 * (1 - math.sqrt(n * m * math.expm1(epsilon) ** 2 * divergence) / 2)


best_s = float(bound.parameters["s"])
assert math.isclose(le_cam(best_s, n, m, epsilon), bound.value, rel_tol=1e-9)
print(f"by hand at s = {best_s:.6f}: {le_cam(best_s, n, m, epsilon):.4e}; by the library: {bound.value:.4e}")

# %% [markdown]
# ## 4. The best tilt
#
# Now play with $s$, on the page with the slider below the chart, in a notebook by its table. To the left the two means are close, so a mistake is cheap; to the right the two laws are easily told
# apart, so a mistake is rare, and from some $s$ on the bound is negative and trivial. The paper takes
# $s\sim1/\sqrt{nm\varepsilon^2}$, and only the constant in it is a matter of taste.

# %%
tilts = [0.0001 * k for k in range(1, 111)]
order = 1 / math.sqrt(n * m * epsilon**2)
chart = (
    Chart(
        "tilt s",
        "lower bound on the error",
        "The lower bound as a function of the tilt s: it rises, has one summit, and falls below zero.",
        low=0.0,
    )
    .line(tilts, [max(le_cam(x, n, m, epsilon), 0.0) for x in tilts], "s²/2 (1 − ½√(nm(e^ε−1)² KL))")
    .mark(best_s, f"the best s, {best_s:.4f}")
    .mark(order, f"1/√(nmε²) = {order:.4f}")
)


def apart(s: float) -> float:
    """What the links (b) to (e) leave of the total variation of all messages, at most."""
    return math.sqrt(n * m * math.expm1(epsilon) ** 2 * s * math.log((1 + s) / (1 - s))) / 2


chosen = [0.00025 * k for k in range(1, 43)]
tilted = [
    (x, 2 * x, min(apart(x), 1.0), max(1 - apart(x), 0.0) / 2, max(le_cam(x, n, m, epsilon), 0.0)) for x in chosen
]
assert all(math.isclose(row[0] ** 2 * row[3], row[4]) for row in tilted)
summit = max(range(len(tilted)), key=lambda place: tilted[place][4])
assert abs(chosen[summit] - best_s) <= 0.00025
Slider(
    Table(
        ("tilt s", "means apart", "TV of all messages, at most", "probability of a mistake, at least", "lower bound"),
        tilted,
    ),
    start=summit,
    chart=chart,
)

# %% [markdown]
# At the summit $s$ is a constant times $1/\sqrt{nm(e^\varepsilon-1)^2}$, and the bound is a constant times $D^2s^2$: that is the rate
# of Theorem 2,
#
# $$\inf_{\hat\mu}\inf_M\sup_pE(\hat\mu-\mu)^2\gtrsim\frac{D^2}{nm(\varepsilon^2\wedge1)}.$$
#
# Check the exponents: multiply $n$ by 4, or $m$ by 4, or halve a small $\varepsilon$, and the bound should move by a factor of
# 4.

# %%
base = zhao_theorem2(1000, 100, 0.05).value
moved = [
    ("n = 4000", base / zhao_theorem2(4000, 100, 0.05).value),
    ("m = 400", base / zhao_theorem2(1000, 400, 0.05).value),
    ("ε = 0.025", zhao_theorem2(1000, 100, 0.025).value / base),
]
assert all(3.8 < factor < 4.2 for _, factor in moved)
Table(("from n = 1000, m = 100, ε = 0.05 to", "the bound moves by a factor"), moved)

# %% [markdown]
# ## 5. What is wrong as printed
#
# A probability cannot leave $[0,1]$, so $s\le1$; the paper takes $s\le\tfrac12$, to have $D_{\mathrm{KL}}\le3s^2$. When $nm\varepsilon^2$ is small,
# $s\sim1/\sqrt{nm\varepsilon^2}$ breaks that, and the theorem keeps its rate all the same. But the decoder that ignores all messages and
# answers 0 has error at most $D^2$ for every law. So for $nm\varepsilon^2\to0$ the printed lower bound passes the risk of a decoder, whatever
# constant it has.

# %%
budgets = [10 ** (k / 10) for k in range(-40, 21)]
as_printed = [1 / (36 * x) for x in budgets]
capped = [min(1.0, 1 / x) / 36 for x in budgets]
trivial = [1.0] * len(budgets)
counterexample = 1 / (36 * 1 * 1 * 0.01**2)
assert counterexample > 1
assert ledger["zhao/eq64/64"].refuted
assert ledger["zhao/eq64/64"].stands
print(
    f"n = m = 1, epsilon = 1/100: printed rate with the constant 1/36: {counterexample:.1f} D^2; risk of the answer 0: 1 D^2"
)
Chart(
    "nmε²",
    "squared error / D²",
    "The printed rate crosses the risk of the constant estimate 0 and rises above it as n m epsilon squared goes to 0; "
    "the corrected bound stays below.",
    log_x=True,
    log_y=True,
).line(budgets, as_printed, "as printed, with the constant 1/36").line(budgets, trivial, "risk of the estimate 0").line(
    budgets, capped, "corrected: D²/36 · min(1, 1/(nmε²))"
).between(budgets, trivial, as_printed, "a lower bound above an upper bound")

# %%
ledger["zhao/eq64/64"]

# %% [markdown]
# The repair costs nothing: take $s=\min(\tfrac12,\tfrac1{3\sqrt{nm\varepsilon^2}})$. Then the decision errs with probability at
# least $\tfrac14$, and $D^2s^2/4=\frac{D^2}{36}\min(\tfrac94,\frac1{nm\varepsilon^2})$ is at least the capped rate with the constant $1/36$. Why $1/4$? With
# $x=1/\sqrt{nm\varepsilon^2}$, and $(e^\varepsilon-1)^2\le3\varepsilon^2$ for $\varepsilon\le1$ and $D_{\mathrm{KL}}\le3s^2$, the root in (62) is at most $3s/x\le1$. So the
# total variation is at most $\tfrac12$, and half of what it leaves is at least $\tfrac14$.

# %%
worst_error = 1.0
for power in range(-40, 41):
    x = 10 ** (power / 10)
    tilt = min(0.5, x / 3)
    worst_error = min(worst_error, (1 - 0.5 * 3 * tilt / x) / 2)
assert worst_error >= 0.25 - 1e-12
assert math.expm1(1.0) ** 2 <= 3
assert 0.5 * math.log(3) <= 3 * 0.5**2
print(f"least error probability over 81 values of x: {worst_error:.4f}")

# %% [markdown]
# ### A rate is no inequality
#
# The anonymous version of the paper adds, above (65), that no estimator beats $\sigma^2/(nm)$, whose largest value is $D^2/(nm)$. As a rate that is right, and it
# is meant as one; as an inequality with the constant 1 it would not be. Let $D=1$ and shrink the mean of all $N=nm$ samples towards 0 by the factor $c=\sqrt N/(1+\sqrt N)$: for data $\pm1$ the
# risk $c^2(1-\mu^2)/N+(1-c)^2\mu^2$ is then the same for every $\mu$, and equals $1/(1+\sqrt N)^2<1/N$ (Hodges and Lehmann, 1950). Other laws on
# $[-1,1]$ have a smaller variance at the same mean, and so a smaller risk.

# %%
shrunk = []
for size in (1, 4, 25, 100, 10_000):
    c = math.sqrt(size) / (1 + math.sqrt(size))
    risks = [c**2 * (1 - mean**2) / size + (1 - c) ** 2 * mean**2 for mean in (0.0, 0.3, 0.7, 1.0)]
    assert max(risks) - min(risks) < 1e-12
    shrunk.append((size, 1 / size, max(risks), size * max(risks)))
text = ledger["zhao/eq64/text"]
assert not text.refuted
assert text.stands
Table(("N = nm", "the rate with the constant 1, D = 1", "risk of the shrunk mean", "ratio"), shrunk)

# %% [markdown]
# ## 6. When more samples stop to help
#
# For fixed $n$ and $\varepsilon$, Theorem 2 goes to 0 as $m\to\infty$. Should it? Take $s=1$, two point masses. Then a user's data is
# the same sample $m$ times, and $m$ plays no role: the messages of $n$ users carry at most $n\varepsilon(e^\varepsilon-1)$ of divergence.
# Pinsker is trivial when that exceeds 2, but the inequality of Bretagnolle and Huber, $1-\mathrm{TV}\ge\tfrac12e^{-D_{\mathrm{KL}}}$,
# is never trivial. This gives the second half of the theorem, a floor that no number of samples can break:
#
# $$E(\hat\mu-\mu)^2\ge\tfrac14D^2e^{-n\varepsilon(e^\varepsilon-1)}.$$

# %%
few, budget = 20, 0.5
sizes = [2**k for k in range(13)]
falling = [zhao_theorem2(few, size, budget).value for size in sizes]
floor = zhao_theorem2_floor(few, 1, budget).value
assert math.isclose(floor, math.exp(-few * budget * math.expm1(budget)) / 4, rel_tol=1e-9)
assert falling[0] > floor > falling[-1]
Chart(
    "m, samples per user",
    "lower bound / D²",
    "At 20 users and epsilon 1/2 the first bound falls like 1/m, the floor is level; they cross.",
    log_x=True,
    log_y=True,
).line(sizes, falling, f"Theorem 2, first bound, n = {few}, ε = 1/2").level(floor, "the floor, whatever m")

# %% [markdown]
# ## Exercises
#
# **1.** (B) *Could we use Bretagnolle and Huber in the first chain too?* Replace (b) by $1-\mathrm{TV}\ge\tfrac12e^{-D_{\mathrm{KL}}}$ and find the
# best $s$. Which chain wins, and by how much? Answer, by search over $s$ at the parameters of section 3:


# %%
def bretagnolle_huber(s: float, n: int, m: int, epsilon: float) -> float:
    """s^2/4 exp(-KL of all messages), D = 1, with the same links (c), (d), (e)."""
    divergence = s * math.log((1 + s) / (1 - s))
    return s**2 / 4 * math.exp(-n * m * math.expm1(epsilon) ** 2 * divergence / 2)


by_pinsker = max(le_cam(x / 1e6, n, m, epsilon) for x in range(1, 20_000, 5))
by_huber = max(bretagnolle_huber(x / 1e6, n, m, epsilon) for x in range(1, 20_000, 5))
assert by_pinsker <= bound.value * (1 + 1e-6)
assert math.isclose(by_huber / by_pinsker, (1 / (8 * math.e)) / (2 / 27), rel_tol=1e-2)
print(f"Pinsker {by_pinsker:.4e}, Bretagnolle-Huber {by_huber:.4e}: ratio {by_huber / by_pinsker:.3f}")

# %% [markdown]
# Pinsker wins, by a constant. Let $u$ be Pinsker's bound on the total variation, for small $s$ proportional to $s$; the divergence of all messages
# is then at most $2u^2$. The best bound by Pinsker is proportional to
# $\max_u\tfrac12u^2(1-u)=\tfrac2{27}$, the other one, with the same factor, to $\max_u\tfrac14u^2e^{-2u^2}=\tfrac1{8e}$. Bretagnolle and Huber pay a factor
# of 2 at once, and win only where the divergence is large, as in section 6. The rate is the same.
#
# **2.** (A) *How far is the truth?* The library has sharper bounds than the paper's. How much larger is the best of them at the same
# parameters, and which idea is behind it?

# %%
ranking = sorted(
    ((other.source, other.value, other.value / bound.value) for other in all_bounds(n, m, epsilon)),
    key=lambda row: -row[1],
)
assert ranking[0][1] > 10 * bound.value
assert (round(math.expm1(epsilon) ** 2 / 2, 2), round(math.tanh(epsilon / 2) ** 2, 2)) == (0.21, 0.06)
Table(("source", "lower bound, D = 1", "times Theorem 2"), ranking[:4], f"n = {n}, m = {m}, ε = {epsilon}")

# %% [markdown]
# Two losses stand out. For each of the $nm$ samples the links (d) and (e) pay $\tfrac12(e^\varepsilon-1)^2=0.21$ times $D_{\mathrm{KL}}$, where a
# sharper contraction pays $\tanh^2(\varepsilon/2)=0.06$ times $D_{\mathrm{KL}}$, and so has its summit at a larger $s$; and two
# points are a poor prior: van Trees' inequality spreads the prior over an interval. Neither changes the rate.
#
# **3.** (A) *Does the proof allow that messages depend on earlier messages?*

# %% [markdown]
# Yes, by (c). If user $i$ sees what users $1,\dots,i-1$
# sent, the chain rule adds *conditional* divergences. Given the earlier messages, the channel of user $i$ is still
# $\varepsilon$-private, so (d) bounds each of them: sequential interaction does not help against this bound.

# %%
ledger["zhao/eq62"]

# %% [markdown]
# **4.** (A) *Would the same samples be worth more, one from each of $nm$ users?* Compare the bound for $(n,m)$ with that for $(nm,1)$. Then ask the second bound of Theorem 2, of two point masses, in which $m$ does not occur.

# %%
spread = [le_cam(x, n * m, 1, epsilon) for x in chosen]
assert all(math.isclose(le_cam(x, n, m, epsilon), other, rel_tol=1e-9) for x, other in zip(chosen, spread, strict=True))
floors = [math.exp(-users * epsilon * math.expm1(epsilon)) / 4 for users in (1, 10, 100)]
assert floors[0] > 0.1 > floors[-1]
print("with 1, 10 and 100 users, however many samples:", ", ".join(f"{value:.3g}" for value in floors))

# %% [markdown]
# Each sample pays its own price in (62), whoever sends it. A single user with endless samples is the other extreme: they know the mean, and the noise in their message is all that is left.

# %% [markdown]
# **5.** (B, proof) *Two laws have means $2\Delta$ apart. Show that for the squared error $\mathfrak R\ge\Delta^2(1-\mathrm{TV})$, twice what a reduction to tests gives.*

# %% [markdown]
# For any number $x$, and means $\mu_+$ and $\mu_-$, one has $(x-\mu_+)^2+(x-\mu_-)^2\ge\frac12(\mu_+-\mu_-)^2=2\Delta^2$. The worst risk is at least the mean of the risks at the two laws. In that mean replace both probabilities of a message $z$, $m_+(z)$ and $m_-(z)$, by the smaller of them:
#
# $$\mathfrak R\ge\tfrac12\sum_z\min(m_+(z),m_-(z))\,2\Delta^2=\Delta^2(1-\mathrm{TV}).$$
#
# A reduction to tests counts an error of $\Delta^2$ if the estimate is nearer to the wrong mean, and nothing otherwise. Here an estimate in the middle costs $\Delta^2$ under both laws.
