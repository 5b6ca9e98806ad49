// The calculator: looks the asked sizes up in the tables of calculator-tables.js. Nothing is interpolated.
"use strict";
(() => {
  const form = document.getElementById("calculator"), field = name => form.elements.namedItem(name);
  const [about, error, laws, lower, source, places, command, rows] =
    ["about", "error", "laws", "lower", "source", "places", "command", "estimators"].map(id => document.getElementById(id));
  const RAISED = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  const told = value => {
    if (value === null) return "–";
    if (value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6)) return String(Number(value.toPrecision(5)));
    const [front, ten] = value.toExponential(4).split("e");
    return `${Number(front)}·10${[...String(Number(ten))].map(sign => RAISED[sign]).join("")}`;
  };
  // Users, samples and budget may be left unused: what holds above holds here, what is attained below is attained here.
  const UNUSED = ["n", "m", "epsilon", "delta"];
  const above = (axis, value) => axis.findIndex(one => one >= value);
  const below = (axis, value) => axis.findLastIndex(one => one <= value);
  const chosen = () => globalThis.ratecheckTables[field("problem").selectedIndex];

  function point(table, asked, side) {
    const at = {};
    let place = 0;
    for (const [name, axis] of Object.entries(table.axes)) {
      const found = UNUSED.includes(name) ? side(axis, asked[name]) : axis.indexOf(asked[name]);
      if (found < 0) return null;
      place = place * axis.length + found;
      at[name] = axis[found];
    }
    return { row: table.points[place], at };
  }
  const letter = name => ({ epsilon: "ε", delta: "δ" })[name] ?? name;
  const named = at => Object.keys(at).filter(name => UNUSED.includes(name))
    .map(name => `${letter(name)} = ${at[name] < 1 ? at[name] : at[name].toLocaleString("en")}`).join(", ");
  const cell = (text, kind) => {
    const made = document.createElement(kind === "row" ? "th" : "td");
    made.textContent = text;
    if (kind === "row") made.scope = "row";
    if (kind === "number") made.className = "number";
    return made;
  };

  // The fields that the problem has, and what may be chosen in them.
  function sizes() {
    const { axes, unit } = chosen();
    for (const label of form.querySelectorAll("label[data-size]")) {
      const name = label.dataset.size, axis = axes[name], now = Number(field(name).value);
      label.hidden = !axis && !(name in unit);
      if (!axis) continue;
      if (UNUSED.includes(name)) field(name).value = Math.min(Math.max(now, axis[0]), axis.at(-1));
      else field(name).replaceChildren(...axis.map(one => new Option(one, one, one === now, one === now)));
    }
    show();
  }

  function show() {
    const table = chosen(), free = Object.keys(table.unit);
    const asked = Object.fromEntries([...Object.keys(table.axes), ...free].map(name => [name, Number(field(name).value)]));
    const power = name => table.unit[name] === "2/p" ? 2 / asked.p : table.unit[name];
    const scale = free.reduce((product, name) => product * asked[name] ** power(name), 1);
    const [high, low] = [point(table, asked, above), point(table, asked, below)];
    const inside = free.every(name => asked[name] > 0) && high && low;
    rows.replaceChildren();
    [about.textContent, error.textContent, laws.textContent] = [table.about, table.error, table.laws];
    // Of a constant the risk is about 1 in these units: what is nothing next to it rules nothing out.
    lower.textContent = !inside ? "–" : high.row[0] > 1e-12 ? told(high.row[0] * scale) : "0, a trivial bound";
    source.textContent = inside ? `(${high.row[1]})` : "";
    command.textContent = `ratecheck bound ${table.problem}`
      + Object.entries({ ...asked, ...table.fixed }).map(([name, value]) => ` --${name} ${value}`).join("");
    if (!inside) {
      const ends = name => `${letter(name)} = ${table.axes[name][0].toLocaleString("en", { maximumFractionDigits: 12 })} to `
        + table.axes[name].at(-1).toLocaleString("en", { maximumFractionDigits: 12 });
      const positive = free.length ? ` ${free.join(" and ")} must be positive.` : "";
      places.textContent = `The tables go from ${Object.keys(table.axes).filter(name => UNUSED.includes(name)).map(ends).join(", ")}.`
        + `${positive} The command goes further:`;
      return;
    }
    places.textContent = named(high.at) === named(low.at) ? "These sizes are in the tables: the numbers are those of"
      : `Not in the tables: the lower bound is that at ${named(high.at)}, and the risks are those at ${named(low.at)}, `
        + "which can only improve with more users, samples or budget. For the numbers in between:";
    const found = table.estimators.map(([name, oneLaw], place) => ({ name, oneLaw, told: low.row[place + 2] }))
      .filter(one => one.told !== null)
      .sort((a, b) => (a.told[0] ?? Infinity) - (b.told[0] ?? Infinity));
    for (const { name, oneLaw, told: [risk, failure, bound, spend, bins, noise] } of found) {
      const row = document.createElement("tr");
      const head = cell("", "row"), link = document.createElement("a");
      link.href = `estimators.html#${name}`;
      link.textContent = name;
      head.append(link, oneLaw ? "\u00a0*" : "");
      row.append(head, ...[
        risk === null ? null : risk * scale, bound === null ? null : bound * scale, failure, bins,
        noise === null ? null : noise * Math.sqrt(scale),
      ].map(value => cell(told(value), "number")), cell(spend === null ? "–" : spend === "1" ? "ε" : `${spend} ε`));
      rows.append(row);
    }
  }
  form.addEventListener("input", event => (event.target.name === "problem" ? sizes : show)());
  form.addEventListener("submit", event => event.preventDefault());
  sizes();
})();
