"use strict";
// Sorts and filters tables that are there already. Texts of rows are only ever compared.
for (const grid of document.querySelectorAll(".grid")) {
  const table = grid.querySelector("table");
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, at) => {
    const cell = row.cells[at];
    const exact = cell.dataset.v ?? cell.title;
    return exact === "" || exact === undefined ? cell.textContent : exact;
  };
  const number = (text) => (text.trim() === "" ? NaN : Number(text.replace(/,/g, "")));

  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    const counted = head.classList.contains("n");
    // Numbers start with the largest; a third click gives the order of the report back.
    const orders = counted ? ["descending", "ascending", ""] : ["ascending", "descending", ""];
    button.addEventListener("click", () => {
      const next = orders[(orders.indexOf(head.getAttribute("aria-sort") ?? "") + 1) % 3];
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      let rows = [...original];
      if (next !== "") {
        head.setAttribute("aria-sort", next);
        const keys = new Map(rows.map((row) => [row, counted ? number(key(row, at)) : key(row, at)]));
        const sign = next === "ascending" ? 1 : -1;
        rows.sort((one, other) => {
          const a = keys.get(one);
          const b = keys.get(other);
          if (!counted) return sign * a.localeCompare(b, "en", { numeric: true });
          if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
          return sign * (a - b);
        });
      }
      body.append(...rows);
    });
  });

  if (original.length > 5) {
    const tools = document.createElement("div");
    tools.className = "tools";
    const input = document.createElement("input");
    input.type = "search";
    input.placeholder = "filter rows";
    input.setAttribute("aria-label", "filter " + table.caption.textContent);
    const count = document.createElement("output");
    tools.append(input, count);
    grid.prepend(tools);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
      let shown = 0;
      for (const row of original) {
        const text = [...row.cells].map((cell) => cell.textContent + " " + cell.title).join("\n").toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        shown += row.hidden ? 0 : 1;
      }
      count.textContent = words.length === 0 ? "" : shown + " of " + original.length + " rows";
    });
  }
}
