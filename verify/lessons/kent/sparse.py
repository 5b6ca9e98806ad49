"""A lesson on sparse means, on kent Theorem 7: how private users find out which coordinates are not 0."""

# %% [markdown]
# # A sparse mean: what does it cost not to know where?
#
# A mean has $d$ coordinates, and all but $s$ of them are 0. Every user sends one private message. Does the error grow with $d$, or only with $s$?
#
# **Needs** [localising](localise.ipynb) and [folds](folds.ipynb). **Teaches** how one number carries a vote on every coordinate, what clipping it costs, and when selecting beats a threshold.
#
# There are $n$ users with $m$ samples each in $[-1,1]^d$, and the mean $\theta$ has at most $s$ coordinates that are not 0; a user's own mean has $d$ that are not. The paper that the ledger calls `kent` writes $T$ for our $m$ and $\alpha$ for our
# $\varepsilon$. Its Theorem 7 has two procedures. One estimates every coordinate and forgets what is small. The other first asks the users *which* coordinates matter. We count what each costs, and look at one step of the proof that fails.

# %%
import math
from itertools import pairwise, product

import numpy as np
from scipy.stats import binom, norm

from lowerbounds.sparse.kent import any_sparsity
from notation.setting import Setting
from upperbounds.mean import kent as univariate
from upperbounds.sparse.bounds import seen
from upperbounds.sparse.kent import EDGE, bound6, bound7, theorem7, tuned_bound
from verify.site.lessons.chart import Chart
from verify.site.lessons.show import Slider, Table, judge, walk
from verify.study.risk import SignLaw, exact_risk

steps = (
    "kent/alg6/alternatives",
    "kent/alg6/hash",
    "kent/lemma26/s1",
    "kent/lemma26/s6",
    "kent/lemma26",
    "kent/alg7/worst-case",
    "kent/thm7/lower",
)
ledger = judge(*steps)
ledger["kent/thm7/lower"]

# %%
assert all(ledger[id_].stands for id_ in steps)
walk(ledger, steps)

# %% [markdown]
# ## 1. Asking everybody about everything
#
# The lesson on folds has shown what a vector costs: a message on one coordinate is worth more than a message on all, so the users are split into $d$ groups, and each coordinate has $n/d$ users. Take the two-stage mean of the third lesson for each. If $s$
# coordinates are kept, the error is $s$ times that of a group of $n/d$. A user who *knew* the $s$ coordinates would be in a group of $n/s$. Here are both, exactly, for $\varepsilon=1$ and coordinates that are means of signs:

# %%
n, m, s, epsilon = 64_000, 400, 4, 1.0


def one(users: int) -> float:
    """The exact risk of the two-stage mean of one coordinate, the mean in the middle of the range."""
    return exact_risk(univariate.tuned(users, m, epsilon, 1.0), SignLaw(0.0, 1.0)).value


rows = []
for d in (4, 8, 16, 32, 64):
    rows.append((d, n // d, s * one(n // d), s * one(n // s)))
assert rows[0][2] == rows[0][3]
assert all(1.7 < later[2] / earlier[2] < 2 for earlier, later in pairwise(rows))
Table(
    ("d", "users of a coordinate", "s kept of d", "s known"), rows, f"squared error, n = {n:,}, m = {m}, s = {s}, ε = 1"
)

# %% [markdown]
# The price of not knowing is a factor of nearly $d/s$. Without privacy it would be a logarithm: who sees all data compares $d$ means and takes the $s$ largest. Can private users compare $d$ means too?
#
# ## 2. One number for all coordinates
#
# A user who votes looks at their own means and marks those that are far from 0. By and large these are the $s$ right ones. A vector of $d$ marks in which at most $s$ are 1 is what they want to send, in one message of budget $\varepsilon$. Three ways:
#
# | way | what a user sends | budget of a mark |
# | --- | --- | --- |
# | folds | the mark of one coordinate, their group's | $\varepsilon$, but $n/d$ users |
# | all marks | $d$ marks, each kept or flipped | $\varepsilon/(2s)$: two users differ in $2s$ marks |
# | a hashed sum | $\sum_jr_jw_j$ with public random signs $r_j$, and noise | all of it |
#
# The third is the idea of Algorithm 6. With the user's marks $w\in\{0,1\}^d$ and signs $r\in\{-1,1\}^d$, which everybody may see, the *number* $U=\sum_jr_jw_j$ is a sum of about $s$ signs: it is about $\sqrt s$ in size, whatever $d$ is. And whoever wants to know of
# coordinate $j$ multiplies by $r_j$:
#
# $$E[r_jU]=\sum_kw_kE[r_jr_k]=w_j.$$
#
# All other marks are noise of mean 0. One number holds $d$ votes.

# %%
marks = (1, 0, 1, 1, 0, 0)
readings = [
    sum(r[j] * sum(x * w for x, w in zip(r, marks, strict=True)) for r in product((-1, 1), repeat=6)) / 2**6
    for j in range(6)
]
assert readings == [float(w) for w in marks]
ledger["kent/alg6/hash"]

# %% [markdown]
# ### What clipping costs
#
# To hide $U$ by Laplace noise it must have a range: it is clipped to $[-\eta,\eta]$, and the noise has scale $2\eta/\varepsilon$. A small $\eta$ means little noise. But it cuts sums that the other marks have carried beyond $\eta$, and a clipped sum says less of
# $r_j$. How much less can be computed: with $k$ other marks, $r_jU$ has the law of $1+W_k$, $W_k$ a sum of $k$ signs. The library has this as `seen`; by hand, over all signs:


# %%
def reads(others: int, edge: float) -> float:
    """E[r_j clip(U)] with a given number of marks next to the j-th, over all signs."""
    values = [1 + sum(signs) for signs in product((-1, 1), repeat=others)]
    return sum(min(max(value, -edge), edge) for value in values) / len(values)


for edge in (1.0, 1.7, 2.0, 3.5, 6.0):
    assert math.isclose(seen(5, edge), min(reads(k, edge) for k in range(6)), abs_tol=1e-12)
assert math.isclose(reads(3, 4.0), 1.0)
Table(
    ("η", *(f"{k} other marks" for k in (0, 1, 3, 7))),
    [(edge, *(reads(k, edge) for k in (0, 1, 3, 7))) for edge in (1.0, 2.0, 3.0, 8.0)],
    "what a mark adds to its tally, on average",
)

# %% [markdown]
# Now the choice of $\eta$. A coordinate is selected if the mean of $r_jU$ over the voters is $\frac12$ or more. A right one has the mean in the table, a wrong one 0, so the gap is the smaller distance to $\frac12$. One message has variance at most $E\bar U^2+8\eta^2/\varepsilon^2$. Ask
# that the mean of $N$ messages be beyond the gap with probability $1/(100d)$ only; by the normal law this takes $N=z^2\,\mathrm{var}/\mathrm{gap}^2$ voters. Choose $\eta$, for $s=16$ and $d=1024$:


# %%
def spread(s: int, edge: float, epsilon: float) -> float:
    """The variance of a message about its reading, at most: all s marks are set, and noise of scale 2 edge/epsilon."""
    heads = np.arange(s + 1)
    clipped = np.clip(2.0 * heads - s, -edge, edge)
    return float(binom.pmf(heads, s, 0.5) @ clipped**2) + 8 * (edge / epsilon) ** 2


def voters(s: int, d: int, edge: float, epsilon: float) -> float:
    """How many voters it takes; infinitely many where a right coordinate's reading is not above 1/2."""
    gap = min(seen(s - 1, edge) - 0.5, 0.5)
    return float(norm.isf(1 / (100 * d))) ** 2 * spread(s, edge, epsilon) / gap**2 if gap > 0 else math.inf


marked, wide = 16, 1024
printed_edge = math.sqrt(EDGE * marked)
edges = [1 + k / 4 for k in range(90)]
needed = [voters(marked, wide, edge, epsilon) for edge in edges]
best = min(range(len(edges)), key=lambda place: needed[place])
at_printed = voters(marked, wide, printed_edge, epsilon)
assert math.isinf(needed[0])
assert 3 * needed[best] < at_printed
assert math.sqrt(marked) < edges[best] < marked < printed_edge
known = [place for place, number in enumerate(needed) if math.isfinite(number)]
Slider(
    Table(
        ("η", "a right mark reads", "noise of a message", "voters needed"),
        [
            (edges[k], seen(marked - 1, edges[k]), math.sqrt(8) * edges[k] / epsilon, float(math.ceil(needed[k])))
            for k in known
        ],
        f"s = {marked}, d = {wide:,}, ε = 1; at the printed η = {printed_edge:.1f} it takes {math.ceil(at_printed):,}",
    ),
    start=known.index(best),
    chart=Chart(
        "η, where sums are clipped",
        "voters needed",
        "The number of voters falls steeply with the edge, has its lowest point near six and rises like its square beyond.",
        log_y=True,
    )
    .line([edges[k] for k in known], [needed[k] for k in known], f"s = {marked}, d = {wide}, ε = 1")
    .mark(printed_edge, f"the printed η = √(30 s) = {printed_edge:.1f}")
    .mark(edges[best], f"the best, {edges[best]:.2f}"),
)

# %% [markdown]
# Below the best $\eta$ clipping hides the marks, above it noise does. The paper takes $\eta=\sqrt{30s}$: with it the proof shows that clipping costs at most $\frac1{10}$, for every $s$. For $s\le30$ it clips nothing, as no sum of $s$ marks is beyond $s\le\sqrt{30s}$,
# and pays for the noise.

# %%
assert all(math.isclose(seen(k - 1, math.sqrt(EDGE * k)), 1.0) for k in (1, 4, 16, 30))
assert all(0.9 < seen(k - 1, math.sqrt(EDGE * k)) <= 1.0 for k in (40, 100, 300))
ledger["kent/lemma26/s6"]

# %% [markdown]
# ### Why it beats the two other ways
#
# Marks that are kept with probability $w=e^b/(1+e^b)$ and else flipped can be read too: divided by $2w-1$ they have mean 0 or 1 and variance $w(1-w)/(2w-1)^2=1/(4\sinh^2\frac b2)$. So the same count gives $4z^2/(4\sinh^2\frac b2)$ voters, with $b=\varepsilon$ and $d$ times that for
# the folds, and with $b=\varepsilon/(2s)$ for all marks at once.


# %%
def flipped(budget: float, d: int) -> float:
    """Voters that a mark by randomised response needs, for the same probability."""
    keep = 1 / (1 + math.exp(-budget))
    variance = keep * (1 - keep) / (2 * keep - 1) ** 2
    assert math.isclose(variance, 1 / (4 * math.sinh(budget / 2) ** 2))
    return float(norm.isf(1 / (100 * d))) ** 2 * variance / 0.25


def hashed(s: int, d: int) -> float:
    """Voters of a hashed sum at its best edge among quarters up to 1 + 2 sqrt(s): a sum of s signs is seldom beyond."""
    return min(voters(s, d, 1 + k / 4, epsilon) for k in range(math.ceil(8 * math.sqrt(s))))


sparsities = [1, 2, 4, 8, 16, 32, 64, 128]
ways = {
    "one coordinate of d for each user": [wide * flipped(epsilon, wide)] * len(sparsities),
    "all marks at ε/(2s)": [flipped(epsilon / (2 * k), wide) for k in sparsities],
    "a hashed sum": [hashed(k, wide) for k in sparsities],
}
growth = [math.log2(later / earlier) for earlier, later in pairwise(ways["a hashed sum"])][-3:]
assert all(0.85 < exponent < 1.15 for exponent in growth)
assert 1.9 < math.log2(ways["all marks at ε/(2s)"][-1] / ways["all marks at ε/(2s)"][-2]) < 2.1
assert ways["a hashed sum"][4] < min(ways["all marks at ε/(2s)"][4], ways["one coordinate of d for each user"][4])
assert ways["all marks at ε/(2s)"][1] < ways["a hashed sum"][1]
assert ways["one coordinate of d for each user"][-1] < ways["a hashed sum"][-1]
chart = Chart(
    "s",
    "voters needed",
    "The line of the folds is level, that of all marks rises with slope two, that of hashed sums with slope one and is below both in the middle.",
    log_x=True,
    log_y=True,
)
for way, row in ways.items():
    chart.line([float(k) for k in sparsities], row, f"{way}, d = {wide}")
chart

# %% [markdown]
# Proportional to $s$, to $s^2$ and to $d$: that is what the paper says of the two alternatives, and why it hashes. And $d$ has become what it is without privacy, a logarithm, in $z^2\approx2\ln(100d)$. The constants are another matter: for $s$ of 1 or 2 the plain
# marks are better, and for $s$ beyond 100 or so, at this $d$, the folds.
#
# ### Do the votes come out right?
#
# Counting by the normal law is no proof. Let us draw the elections: $d=64$ coordinates; 4 of them are marked by every voter, at the best $\eta$ and the number of voters that the count asks for.

# %%
few, small = 4, 64
edge = min((1 + k / 4 for k in range(16)), key=lambda x: voters(few, small, x, epsilon))
crowd = math.ceil(voters(few, small, edge, epsilon))
rng = np.random.Generator(np.random.PCG64DXSM([7, 26]))
runs, wrong = 200, 0
for _ in range(runs):
    signs = 2 * rng.integers(0, 2, (crowd, small), dtype=np.int8) - 1
    sums = np.clip(signs[:, :few].sum(axis=1, dtype=float), -edge, edge) + rng.laplace(0, 2 * edge / epsilon, crowd)
    tallies = sums @ signs / crowd
    wrong += int(not ((tallies[:few] >= 0.5).all() and (tallies[few:] < 0.5).all()))
# The probability of a wrong election is to be 1/100 at most; of 200 more than 9 go wrong with probability below 1e-4.
assert binom.sf(9, runs, 0.01) < 1e-4
assert wrong <= 9
condition = 236_600 * few * (1 + math.log(small))
assert 500 < condition / crowd < 1000
print(f"η = {edge}, {crowd:,} voters: {wrong} of {runs} elections wrong; Lemma 26 begins at {condition:,.0f} users")

# %%
ledger["kent/lemma26"]

# %% [markdown]
# The lemma is sound, and needs some 700 times more users than the votes do: each of its steps has a margin, and the margins multiply.
#
# ## 3. Selecting, or forgetting what is small?
#
# After the vote the other half of the users estimate the $s$ chosen coordinates in $s$ folds. A coordinate that nobody marks is lost, so marks must be set down to about $\sqrt{2\ln(dnm)/m}$: what is missed adds up to $8s\ln(dnm)/m$ or so, and this term *does not fall with
# $n$*. The threshold, Algorithm 7, has $sd\ln^2(nm)/(nm\varepsilon^2)$ in its place. So selection is for few users, $n\varepsilon^2$ below $d$ times a logarithm, and the threshold for many. Here are the library's explicit bounds for both, with the printed constants:

# %%
sizes = [10.0 ** (k / 2) for k in range(12, 21)]
first, second = [], []
for users in sizes:
    setting = Setting(round(users), 1000, d=64, epsilon=1.0, s=4)
    first.append(min(bound6(setting).value, 4.0))
    second.append(min(bound7(setting).value, 4.0))
taken = [theorem7(Setting(round(users), 1000, d=64, epsilon=1.0, s=4)).name for users in sizes]
assert taken[0] == "kent-algorithm6"
assert taken[-1] == "kent-algorithm7"
assert first[-1] > 0.5 * min(first)
assert second[-1] < 1e-2 * first[-1]
floors = [any_sparsity(round(users), 1000, 64, 4, 1.0).value for users in sizes]
assert all(low < min(pair) for low, pair in zip(floors, zip(first, second, strict=True), strict=True))
rate = 4 * 64 / (sizes[-1] * 1000)
assert math.isclose(rate / floors[-1], 64 * 84 * 256 ** (1 / 4), rel_tol=1e-3)
print(f"n = 10¹⁰, in units of sd/(nm): at most {second[-1] / rate:.1e}, at least 1/{rate / floors[-1]:,.0f}")
Chart(
    "n, users",
    "bound on the squared error",
    "The bound of the selection falls once and then stays level; that of the threshold falls later and goes on falling; the lower bound is far below.",
    log_x=True,
    log_y=True,
).line(sizes, first, "selection, Algorithm 6: at most").line(sizes, second, "threshold, Algorithm 7: at most").line(
    sizes, floors, "what no private estimator can beat"
)

# %% [markdown]
# Beyond the change both ends fall like $sd/(nm)$, up to the logarithms of the upper one: the *rates* meet. All the rest of the gap is constants. Below it is $64\cdot84\cdot(4d)^{1/s}$, where the last factor, 4 here, pays for an $s$ that may be small; above it is the product of every margin on the way.
#
# ### Why $s$ and not $d$ governs the floor
#
# Theorem 7 has another lower bound, $e^{-Cn\varepsilon^2/s}$ up to the constant $C$. No number of samples takes it away: it is the floor of the lesson on [the transition](transition.ipynb). Why is there no $d$ in it?
#
# From below: give the places away. Means that are 0 outside the first $s$ coordinates are allowed, so nobody does better than in $s$ dimensions. There a private message holds about $\varepsilon^2$ about all $s$ signs together, and each sign has $n\varepsilon^2/s$ from all messages; a test of it errs with a probability that is exponentially small in that, and no smaller.
#
# From above: a user with endless samples marks the right coordinates and no others. Section 2 has counted the voters that finding them takes, $s\ln d$ up to constants, and not $d$. Then $s$ coordinates are left to ask about, with $n/s$ users for each. Who asks about all $d$ coordinates has only $n/d$ users for each, and $e^{-cn\varepsilon^2/d}$: that is the
# floor of the threshold procedure. So $d$ costs a logarithm in the number of voters, and nothing in the exponent.
#
# With few samples this is different. A small mean is hidden by the noise of a user's own samples: the user cannot mark it, so it must be searched for in all $d$ coordinates. Therefore $sd/(nm\varepsilon^2)$ has the factor $d$. Here is the sign of one coordinate, known to every user, by the majority of those who are asked:

# %%
asked_users, lie = 2000, 1 / (1 + math.exp(epsilon))


def sign_is_wrong(users: int) -> float:
    """The probability that at least half of the answers by randomised response are wrong."""
    return float(binom.sf(math.ceil(users / 2) - 1, users, lie))


floors_of = [(d, sign_is_wrong(asked_users // s), sign_is_wrong(asked_users // d)) for d in (4, 16, 64, 256)]
assert floors_of[0][1] == floors_of[0][2]
assert all(row[1] == floors_of[0][1] for row in floors_of)
assert all(a[2] < b[2] for a, b in pairwise(floors_of))
assert floors_of[-1][2] > 1e6 * floors_of[-1][1]
Table(
    ("d", "a sign of s that are found, n/s users", "a sign of d, n/d users"),
    floors_of,
    f"probability that a sign is wrong, n = {asked_users:,} after the vote, s = {s}, m = ∞, ε = 1",
)

# %% [markdown]
# ### A step that fails
#
# The proof of the threshold procedure says: on the event that some estimate is off, the error is at most $4s$, since both vectors have $s$ entries in $[-1,1]$. But an estimate with Laplace noise has no bound, and neither has its error.

# %%
slip = ledger["kent/alg7/worst-case"]
left, right = slip.sides("printed")
assert slip.refuted
assert slip.stands
assert left > 1000 * right
print(f"an outcome with error {left:,.0f}, where the proof says at most {right:g}")
slip

# %% [markdown]
# The repair is one line of code: move what is kept to $[-1,1]$. Nothing that is right moves away from the mean, so all else in the proof stays; the library's Algorithm 7 does it.
#
# ## Exercises
#
# **1.** (B) *Must the signs be independent?* $E[r_jU]=w_j$ uses pairs only. Take the rows of a Walsh matrix as the possible signs, 8 in place of $2^8$, and read all marks again. What does clipping then do?

# %%
walsh = np.array([[1]])
for _ in range(3):
    walsh = np.block([[walsh, walsh], [walsh, -walsh]])
bits = np.array([0, 1, 1, 1, 0, 0, 0, 0])
sums = walsh @ bits
assert (walsh.T @ sums / 8 == bits).all()
by_rows = walsh.T @ np.clip(sums, -2, 2) / 8
assert by_rows.max() < 1
assert np.abs(by_rows[bits == 0]).max() > 0.1
Table(
    ("coordinate", "mark", "read from 8 rows", "clipped to [−2, 2]", "clipped, independent signs"),
    [
        (j + 1, int(bits[j]), float((walsh.T @ sums / 8)[j]), float(by_rows[j]), reads(2, 2.0) if bits[j] else 0.0)
        for j in range(8)
    ],
)

# %% [markdown]
# Unclipped the marks are read exactly. Clipped, a coordinate that *nobody* marked gets votes: products of three rows are rows again, and clipping is not linear. With independent signs an unmarked coordinate's sign is independent of the sum, clipped or not, and reads 0.
#
# **2.** (A) *How many wrong marks does a user set?* A coordinate of mean 0 is marked if their mean of $m$ samples is $\sqrt{2\ln(dnm)/m}$ or more in size. Compare the exact probability, for signs, with Hoeffding's bound $2/(dnm)$.

# %%
counts = []
for size in (25, 100, 400):
    level = math.sqrt(2 * math.log(64 * 1000 * size) / size)
    least = math.ceil(size * (1 + level) / 2 - 1e-9)
    exact = 2 * float(binom.sf(least - 1, size, 0.5))
    counts.append((size, level, exact, 2 / (64 * 1000 * size), 64 * exact))
    assert exact <= counts[-1][3]
Table(("m", "threshold", "exact probability", "2/(dnm)", "wrong marks of a user, d = 64"), counts, "n = 1000")

# %% [markdown]
# Next to none. The price is the threshold: at $m=25$ it is above 1, so that no mark is ever set, and no coordinate can be found. The library's tuned plan takes half of it.
#
# **3.** (B) *What does half the threshold buy?* Compare the bounds of the two plans at $n=10^7$, $d=64$, $s=4$, and say why there is a factor of 4.

# %%
halves = []
for size in (1000, 10_000, 100_000):
    setting = Setting(10**7, size, d=64, epsilon=1.0, s=4)
    halves.append(
        (size, bound6(setting).value, tuned_bound(setting).value, bound6(setting).value / tuned_bound(setting).value)
    )
    assert 3.5 < halves[-1][3] < 4.5
Table(
    ("m", "printed constants", "tuned", "ratio"), halves, "bounds on the squared error, n = 10⁷, d = 64, s = 4, ε = 1"
)

# %% [markdown]
# Where the vote is safe, all that is left is what the marks miss: a coordinate of up to twice the threshold in size may be lost, whose square is 4 times less at half of it.
#
# **4.** (C) *Where should one change from selection to the threshold?* By the rates, where $d\ln^2(nm)/n$ passes below $\ln(dnm)$. Compare with the place at which the library's `theorem7` changes, which takes the smaller bound.

# %%
grid = [round(10 ** (k / 16)) for k in range(96, 145)]
change = next(
    users for users in grid if theorem7(Setting(users, 1000, d=64, epsilon=1.0, s=4)).name == "kent-algorithm7"
)
by_rate = next(
    users for users in range(100, 10**6, 50) if 64 * math.log(users * 1000) ** 2 / users < math.log(64 * users * 1000)
)
assert change > 1000 * by_rate
print(f"by the rates from n = {by_rate:,} on, by the explicit bounds from n = {change:,} on")

# %% [markdown]
# The place by the rates is that of a world in which all constants are 1. Nobody can read off a rate which of two procedures to run; with explicit bounds one can, and they say: far later.

# %% [markdown]
# **5.** (B, proof) *Let $f$ be any function that does not fall. Show that an unmarked coordinate reads $E[r_jf(U)]=0$, and that a marked one reads at least 0, if the signs are independent and fair.*

# %% [markdown]
# If $w_j=0$, then $r_j$ does not occur in $U$, and is independent of it: $E[r_jf(U)]=E[r_j]\,E[f(U)]=0$.
#
# If $w_j=1$, write $U=r_j+W$ with $W$ independent of $r_j$. Averaging over $r_j$ gives $E[r_jf(U)]=\frac12E[f(W+1)-f(W-1)]$, and no difference is negative. For clipping it is the share of the sums that the clip leaves alone, and a part of those next to its edges: that is the table of section 2.
