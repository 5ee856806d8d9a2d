"use strict";
// The viewer of one match: the board after a step, and everything that leads to another one.

(() => {
  const { h, svg, put, count, save } = Ludograph;
  const SPEEDS = [0.5, 1, 2, 4];
  const PACE = 1400;
  const KEYS = [
    ["← →", "one step back, one on"],
    ["Shift ← →", "a turn back, a turn on"],
    ["Home End", "to the opening, to the end"],
    ["Space", "play, stop"],
    ["+ −", "faster, slower"],
    ["g", "go to a step by its number"],
    ["v", "look at the next line that does not stand"],
    ["Esc", "back to the line that stands; close what is open"],
    ["?", "this help"],
  ];
  /** @type {Record<string, string>} */
  const SEATS = { all: "everything", A: "what A knows", B: "what B knows", spectator: "what a spectator knows" };

  /** @type {Payload.Line} */
  const NO_LINE = { match: "", seen_by: "", steps: [], notation: [], turns: [], curve: { label: "", a: [], b: [] } };

  /** The shapes of buttons by their class. */
  const PATHS = {
    first: "M4 4h2v12H4zM16 4v12l-9-6z", turnBack: "M10 4v12l-8-6zM18 4v12l-8-6z", back: "M14 4v12L5 10z",
    play: "M5 3v14l12-7z", on: "M6 4v12l9-6z", turnOn: "M2 4v12l8-6zM10 4v12l8-6z", last: "M4 4v12l9-6zM14 4h2v12h-2z",
  };

  /**
   * A button that leads to another step.
   * @param {keyof typeof PATHS} name
   * @param {string} label
   * @param {() => unknown} deed
   */
  function stepButton(name, label, deed) {
    const path = (/** @type {string} */ kind, /** @type {string} */ d) => svg("path", { class: kind, d });
    return h("button", { type: "button", class: name, "aria-label": label, title: label, onclick: deed },
      svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" },
        path("go", PATHS[name]), name === "play" && path("halt", "M5 3h4v14H5zM11 3h4v14h-4z")));
  }

  class Viewer {
    /** @type {Payload.Head | null} */
    head = null;
    line = NO_LINE;
    /**
     * The step that the line leads to; null for the line that stands.
     * @type {number | null}
     */
    to = null;
    /** Where we are on the line. */
    place = 0;
    speed = 1;
    playing = false;
    /** How many boards were asked for: only the last is drawn. */
    asked = 0;
    /** @type {Map<string, Payload.Card>} */
    cards = new Map();
    /**
     * The card that was tapped, whose words stay.
     * @type {HTMLElement | null}
     */
    pinned = null;
    // What is taken in while a match goes on: now, once more, and from the opening on.
    renewing = false;
    again = false;
    whole = false;
    // Timers.
    ticking = 0;
    writing = 0;
    later = 0;

    // The page.
    header = h("header", { class: "head" });
    live = h("span", { class: "live", role: "status", hidden: true });
    banner = h("div", { class: "banner", role: "status", hidden: true });
    boardBox = h("section", { class: "board", "aria-label": "Board" });
    words = h("div", { class: "words", "aria-live": "polite", "aria-atomic": "true" });
    where = h("p", { class: "where" });
    legend = h("p", { class: "legend", "aria-hidden": "true" });
    slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", oninput: ({ currentTarget }) => this.go(Number(currentTarget.value)) });
    curve = svg("svg", { class: "curve" });
    first = stepButton("first", "To the opening (Home)", () => this.go(0));
    turnBack = stepButton("turnBack", "A turn back (Shift ←)", () => this.goTurn(-1));
    back = stepButton("back", "One step back (←)", () => this.go(this.place - 1));
    play = stepButton("play", "Play (space)", () => this.toggle());
    on = stepButton("on", "One step on (→)", () => this.go(this.place + 1));
    turnOn = stepButton("turnOn", "A turn on (Shift →)", () => this.goTurn(1));
    last = stepButton("last", "To the end (End)", () => this.go(this.end));
    number = h("input", { type: "number", min: 0, inputmode: "numeric", "aria-label": "Go to step", title: "Go to step (g)",
      onchange: ({ currentTarget }) => this.visit(Number(currentTarget.value)) });
    turn = h("select", { "aria-label": "Go to turn", title: "Go to turn", onchange: ({ currentTarget }) => this.go(this.line.turns[Number(currentTarget.value)]) });
    pace = h("select", { "aria-label": "Speed", title: "Speed (+ −)", onchange: ({ currentTarget }) => this.setSpeed(Number(currentTarget.value)) },
      SPEEDS.map((speed) => h("option", { value: speed, selected: speed === 1, text: `${speed}×` })));
    steps = h("div", { class: "steps", tabindex: "-1" });
    card = h("aside", { class: "card-words", "aria-live": "polite", hidden: true });
    help = h("dialog", { class: "help", "aria-label": "Keys" },
      h("h2", { text: "Keys" }),
      h("dl", {}, KEYS.map(([keys, what]) => [h("dt", { text: keys }), h("dd", { text: what })])),
      h("form", { method: "dialog" }, h("button", { text: "Close" })));

    /**
     * @param {HTMLElement} root
     * @param {Source} source
     */
    constructor(root, source) {
      this.root = root;
      this.source = source;
      const { first, turnBack, back, play, on, turnOn, last } = this;
      const controls = h("div", { class: "controls", role: "group", "aria-label": "Steps" },
        first, turnBack, back, play, on, turnOn, last);
      const jumps = h("div", { class: "jumps" },
        h("label", {}, "Step ", this.number), h("label", {}, "Turn ", this.turn), h("label", {}, "Speed ", this.pace),
        h("button", { type: "button", class: "helpButton", "aria-label": "Keys (?)", title: "Keys (?)", onclick: () => this.help.showModal() }, "?"));
      put(root,
        this.header,
        h("div", { class: "main" },
          h("div", { class: "left" }, this.banner, this.boardBox,
            h("div", { class: "desk" }, this.words, h("div", { class: "row-where" }, this.where, this.legend),
              this.slider, this.curve, h("div", { class: "bar" }, controls, jumps))),
          h("nav", { class: "right", "aria-label": "Steps of the match" }, h("h2", { text: "Steps" }), this.steps)),
        this.card, this.help);
      this.boardBox.addEventListener("pointerover", (event) => this.hover(event));
      this.boardBox.addEventListener("pointerleave", () => this.closeCard());
      document.addEventListener("keydown", (event) => this.key(event));
      document.addEventListener("click", ({ target }) => {
        if (target instanceof Element && !this.card.contains(target) && !target.closest(".card")) this.closeCard();
      });
      addEventListener("hashchange", () => this.fromHash());
    }

    async open() {
      const wanted = hash();
      let goesOn = false;
      try {
        const head = await this.source.head();
        goesOn = Boolean(this.source.follow && !head.ending);
        this.drawHead(head);
        await this.enter(wanted.line, wanted.step ?? (goesOn ? Infinity : 0));
        if (wanted.line === null && wanted.step !== undefined) await this.visit(wanted.step);
      } catch (error) {
        this.fail(error);
        return;
      }
      if (goesOn) this.follow();
    }

    /** @param {Payload.Head} head */
    drawHead(head) {
      this.head = head;
      const players = head.players.map((player, seat) =>
        h("span", { class: `player of-${"ab"[seat]}` }, player, h("small", { text: " AB"[seat + 1] })));
      const where = [head.event, head.round && `round ${head.round}`, head.table && `table ${head.table}`, head.series, head.place];
      const facts = [head.title, head.day, ...where, head.by && `recorded by ${head.by}`].filter(Boolean);
      document.title = `${head.players.join(" against ")}, ${head.title}`;
      put(this.header,
        h("div", { class: "title" }, h("h1", {}, players[0], h("span", { class: "against", text: "against" }), players[1]), this.live),
        head.ending
          ? h("p", { class: "ending" }, h("b", { text: outcome(head, head.ending) }), ` ${head.ending.totals.join(":")} (${head.ending.why})`)
          : h("p", { class: "ending", text: "not finished" }),
        h("p", { class: "facts", text: facts.join(" · ") }),
        this.seatChoice(head),
        this.source.links?.(head),
        details(head, this.source));
    }

    /** @param {Payload.Head} head */
    seatChoice(head) {
      const seats = this.source.seats ?? [];
      if (seats.length < 2) {
        return head.seen_by === "all" ? "" : h("p", { class: "eyes", text: `Shown is ${SEATS[head.seen_by]}.` });
      }
      return h("label", { class: "eyes" }, "Show ",
        h("select", { onchange: ({ currentTarget }) => this.source.look?.(currentTarget.value) },
          seats.map((seat) => h("option", { value: seat, selected: seat === head.seen_by, text: SEATS[seat] }))));
    }

    /** The first line is there, and a step can be shown. */
    get loaded() {
      return this.line !== NO_LINE;
    }

    /** @param {unknown} error */
    fail(error) {
      put(this.banner, h("strong", { text: error instanceof Error ? error.message : String(error) }));
      this.banner.hidden = false;
      this.root.classList.remove("loading");
      this.root.classList.toggle("failed", !this.loaded);
    }

    // -- lines ---------------------------------------------------------------------------------

    get end() {
      return this.line.steps.length - 1;
    }

    /**
     * Go to a line: the one that stands (null), or the one that leads to a step.
     * @param {number | null} to
     * @param {number} number
     */
    async enter(to, number) {
      return this.show(await this.source.line(to), to, number);
    }

    /**
     * @param {Payload.Line} line
     * @param {number | null} to
     * @param {number} number
     */
    async show(line, to, number) {
      this.line = line;
      this.to = to;
      this.slider.max = String(this.end);
      this.number.max = String(this.line.steps[this.end].number);
      put(this.turn, this.line.turns.map((_, turn) => h("option", { value: turn, text: turn || "set-up" })));
      Ludograph.drawCurve(this.curve, this.line, (place) => this.go(place));
      put(this.legend, h("span", { class: "of-a", text: "A" }), h("span", { class: "of-b", text: "B" }), this.line.curve.label);
      Ludograph.drawSteps(this.steps, this.line, {
        go: (place) => this.go(place),
        enter: (steps) => (steps ? this.enterAt(steps) : this.enter(null, this.line.steps[this.place].number)),
      });
      this.drawBanner();
      await this.goTo(number);
    }

    /**
     * Go to the line that leads to steps which do not stand, where they begin.
     * @param {number[]} steps
     */
    enterAt(steps) {
      const last = steps[steps.length - 1];
      return this.enter(this.gone(last)?.last ?? last, steps[0]).catch((error) => this.fail(error));
    }

    /**
     * What does not stand, of which a step is one.
     * @param {number | null} number
     */
    gone(number) {
      return this.line.variations?.find(({ numbers }) => number !== null && numbers.includes(number));
    }

    drawBanner() {
      this.banner.hidden = this.to === null;
      if (this.to === null) return;
      const gone = this.gone(this.to);
      const words = gone
        ? `This line was ${gone.how} by event ${gone.event}${gone.by ? ` (${gone.by})` : ""}; steps ${gone.numbers[0]} to ${gone.numbers.at(-1)} do not stand.`
        : `This is the line to step ${this.to}.`;
      put(this.banner, h("span", { text: words }), " ",
        h("button", { type: "button", onclick: () => this.leave() }, "Back to the line that stands"));
    }

    leave() {
      const gone = this.gone(this.to);
      return this.enter(null, gone ? gone.after : this.line.steps[this.place].number);
    }

    nextVariation() {
      const found = this.line.variations ?? [];
      if (!found.length) return;
      const at = found.findIndex((variation) => variation === this.gone(this.to));
      /** @type {Payload.Variation | undefined} */
      const next = found[at + 1];
      if (next) this.enterAt(next.numbers);
      else this.leave();
    }

    // -- steps ---------------------------------------------------------------------------------

    /**
     * Go to a step by its number; what does not stand here leads to the step before it.
     * @param {number} number
     */
    goTo(number) {
      const found = this.line.steps.findLastIndex((step) => step.number <= number);
      return this.go(Math.max(0, found));
    }

    /**
     * Go to a step by its number, wherever it is: one that does not stand is shown on its own line.
     * @param {number} number
     */
    visit(number) {
      const stands = this.line.steps.some((step) => step.number === number);
      return !stands && this.to === null && this.gone(number) ? this.enterAt([number]) : this.goTo(number);
    }

    /** @param {-1 | 1} by */
    goTurn(by) {
      const starts = this.line.turns;
      const place = by > 0 ? starts.find((start) => start > this.place) : starts.findLast((start) => start < this.place);
      return this.go(place ?? (by > 0 ? this.end : 0));
    }

    /**
     * Go to a place on the line.
     * @param {number} place
     */
    async go(place, playing = false) {
      if (!this.loaded) return;
      if (!playing) this.stop();
      place = Math.min(this.end, Math.max(0, place));
      const asked = ++this.asked;
      this.place = place;
      const step = this.line.steps[place];
      this.point(step);
      try {
        const frame = await this.source.frame(step.number);
        if (asked !== this.asked) return;
        this.root.classList.remove("loading");
        this.closeCard();
        this.cards = Ludograph.cardsOf(frame.board);
        Ludograph.drawBoard(this.boardBox, frame, (card, at) => this.showCard(card, at, true));
        this.root.dataset.step = String(step.number);
        if (place < this.end) this.source.frame(this.line.steps[place + 1].number).catch(() => {});
      } catch (error) {
        this.fail(error);
      }
    }

    /**
     * Say where we are, before the board is there.
     * @param {Payload.Step} step
     */
    point(step) {
      const turn = this.line.turns.findLastIndex((start) => start <= this.place);
      this.slider.value = String(this.place);
      this.slider.setAttribute("aria-valuetext", `step ${step.number}, ${step.turn ? `turn ${step.turn}` : "set-up"}`);
      if (document.activeElement !== this.number) this.number.value = String(step.number);
      this.turn.value = String(Math.max(0, turn));
      const { a, b, label } = this.line.curve;
      put(this.where, h("b", { text: `Step ${step.number}` }), ` of ${this.line.steps[this.end].number}`,
        ` · ${step.turn ? `turn ${step.turn} of ${this.line.turns.length - 1}` : "set-up"}`,
        ` · ${label} ${a[this.place]}:${b[this.place]}`);
      /** @type {Payload.NotationLine | undefined} */
      const notation = this.line.notation[step.line ?? -1];
      put(this.words, step.changes.map((words) => h("p", { text: words })),
        (step.beside ?? []).map((beside) => h("p", { class: "beside", text: beside.words })),
        notation && notation.text.length < 400 && h("p", { class: "notation" }, h("code", { text: notation.text })));
      for (const element of [this.first, this.turnBack, this.back]) element.toggleAttribute("aria-disabled", this.place === 0);
      for (const element of [this.on, this.turnOn, this.last]) element.toggleAttribute("aria-disabled", this.place === this.end);
      Ludograph.pointCurve(this.curve, this.place);
      Ludograph.pointSteps(this.steps, this.place);
      clearTimeout(this.writing);
      this.writing = setTimeout(() => this.toHash(), 150);
    }

    toHash() {
      const line = this.to === null ? "" : `&line=${this.to}`;
      const wanted = `#step=${this.line.steps[this.place].number}${line}`;
      if (location.hash !== wanted) history.replaceState(null, "", `${location.pathname}${location.search}${wanted}`);
    }

    fromHash() {
      const { step, line } = hash();
      if (step === undefined || !this.loaded) return;
      if (line === this.to) this.visit(step);
      else this.enter(line, step).catch((error) => this.fail(error));
    }

    // -- playing -------------------------------------------------------------------------------

    toggle() {
      if (this.playing) return this.stop();
      if (this.place === this.end) this.place = -1;
      this.playing = true;
      this.play.classList.add("playing");
      this.play.setAttribute("aria-label", "Stop (space)");
      this.words.setAttribute("aria-live", "off");
      return this.tick();
    }

    async tick() {
      if (!this.playing) return;
      await this.go(this.place + 1, true);
      if (this.place >= this.end) return this.stop();
      this.ticking = setTimeout(() => this.tick(), PACE / this.speed);
    }

    stop() {
      if (!this.playing) return;
      this.playing = false;
      clearTimeout(this.ticking);
      this.play.classList.remove("playing");
      this.play.setAttribute("aria-label", "Play (space)");
      this.words.setAttribute("aria-live", "polite");
    }

    /** @param {number} speed */
    setSpeed(speed) {
      this.speed = speed;
      this.pace.value = String(speed);
    }

    /** @param {-1 | 1} by */
    faster(by) {
      const next = SPEEDS.at(Math.max(0, SPEEDS.indexOf(this.speed) + by));
      if (next) this.setSpeed(next);
    }

    // -- cards ---------------------------------------------------------------------------------

    /** @param {PointerEvent} event */
    hover({ pointerType, target }) {
      if (pointerType !== "mouse" || !(target instanceof Element)) return;
      /** @type {HTMLElement | null} */
      const at = target.closest(".card");
      if (!at) {
        if (!this.pinned) this.closeCard();
        return;
      }
      const card = this.cards.get(at.dataset.key ?? "");
      if (card && !card.hidden) this.showCard(card, at, false);
    }

    /**
     * @param {Payload.Card} card
     * @param {HTMLElement} at
     * @param {boolean} pinned
     */
    showCard(card, at, pinned) {
      if (pinned && this.pinned === at) {
        this.closeCard();
        return;
      }
      this.pinned = pinned ? at : null;
      put(this.card, Ludograph.cardWords(card));
      this.card.hidden = false;
      const box = at.getBoundingClientRect();
      const { offsetWidth: wide, offsetHeight: high } = this.card;
      const below = box.bottom + high + 12 < innerHeight;
      this.card.style.left = `${Math.max(8, Math.min(box.left, innerWidth - wide - 8))}px`;
      this.card.style.top = `${below ? box.bottom + 6 : Math.max(8, box.top - high - 6)}px`;
    }

    closeCard() {
      this.pinned = null;
      this.card.hidden = true;
    }

    // -- keys ----------------------------------------------------------------------------------

    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey || this.help.open || !this.loaded) return;
      const target = event.target instanceof Element ? event.target : null;
      /** @type {HTMLElement | null | undefined} */
      const typing = target?.closest("input:not([type=range]), select, textarea, [contenteditable]");
      if (typing && event.key !== "Escape") return;
      const presses = target?.closest("button, a, summary") && (event.key === " " || event.key === "Enter");
      if (presses) return;
      const slides = target === this.slider && !event.shiftKey;
      /** @type {Record<string, () => unknown>} */
      const deeds = {
        ArrowLeft: () => (event.shiftKey ? this.goTurn(-1) : this.go(this.place - 1)),
        ArrowRight: () => (event.shiftKey ? this.goTurn(1) : this.go(this.place + 1)),
        Home: () => this.go(0),
        End: () => this.go(this.end),
        " ": () => this.toggle(),
        "+": () => this.faster(1),
        "=": () => this.faster(1),
        "-": () => this.faster(-1),
        g: () => {
          this.number.focus();
          this.number.select();
        },
        v: () => this.nextVariation(),
        "?": () => this.help.showModal(),
        Escape: () => this.escape(typing),
      };
      const deed = deeds[event.key];
      if (!deed || (slides && event.key.startsWith("Arrow"))) return;
      event.preventDefault();
      deed();
    }

    /** @param {HTMLElement | null | undefined} typing */
    escape(typing) {
      if (!this.card.hidden) this.closeCard();
      else if (typing) typing.blur();
      else if (this.to !== null) this.leave();
    }

    // -- a match that goes on ------------------------------------------------------------------

    follow() {
      this.source.follow?.({
        changed: (kind) => this.renew(kind),
        state: (state) => {
          this.live.hidden = Boolean(this.head?.ending) && state === "live";
          this.live.className = `live ${state}`;
          this.live.textContent = state === "live" ? "live" : "connecting again …";
          if (state === "live") this.renew();
        },
      });
    }

    /**
     * Take in what was recorded meanwhile; one request at a time, and one more if more came in.
     * @param {"step" | "match"} [kind]
     */
    async renew(kind) {
      if (kind === "match") this.whole = true;
      if (this.renewing) {
        this.again = true;
        return;
      }
      this.renewing = true;
      try {
        do {
          this.again = false;
          await this.takeIn();
        } while (this.again);
      } catch {
        clearTimeout(this.later); // the connection went away meanwhile
        this.later = setTimeout(() => this.renew(), 2500);
      } finally {
        this.renewing = false;
      }
    }

    /** Stay where we are unless that was the end. */
    async takeIn() {
      const atEnd = this.to === null && this.place === this.end;
      const since = this.whole || this.to !== null ? 0 : Math.max(0, this.end - 1);
      this.whole = false;
      const [head, line] = await Promise.all([this.source.head(), this.source.line(this.to, since)]);
      if (since && line.steps[0]?.number === this.line.steps[since + 1]?.number) {
        line.steps = [...this.line.steps.slice(0, since + 1), ...line.steps];
      } else if (since) {
        this.whole = this.again = true;
        return;
      }
      const same = head.last === this.head?.last;
      if (same && line.steps.length === this.line.steps.length) return;
      const number = this.line.steps[this.place].number;
      this.drawHead(head);
      this.live.hidden = Boolean(head.ending);
      await this.show(line, this.to, atEnd ? Infinity : number);
    }
  }

  /**
   * @param {Payload.Head} head
   * @param {Payload.Ending} ending
   */
  function outcome({ players }, { winner, outcome: words }) {
    return winner ? `${players["AB".indexOf(winner)]} wins` : words;
  }

  /**
   * @param {Payload.Head} head
   * @param {Source} source
   */
  function details(head, source) {
    /** @type {[name: string, value: string | undefined][]} */
    const facts = [
      ["Match", head.match],
      ["Audit", head.audit && `${head.audit.ok ? "✓" : "✗"} ${head.audit.words}`],
      ...(head.audit?.findings ?? []).map((words) => /** @type {[string, string]} */ (["", words])),
      ["Chain head", head.chain],
      ["Recorded", head.opened],
      ["Rules", head.rules],
      ["Steps", `${count(head.steps ?? 0, "step")}, ${count(head.turns ?? 0, "turn")}, ${count(head.events ?? 0, "event")}`],
      ["Bots", head.bots?.join(", ")],
      ["Clock", head.clock],
      ["Note", head.note],
      ...Object.entries(head.settings ?? {}),
    ];
    const record = source.record?.();
    const keep = record !== undefined && h("button", { type: "button", text: "Save the record (JSON Lines)",
      onclick: () => save(`${head.match}.jsonl`, new Blob([record])) });
    return h("details", { class: "about" }, h("summary", { text: "About this match" },
      head.audit && h("span", { class: `verdict ${head.audit.ok ? "ok" : "bad"}`, text: head.audit.ok ? "audited" : "audit failed" })),
      h("dl", {}, facts.map(([name, value]) => value && [h("dt", { text: name }), h("dd", { text: value })])), keep);
  }

  /** The step, and the line that leads to one, which the address names. */
  function hash() {
    const found = new URLSearchParams(location.hash.slice(1));
    const number = (/** @type {string} */ name) => (/^\d+$/.test(found.get(name) ?? "") ? Number(found.get(name)) : undefined);
    return { step: number("step"), line: number("line") ?? null };
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ Viewer }));

  const packed = document.getElementById("match-data");
  if (packed) {
    const source = new Ludograph.Embedded(JSON.parse(packed.textContent));
    new Viewer(Ludograph.part("viewer"), source).open();
  }
})();
