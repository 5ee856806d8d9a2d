"use strict";
// The list of matches: filters, and pages that go on.

(() => {
  const { h, put, part, api, address, say, fields } = Ludograph;
  const main = part("main");
  const wrong = h("p", { class: "problem", role: "alert", hidden: true });
  const list = h("ul", { class: "matches" });
  const count = h("p", { class: "soft", role: "status" });
  const more = h("button", { type: "button", hidden: true, onclick: () => load(next) }, "More");
  const game = h("select", { name: "game" }, h("option", { value: "", text: "every game" }));
  const field = (/** @type {string} */ name, /** @type {string} */ label, type = "search") =>
    h("label", {}, label, h("input", { name, type, autocomplete: "off" }));
  const form = h("form", { class: "filters", role: "search" },
    h("label", {}, "Game", game), field("player", "Player"), field("event", "Event"),
    field("since", "From", "date"), field("until", "To", "date"),
    h("button", { type: "submit" }, "Search"));
  let next = "";
  let wait = 0;

  /**
   * @param {Payload.Summary} match
   * @returns {Child}
   */
  const outcome = (match) => {
    if (match.damaged) return h("span", { class: "bad", text: "damaged" });
    if (match.over) return match.result;
    return [h("span", { class: "live" }, "open"), ` ${match.totals ?? ""}`];
  };

  /** @param {Payload.Summary} match */
  function row(match) {
    const where = [match.event, match.round && `round ${match.round}`, match.table && `table ${match.table}`];
    const facts = [match.title, match.day, ...where, match.turn && `${match.turn} turns`].filter(Boolean);
    const [a, b] = match.players;
    return h("li", {},
      h("a", { href: address(`matches/${match.match}`) },
        h("span", { class: "who" }, h("b", { class: "of-a", text: a }), " against ", h("b", { class: "of-b", text: b })),
        h("span", { class: "facts", text: facts.join(" · ") }),
        h("span", { class: "how" }, outcome(match))),
      !match.over && !match.damaged && h("a", { class: "button", href: address(`matches/${match.match}/record`), text: "Record" }));
  }

  /** @param {string} cursor */
  async function load(cursor) {
    const asked = { ...fields(form), ...(cursor && { cursor }) };
    try {
      /** @type {Payload.Page} */
      const page = await api(`api/matches?${new URLSearchParams({ ...asked, limit: "30" })}`);
      if (!cursor) put(list);
      list.append(...page.matches.map(row));
      next = page.next ?? "";
      more.hidden = !next;
      wrong.hidden = true;
      const shown = list.children.length;
      put(count, shown ? `${shown} ${shown === 1 ? "match" : "matches"}${next ? ", and more" : ""}` : "No match is like that.");
    } catch (error) {
      say(wrong, error);
    }
  }

  function search() {
    const wanted = new URLSearchParams(fields(form));
    history.replaceState(null, "", `${location.pathname}${wanted.size ? `?${wanted}` : ""}`);
    return load("");
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });
  form.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(search, 300);
  });
  put(main, h("h1", { text: "Matches" }), form, wrong, count, list, more);
  api("api/games").then((/** @type {Payload.Game[]} */ games) => {
    game.append(...games.map(({ key, name }) => h("option", { value: key, text: name })));
  }).catch(() => {}).finally(() => {
    for (const [name, value] of new URLSearchParams(location.search)) {
      const element = form.elements.namedItem(name);
      if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) element.value = value;
    }
    load("");
  });
})();
