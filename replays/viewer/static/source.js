"use strict";
// Where the viewer has a match from: the page itself, or a service.

(() => {
  /**
   * A copy of a board with a patch applied.
   * @param {PackedBoard} board
   * @param {Patch} patch
   */
  function patched(board, patch) {
    const copy = structuredClone(board);
    for (const [path, ...rest] of patch) {
      /** @type {any} */
      let at = copy;
      for (const name of path.slice(0, -1)) at = at[name];
      const last = path[path.length - 1];
      if (rest.length) at[last] = rest[0];
      else delete at[last];
    }
    return copy;
  }

  /** A match that lies packed in the page: see `replays.viewer.deltas`. */
  class Embedded {
    /** @param {Packed} data */
    constructor(data) {
      this.data = data;
      /** @type {Map<number, PackedBoard>} */
      this.boards = new Map();
    }

    async head() {
      return this.data.head;
    }

    /** @param {number | null} to */
    async line(to) {
      const found = this.data.lines[to ?? ""];
      if (!found) throw new Error(`this file holds no line to step ${to}`);
      const { steps, lines } = this.data;
      return { ...found, steps: found.steps.map((at) => steps[at]), variations: lines[""].variations };
    }

    /** The match as JSON Lines. */
    record() {
      return this.data.record;
    }

    /**
     * The board of a step, its cards as they are packed.
     * @param {number} number
     * @returns {PackedBoard}
     */
    board(number) {
      const known = this.boards.get(number);
      if (known) return known;
      const frame = this.data.frames[number];
      const board = frame.board ?? patched(this.board(frame.from), frame.patch);
      this.boards.set(number, board);
      return board;
    }

    /** @param {number} number */
    async frame(number) {
      const board = this.board(number);
      const rows = board.rows.map((row) =>
        row.map((zone) => ({ ...zone, cards: (zone.cards ?? []).map((card) => this.card(card)) })),
      );
      const marks = this.data.frames[number].marks ?? [];
      return { number, board: { ...board, rows }, marks: marks.map(([what, key, label, change]) => ({ what, key, label, change })) };
    }

    /** @param {number} index */
    card(index) {
      const { text, ...card } = this.data.cards[index];
      return text === undefined ? card : { ...card, text: this.data.texts[text] };
    }
  }

  /** Milliseconds after which no answer about a match is one. */
  const PATIENCE = 10_000;
  /** Boards that are kept. */
  const MOST = 400;

  /** A match that a service has. */
  class Remote {
    /** @type {Payload.Verdict | undefined} */
    audit;
    /**
     * Number of the last event when the match was audited.
     * @type {number | undefined}
     */
    audited;

    /** @param {string} match */
    constructor(match, seat = "") {
      this.base = `api/matches/${encodeURIComponent(match)}`;
      this.seat = seat;
      /** @type {Map<number, Promise<Payload.Frame>>} */
      this.kept = new Map();
    }

    /**
     * @template T
     * @param {string} path
     * @param {Record<string, string>} [query]
     * @returns {Promise<T>}
     */
    get(path, query = {}) {
      const wanted = new URLSearchParams({ ...query, ...(this.seat && { seat: this.seat }) });
      return Ludograph.api(`${this.base}${path}${wanted.size ? `?${wanted}` : ""}`, { patience: PATIENCE });
    }

    async head() {
      /** @type {Payload.Head} */
      const head = await this.get("");
      if (this.audited === undefined || (head.ending && this.audited !== head.last)) {
        /** @type {Payload.Audited | undefined} */
        const found = await this.get("/audit").catch(() => undefined);
        this.audit = found?.verdict;
        this.audited = head.last;
      }
      return { ...head, audit: this.audited === head.last ? this.audit : undefined };
    }

    /**
     * @param {number | null} to
     * @param {number} [since]
     * @returns {Promise<Payload.Line>}
     */
    line(to, since) {
      return this.get("/line", { ...(to === null ? {} : { to: String(to) }), ...(since ? { since: String(since) } : {}) });
    }

    /**
     * The board after an event, which never changes: it is asked for once.
     * @param {number} number
     */
    frame(number) {
      const kept = this.kept.get(number);
      if (kept) return kept;
      /** @type {Promise<Payload.Frame>} */
      const found = this.get(`/steps/${number}`);
      found.catch(() => this.kept.delete(number));
      this.kept.set(number, found);
      const [oldest] = this.kept.keys();
      if (this.kept.size > MOST) this.kept.delete(oldest);
      return found;
    }

    /**
     * Hear of whatever is recorded; the browser connects again by itself, where it was.
     * @param {Follower} follower
     */
    follow({ changed, state }) {
      const query = this.seat ? `?${new URLSearchParams({ seat: this.seat })}` : "";
      const connect = () => {
        const stream = new EventSource(Ludograph.address(`${this.base}/events${query}`));
        stream.addEventListener("open", () => state("live"));
        for (const kind of /** @type {const} */ (["step", "match"])) {
          stream.addEventListener(kind, (event) => changed(kind, Number(event.lastEventId)));
        }
        stream.addEventListener("error", () => {
          state("waiting");
          if (stream.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
        });
      };
      connect();
    }
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ Embedded, Remote }));
})();
