"use strict";
// A board as elements: rows of zones with cards in them. It knows no game.

(() => {
  const { h, put, count } = Ludograph;

  /** @type {Record<string, number>} */
  const HUES = {
    fire: 14, red: 8, water: 212, blue: 222, ice: 196, light: 46, yellow: 48, shadow: 274, purple: 278,
    black: 268, earth: 30, brown: 28, air: 190, thunderbolt: 54, thunder: 54, plant: 104, green: 128,
    nature: 118, lava: 4, music: 320, crystal: 178, beast: 92, sand: 38, magnet: 232, love: 336, white: 42,
  };

  /**
   * A hue for a colour's name: one that fits where the name is known, else always the same one.
   * @param {string} name
   */
  function hue(name) {
    const known = HUES[name.toLowerCase()];
    if (known !== undefined) return known;
    let sum = 7;
    for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
    return sum;
  }

  /** @param {Payload.Number} number */
  const inWords = ({ label, value, of }) => `${label} ${value}${of === undefined ? "" : ` of ${of}`}`;

  const CHANGED = {
    left: "", came: "just came", moved: "just moved", numbers: "its numbers changed", state: "it is not as it was",
  };

  /**
   * What changed about one key: kinds, and by how much a number by its label did.
   * @typedef {{kinds: Payload.Mark["what"][], changes: Record<string, number>}} Change
   * @typedef {Map<string, Change>} Changes
   */

  /**
   * What changed, by key.
   * @param {Payload.Mark[]} marks
   */
  function byKey(marks) {
    /** @type {Changes} */
    const found = new Map();
    for (const { key, what, label, change } of marks) {
      const mark = found.get(key) ?? { kinds: [], changes: {} };
      mark.kinds.push(what);
      if (label) mark.changes[label] = change ?? 0;
      found.set(key, mark);
    }
    return found;
  }

  /**
   * A card in a sentence, for those who do not see it.
   * @param {Payload.Card} card
   * @param {Change | undefined} mark
   */
  function spoken(card, mark) {
    if (card.hidden) return "a hidden card";
    return [
      (card.count ?? 1) > 1 && `${card.count} times`,
      card.name || card.code,
      card.kind,
      (card.numbers ?? []).map(inWords).join(", "),
      (card.keywords ?? []).join(", "),
      (card.state ?? []).join(", "),
      card.attached?.length && `with ${card.attached.map((under) => under.name || "a hidden card").join(", ")}`,
      ...(mark?.kinds ?? []).map((kind) => CHANGED[kind]),
    ].filter(Boolean).join("; ");
  }

  /**
   * @param {Payload.Number} number
   * @param {Record<string, number>} [changes]
   */
  function badge(number, changes = {}) {
    const { label, value, of } = number;
    const change = changes[label];
    return h("span", { class: `number${of !== undefined ? " hurt" : ""}${change ? " changed" : ""}`, title: inWords(number) },
      h("small", { text: label, "data-short": label.slice(0, 1) }),
      h("b", { text: of === undefined ? value : `${value}/${of}` }),
      by(change));
  }

  /** @param {Payload.Card} card */
  const short = ({ code, name }) => code && name && code !== name && code.length <= 4;

  /**
   * @template {HTMLElement} T
   * @param {T} element
   * @param {string | undefined} colour
   */
  const tint = (element, colour) => {
    if (colour) element.style.setProperty("--hue", String(hue(colour)));
    else element.classList.add("plain");
    return element;
  };

  /**
   * @param {Payload.Card} card
   * @param {Change | undefined} mark
   * @param {Show} show
   */
  function drawCard(card, mark, show) {
    const classes = ["card", ...(mark?.kinds ?? []).map((kind) => `mark-${kind}`)];
    if (card.hidden) classes.push("hidden-card");
    if (mark) classes.push("marked");
    if (card.seat) classes.push(`of-${card.seat.toLowerCase()}`);
    if ((card.state ?? []).some((word) => /^(exhausted|tapped|used|has attacked)/.test(word))) classes.push("exhausted");
    const button = tint(h("button", {
      type: "button", class: classes.join(" "), "data-key": card.key, "aria-label": spoken(card, mark),
      "aria-description": card.text || undefined, onclick: (event) => show(card, event.currentTarget),
    }), card.colour);
    if (card.hidden) return put(button, h("span", { class: "back", "aria-hidden": "true" }));
    return put(button,
      h("span", { class: short(card) ? "name coded" : "name" }, (card.count ?? 1) > 1 && h("b", { class: "times", text: `${card.count}×` }),
        h("span", { class: "called", text: card.name || card.code }),
        short(card) && h("code", { text: card.code })),
      card.numbers && h("span", { class: "numbers" }, card.numbers.map((number) => badge(number, mark?.changes))),
      card.keywords && h("span", { class: "keywords", text: card.keywords.join(" · ") }),
      card.state && h("span", { class: "states" }, card.state.map((word) => h("span", { text: word }))),
      card.attached && h("span", { class: "attached" },
        card.attached.map((under) => tint(h("span", { text: under.name || "hidden" }), under.colour))));
  }

  /** @param {number | undefined} change */
  const by = (change) => (change ? h("i", { text: change > 0 ? `+${change}` : `−${-change}` }) : "");

  /**
   * @param {Payload.Card[]} cards
   * @param {Changes} marks
   * @param {Show} show
   */
  const list = (cards, marks, show) =>
    h("ul", { class: "cards" }, cards.map((card) => h("li", {}, drawCard(card, marks.get(card.key), show))));

  /**
   * A pile: its title and count; what is known to lie in it shows when it is opened.
   * @param {Payload.Zone} zone
   * @param {Changes} marks
   * @param {Show} show
   * @param {Set<string>} opened
   */
  function drawPile(zone, marks, show, opened) {
    const cards = zone.cards ?? [];
    const change = marks.get(zone.key)?.changes.cards;
    const head = [h("span", { text: zone.title ?? "" }),
      h("span", { class: `count${change ? " changed" : ""}`, text: zone.count ?? cards.length }), by(change)];
    const classes = `zone pile${zone.seat ? ` of-${zone.seat.toLowerCase()}` : ""}`;
    const attributes = { class: classes, "data-zone": zone.key, title: zone.note };
    if (!cards.length) return h("div", attributes, h("h3", {}, head));
    return h("details", { ...attributes, open: opened.has(zone.key),
        ontoggle: ({ currentTarget }) => opened[currentTarget.open ? "add" : "delete"](zone.key) },
      h("summary", {}, h("h3", {}, head)),
      zone.note && h("p", { class: "note", text: zone.note }),
      list(cards, marks, show));
  }

  /**
   * @param {Payload.Zone} zone
   * @param {Changes} marks
   * @param {Show} show
   * @param {Set<string>} opened
   */
  function drawZone(zone, marks, show, opened) {
    if (zone.kind === "pile") return drawPile(zone, marks, show, opened);
    const cards = zone.cards ?? [];
    const number = zone.count ?? cards.length;
    const counts = zone.kind === "hand";
    const change = marks.get(zone.key)?.changes.cards;
    const classes = ["zone", zone.kind ?? "row"];
    if (zone.seat) classes.push(`of-${zone.seat.toLowerCase()}`);
    if (zone.horizontal === false) classes.push("upright");
    if (!cards.length) classes.push("empty");
    const owner = zone.seat ? ` of ${zone.seat}` : "";
    const element = h("section", {
        class: classes.join(" "), "data-zone": zone.key,
        "aria-label": `${zone.title ?? ""}${owner}, ${count(number, "card")}${zone.note ? `, ${zone.note}` : ""}`,
      },
      (zone.title || counts) && h("h3", {}, h("span", { text: zone.title ?? "" }),
        counts && h("span", { class: `count${change ? " changed" : ""}`, text: number }), counts && by(change)),
      zone.note && h("p", { class: "note", text: zone.note }),
      cards.length > 0 && list(cards, marks, show));
    if (zone.place) element.style.setProperty("--place", String(zone.place));
    return element;
  }

  /**
   * @param {Payload.SeatInfo} seat
   * @param {Payload.Board} board
   * @param {Change | undefined} mark
   */
  function drawSeat(seat, board, mark) {
    const drawn = new Set(board.rows.flat().filter((zone) => zone.seat === seat.seat).map((zone) => zone.title));
    const numbers = (seat.numbers ?? []).filter(({ label }, place) => !place || !drawn.has(label));
    const moves = board.to_move === seat.seat;
    const classes = ["seat", `of-${seat.seat.toLowerCase()}`, moves && "moves", seat.wins && "wins"];
    return h("div", { class: classes.filter(Boolean).join(" ") },
      h("span", { class: "letter", text: seat.seat, "aria-hidden": "true" }),
      h("span", { class: "player" }, seat.player,
        moves && h("span", { class: "tag", text: "to move" }), seat.wins && h("span", { class: "tag", text: "wins" })),
      h("span", { class: "numbers" }, numbers.map((number) => badge(number, mark?.changes))),
      seat.notes && h("span", { class: "notes", text: seat.notes.join(" · ") }));
  }

  /** @param {Payload.Zone} zone */
  const shown = (zone) => zone.cards?.length || zone.count || zone.place || zone.title;

  /**
   * @param {Payload.Zone[]} row
   * @param {Changes} marks
   * @param {Show} show
   * @param {Set<string>} opened
   */
  function drawRow(row, marks, show, opened) {
    const lanes = row.length > 2 && row.every(({ kind }) => kind !== "hand" && kind !== "pile");
    const kind = lanes ? " lanes" : row.some((zone) => zone.kind === "pile") ? " edge" : "";
    const element = h("div", { class: `row${kind}` },
      row.map((zone) => drawZone(zone, marks, show, opened)));
    if (lanes) element.style.setProperty("--lanes", String(row.length));
    return element;
  }

  /**
   * Piles that are open, by the element of their board.
   * @type {WeakMap<HTMLElement, Set<string>>}
   */
  const OPENED = new WeakMap();

  /**
   * Draw a board with what changed marked into an element; the card that had the focus keeps it.
   * @type {Ludograph["drawBoard"]}
   */
  function drawBoard(element, frame, show) {
    const { board } = frame;
    const { activeElement } = document;
    const focused = activeElement && element.contains(activeElement) ? activeElement.getAttribute("data-key") : null;
    const marks = byKey(frame.marks ?? []);
    const opened = OPENED.get(element) ?? new Set();
    OPENED.set(element, opened);
    const [below, above] = board.seats;
    const rows = board.rows.filter((row) => row.some(shown));
    element.dataset.game = board.game;
    put(element,
      drawSeat(above, board, marks.get(above.seat)),
      h("div", { class: "rows" }, rows.map((row) => drawRow(row, marks, show, opened))),
      drawSeat(below, board, marks.get(below.seat)));
    if (focused === null) return;
    const cards = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-key]"));
    [...cards].find((card) => card.dataset.key === focused)?.focus({ preventScroll: true });
  }

  /**
   * The cards of a board that are listed, by their keys.
   * @type {Ludograph["cardsOf"]}
   */
  const cardsOf = ({ rows }) => new Map(rows.flat().flatMap(({ cards }) => cards ?? []).map((card) => [card.key, card]));

  /**
   * The words of a card, as they are shown beside it.
   * @param {Payload.Card} card
   * @returns {Child}
   */
  function cardWords(card) {
    if (card.hidden) return [h("p", { text: "A card that is not shown to you." })];
    const code = card.code && card.code !== card.name ? card.code : "";
    return [
      h("h2", { text: card.name || card.code }),
      h("p", { class: "sub", text: [card.kind, code].filter(Boolean).join(" · ") }),
      card.numbers && h("p", { class: "numbers" }, card.numbers.map((number) => badge(number))),
      card.keywords && h("p", { class: "keywords", text: card.keywords.join(" · ") }),
      card.types && h("p", { text: card.types.join(", ") }),
      (card.text ?? "").split("\n").filter(Boolean).map((line) => h("p", { text: line })),
      card.state && h("p", { class: "states" }, card.state.map((word) => h("span", { text: word }))),
      (card.attached ?? []).map((under) => h("div", { class: "under" }, cardWords(under))),
    ];
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ drawBoard, cardsOf, cardWords }));
})();
