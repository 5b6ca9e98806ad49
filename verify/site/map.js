// The map of results: find one, see what it rests on, zoom. Without it the map is a drawing of links.
"use strict";
(() => {
  const maps = [...document.querySelectorAll(".map")], boxes = [...document.querySelectorAll("a[data-on]")];
  const name = box => box.querySelector("text").textContent.replace(/^\S+ /, "");
  const said = box => box.getAttribute("aria-label") ?? box.querySelector("title").textContent;

  // Those that a result rests on, and it itself.
  function trace(box) {
    for (const old of document.querySelectorAll("svg.traced")) old.classList.remove("traced");
    if (!box) return 0;
    const drawing = box.closest("svg"), drawn = [...drawing.querySelectorAll("a[data-on]")];
    const reached = new Set(), waiting = [drawn.indexOf(box)];
    while (waiting.length) {
      const place = waiting.pop();
      if (reached.has(place)) continue;
      reached.add(place);
      waiting.push(...drawn[place].dataset.on.split(" ").filter(Boolean).map(Number));
    }
    drawn.forEach((each, place) => each.classList.toggle("under", reached.has(place)));
    drawing.classList.add("traced");
    return reached.size - 1;
  }
  let chosen = null;
  for (const kind of ["pointerover", "focusin"])
    document.addEventListener(kind, event => trace(event.target.closest?.("a[data-on]") ?? chosen));

  const element = (tag, about) => Object.assign(document.createElement(tag), about);

  let scale = 1;
  function zoom(map, to, x = map.clientWidth / 2, y = map.clientHeight / 2) {
    const drawing = map.querySelector("svg"), ratio = to / scale;
    drawing.style.width = `${drawing.viewBox.baseVal.width * to}px`;
    drawing.style.height = "auto";
    map.scrollLeft = (map.scrollLeft + x) * ratio - x;
    map.scrollTop = (map.scrollTop + y) * ratio - y;
  }
  function zoomed(to, map, x, y) {
    const next = Math.min(4, Math.max(.1, to));
    for (const each of maps) each === map ? zoom(each, next, x, y) : zoom(each, next);
    scale = next;
  }
  // A pinch on a pad comes as a wheel with this key; the wheel alone scrolls the page as ever.
  for (const map of maps)
    map.addEventListener("wheel", event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const frame = map.getBoundingClientRect();
      zoomed(scale * Math.exp(-event.deltaY / 300), map, event.clientX - frame.left, event.clientY - frame.top);
    }, { passive: false });
  const widest = () => Math.max(...maps.map(map => map.querySelector("svg").viewBox.baseVal.width / map.clientWidth));

  const bar = element("p", { className: "tools" });
  const button = (textContent, title, act) => {
    const made = element("button", { type: "button", textContent, title });
    made.setAttribute("aria-label", title);
    made.addEventListener("click", act);
    bar.append(made, " ");
  };
  button("−", "Smaller", () => zoomed(scale / 1.3));
  button("+", "Larger", () => zoomed(scale * 1.3));
  button("Whole", "Whole map in the window", () => zoomed(1 / widest()));
  button("As drawn", "As drawn", () => zoomed(1));
  const label = element("label", { textContent: "Find a result " });
  const field = element("input", { type: "search", name: "result", autocomplete: "off" });
  const status = element("span", { className: "small" });
  status.setAttribute("role", "status");
  label.append(field);
  bar.append(label, " ", status);
  maps[0]?.closest("figure").before(bar);

  // A map that is hardly wider than the window is shown whole: its last column would be cut off.
  if (maps.length && widest() > 1 && widest() < 1.25) zoomed(1 / widest());

  let place = 0;
  function find() {
    const asked = field.value.trim().toLowerCase(), words = asked.split(/\s+/).filter(Boolean);
    const found = boxes.filter(box => words.length
      && words.every(word => `${name(box)} ${said(box)}`.toLowerCase().includes(word)));
    found.sort((a, b) => (name(b).toLowerCase() === asked) - (name(a).toLowerCase() === asked));
    chosen = found[place % found.length] ?? null;
    const under = trace(chosen);
    status.textContent = words.length && !chosen ? "none" : "";
    if (!chosen) return;
    const tree = element("a", { textContent: "its tree" });
    tree.href = "#c-" + chosen.getAttribute("href").split("/").pop().replace(/\.html$/, "");
    status.append(`${place % found.length + 1} of ${found.length}: ${name(chosen)}, over ${under} other${under === 1 ? "" : "s"}; `, tree);
    const map = chosen.closest(".map"), at = chosen.getBoundingClientRect(), frame = map.getBoundingClientRect();
    map.scrollLeft += at.left + at.width / 2 - frame.left - frame.width / 2;
    map.scrollTop += at.top + at.height / 2 - frame.top - frame.height / 2;
  }
  field.addEventListener("input", () => { place = 0; find(); });
  field.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    place = Math.max(0, place + (event.shiftKey ? -1 : 1));
    find();
  });

  // A tree that an address names opens, so that a link to it shows it.
  const open = () => {
    const tree = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (tree?.matches("details")) tree.open = true;
  };
  addEventListener("hashchange", open);
  open();
})();
