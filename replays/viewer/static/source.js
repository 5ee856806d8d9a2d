"use strict";
// Where the viewer has a match from: the page itself, or a service.

(() => {
  /** A copy of a value with a patch applied: a list of [path, value], or [path] for what is gone. */
  function patched(value, patch) {
    const copy = structuredClone(value);
    for (const [path, ...rest] of patch) {
      let at = copy;
      for (const name of path.slice(0, -1)) at = at[name];
      const last = path[path.length - 1];
      if (rest.length) at[last] = rest[0];
      else delete at[last];
    }
    return copy;
  }

  /** A match that lies packed in the page: see `replays.viewer.packing`. */
  class Embedded {
    constructor(data) {
      this.data = data;
      this.packed = new Map();
    }

    async head() {
      return this.data.head;
    }

    async line(to) {
      const found = this.data.lines[to ?? ""];
      if (!found) throw new Error(`this file holds no line to step ${to}`);
      return found;
    }

    /** The match as JSON Lines. */
    record() {
      return this.data.record;
    }

    board(number) {
      if (!this.packed.has(number)) {
        const frame = this.data.frames[number];
        const board = frame.board ?? patched(this.board(frame.from), frame.patch);
        this.packed.set(number, board);
      }
      return this.packed.get(number);
    }

    async frame(number) {
      const packed = this.board(number);
      const rows = packed.rows.map((row) =>
        row.map((zone) => ({ ...zone, cards: (zone.cards ?? []).map((card) => this.card(card)) })),
      );
      return { number, board: { ...packed, rows }, marks: (this.data.frames[number].marks ?? []).map(([what, key, label, change]) => ({ what, key, label, change })) };
    }

    card(index) {
      const card = this.data.cards[index];
      return card.text === undefined ? card : { ...card, text: this.data.texts[card.text] };
    }
  }

  /** Milliseconds after which no answer about a match is one. */
  const PATIENCE = 10_000;

  /** A match that a service has. */
  class Remote {
    constructor(match, seat = "") {
      this.base = `api/matches/${encodeURIComponent(match)}`;
      this.seat = seat;
      this.kept = new Map();
    }

    get(path, query = {}) {
      const wanted = new URLSearchParams({ ...query, ...(this.seat && { seat: this.seat }) });
      return Ludograph.api(`${this.base}${path}${wanted.size ? `?${wanted}` : ""}`, { patience: PATIENCE });
    }

    async head() {
      const head = await this.get("");
      if (this.audited === undefined || (head.ending && this.audited !== head.last)) {
        this.audit = (await this.get("/audit").catch(() => undefined))?.verdict;
        this.audited = head.last;
      }
      return { ...head, audit: this.audited === head.last ? this.audit : undefined };
    }

    line(to, since) {
      return this.get("/line", { ...(to === null || to === undefined ? {} : { to }), ...(since ? { since } : {}) });
    }

    /** The board after an event, which never changes: it is asked for once. */
    frame(number) {
      if (!this.kept.has(number)) {
        const found = this.get(`/steps/${number}`);
        found.catch(() => this.kept.delete(number));
        this.kept.set(number, found);
        if (this.kept.size > 400) this.kept.delete(this.kept.keys().next().value);
      }
      return this.kept.get(number);
    }

    /** Be told whenever something is recorded; the browser connects again by itself, where it was. */
    follow({ changed, state }) {
      const query = this.seat ? `?${new URLSearchParams({ seat: this.seat })}` : "";
      const connect = () => {
        const stream = new EventSource(Ludograph.address(`${this.base}/events${query}`));
        stream.addEventListener("open", () => state("live"));
        for (const kind of ["step", "match"]) {
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

  Object.assign(Ludograph, { Embedded, Remote, patched });
})();
