// Search, and previews of links to claims. Pages say all that they say without it.
"use strict";
(() => {
  const up = document.currentScript.dataset.up;
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
    const name = decodeURIComponent(link.getAttribute("href")).split("/").pop().split("#")[0];
    const entry = (await index()).find(one => one.page === `claims/${name}`);
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
  // On a map of results, those that a result rests on.
  function trace(box) {
    const drawing = box?.closest("svg"), boxes = drawing ? [...drawing.querySelectorAll("a[data-on]")] : [];
    for (const old of document.querySelectorAll("svg.traced")) old.classList.remove("traced");
    if (!box) return;
    const reached = new Set(), waiting = [boxes.indexOf(box)];
    while (waiting.length) {
      const place = waiting.pop();
      if (reached.has(place)) continue;
      reached.add(place);
      waiting.push(...boxes[place].dataset.on.split(" ").filter(Boolean).map(Number));
    }
    boxes.forEach((each, place) => each.classList.toggle("under", reached.has(place)));
    drawing.classList.add("traced");
  }
  for (const kind of ["pointerover", "focusin"])
    document.addEventListener(kind, event => trace(event.target.closest?.("a[data-on]")));
  const about = event => event.target.closest?.('main a[href*="claims/"]');
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
