// The calculator: looks the asked sizes up in the tables of calculator-tables.js. Nothing is interpolated.
// The address says what is asked: #problem=mean&n=5000.
"use strict";
(() => {
  const form = document.getElementById("calculator"), field = name => form.elements.namedItem(name);
  const differ = document.getElementById("differ");
  const [about, error, laws, lower, source, places, command, rows, curves, along] =
    ["about", "error", "laws", "lower", "source", "places", "command", "estimators", "curves", "along"]
      .map(id => document.getElementById(id));
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

  // Numbers in a range from A to B are numbers in [-D, D], moved: the errors are those of D = (B - A)/2.
  const ends = () => ["A", "B"].map(name => field(name).value);
  const ranged = () => chosen().problem === "mean" && ends().every(end => end !== "") && Number(ends()[1]) > Number(ends()[0]);
  function range(changed) {
    if (changed === "D") for (const name of ["A", "B"]) field(name).value = "";
    if (ranged()) field("D").value = (ends()[1] - ends()[0]) / 2;
  }

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
    for (const label of form.querySelectorAll("label[data-range]")) label.hidden = chosen().problem !== "mean";
    show();
  }

  // Both sides along one axis, the other sizes as they are asked: the area is below the lower bound, a line is an estimator.
  const WIDE = 640, TALL = 320, LEFT = 62, RIGHT = 132, TOP = 10, BOTTOM = 40, MOST = 5;
  function drawing(tag, about, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(about)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }
  const power10 = ten => ten >= -2 && ten <= 2 ? String(Number((10 ** ten).toPrecision(3)))
    : `10${[...String(ten)].map(sign => RAISED[sign]).join("")}`;
  function draw(table, asked, scale, found) {
    const axes = Object.keys(table.axes).filter(name => UNUSED.includes(name) && table.axes[name].filter(one => one > 0).length > 2);
    const now = axes.includes(along.value) ? along.value : axes[0];
    along.replaceChildren(...axes.map(name => new Option(letter(name), name, name === now, name === now)));
    along.parentElement.hidden = axes.length < 2;
    const sizes = table.axes[now].filter(one => one > 0);
    const rowsAt = side => sizes.map(one => point(table, { ...asked, [now]: one }, side).row);
    const [bounds, risks] = [rowsAt(above), rowsAt(below)];
    const floor = bounds.map(row => row[0] > 1e-12 ? row[0] * scale : null);
    const lines = found.slice(0, MOST).map(one => ({
      name: one.name, values: risks.map(row => row[one.place + 2]?.[0] ?? null).map(risk => risk === null ? null : risk * scale),
    })).filter(line => line.values.some(value => value !== null));
    const all = [...floor, ...lines.flatMap(line => line.values)].filter(value => value > 0).map(Math.log10);
    curves.replaceChildren();
    if (all.length < 2) return;
    const [low, high] = [Math.floor(Math.min(...all)), Math.max(Math.ceil(Math.max(...all)), Math.floor(Math.min(...all)) + 1)];
    const [first, last] = [sizes[0], sizes.at(-1)].map(Math.log10);
    const x = value => LEFT + (Math.log10(value) - first) / (last - first) * (WIDE - LEFT - RIGHT);
    const y = value => TOP + (high - Math.log10(value)) / (high - low) * (TALL - TOP - BOTTOM);
    const step = Math.ceil((high - low) / 6);
    for (let ten = low; ten <= high; ten += step) {
      curves.append(drawing("path", { class: "grid", d: `M${LEFT} ${y(10 ** ten)}H${WIDE - RIGHT}` }),
        drawing("text", { x: LEFT - 6, y: y(10 ** ten) + 4, "text-anchor": "end" }, power10(ten)));
    }
    sizes.forEach((one, place) => {
      if (sizes.length > 8 && place % 2 && place < sizes.length - 1) return;
      const ten = Math.round(Math.log10(one));
      if (one >= 1e4 && 10 ** ten !== one) return;
      const short = one >= 1e4 ? power10(ten) : String(one);
      curves.append(drawing("text", { x: x(one), y: TALL - BOTTOM + 18, "text-anchor": "middle" }, short));
    });
    curves.append(drawing("text", { x: (LEFT + WIDE - RIGHT) / 2, y: TALL - 4, "text-anchor": "middle" }, letter(now)));
    const path = values => values.map((value, place) => value > 0 ? [x(sizes[place]), y(value)] : null).filter(Boolean);
    const area = path(floor);
    if (area.length > 1) {
      curves.append(drawing("path", { class: "beyond", d: `M${area.map(at => at.join(" ")).join("L")}V${y(10 ** low)}H${area[0][0]}Z` }));
    }
    const ends = [];
    lines.forEach((line, place) => {
      const at = path(line.values);
      if (!at.length) return;
      curves.append(drawing("path", { class: `curve line-${place}`, d: `M${at.map(one => one.join(" ")).join("L")}` }));
      ends.push({ name: line.name, y: at.at(-1)[1], place });
    });
    // Names at the ends of the lines, none over another.
    ends.sort((a, b) => a.y - b.y).reduce((before, one) => {
      one.y = Math.max(one.y + 4, before + 15);
      return one.y;
    }, -Infinity);
    const over = Math.max(0, (ends.at(-1)?.y ?? 0) - (TALL - BOTTOM));
    for (const one of ends) {
      curves.append(drawing("text", { class: `of-line line-${one.place}`, x: WIDE - RIGHT + 6, y: one.y - over }, one.name));
    }
    const mark = sizes.includes(asked[now]) ? x(asked[now]) : null;
    if (mark !== null) curves.append(drawing("path", { class: "mark", d: `M${mark} ${TOP}V${TALL - BOTTOM}` }));
  }

  function show() {
    const table = chosen(), free = Object.keys(table.unit);
    const asked = Object.fromEntries([...Object.keys(table.axes), ...free].map(name => [name, Number(field(name).value)]));
    const power = name => table.unit[name] === "2/p" ? 2 / asked.p : table.unit[name];
    const scale = free.reduce((product, name) => product * asked[name] ** power(name), 1);
    const [high, low] = [point(table, asked, above), point(table, asked, below)];
    const inside = free.every(name => asked[name] > 0) && high && low;
    rows.replaceChildren();
    curves.replaceChildren();
    history.replaceState(null, "", `#${new URLSearchParams({ problem: table.problem, ...asked, ...(ranged() ? { A: ends()[0], B: ends()[1] } : {}) })}`);
    [about.textContent, error.textContent, laws.textContent] = [table.about, table.error, table.laws];
    // Of a constant the risk is about 1 in these units: what is nothing next to it rules nothing out.
    lower.textContent = !inside ? "–" : high.row[0] > 1e-12 ? told(high.row[0] * scale) : "0, a trivial bound";
    source.textContent = inside ? `(${high.row[1]})` : "";
    const { D, ...others } = asked, options = ranged() ? { ...others, lower: ends()[0], upper: ends()[1] } : asked;
    command.textContent = `ratecheck bound ${table.problem}`
      + Object.entries({ ...options, ...table.fixed }).map(([name, value]) => ` --${name} ${value}`).join("");
    differ.hidden = true;
    if (!inside) {
      const axis = name => `${letter(name)} = ${table.axes[name][0].toLocaleString("en", { maximumFractionDigits: 12 })} to `
        + table.axes[name].at(-1).toLocaleString("en", { maximumFractionDigits: 12 });
      const positive = free.length ? ` ${free.join(" and ")} must be positive.` : "";
      places.textContent = `The tables go from ${Object.keys(table.axes).filter(name => UNUSED.includes(name)).map(axis).join(", ")}.`
        + `${positive} The command goes further:`;
      return;
    }
    places.textContent = named(high.at) === named(low.at) ? "These sizes are in the tables: the numbers are those of"
      : `Not in the tables: the lower bound is that at ${named(high.at)}, and the risks are those at ${named(low.at)}, `
        + "which can only improve with more users, samples or budget. For the numbers in between:";
    const found = table.estimators.map(([name, oneLaw], place) => ({ name, oneLaw, place, told: low.row[place + 2] }))
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
    const valid = found.find(one => !one.oneLaw && one.told[0] !== null);
    differ.hidden = !valid || !found.some(one => one.oneLaw);
    if (!differ.hidden) {
      const [name, risk] = differ.querySelectorAll("b"), link = document.createElement("a");
      link.href = `estimators.html#${valid.name}`;
      link.textContent = valid.name;
      name.replaceChildren(link);
      risk.textContent = told(valid.told[0] * scale);
    }
    draw(table, asked, scale, found);
  }
  // What the address asks for; what it does not name stays.
  function read() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const place = globalThis.ratecheckTables.findIndex(table => table.problem === asked.get("problem"));
    if (place >= 0) field("problem").selectedIndex = place;
    sizes();
    for (const [name, value] of asked) {
      const input = name === "problem" ? null : field(name);
      if (input && (input.tagName !== "SELECT" || [...input.options].some(option => option.value === value))) input.value = value;
    }
    range("");
    show();
  }
  form.addEventListener("input", event => {
    range(event.target.name);
    (event.target.name === "problem" ? sizes : show)();
  });
  along.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  globalThis.addEventListener("hashchange", read);
  read();
})();
