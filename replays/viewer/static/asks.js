"use strict";
// What is asked, as things to tap: legal answers in groups, and cards to pick where some show.

(() => {
  const { h, put } = Ludograph;
  const RANGE = /^(.*?)(\d+) to (.*?)(\d+)$/;

  /** What says that dots are not needed. */
  const TOO_MUCH = /'\.\.\.' is too much/;

  /**
   * `F5@1 to F5@5` as five answers.
   * @param {string} word
   */
  function spelled(word) {
    const [, name, from, again, to] = RANGE.exec(word) ?? [];
    const first = Number(from);
    const beyond = Number(to) - first;
    if (name === undefined || name !== again || beyond > 40) return [word];
    return Array.from({ length: beyond + 1 }, (_, n) => `${name}${first + n}`);
  }

  /**
   * What was typed with an answer in place of its last word, or behind it.
   * @type {Ludograph["joined"]}
   */
  function joined(typed, word) {
    const words = typed.trim().split(/\s+/);
    const last = words.at(-1);
    if (last && word.startsWith(last)) return [...words.slice(0, -1), word].join(" ");
    return [...words, word].filter(Boolean).join(" ");
  }

  /**
   * An answer that stands for cards which are not known yet.
   * @type {Ludograph["unknown"]}
   */
  const unknown = (word) => word.includes("??");

  /**
   * @param {string} word
   * @param {string} shown
   * @param {string | undefined} meaning
   * @param {(word: string) => unknown} tap
   */
  function chip(word, shown, meaning, tap, more = "") {
    return h("button", { type: "button", class: `chip${unknown(word) ? " pick" : ""}${more}`, "data-word": word, onclick: () => tap(word) },
      h("b", { text: shown }), meaning && h("small", { text: meaning }));
  }

  /**
   * @param {Payload.Group} group
   * @param {(word: string) => unknown} tap
   */
  function group({ title, options }, tap) {
    const words = options.flatMap(({ word, meaning }) => spelled(word).map((one) => ({ word: one, meaning })));
    const rest = (/** @type {string} */ word) => (title && word.startsWith(`${title} `) ? word.slice(title.length + 1) : word);
    const shown = (/** @type {string} */ word) => (unknown(word) ? `${title || word.replace(/\?\?/g, "").trim()}: pick cards, or not known` : rest(word).replace(/[@:]$/, " …"));
    return h("div", { class: "group", role: "group", "aria-label": title || "answers" },
      title && !words.every(({ word }) => unknown(word)) && h("h3", { text: title }),
      h("div", { class: "chips" }, words.map(({ word, meaning }) => chip(word, shown(word), meaning, tap))));
  }

  /**
   * Cards of the same name together, so that each is tapped as often as it shows.
   * @param {string[]} cards
   * @param {(word: string) => unknown} tap
   */
  function picker(cards, tap) {
    return h("div", { class: `chips picker${cards.every((card) => card.length <= 5) ? " short" : ""}`, role: "group", "aria-label": "cards" },
      [...new Set(cards)].map((card) => chip(card, card, "", tap)));
  }

  /**
   * Draw what is asked.
   * @type {Ludograph["drawAsk"]}
   */
  function drawAsk(element, ask, typed, taps) {
    const dealt = ask.seat === "dealer";
    const side = (dealt ? ask.whose : ask.seat) ?? "";
    element.className = `ask${/^[AB]$/.test(side) ? ` of-${side.toLowerCase()}` : ""}`;
    if (ask.over) {
      put(element, h("p", { class: "who" }, h("b", { text: "The match is over: " }), ask.result));
      return;
    }
    if (ask.unreadable || ask.closed) {
      put(element, h("p", { text: ask.unreadable ?? "What is legal here depends on a hand that you do not see." }));
      return;
    }
    const who = dealt ? "What shows" : `${ask.seat} decides`;
    put(element,
      h("p", { class: "who" }, h("b", { text: who }), `: ${ask.question || ask.about}`,
        ask.prompt && h("code", { text: ` ${ask.prompt}` })),
      typed && h("p", { class: "typed" }, h("code", { text: typed }), " ",
        h("button", { type: "button", class: "small", onclick: taps.back }, "Back"),
        h("button", { type: "button", class: "small go", onclick: () => taps.enter(typed) }, "Enter")),
      typed && ask.wrong && !TOO_MUCH.test(ask.wrong) && h("p", { class: "hint", text: ask.wrong }),
      ask.following && picker(ask.following, taps.pick),
      taps.unknown && chip(taps.unknown, "not known", taps.unknown, taps.enter, " quiet"),
      !(typed && (ask.following || taps.unknown)) && (ask.groups ?? []).map((one) => group(one, taps.tap)),
      ask.more && h("p", { class: "hint", text: `and ${ask.more} more; type them` }));
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ drawAsk, joined, unknown, TOO_MUCH }));
})();
