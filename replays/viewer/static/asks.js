"use strict";
// What is asked, as things to tap: legal answers in groups, and cards to pick where some show.

(() => {
  const { h, put } = Ludograph;
  const RANGE = /^(.*?)(\d+) to (.*?)(\d+)$/;

  /** `F5@1 to F5@5` as five answers. */
  function spelled(word) {
    const found = RANGE.exec(word);
    if (!found || found[1] !== found[3] || found[4] - found[2] > 40) return [word];
    return Array.from({ length: found[4] - found[2] + 1 }, (_, n) => `${found[1]}${Number(found[2]) + n}`);
  }

  /** What was typed with an answer in place of its last word, or behind it. */
  function joined(typed, word) {
    const words = typed.trim().split(/\s+/);
    const last = words.at(-1);
    if (last && word.startsWith(last)) return [...words.slice(0, -1), word].join(" ");
    return [...words, word].filter(Boolean).join(" ");
  }

  const unknown = (word) => word.includes("??");

  function chip(word, shown, meaning, tap, more = "") {
    return h("button", { type: "button", class: `chip${unknown(word) ? " pick" : ""}${more}`, "data-word": word, onclick: () => tap(word) },
      h("b", { text: shown }), meaning && h("small", { text: meaning }));
  }

  function group({ title, options }, tap) {
    const words = options.flatMap(({ word, meaning }) => spelled(word).map((one) => ({ word: one, meaning })));
    const rest = (word) => (title && word.startsWith(`${title} `) ? word.slice(title.length + 1) : word);
    const shown = (word) => (unknown(word) ? `${title || word.replace(/\?\?/g, "").trim()}: pick cards, or not known` : rest(word).replace(/[@:]$/, " …"));
    return h("div", { class: "group", role: "group", "aria-label": title || "answers" },
      title && !words.every(({ word }) => unknown(word)) && h("h3", { text: title }),
      h("div", { class: "chips" }, words.map(({ word, meaning }) => chip(word, shown(word), meaning, tap))));
  }

  /** Cards of the same name together, so that each is tapped as often as it shows. */
  function picker(cards, tap) {
    const groups = new Map();
    for (const card of cards) groups.set(card, (groups.get(card) ?? 0) + 1);
    return h("div", { class: `chips picker${cards.every((card) => card.length <= 5) ? " short" : ""}`, role: "group", "aria-label": "cards" },
      [...groups.keys()].map((card) => chip(card, card, "", tap)));
  }

  /** Draw what is asked; `deeds` say what a tap does: `tap`, `pick`, `enter`, `back`. */
  function drawAsk(element, ask, typed, deeds) {
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
        h("button", { type: "button", class: "small", onclick: deeds.back }, "Back"),
        h("button", { type: "button", class: "small go", onclick: () => deeds.enter(typed) }, "Enter")),
      typed && ask.wrong && !/'\.\.\.' is too much/.test(ask.wrong) && h("p", { class: "hint", text: ask.wrong }),
      ask.following?.length > 0 && picker(ask.following, deeds.pick),
      deeds.unknown && chip(deeds.unknown, "not known", deeds.unknown, deeds.enter, " quiet"),
      !(typed && (ask.following?.length || deeds.unknown)) && (ask.groups ?? []).map((one) => group(one, deeds.tap)),
      ask.more > 0 && h("p", { class: "hint", text: `and ${ask.more} more; type them` }));
  }

  Object.assign(Ludograph, { drawAsk, joined, unknown });
})();
