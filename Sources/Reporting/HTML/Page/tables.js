/* Sorting of tables, and the rows of hidden pipelines. */
const Tables = (() => {
  const states = new Map();
  let data = {};

  function value(table, row, column) {
    if (column === 0) return row.cells[0].textContent.trim();
    const stored = row.cells[column].dataset.value;
    if (stored !== undefined) return Number(stored);
    if (table.dataset.recording === undefined || !data.recordings) return null;
    const runs = data.recordings[Number(table.dataset.recording)].runs;
    return runs[states.get(table).given.indexOf(row)].values[column - 1];
  }

  function order(a, b, sign) {
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0);
  }

  function sort(table, column, direction) {
    const state = states.get(table);
    state.column = direction ? column : null;
    state.direction = direction;
    state.heads.forEach((head, place) => {
      if (direction && place === column) head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    });
    let rows = state.given;
    if (direction) {
      const sign = direction === "ascending" ? 1 : -1;
      const keys = new Map(rows.map(row => [row, value(table, row, column)]));
      rows = rows.slice().sort((a, b) => order(keys.get(a), keys.get(b), sign));
    }
    table.tBodies[0].append(...rows);
  }

  function enhance(table, changed) {
    const heads = Array.from(table.tHead.rows[0].cells);
    states.set(table, {given: Array.from(table.tBodies[0].rows), heads, column: null, direction: null});
    heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      sort(table, column, before === null ? "ascending" : before === "ascending" ? "descending" : null);
      changed(table);
    }));
  }

  function start(pageData, changed) {
    data = pageData;
    for (const table of document.querySelectorAll("table.sortable")) enhance(table, changed);
  }

  function hide(hidden) {
    for (const row of document.querySelectorAll("tr[data-slot]")) row.hidden = hidden.has(Number(row.dataset.slot));
  }

  return {start, enhance, sort, hide, state: table => states.get(table)};
})();
