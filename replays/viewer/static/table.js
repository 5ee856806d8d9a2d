"use strict";
// Rows as a table.

(() => {
  const { h, address } = Ludograph;

  /** @param {unknown} value */
  const shown = (value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return Number.isInteger(value) ? String(value) : String(Math.round(value * 10000) / 10000);
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };

  /**
   * A table; a cell of a column with the matches' ids leads to the match. `last` makes a last cell of a row.
   * @type {Ludograph["table"]}
   */
  function table({ columns, rows }, last) {
    const ids = ["match_id", "match"].map((name) => columns.indexOf(name));
    const at = ids.find((place) => place >= 0 && typeof rows[0]?.[place] === "string") ?? -1;
    const step = columns.findIndex((name) => name === "step");
    const cell = (/** @type {unknown[]} */ row) => (/** @type {unknown} */ value, /** @type {number} */ place) => {
      const text = shown(value);
      const number = typeof value === "number";
      if (place !== at || !text) return h("td", { class: number && "number-cell" }, text);
      const hash = step >= 0 && row[step] !== null ? `#step=${row[step]}` : "";
      return h("td", {}, h("a", { href: address(`matches/${encodeURIComponent(text)}${hash}`), text }));
    };
    return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows" },
      h("table", {},
        h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col", text: name })), last && h("th", { scope: "col" }, h("span", { class: "sr", text: "behind it" })))),
        h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell(row)), last && h("td", {}, last(row)))))));
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ table }));
})();
