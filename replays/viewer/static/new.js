"use strict";
// Opening a match.

(() => {
  const { h, put, part, api, address, say, newKey, fields } = Ludograph;
  const FACTS = ["on", "place", "event", "round", "table", "series", "best_of", "clock", "eyes", "note", "by", "id"];
  const wrong = h("p", { class: "problem", role: "alert", hidden: true });
  const game = h("select", { name: "game", required: true, onchange: drawSettings });
  const settings = h("fieldset", { class: "settings" });
  /**
   * @param {string} name
   * @param {string} label
   * @param {Attributes} [more]
   */
  const input = (name, label, more = {}) => h("label", {}, label, h("input", { name, type: "text", autocomplete: "off", ...more }));
  /** @type {Payload.Game[]} */
  let games = [];

  const form = h("form", { class: "card-form" },
    h("label", {}, "Game", game),
    h("div", { class: "two" },
      input("a", "Player A", { required: true, placeholder: "A" }), input("b", "Player B", { required: true, placeholder: "B" })),
    h("div", { class: "two" }, input("by", "Who writes it down"),
      h("label", {}, "What the scorekeeper sees", h("select", { name: "eyes" },
        [["", "not bound to a seat"], ["A", "A's cards"], ["B", "B's cards"], ["spectator", "no hidden card"]].map(([value, text]) => h("option", { value, text }))))),
    h("details", {}, h("summary", { text: "Event, clock and more" }),
      h("div", { class: "two" }, input("event", "Event"), input("round", "Round"), input("table", "Table"), input("place", "Place"),
        input("series", "Series"), input("best_of", "Best of", { type: "number", min: 1 }),
        input("clock", "Clock", { placeholder: "25:00 or 25:00+0:10" }), input("on", "Played on", { type: "date" }),
        input("note", "Note"), input("id", "A name of your own for it"))),
    h("details", {}, h("summary", { text: "Settings of the game" }), settings),
    wrong, h("button", { type: "submit", class: "main-deed" }, "Open the match"));

  function drawSettings() {
    const chosen = games.find(({ key }) => key === game.value);
    const found = Object.entries(chosen?.settings ?? {});
    put(settings, h("legend", { text: "What is left empty is as it says." }),
      found.map(([name, value]) => h("label", {}, name, value.length > 60
        ? h("textarea", { name: `set ${name}`, placeholder: value, rows: 3 })
        : h("input", { name: `set ${name}`, type: "text", placeholder: value, autocomplete: "off" }))),
      h("label", {}, "Others, a name=value a line", h("textarea", { name: "more", rows: 3, placeholder: "guilds a=F W P T" })));
  }

  /**
   * What the service is asked for, from what was filled in.
   * @param {Record<string, string>} found
   */
  function asked(found) {
    const set = Object.fromEntries(Object.entries(found).filter(([name]) => name.startsWith("set ")).map(([name, value]) => [name.slice(4), value]));
    for (const line of (found.more ?? "").split("\n").filter((text) => text.includes("="))) {
      const [name, ...value] = line.split("=");
      set[name.trim()] = value.join("=").trim();
    }
    const facts = Object.fromEntries(FACTS.filter((name) => found[name]).map((name) => [name, name === "best_of" ? Number(found[name]) : found[name]]));
    return { game: found.game, players: [found.a, found.b], settings: set, ...facts };
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      /** @type {Payload.Recorded} */
      const opened = await api("api/matches", { method: "POST", body: asked(fields(form)), headers: { "Idempotency-Key": newKey() } });
      location.assign(address(`matches/${encodeURIComponent(opened.match)}/record`));
    } catch (error) {
      say(wrong, error);
    }
  });
  put(part("main"), h("h1", { text: "A new match" }), form);
  api("api/games").then((/** @type {Payload.Game[]} */ found) => {
    games = found;
    put(game, games.map(({ key, name }) => h("option", { value: key, text: name })));
    drawSettings();
  }).catch((error) => say(wrong, error));
})();
