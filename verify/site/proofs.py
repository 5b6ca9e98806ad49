"""Proofs in words of the theorems that carry the lower bounds, next to the facts that are judged and their proofs.

The statements are those of the facts; only the words are typed here. A sum stands for an integral where messages or
data are not discrete.
"""

import re
from dataclasses import dataclass
from functools import cache

from markupsafe import Markup, escape

from notation.papers import ledger
from verify.kernel.calculus.grounds import proof_of
from verify.kernel.calculus.reasons import Schema
from verify.kernel.rocq import library
from verify.ledger.collect import all_facts
from verify.site.mathematics import formula, statement
from verify.site.views import FactView, fact_view

_GIVEN = r" \quad ("
_FORMULA = re.compile(r"\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^$]+?)\$", re.DOTALL)


@dataclass(frozen=True)
class _Proof:
    """A proof in words: the page's name, its title, what it is used for, the facts that it is of, and the text."""

    name: str
    title: str
    use: str
    facts: tuple[str, ...]
    text: str

    @property
    def html(self) -> Markup:
        """Its paragraphs."""
        return Markup("\n").join(Markup("<p>{}</p>").format(prose(part)) for part in self.text.strip().split("\n\n"))


@dataclass(frozen=True)
class Formal:
    """A fact next to its proof in words: its view, the fact, and what Rocq has of it."""

    view: FactView
    fact: Schema
    source: str

    @property
    def conclusion(self) -> str:
        """What it says, without its conditions."""
        return self.view.text.partition(_GIVEN)[0]

    @property
    def conditions(self) -> str:
        """Its conditions, without the brackets around them: so they can wrap."""
        return self.view.text.partition(_GIVEN)[2].removesuffix(")")


def prose(text: str) -> Markup:
    """A paragraph with formulas between dollars, those between two of them on lines of their own."""
    found, end = [Markup("")], 0
    for at in _FORMULA.finditer(text):
        found.append(escape(text[end : at.start()]))
        latex = " ".join((at["inline"] or at["display"]).split())
        found.append(formula(latex) if at["inline"] else statement(latex))
        end = at.end()
    return Markup("").join([*found, escape(text[end:])])


def formal(proof: _Proof) -> list[Formal]:
    """The facts of a proof, as the ledger has them."""
    known = {fact.name: fact for fact in all_facts()}
    found = []
    for name in proof.facts:
        lemma = (proof_of(known[name]) or "").removeprefix("rocq:")
        found.append(Formal(fact_view(known[name].title), known[name], _source(lemma)))
    return found


def proved_in_words() -> dict[str, str]:
    """The page of each fact that has a proof in words, from the site's root; none for a folder's ledger."""
    if ledger() is not None:
        return {}
    return {name: f"proofs/{proof.name}.html" for proof in PROOFS for name in proof.facts}


@cache
def _source(lemma: str) -> str:
    """The text of a theorem in Rocq with its proof; empty where the library has none of that name."""
    texts = (path.read_text("utf-8") for path in sorted(library.folder().glob("*.v"))) if lemma else ()
    pattern = re.compile(rf"^Theorem {re.escape(lemma)}\b.*?\bQed\.$", re.MULTILINE | re.DOTALL)
    return next((found[0] for text in texts if (found := pattern.search(text))), "")


PROOFS = (
    _Proof(
        "data-processing",
        "Data processing",
        "A message says no more than the data behind it.",
        ("data processing",),
        r"""
Where $\mathrm{KL}(P\|Q)$ is infinite there is nothing to prove. Otherwise $P$ has a density $p/q$ with respect to
$Q$, and with $f(t)=t\ln t$, which is convex, $\mathrm{KL}(P\|Q)=\sum_xq(x)f(p(x)/q(x))$.

Let $k(z\mid x)$ be the probability of the message $z$ on the data $x$, and $M_P(z)=\sum_xp(x)k(z\mid x)$. For a
message with $M_Q(z)>0$ the weights $w_z(x)=q(x)k(z\mid x)/M_Q(z)$ sum to 1, and
$$\frac{M_P(z)}{M_Q(z)}=\sum_xw_z(x)\frac{p(x)}{q(x)}.$$

Jensen’s inequality gives $f(M_P(z)/M_Q(z))\le\sum_xw_z(x)f(p(x)/q(x))$. Multiply by $M_Q(z)$ and sum over $z$. At the
left is the divergence of the messages. At the right the sum over $z$ of $k(z\mid x)$ is 1, which leaves the
divergence of the data.
""",
    ),
    _Proof(
        "pinsker",
        "Pinsker’s inequality",
        "It turns a divergence, which can be added over users, into an error of tests.",
        ("Pinsker",),
        r"""
Let $A$ be the set where $p>q$, and $a=P(A)$, $b=Q(A)$. Then $\mathrm{TV}(P,Q)=a-b$. Whether the data are in $A$ is a
message of one bit, so by data processing $\mathrm{KL}(P\|Q)$ is at least
$$\mathrm{kl}(a,b)=a\ln\frac ab+(1-a)\ln\frac{1-a}{1-b}.$$

It remains to show that $g(b)=\mathrm{kl}(a,b)-2(a-b)^2$ is nowhere negative. At $b=a$ it is 0, and
$$g'(b)=(b-a)\Big(\frac1{b(1-b)}-4\Big).$$

As $b(1-b)\le\frac14$, the second factor is not negative. So $g$ falls up to $b=a$ and rises from there on: its least
value is 0.
""",
    ),
    _Proof(
        "bretagnolle-huber",
        "The inequality of Bretagnolle and Huber",
        "A bound on tests where the divergence is so large that Pinsker’s inequality is trivial.",
        ("Bretagnolle and Huber",),
        r"""
The sum of $\min(p,q)$ is $1-\mathrm{TV}$, and that of $\max(p,q)$ is $1+\mathrm{TV}$. Since $pq=\min(p,q)\max(p,q)$,
the inequality of Cauchy and Schwarz gives
$$\Big(\sum\sqrt{pq}\Big)^2\le(1-\mathrm{TV})(1+\mathrm{TV})\le2(1-\mathrm{TV}).$$

By Jensen’s inequality for the logarithm, with the expectation under $P$,
$$\ln\sum\sqrt{pq}\ge\ln E_P\sqrt{q/p}\ge\tfrac12E_P\ln\frac qp=-\tfrac12\mathrm{KL}(P\|Q).$$

Together: $e^{-\mathrm{KL}}\le2(1-\mathrm{TV})$.
""",
    ),
    _Proof(
        "hellinger",
        "Total variation by the Hellinger distance",
        "For independent samples the affinity $1-H^2$ is multiplied, which total variation does not do.",
        ("Hellinger above TV",),
        r"""
Here $H^2=1-\sum\sqrt{pq}$, half the sum of $(\sqrt p-\sqrt q)^2$. As in the inequality of Bretagnolle and Huber,
$pq=\min(p,q)\max(p,q)$ and Cauchy and Schwarz give
$$(1-H^2)^2\le(1-\mathrm{TV})(1+\mathrm{TV})=1-\mathrm{TV}^2.$$

So $\mathrm{TV}^2\le1-(1-H^2)^2=H^2(2-H^2)$.
""",
    ),
    _Proof(
        "kl-chi-square",
        "KL is below chi-square",
        "The divergence that adds up over users is bounded by the one that a private channel contracts.",
        ("KL below chi-square",),
        r"""
The logarithm is concave, so by Jensen’s inequality, with the expectation under $P$,
$$\mathrm{KL}(P\|Q)=E_P\ln\frac pq\le\ln E_P\frac pq=\ln\sum\frac{p^2}q=\ln\big(1+\chi^2(P\|Q)\big).$$

The last equality is $\sum(p-q)^2/q=\sum p^2/q-1$. And $\ln(1+x)\le x$.
""",
    ),
    _Proof(
        "tensorisation",
        "Independent samples",
        "A user’s $m$ samples count $m$ times in a divergence.",
        ("tensorisation",),
        r"""
The density of $P^{\otimes m}$ with respect to $Q^{\otimes m}$ is the product of those of the samples, so its
logarithm is the sum $\sum_i\ln\frac{p(x_i)}{q(x_i)}$. Under $P^{\otimes m}$ each term has the expectation
$\mathrm{KL}(P\|Q)$, and there are $m$ of them.

For total variation nothing of the kind holds: for small differences it grows like the root of $m$, and it is never
above 1.
""",
    ),
    _Proof(
        "chain-rule",
        "The chain rule over users",
        "Messages that may depend on all earlier messages are worth no more than $n$ single ones.",
        ("chain rule over users",),
        r"""
User $i$ sees the earlier messages $z_{<i}=(z_1,\dots,z_{i-1})$ and answers by a channel $K_{z_{<i}}$, which may
depend on them and is $\varepsilon$-private whatever they are. The data of different users are independent. So, given
$z_{<i}$, the message of user $i$ has the law $K_{z_{<i}}P$ under $P$, and $K_{z_{<i}}Q$ under $Q$: what others have
sent tells nothing of this user’s data.

The probability of all messages is therefore a product over the users, under both laws. The logarithm of the ratio is
a sum, and its expectation under $P$ is
$$\mathrm{KL}(Z[P]\|Z[Q])=\sum_{i=1}^nE_{Z[P]}\,\mathrm{KL}(K_{z_{<i}}P\,\|\,K_{z_{<i}}Q).$$

Each divergence at the right is that of one private channel, at most the largest of all. There are $n$.
""",
    ),
    _Proof(
        "private-contraction",
        "What a private message lets through",
        "The one step of a lower bound in which privacy enters.",
        ("private contraction",),
        r"""
Let $q(z\mid x)$ be the probability of the message $z$ on the data $x$, and $a(z)$ its infimum over $x$. Privacy says
$a(z)\le q(z\mid x)\le e^\varepsilon a(z)$. Under $P$ and $Q$ the message has the probabilities $M_P(z)$ and $M_Q(z)$,
the means of $q(z\mid\cdot)$.

Their difference is the integral of $q(z\mid x)-a(z)$ with respect to $P-Q$. The integrand is between 0 and
$(e^\varepsilon-1)a(z)$, and the positive and the negative part of $P-Q$ both have the mass $\mathrm{TV}(P,Q)$. So
$$|M_P(z)-M_Q(z)|\le(e^\varepsilon-1)\,a(z)\,\mathrm{TV}(P,Q).$$

A mean of numbers that are at least $a(z)$ is at least $a(z)$, so $M_Q(z)\ge a(z)$. Hence
$$\chi^2(KP\|KQ)=\sum_z\frac{(M_P(z)-M_Q(z))^2}{M_Q(z)}\le(e^\varepsilon-1)^2\,\mathrm{TV}(P,Q)^2\sum_za(z).$$

For any $x$ the sum of $a(z)$ is at most that of $q(z\mid x)$, which is 1.
""",
    ),
    _Proof(
        "bessel",
        "One message about many coordinates: Bessel’s inequality",
        "A private message says no more about $d$ coordinates together than about one: a vector costs a factor $d$.",
        ("private contraction, for all coordinates", "Bessel for fluctuations"),
        r"""
Fix the vertex $v$, and let $P=F_v^{\otimes m}$ be the law of a user’s data there. Turning the $k$-th sign changes it
by a factor: $F_{v\oplus k}^{\otimes m}=(1+\varphi_k)P$. Both are probability laws, so $E_P\varphi_k=0$. The
hypothesis is that $E_P\varphi_j\varphi_k=0$ for $j\ne k$, and $E_P\varphi_k^2\le a$.

With $q(z\mid x)$ between $b(z)$ and $e^\varepsilon b(z)$ as in the contraction of one channel, turning the $k$-th
sign changes the probability of the message $z$ by $E_P[\varphi_k\,q(z\mid\cdot)]$. As $E_P\varphi_k=0$, one may
subtract a constant: let $g$ be $q(z\mid\cdot)$ minus the middle of its range, so that
$|g|\le\frac12(e^\varepsilon-1)b(z)$.

Bessel’s inequality for the orthogonal functions $\varphi_k$ says that the squared projections of $g$ have together
no more than its squared length:
$$\sum_k(E_P\varphi_kg)^2\le a\,E_Pg^2\le\tfrac14a(e^\varepsilon-1)^2b(z)^2.$$

Divide by the probability of $z$, which is at least $b(z)$ under each of the laws, and sum over $z$. The sum of $b(z)$
is at most 1, which leaves $\frac14a(e^\varepsilon-1)^2$. The number $d$ of coordinates has gone: with one coordinate
the bound would be the same.
""",
    ),
    _Proof(
        "le-cam",
        "Le Cam’s two points",
        "An estimator that is good at two laws would be a test between them.",
        ("Le Cam, two points",),
        r"""
Let $x$ be the estimate after the messages $z$. Whatever it is,
$$(x-\mu(P))^2+(x-\mu(Q))^2\ge\tfrac12(\mu(P)-\mu(Q))^2\ge2\delta^2.$$

The larger of the two risks is at least their mean. Replace the probabilities $M_P(z)$ and $M_Q(z)$ of the messages by
the smaller of them:
$$\tfrac12\sum_z\Big(M_P(z)(x-\mu(P))^2+M_Q(z)(x-\mu(Q))^2\Big)\ge\tfrac12\sum_z\min(M_P(z),M_Q(z))\,2\delta^2.$$

The sum of the minima is $1-\mathrm{TV}$, which gives $\delta^2(1-\mathrm{TV})$. A proof by tests, in which an
estimate nearer to $\mu(P)$ counts as an answer, has half of this.
""",
    ),
    _Proof(
        "assouad",
        "Assouad’s cube",
        "An estimate of a vector answers $d$ tests, and the errors are added.",
        ("Assouad", "wrong coordinates"),
        r"""
Draw the signs $v$ by tossing $d$ fair coins. The worst risk is at least the mean risk over $v$. Given the messages,
let $p$ be the probability that $v_k=1$. No estimate of the $k$-th coordinate, which is $\delta v_k$, has a smaller
mean squared error than its mean $(2p-1)\delta$, and the error of that is
$$4p(1-p)\delta^2\ge2\min(p,1-p)\,\delta^2,$$
as the larger of $p$ and $1-p$ is at least $\frac12$. But $\min(p,1-p)$ is the probability that the likelier sign is
wrong. Summed over the coordinates and averaged over the messages, this is $2\delta^2$ times the least expected number
of wrong signs.

How many must be wrong? A test of the $k$-th sign errs no less often if it is not told the other signs than if it is.
Told them, it has to tell $F_v$ from $F_{v\oplus k}$, two laws of equal probability, and the best test errs with
probability $\frac12(1-\mathrm{TV})$. Average over the other signs and sum over $k$.
""",
    ),
    _Proof(
        "cube-to-bound",
        "From the cube to a bound",
        "Four of these proofs in a row: the lower bound for a vector of means.",
        ("Pinsker over the coordinates", "chain rule over users, for all coordinates"),
        r"""
Pinsker’s inequality for each pair of neighbours, and Cauchy and Schwarz over the $d$ coordinates and the vertices,
bound the sum of total variations:
$$\sum_k\operatorname{avg}_v\mathrm{TV}_{v,k}\le\sum_k\operatorname{avg}_v\sqrt{\tfrac12\mathrm{KL}_{v,k}}\le\sqrt{\tfrac
d2\operatorname{avg}_v\sum_k\mathrm{KL}_{v,k}}.$$

The chain rule over users holds for the sum over $k$ as for a single pair, since given the earlier messages one and
the same channel answers about all coordinates: the inner sum is at most $n$ times that of one private message. There
KL is below chi-square, and Bessel’s inequality bounds the sum by $\frac14a(e^\varepsilon-1)^2$.

With Assouad’s cube, whose means are $\pm\delta$ in each coordinate, the worst risk is therefore at least
$$d\,\delta^2\Big(1-\sqrt{\frac{na(e^\varepsilon-1)^2}{8d}}\Big).$$

For signs of mean $\pm\delta$ and small $m\delta^2$ the number $a$ is about $4m\delta^2$. Choose $\delta^2$ of the
order $d/(nm\varepsilon^2)$, so that the bracket is $\frac12$: the bound is of the order $d^2/(nm\varepsilon^2)$,
where without privacy it is $d/(nm)$.
""",
    ),
    _Proof(
        "fano",
        "Fano’s inequality",
        "With many laws and little information the right one cannot be named.",
        ("Fano", "Fano's method"),
        r"""
Let $V$ be uniform on $K$ values, $G$ what is seen, and $E$ the indicator of a wrong guess. The entropy of $V$ given
$G$ is $\ln K-I(V;G)$. It does not become smaller if $E$ is added, and by the chain rule
$$\ln K-I(V;G)\le H(E\mid G)+H(V\mid E,G)\le\ln2+P(E=1)\ln K.$$

Indeed $E$ has two values. If the guess is right, $V$ is the guess and has no entropy left; if it is wrong, $V$ has at
most $K-1$ values. Solve for $P(E=1)$.

For the method take $N$ laws whose parameters are $2\Delta$ apart. An estimate that is nearer than $\Delta$ to the
true parameter names it, so the loss is at least $\Phi(\Delta)$ with the probability of a wrong guess. The information
is a mean of divergences to the mixture of all laws, which by convexity is at most the largest divergence between two
of them.
""",
    ),
    _Proof(
        "van-trees",
        "Van Trees’ inequality",
        "A smooth prior in place of two points: often the best constant.",
        ("van Trees",),
        r"""
First one parameter $\theta$, with a prior density $\lambda$ on an interval, 0 at its ends, and
$J=\int\lambda'^2/\lambda$. Let $M_\theta(z)$ be the probability of the messages and $T(z)$ an estimate. Integrate by
parts over $\theta$, for each $z$; the ends give nothing:
$$\int(T(z)-\theta)\,\partial_\theta\big(M_\theta(z)\lambda(\theta)\big)\,d\theta=\int
M_\theta(z)\lambda(\theta)\,d\theta.$$

Summed over $z$ the right side is 1. The left side is the expectation of $(T-\theta)s$ with the score
$s=\partial_\theta\ln(M_\theta\lambda)$, so by Cauchy and Schwarz $1\le E(T-\theta)^2\,Es^2$. The score is that of the
messages plus that of the prior; the first has mean 0 given $\theta$, so $Es^2=E\,I(\theta)+J$.

In $d$ dimensions, with independent coordinates of the prior, this holds for each coordinate with the entry $I_{kk}$.
Let $x_k=E\,I_{kk}+J$. Cauchy and Schwarz once more: $d^2=(\sum\sqrt{x_k}/\sqrt{x_k})^2\le\sum x_k\sum1/x_k$, so that
$$\sum_kE(T_k-\theta_k)^2\ge\sum_k\frac1{x_k}\ge\frac{d^2}{E\,\mathrm{Tr}\,I+dJ}.$$

The worst risk is at least this mean over the prior; a parameter $c\,\theta$ has $c^2$ times the error. Here the data
are signs, so the probability of a message is a polynomial in $\theta$, and sums and derivatives may be exchanged.
""",
    ),
)
"""In the order in which they can be read."""
