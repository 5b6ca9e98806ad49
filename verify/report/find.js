// Search, and previews of links to claims. Pages say all that they say without it.
"use strict";
(() => {
  const up = document.currentScript.getAttribute("src").replace("find.js", "");
  const FIELDS = ["id", "page", "title", "place", "verdict", "severity", "statement", "correction"];
  const MOST = 100;
  const GREEK = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", η: "eta", θ: "theta", λ: "lambda", μ: "mu",
    π: "pi", ρ: "rho", σ: "sigma", τ: "tau", φ: "phi", χ: "chi", ℓ: "l_", "∞": "inf", "≤": "<=", "≥": ">=" };
  const plain = text => text.normalize("NFKD").toLowerCase().replace(/[αβγδεηθλμπρστφχℓ∞≤≥]/g, c => GREEK[c]);

  // The index is a script, not data to be fetched: a folder opened without a server may load nothing else.
  let loading;
  const index = () => loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = up + "search-index.js";
    script.onload = () => done(globalThis.ratecheckIndex.map(row => {
      const entry = Object.fromEntries(FIELDS.map((name, place) => [name, row[place]]));
      entry.names = plain(`${entry.id} ${entry.title}`);
      entry.all = plain(row.join(" "));
      return entry;
    }));
    script.onerror = failed;
    document.head.append(script);
  });

  const element = (tag, text, kind) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const badges = entry => [[entry.verdict, entry.verdict], [entry.severity, "severity"]]
    .filter(([word]) => word).map(([word, kind]) => element("span", word, `badge ${kind.split(" ").pop()}`));
  const place = entry => {
    const line = element("p", "", "place");
    if (entry.id) line.append(element("code", entry.id), " · ");
    line.append(entry.place, ...badges(entry).flatMap(badge => [" ", badge]));
    return line;
  };

  // Lowest first: an id typed in full, then by how many words stand in neither id nor title.
  const rank = (entry, words, asked) =>
    plain(entry.id) === asked ? -1 : words.filter(w => !entry.names.includes(w)).length;

  async function search(results, status, asked) {
    const words = plain(asked).split(/\s+/).filter(Boolean);
    if (!words.length) { results.replaceChildren(); status.textContent = ""; return; }
    const entries = await index();
    const found = entries.filter(entry => words.every(w => entry.all.includes(w)))
      .map((entry, order) => [rank(entry, words, plain(asked).trim()), order, entry])
      .sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(row => row[2]);
    status.textContent = `${found.length} of ${entries.length}` + (found.length > MOST ? `, the first ${MOST} shown` : "");
    results.replaceChildren(...found.slice(0, MOST).map(entry => {
      const row = element("li"), title = element("h2"), link = element("a", entry.title);
      link.href = up + entry.page;
      title.append(link);
      row.append(title, place(entry), element("p", entry.statement, "small"));
      return row;
    }));
  }

  const box = document.querySelector("input[type=search]");
  const results = document.getElementById("results");
  if (results) {
    const status = document.getElementById("found");
    box.value = new URLSearchParams(location.search).get("q") ?? "";
    const again = () => search(results, status, box.value).catch(() => { status.textContent = "The index cannot be read."; });
    box.addEventListener("input", again);
    box.form.addEventListener("submit", event => { event.preventDefault(); again(); });
    again();
  }
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      box.focus();
    }
    if (event.key === "Escape") hide();
  });

  let shown, described;
  function hide() {
    shown?.remove();
    described?.removeAttribute("aria-describedby");
    shown = described = undefined;
  }
  async function preview(link) {
    const path = decodeURIComponent(address(link).pathname);
    const entry = (await index()).find(one => one.page.startsWith("claims/") && path.endsWith(`/${one.page}`));
    if (!entry || !(link.matches(":hover") || link === document.activeElement)) return;
    hide();
    shown = element("div", "", "preview");
    shown.id = "preview";
    shown.setAttribute("role", "tooltip");
    shown.append(element("b", entry.title), place(entry), element("p", entry.statement));
    if (entry.correction) shown.append(element("p", `What changes: ${entry.correction}`, "small"));
    described = link;
    link.setAttribute("aria-describedby", "preview");
    document.body.append(shown);
    const at = link.getBoundingClientRect(), room = document.documentElement.clientWidth;
    shown.style.left = `${scrollX + Math.max(8, Math.min(at.left, room - shown.offsetWidth - 8))}px`;
    const below = at.bottom + shown.offsetHeight + 8 < innerHeight;
    shown.style.top = `${scrollY + (below ? at.bottom + 4 : Math.max(4, at.top - shown.offsetHeight - 4))}px`;
  }
  // Links from claim to claim name no folder; a browser's own hint beside a preview would say the same twice.
  const address = link => new URL(link.getAttribute("href"), location);
  function about(event) {
    const link = event.target.closest?.("main a[href]");
    if (!link || link.getAttribute("href").startsWith("#") || !address(link).pathname.includes("/claims/")) return null;
    const hint = link.querySelector("title");
    if (hint) {
      link.setAttribute("aria-label", hint.textContent);
      hint.remove();
    }
    return link;
  }
  let waiting;
  document.addEventListener("pointerover", event => {
    const link = about(event);
    clearTimeout(waiting);
    if (link && event.pointerType === "mouse") waiting = setTimeout(() => preview(link).catch(hide), 150);
    else if (!event.target.closest?.(".preview")) hide();
  });
  document.addEventListener("focusin", event => {
    const link = about(event);
    if (link?.matches(":focus-visible")) preview(link).catch(hide);
    else hide();
  });
})();
