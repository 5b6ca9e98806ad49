// The calculator: looks the asked sizes up in the tables of calculator-tables.js. Nothing is interpolated.
"use strict";
(() => {
  const form = document.getElementById("calculator"), field = name => form.elements.namedItem(name);
  const [lower, source, places, command, rows] = ["lower", "source", "places", "command", "estimators"]
    .map(id => document.getElementById(id));
  const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  const told = value => {
    if (value === null) return "–";
    if (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6)) return String(Number(value.toPrecision(5)));
    const [front, ten] = value.toExponential(4).split("e");
    return `${Number(front)}·10${[...String(Number(ten))].map(sign => RAISED[sign]).join("")}`;
  };
  // Users, samples and budget may be left unused: what holds above holds here, what is attained below is attained here.
  const above = (axis, value) => axis.findIndex(one => one >= value);
  const below = (axis, value) => axis.findLastIndex(one => one <= value);
  const chosen = () => globalThis.ratecheckTables[field("problem").selectedIndex];

  function point(table, asked, side) {
    const { n, m, d, epsilon } = table.axes;
    const at = [side(n, asked.n), side(m, asked.m), d.indexOf(asked.d), side(epsilon, asked.epsilon)];
    if (at.some(place => place < 0)) return null;
    const place = ((at[0] * m.length + at[1]) * d.length + at[2]) * epsilon.length + at[3];
    return { row: table.points[place], n: n[at[0]], m: m[at[1]], epsilon: epsilon[at[3]] };
  }
  const named = p => `n = ${p.n.toLocaleString("en")}, m = ${p.m.toLocaleString("en")}, ε = ${p.epsilon}`;
  const cell = (text, kind) => {
    const made = document.createElement(kind === "row" ? "th" : "td");
    made.textContent = text;
    if (kind === "row") made.scope = "row";
    if (kind === "number") made.className = "number";
    return made;
  };

  function sizes() {
    const { d } = chosen().axes, now = Number(field("d").value);
    field("d").replaceChildren(...d.map(one => new Option(one, one, one === now, one === now)));
    show();
  }

  function show() {
    const table = chosen(), D = Number(field("D").value), scale = D * D;
    const asked = Object.fromEntries(["n", "m", "d", "epsilon"].map(name => [name, Number(field(name).value)]));
    const [high, low] = [point(table, asked, above), point(table, asked, below)];
    const inside = D > 0 && high && low;
    rows.replaceChildren();
    lower.textContent = inside ? told(high.row[0] * scale) : "–";
    source.textContent = inside ? `(${high.row[1]})` : "";
    command.textContent = `ratecheck bound ${table.problem} --n ${asked.n} --m ${asked.m}`
      + `${table.problem === "mean" ? "" : ` --d ${asked.d}`} --D ${D} --epsilon ${asked.epsilon}`;
    if (!inside) {
      const ends = axis => `${axis[0].toLocaleString("en")} to ${axis.at(-1).toLocaleString("en")}`;
      places.textContent = `The tables go from n = ${ends(table.axes.n)}, m = ${ends(table.axes.m)}, `
        + `ε = ${ends(table.axes.epsilon)}; D is positive. The command goes further:`;
      return;
    }
    places.textContent = named(high) === named(low) ? "These sizes are in the tables: the numbers are those of"
      : `Not in the tables: the lower bound is that at ${named(high)}, and the risks are those at ${named(low)}, `
        + "which more users, samples or budget can only improve on. For the numbers in between:";
    const found = table.estimators.map(([name, oneLaw], place) => ({ name, oneLaw, told: low.row[place + 2] }))
      .filter(one => one.told !== null)
      .sort((a, b) => (a.told[0] ?? Infinity) - (b.told[0] ?? Infinity));
    for (const { name, oneLaw, told: [risk, failure, bound, spend, bins, noise] } of found) {
      const row = document.createElement("tr");
      row.append(cell(oneLaw ? `${name} *` : name, "row"), ...[
        risk === null ? null : risk * scale, bound === null ? null : bound * scale, failure, bins,
        noise === null ? null : noise * D,
      ].map(value => cell(told(value), "number")), cell(spend === "1" ? "ε" : `${spend} ε`));
      rows.append(row);
    }
  }
  form.addEventListener("input", event => (event.target.name === "problem" ? sizes : show)());
  form.addEventListener("submit", event => event.preventDefault());
  sizes();
})();
