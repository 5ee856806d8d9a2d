"use strict";
// Statistics: the reports of a game, their charts, their SQL, and the matches behind each row.

(() => {
  const { h, put, part, api, address, say, table } = Ludograph;
  const wrong = h("p", { class: "problem", role: "alert", hidden: true });
  const game = h("select", { name: "game", "aria-label": "Game" });
  const counted = h("p", { class: "soft", role: "status" });
  const names = h("nav", { class: "reports", "aria-label": "Reports" });
  const filters = h("form", { class: "filters" });
  const report = h("article", { class: "report", tabindex: "-1" });
  /** @type {Payload.ReportEntry[]} */
  let reports = [];

  const query = () => new URLSearchParams([...new FormData(filters)].map(([name, value]) => [name, String(value)]).filter(([, value]) => value.trim()));
  const behind = (/** @type {URLSearchParams} */ text) => (text.size ? `?${text}` : "");

  /** @param {Payload.Filter[]} list */
  function drawFilters(list) {
    put(filters, list.map(({ name, values }) => h("label", {}, name, values?.length
      ? h("select", { name }, h("option", { value: "", text: "any" }), values.map((value) => h("option", { value, text: value })))
      : h("input", { name, type: /since|until/.test(name) ? "date" : "search", autocomplete: "off" }))),
      h("button", { type: "submit" }, "Apply"));
  }

  /** @param {string} [chosen] */
  async function drawGame(chosen) {
    try {
      /** @type {Payload.Reports} */
      const known = await api(`api/stats/${game.value}${behind(query())}`);
      reports = known.reports;
      if (!filters.children.length || filters.dataset.game !== game.value) drawFilters(known.filters);
      filters.dataset.game = game.value;
      put(counted, `${known.matches} finished matches count, ${known.draws} of them draws; ${known.open} are open.`);
      put(names, reports.map(({ name, title }) => h("a", { href: `${location.pathname}#${game.value}/${name}`, "data-name": name, text: title })));
      await drawReport(chosen ?? reports[0]?.name);
      wrong.hidden = true;
    } catch (error) {
      say(wrong, error);
    }
  }

  /** @param {string} name */
  async function drawReport(name) {
    for (const link of names.querySelectorAll("a")) link.toggleAttribute("aria-current", link.dataset.name === name);
    const path = `api/stats/${game.value}/${name}`;
    /** @type {Payload.Report} */
    const found = await api(`${path}${behind(query())}`);
    const entry = reports.find((one) => one.name === name);
    const rows = h("div", { class: "behind" });
    put(report,
      h("h2", { text: found.title }), h("p", { text: found.about }),
      (found.warnings ?? []).map((text) => h("p", { class: "hint", text })),
      found.chart && h("img", { class: "chart", onload: ({ currentTarget }) => currentTarget.classList.add("drawn"), onerror: ({ currentTarget }) => currentTarget.classList.add("failed"), src: address(`${path}/chart.svg${behind(query())}`), alt: `${found.title}, as a chart; the table below says the same` }),
      table(found, entry?.behind && ((row) => h("button", { type: "button", class: "small", onclick: () => drawBehind(found, row, rows) }, "Matches"))),
      found.left_out && h("p", { class: "soft", text: `${found.left_out} rows with fewer than ${found.least ?? 1} are left out.` }),
      rows,
      h("details", {}, h("summary", { text: "The SQL" }), h("pre", {}, h("code", { text: found.sql })),
        h("p", {}, h("a", { class: "button", href: `${address("sql")}#${encodeURIComponent(found.sql)}` }, "Ask it on the SQL page"))));
  }

  /**
   * @param {Payload.Report} found
   * @param {unknown[]} row
   * @param {HTMLElement} element
   */
  async function drawBehind(found, row, element) {
    const key = (found.key ?? []).map((name) => String(row[found.columns.indexOf(name)] ?? ""));
    const asked = query();
    for (const value of key) asked.append("key", value);
    try {
      /** @type {Payload.Behind} */
      const rows = await api(`api/stats/${game.value}/${found.name}/rows?${asked}`);
      put(element, h("h3", { text: `Behind ${key.join(", ") || "it"}: ${rows.rows.length} rows` }), table(rows),
        h("details", {}, h("summary", { text: "The SQL" }), h("pre", {}, h("code", { text: rows.sql }))));
      element.scrollIntoView({ block: "nearest" });
    } catch (error) {
      say(wrong, error);
    }
  }

  const wanted = () => location.hash.slice(1).split("/").map(decodeURIComponent);
  game.addEventListener("change", () => {
    put(filters);
    history.replaceState(null, "", location.pathname);
    drawGame();
  });
  filters.addEventListener("submit", (event) => {
    event.preventDefault();
    drawGame(wanted()[1]);
  });
  addEventListener("hashchange", () => drawReport(wanted()[1]).catch((error) => say(wrong, error)));
  put(part("main"), h("h1", { text: "Statistics" }), h("label", { class: "inline" }, "Game ", game), counted, h("details", { class: "narrow", open: matchMedia("(min-width: 700px)").matches }, h("summary", { text: "Only matches that …" }), filters), wrong, h("div", { class: "stats" }, names, report));
  api("api/games").then((/** @type {Payload.Game[]} */ games) => {
    put(game, games.map(({ key, name }) => h("option", { value: key, text: name })));
    const [key, name] = wanted();
    if (games.some((one) => one.key === key)) game.value = key;
    drawGame(name || undefined);
  }).catch((error) => say(wrong, error));
})();
