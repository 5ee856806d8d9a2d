"use strict";
// The scorekeeper's page.

(() => {
  const { h, put, part, api, address, say, fault, matchOfPage, fields, Queue, AGAIN, joined, unknown, TOO_MUCH } = Ludograph;
  const match = matchOfPage();
  const source = new Ludograph.Remote(match);
  /** Dots that leave a turn open: after what ends it they say that nothing was decided yet. */
  const DOTS = / \.\.\.(?= \[|$)/;
  const main = part("main");
  const state = {
    /** What is asked after all that is recorded; null before it is known. */
    ask: /** @type {Payload.Asked | null} */ (null),
    /** What is asked on the page, after what was typed. */
    shown: /** @type {Payload.Asked | null} */ (null),
    typed: "",
    /** The answer that stands if cards are not known; empty for none. */
    whole: "",
    head: /** @type {Payload.Head | null} */ (null),
    follows: /** @type {Follows | ""} */ (""),
    /** Number of the step whose board is drawn, or being fetched. */
    drawn: 0,
    cards: /** @type {Map<string, Payload.Card>} */ (new Map()),
    /** The element of the card whose words are shown. */
    at: /** @type {HTMLElement | null} */ (null),
    paused: false,
    failed: false,
    /** Timers of looking at everything anew: after no answer, and after something was recorded. */
    again: 0,
    soon: 0,
  };

  const title = h("h1");
  const status = h("span", { class: "live", role: "status" });
  const clocks = h("p", { class: "clocks" });
  const board = h("section", { class: "board", "aria-label": "Board" });
  const done = h("div", { class: "done", "aria-live": "polite" });
  const waiting = h("ol", { class: "waiting", "aria-label": "Waiting to be sent", hidden: true });
  const trouble = h("div", { class: "problem", role: "alert", hidden: true });
  const ask = h("div", { class: "ask" });
  const card = h("aside", { class: "card-words", hidden: true });
  const line = h("input", { type: "text", name: "line", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-label": "A line of notation", placeholder: "notation, e.g. what a tape says" });
  const form = h("form", { class: "notation-form" }, line, h("button", { type: "submit" }, "Enter"));
  const tools = h("div", { class: "tools", role: "group", "aria-label": "Corrections and the table" });
  const dialog = h("dialog", { class: "sheet" });
  const queue = new Queue(match, { changed: drawWaiting, sent, conflict, refused, waiting: () => {
    drawStatus();
    drawAsk();
  } });

  // -- entering --------------------------------------------------------------------------------

  /** @type {Promise<unknown>} */
  let before = Promise.resolve();

  /**
   * What is tapped and typed goes on in its order, though a tap has to ask what can follow.
   * @param {() => unknown} deed
   */
  const inOrder = (deed) => (before = before.then(deed, deed));

  /**
   * Enter something in its order; see `Queue.add`.
   * @param {Parameters<EntryQueue["add"]>} entry
   */
  const add = (...entry) => inOrder(() => queue.add(...entry));

  /**
   * Enter a line as it is.
   * @param {string} text
   */
  function enter(text) {
    if (text.startsWith(line.value.trim())) line.value = "";
    state.typed = state.whole = "";
    ask.setAttribute("aria-busy", "true");
    queue.add("steps", { line: text }, text);
  }

  const dotted = () => state.ask && !state.ask.prompt?.startsWith("set-up");

  /**
   * Enter an answer that was tapped: its turn stays open, unless nothing can follow.
   * @param {string} text
   */
  const enterTapped = (text) => enter(dotted() ? `${text} ...` : text);

  /**
   * An answer was tapped: enter it, or ask for the rest of it.
   * @param {string} word
   */
  async function tap(word) {
    const text = joined(state.typed, word);
    if (unknown(word)) return compose(text.replace(/\s*\?\?.*$/, ""), text);
    if (!queue.online || queue.entries.length) return /[@:]$/.test(text) ? compose(text) : enterTapped(text);
    return compose(text);
  }

  /**
   * Ask what can follow; what is whole already is entered. `whole` stands if cards are not known.
   * @param {string} text
   */
  async function compose(text, whole = "") {
    state.typed = text;
    state.whole = whole;
    try {
      /** @type {Payload.Asked} */
      const found = await source.get("/ask", { typed: text });
      if (whole) return show(found);
      if (!found.wrong) return enterTapped(text);
      if (TOO_MUCH.test(found.wrong)) return enter(text);
      return show(found);
    } catch (error) {
      if (fault(error).status !== 0) return problem(error);
      if (!whole && !/[@:]$/.test(text)) return enterTapped(text);
      line.value = `${text} `;
      line.focus();
      return drawAsk();
    }
  }

  /** @param {string} cardName */
  async function pick(cardName) {
    state.typed = `${state.typed} ${cardName}`.trim();
    try {
      /** @type {Payload.Asked} */
      const found = await source.get("/ask", { typed: state.typed });
      const full = state.whole && !found.following && (!found.wrong || TOO_MUCH.test(found.wrong));
      if (full) enterTapped(state.typed);
      else show(found);
    } catch (error) {
      problem(error);
    }
  }

  /** @param {Payload.Asked} found */
  function show(found) {
    ask.removeAttribute("aria-busy");
    state.shown = found;
    markCards();
    Ludograph.drawAsk(ask, found, state.typed, {
      tap: (word) => inOrder(() => tap(word)),
      pick: (name) => inOrder(() => pick(name)),
      enter: (text) => inOrder(() => enterTapped(text)),
      back: () => {
        state.typed = state.whole = "";
        drawAsk();
      },
      unknown: state.whole,
    });
    ask.dataset.at = `${found.last} ${state.typed}`;
    if (state.typed && !found.following && !found.groups) {
      line.value = `${state.typed} `;
      line.focus();
    }
  }

  function drawAsk() {
    if (!state.ask) return;
    if (queue.online || !queue.entries.length) {
      show(state.ask);
      return;
    }
    ask.removeAttribute("aria-busy");
    put(ask, h("p", { class: "who" }, h("b", { text: "No connection." }), " What is typed waits here, and is sent in order, once, when there is one again."));
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = line.value.trim();
    if (!text) return;
    line.value = "";
    inOrder(() => enter(text));
  });

  // -- what came of it -------------------------------------------------------------------------

  /** @param {Sent} sent */
  function sent({ entry, answer }) {
    trouble.hidden = true;
    const { line: text = "" } = entry.body;
    if (entry.what === "steps" && !answer.events.length && DOTS.test(text)) {
      queue.first(text.replace(DOTS, ""));
      return;
    }
    state.ask = answer.ask;
    put(done, answer.events.flatMap(({ words }) => words).slice(-4).map((words) => h("p", { text: words })));
    drawStatus();
    if (!queue.entries.length) {
      drawAsk();
      drawBoard(answer.line);
      drawClocks();
    }
  }

  /** @param {unknown} error */
  function problem(error) {
    say(trouble, error);
  }

  /**
   * @param {string} text
   * @param {() => void} deed
   */
  function choice(text, deed) {
    return h("button", { type: "button", onclick: () => {
      trouble.hidden = true;
      deed();
    } }, text);
  }

  /** @param {Blocked} blocked */
  function conflict({ entry, error }) {
    put(trouble,
      h("p", {}, h("b", { text: "Somebody else recorded meanwhile:" })),
      h("ul", {}, (error.events ?? []).map((event) => h("li", {}, h("b", { text: `${event.number} ` }), event.words.join(" ")))),
      h("p", {}, "Yours is not recorded: ", h("code", { text: entry.shown })),
      h("p", { class: "choices" },
        choice("Enter mine after it", () => queue.go("again")),
        choice("Leave mine out", () => queue.go("drop")),
        queue.entries.length > 1 && choice("Leave out all that waits", () => queue.go("clear"))));
    trouble.hidden = false;
    drawAsk();
    renew();
  }

  /** @param {Blocked} blocked */
  function refused({ entry, error }) {
    const text = entry.body.line;
    if (text && TOO_MUCH.test(error.message)) {
      queue.go("again", { ...entry.body, line: text.replace(DOTS, "") });
      return;
    }
    if (entry.what === "takeback" && !entry.body.confirmed && error.status !== 403) {
      put(trouble, h("p", { text: error.message }), h("p", { class: "choices" },
        choice("Take it back all the same", () => queue.go("again", { ...entry.body, confirmed: true })),
        choice("Leave it", () => queue.go("drop"))));
      trouble.hidden = false;
      return;
    }
    const rest = queue.entries.length - 1;
    say(trouble, error);
    trouble.prepend(h("p", {}, "Not recorded: ", h("code", { text: entry.shown })));
    drawAsk();
    if (!rest) {
      queue.go("drop");
      if (text) line.value = text.replace(DOTS, "").replace(/ \[[\d:]+\]$/, "");
      return;
    }
    const again = h("input", { type: "text", value: text ?? "", "aria-label": "The line instead" });
    trouble.append(h("p", { text: `${rest} more wait for it.` }), h("p", { class: "choices" },
      text && again,
      text && choice("Enter this instead", () => queue.go("again", { ...entry.body, line: again.value })),
      choice("Leave it out", () => queue.go("drop")),
      choice("Leave out all that waits", () => queue.go("clear"))));
  }

  function drawWaiting() {
    const entries = queue.entries;
    put(waiting, entries.map((entry) => h("li", {}, h("code", { text: entry.shown }), h("small", { text: " waiting" }))));
    waiting.hidden = !entries.length;
  }

  /** @param {Follows} [follows] */
  function drawStatus(follows) {
    if (follows) state.follows = follows;
    const away = !queue.online || state.follows === "waiting";
    const count = queue.entries.length;
    status.className = `live ${away ? "waiting" : "live"}`;
    status.textContent = away ? `no connection${count ? `, ${count} waiting` : ""}` : "connected";
  }

  /** @param {number} number */
  async function drawBoard(number) {
    state.drawn = number;
    try {
      const frame = await source.frame(number);
      if (state.drawn !== number) return;
      Ludograph.drawBoard(board, frame, showCard);
      board.dataset.step = String(number);
      state.cards = Ludograph.cardsOf(frame.board);
      card.hidden = true;
      markCards();
    } catch (error) {
      if (fault(error).status) problem(error);
      else setTimeout(() => state.drawn === number && drawBoard(number), AGAIN);
    }
  }

  /**
   * The answers that name a card where it lies: those of a hand by its code, others by their place.
   * @param {Payload.Card} which
   * @param {HTMLElement} at
   */
  function answersOf(which, at) {
    const { groups, seat, about } = state.shown ?? {};
    const zone = at.closest("[data-zone]")?.getAttribute("data-zone") ?? "";
    if (!groups || which.hidden || !queue.online || queue.entries.length) return [];
    const [, side, place] = /^([AB])\.(?:.*\.)?([^.]+)$/.exec(zone) ?? [];
    const words = groups.flatMap(({ options }) => options).map(({ word }) => word).filter((word) => !unknown(word));
    if (place === "hand") return side === seat ? words.filter((word) => word.split(/\s+/).some((one) => one.replace(/[@:].*$/, "") === which.code)) : [];
    if (about === "play on") return [];
    const names = new Set([`${which.code}@${place}`, ...(which.state ?? []), ...(which.keywords ?? [])].map((name) => name.toLowerCase()));
    return words.filter((word) => word.toLowerCase().split(/\s+/).some((one) => names.has(one.replace(/\.\d+$|:$/, ""))));
  }

  /** Show on the board which cards can be tapped as an answer. */
  function markCards() {
    for (const at of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[data-key]"))) {
      const which = state.cards.get(at.dataset.key ?? "");
      at.classList.toggle("answers", Boolean(which && answersOf(which, at).length));
    }
  }

  /** @type {Show} */
  function showCard(which, at) {
    if (!card.hidden && state.at === at) {
      card.hidden = true;
      return;
    }
    const answers = answersOf(which, at);
    put(card, answers.length > 0 && h("div", { class: "chips", role: "group", "aria-label": "answers with this card" },
      answers.map((word) => h("button", { type: "button", class: "chip", "data-answer": word, onclick: () => {
        card.hidden = true;
        inOrder(() => tap(word));
      } }, h("b", { text: word.replace(/[@:]$/, " …") })))), Ludograph.cardWords(which));
    state.at = at;
    card.hidden = false;
    const box = at.getBoundingClientRect();
    card.style.left = `${Math.max(8, Math.min(box.left, innerWidth - card.offsetWidth - 8))}px`;
    card.style.top = `${Math.min(box.bottom + 6, innerHeight - card.offsetHeight - 8)}px`;
  }

  async function drawClocks() {
    try {
      /** @type {Payload.Clocks | null} */
      const found = await source.get("/clocks");
      const words = found?.words ?? "";
      state.paused = /paused/.test(words);
      put(clocks, words);
      drawTools();
    } catch {
      /* without a connection they stay as they were */
    }
  }

  /** Look at everything anew. */
  async function renew() {
    try {
      /** @type {Payload.Head} */
      const head = await source.get("");
      state.head = head;
      queue.opened = Date.parse(head.opened);
      /** @type {[Payload.Asked, Payload.Line]} */
      const [found, { steps }] = await Promise.all([source.get("/ask"), source.line(null)]);
      const news = found.last >= queue.last && !queue.running;
      if (news) state.ask = found;
      if (news && !queue.blocked) queue.last = found.last;
      put(title, head.players[0], h("small", { text: " A against " }), head.players[1], h("small", { text: ` B · ${head.title}` }));
      document.title = `Recording ${head.players.join(" against ")}`;
      if (news) await drawBoard(steps[steps.length - 1].number);
      if (news && found.last >= queue.last && !state.typed && ask.dataset.at !== `${state.ask?.last} `) drawAsk();
      drawClocks();
      if (!queue.blocked) queue.run();
    } catch (error) {
      const { status: code = 0 } = fault(error);
      clearTimeout(state.again);
      if (code) problem(error);
      else state.again = setTimeout(renew, AGAIN);
      if (!state.head && code >= 400 && code < 500) fail();
    }
    drawStatus();
    drawWaiting();
  }

  // -- the table -------------------------------------------------------------------------------

  function drawTools() {
    const tool = (/** @type {string} */ name, /** @type {() => unknown} */ deed, /** @type {string} */ what) => h("button", { type: "button", onclick: deed, title: what }, name);
    put(tools,
      tool("Undo", () => add("takeback", { lines: 1 }, "undo"), "take back the last line"),
      tool("Redo", () => add("redo", {}, "redo"), "take the take-back back"),
      state.paused
        ? tool("Resume", () => add("resume", {}, "resume"), "let the clocks go on")
        : tool("Pause", () => add("pause", {}, "pause"), "stop the clocks"),
      tool("Correct", correct, "a line that was wrong"),
      tool("Rule", rule, "a ruling"),
      tool("Note", note, "a remark"),
      tool("End", end, "end it otherwise than by the rules"));
  }

  /**
   * A form in a sheet; `send` is called with what was filled in.
   * @param {string} name
   * @param {Child} parts
   * @param {(found: Record<string, string>) => unknown} send
   */
  function sheet(name, parts, send, button = name) {
    const wrong = h("p", { class: "problem", role: "alert", hidden: true });
    const body = h("form", { class: "card-form" }, h("h2", { text: name }), parts, wrong,
      h("p", { class: "choices" }, h("button", { type: "submit" }, button),
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel")));
    body.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await send(fields(body));
        dialog.close();
      } catch (error) {
        say(wrong, error);
      }
    });
    put(dialog, body);
    dialog.showModal();
  }

  const labelled = (/** @type {string} */ text, /** @type {HTMLElement} */ element) => h("label", {}, text, element);
  /**
   * @param {string} name
   * @param {string} [type]
   * @param {Attributes} [more]
   */
  const input = (name, type = "text", more = {}) => h("input", { name, type, autocomplete: "off", ...more });
  const select = (/** @type {string} */ name, /** @type {[value: string, text: string][]} */ options) => h("select", { name }, options.map(([value, text]) => h("option", { value, text })));

  async function correct() {
    const now = await source.line(null).catch(() => null);
    /** The last lines first, each with the end of its text. */
    const lines = (now?.notation ?? []).slice(-40).reverse().map(({ first, text }) => ({ first, text: text.slice(text.lastIndexOf("\n") + 1) }));
    const was = h("select", { name: "step" }, lines.map(({ first, text }) => h("option", { value: first, text: `${first}: ${text}` })));
    const right = input("line", "text", { required: true });
    const fill = () => { right.value = lines[was.selectedIndex]?.text.replace(/ \.\.\.$/, "").replace(/^\S+ (?:[AB] )?(?=\S)/, (lead) => (/^[\dT.]+ ?[AB]? $/.test(lead) ? "" : lead)) ?? ""; };
    was.addEventListener("change", fill);
    fill();
    const tried = h("p", { class: "hint", role: "status" });
    const wanted = (/** @type {Record<string, string>} */ { step, line: text, note: why = "", otherwise = "" }) => ({ step: Number(step), line: text, note: why, otherwise });
    const attempt = h("button", { type: "button", onclick: async ({ currentTarget }) => {
      if (!currentTarget.form) return;
      const body = wanted(fields(currentTarget.form));
      try {
        /** @type {Payload.Recorded} */
        const found = await api(`api/matches/${encodeURIComponent(match)}/correct`, { method: "POST", body: { ...body, dry: true }, headers: { "If-Match": `"${queue.last}"` } });
        put(tried, [`It was: ${found.was}.`, ...(found.misfits ?? []), found.dropped ? `${found.dropped} later steps would be left off.` : "Everything later fits."].join(" "));
      } catch (error) {
        say(tried, error);
      }
    } }, "Try");
    sheet("Correct a line", [labelled("The line that was wrong", was), labelled("What it should say", right),
      labelled("Later lines that do not fit", select("otherwise", [["", "refuse the correction"], ["keep", "keep them as rulings"], ["stop", "leave them off"]])),
      labelled("Why", input("note")), h("p", {}, attempt), tried],
    (found) => add("correct", wanted(found), `correct ${found.step}: ${found.line}`), "Correct");
  }

  /** Whose word it is; with a token it is the token's, and nobody else's. */
  async function judge() {
    const { name } = await Ludograph.session;
    return !name && labelled("Judge", input("judge"));
  }

  async function rule() {
    /** @type {Payload.Game[]} */
    const games = await api("api/games").catch(() => []);
    const shapes = games.find((game) => game.key === state.head?.game)?.rulings ?? [];
    sheet("Rule", [labelled("What happened", input("facts", "text", { required: true })),
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "stood", value: "yes" }), "it is a play that stood although it is not legal"),
      labelled("Kind", select("kind", [["", "ruling"], ["penalty", "penalty"], ["effect", "effect"], ["correction", "correction"]])),
      await judge(), labelled("Why", input("why")),
      shapes.length > 0 && h("details", {}, h("summary", { text: "What a ruling can say" }),
        h("ul", { class: "shapes" }, shapes.map((text) => h("li", {}, h("code", { text: text.replace(/\[\/?[a-z ]*\]/g, "") })))))],
    (found) => add("rule", { ...found, stood: found.stood === "yes" }, `ruling: ${found.facts}`));
  }

  function note() {
    sheet("Note", [labelled("A remark on the last step", input("text", "text", { required: true }))],
      (found) => add("note", found, `note: ${found.text}`));
  }

  async function end() {
    sheet("End the match", [
      labelled("How", select("why", [["concession", "concession"], ["agreed", "agreed draw"], ["time", "time is over"], ["disqualification", "disqualification"], ["abandonment", "broken off"]])),
      labelled("Who concedes, loses on time or is disqualified", select("seat", [["", "nobody"], ["A", "A"], ["B", "B"]])),
      await judge(), labelled("Note", input("note"))],
    (found) => add("end", found, `end: ${found.why}`), "End it");
  }

  /** There is nothing to record here: leave only what is wrong, and do not ask again. */
  function fail() {
    state.failed = true;
    main.firstElementChild?.classList.add("failed");
  }

  // -- the page --------------------------------------------------------------------------------

  put(main, h("div", { class: "recorder" },
    h("header", { class: "head" }, h("div", { class: "title" }, title, status),
      h("p", { class: "links" }, h("a", { href: address(`matches/${match}`) }, "Watch"))),
    h("div", { class: "over" }, clocks, board, done),
    h("div", { class: "entry" }, trouble, waiting, ask, form, tools)), card, dialog);
  drawTools();
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && !card.contains(target) && !target.closest(".board .card")) card.hidden = true;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") card.hidden = true;
  });
  Promise.all([Ludograph.session, renew()]).then(([{ role }]) => {
    if (role === "watch") {
      problem("This token may only watch");
      fail();
    }
    if (!state.failed) follow();
  });
  const follow = () => source.follow({
    changed: (_, number) => {
      if (number <= queue.last) return;
      clearTimeout(state.soon);
      state.soon = setTimeout(() => !queue.running && !queue.blocked && !queue.entries.length && renew(), 60);
    },
    state: (follows) => {
      drawStatus(follows);
      if (follows !== "live" || !state.head) return;
      queue.run().then(() => {
        if (!queue.entries.length) renew();
      });
    },
  });
  setInterval(() => !document.hidden && clocks.textContent && drawClocks(), 5000);
})();
