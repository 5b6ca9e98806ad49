// Search, and previews of links to claims. Pages say all that they say without it.
"use strict";
(() => {
  const up = document.currentScript.getAttribute("src").replace("find.js", "");
  const FIELDS = ["id", "page", "title", "place", "verdict", "severity", "statement", "correction", "head", "places"];
  const MOST = 100;
  const GREEK = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", η: "eta", θ: "theta", λ: "lambda", μ: "mu",
    π: "pi", ρ: "rho", σ: "sigma", τ: "tau", φ: "phi", χ: "chi", ℓ: "l_", "∞": "inf", "≤": "<=", "≥": ">=" };
  const BRITISH = { neighbor: "neighbour", behavior: "behaviour", centered: "centred", center: "centre", judgment: "judgement",
    labeled: "labelled" };
  // American and British spellings are one; so are a letter and its name.
  const plain = text => text.normalize("NFKD").toLowerCase().replace(/[αβγδεηθλμπρστφχℓ∞≤≥]/g, c => GREEK[c])
    .replace(/(?<=[a-z]{3})iz/g, "is").replace(/neighbor|behavior|centered|center|judgment|labeled/g, word => BRITISH[word]);

  // The index is a script, not data to be fetched: a folder opened without a server may load nothing else.
  let loading;
  const index = () => loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = up + "search-index.js";
    script.onload = () => done(globalThis.ratecheckIndex.map(row => {
      const entry = Object.fromEntries(FIELDS.map((name, place) => [name, row[place]]));
      entry.names = plain(`${entry.id} ${entry.title}`);
      entry.all = plain(row.slice(0, 8).join(" ")) + (entry.severity ? " error erratum errata finding" : "");
      entry.at = entry.places ? entry.places.split("|") : [];
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

  // A place such as "Theorem 7", "thm 7", "(53)" or "eq. 53", as the index has it.
  const KINDS = { thm: "theorem", lem: "lemma", prop: "proposition", cor: "corollary", alg: "algorithm", def: "definition",
    sec: "section", app: "appendix", fig: "figure" };
  function placeOf(words) {
    const found = /^(?:([a-z]+)\.?\s*)?(\()?((?:\d+|[a-z](?=\.|$))(?:\.\d+)*[a-z]?)\)?$/.exec(words.join(" "));
    if (!found) return null;
    const [, kind, bracket, number] = found;
    if (!kind || /^(eq|eqs|equation)$/.test(kind)) return /^\d/.test(number) ? `(${number})` : null;
    return bracket ? null : `${KINDS[kind] ?? kind} ${number}`;
  }
  // Lowest first. At a place: the result itself, one a paper, then what is there alone, then what is there among others.
  // Else an id typed in full, the errata of the severity asked for, then by how many words stand in neither id nor title.
  const ERRORS = new Set(["error", "errors", "erratum", "errata", "finding", "findings"]);
  const rank = (entry, words, asked, spot) => {
    if (plain(entry.id) === asked && asked) return -4;
    if (spot && entry.head === spot) return -3;
    if (spot && entry.at.includes(spot)) return -2 + (entry.at.filter(one => one[0] === spot[0]).length - 1) / 1000;
    if (words.some(w => ERRORS.has(w)) && words.every(w => ERRORS.has(w) || w === entry.severity)) return -1;
    return words.filter(w => !entry.names.includes(w)).length + (/^(lesson|page)$/.test(entry.place) ? -.5 : 0);
  };

  async function search(results, status, asked) {
    const words = plain(asked).split(/\s+/).filter(Boolean);
    if (!words.length) { results.replaceChildren(); status.textContent = ""; return; }
    const entries = await index();
    const papers = new Set(entries.map(entry => entry.id.split("/")[0]).filter(Boolean));
    const keys = words.filter(w => papers.has(w)), spot = placeOf(words.filter(w => !papers.has(w)));
    const there = entry => spot && entry.at.includes(spot) && keys.every(key => entry.id.startsWith(`${key}/`));
    const found = entries.filter(entry => there(entry) || words.every(w => entry.all.includes(w)))
      .map((entry, order) => [rank(entry, words, plain(asked).trim(), there(entry) && spot), order, entry])
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
