"use strict";
// One statement that reads.

(() => {
  const { h, put, part, api, address, say, fault, problem, save, table } = Ludograph;
  const FIRST = "SELECT game, count(*) AS matches FROM matches GROUP BY game ORDER BY matches DESC";
  const wrong = h("p", { class: "problem", role: "alert", hidden: true });
  const sql = h("textarea", { name: "sql", rows: 8, spellcheck: "false", autocapitalize: "off", "aria-label": "SQL" });
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const form = h("form", {}, sql, h("p", { class: "choices" },
    h("button", { type: "submit", class: "main-deed", title: "Ctrl Enter" }, "Ask"),
    h("button", { type: "button", onclick: () => download("csv") }, "Save as CSV"),
    h("button", { type: "button", onclick: () => download("json") }, "Save as JSON"),
    h("button", { type: "button", onclick: relations }, "What there is to ask")), wrong);

  /**
   * Ask, show the rows, and then call `show`.
   * @param {string} query
   * @param {() => void} [show]
   */
  async function ask(query, show) {
    put(answer, h("p", { class: "soft", text: "asking …" }));
    try {
      /** @type {Payload.Rows} */
      const found = await api("api/sql", { method: "POST", body: { sql: query } });
      wrong.hidden = true;
      put(answer, h("p", { class: "soft", text: `${found.rows.length} rows${found.more ? ", and there are more" : ""}` }), table(found));
      show?.();
    } catch (error) {
      put(answer);
      say(wrong, error);
      const { line, column } = fault(error);
      if (line) wrong.append(` Line ${line}${column ? `, column ${column}` : ""}.`);
    }
  }

  function relations() {
    return ask("SELECT table_name AS relation, string_agg(column_name || ' ' || lower(data_type), ', ' ORDER BY column_index) AS columns FROM duckdb_columns() WHERE NOT internal GROUP BY ALL ORDER BY ALL");
  }

  /** @param {"csv" | "json"} format */
  async function download(format) {
    try {
      const found = await fetch(address("api/sql"), { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ sql: sql.value, format, limit: 5000 }) });
      if (!found.ok) throw await problem(found);
      save(`answer.${format}`, await found.blob());
    } catch (error) {
      say(wrong, error);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(sql.value, () => history.replaceState(null, "", `${location.pathname}#${encodeURIComponent(sql.value)}`));
  });
  sql.addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && form.requestSubmit());
  sql.value = location.hash.length > 1 ? decodeURIComponent(location.hash.slice(1)) : FIRST;
  put(part("main"), h("h1", { text: "SQL" }),
    h("p", { class: "soft", text: "One statement that reads, in DuckDB's dialect; no file, no network, not for long." }), form, answer);
  if (location.hash.length > 1) ask(sql.value);
})();
