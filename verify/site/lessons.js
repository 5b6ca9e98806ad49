// Tables of which a reader chooses the row. Without it the whole table stands there.
"use strict";
for (const whole of document.querySelectorAll(".slider")) {
  const table = whole.querySelector("table"), rows = [...table.tBodies[0].rows], cursor = whole.querySelector(".cursor");
  const heads = [...table.tHead.rows[0].cells].map(cell => cell.textContent);
  const element = (tag, inner, about = {}) => {
    const made = Object.assign(document.createElement(tag), about);
    made.append(...inner);
    return made;
  };
  const range = element("input", [], { type: "range", min: 0, max: rows.length - 1, step: 1, value: whole.dataset.start });
  const told = element("output", []);
  const values = element("dl", heads.slice(1).map(head => element("div", [element("dt", [head]), element("dd", [])])));
  const show = () => {
    const row = rows[range.value], cells = [...row.cells].map(cell => cell.textContent);
    told.textContent = cells[0];
    range.setAttribute("aria-valuetext", `${heads[0]} ${cells[0]}`);
    values.querySelectorAll("dd").forEach((place, k) => { place.textContent = cells[k + 1]; });
    cursor?.setAttribute("transform", `translate(${row.dataset.at})`);
  };
  range.addEventListener("input", show);
  const scroll = whole.querySelector(".scroll"), drawing = whole.querySelector("svg");
  if (drawing) whole.prepend(element("figure", [drawing]));
  const folded = element("details", [element("summary", ["All values"])]);
  scroll.before(element("label", [`${heads[0]} `, range, told]), values, folded);
  folded.append(scroll);
  show();
}
