"use strict";
// What was entered and is not recorded yet. It is kept on this device and sent in order, each once.

(() => {
  const { api, fault, newKey } = Ludograph;
  const AGAIN = 2500;
  /** What has no answer after so many is sent again: it may have got lost. */
  const PATIENCE = 8000;
  /** What waited so many milliseconds says when it happened. */
  const LATE = 5000;
  /** Not reached, or not now: it is tried again. */
  const later = ({ status = 400 }) => status === 0 || status === 429 || status >= 500;

  class Queue {
    /** @type {Blocked | null} */
    blocked = null;
    running = false;
    /** When the match was opened, in milliseconds; 0 while that is not known. */
    opened = 0;

    /**
     * @param {string} match
     * @param {Hearer} hearer
     */
    constructor(match, hearer) {
      this.match = match;
      this.hearer = hearer;
      this.name = `ludograph.waiting.${match}`;
      this.last = 0;
      this.online = true;
      addEventListener("online", () => this.run());
      addEventListener("storage", (event) => event.key === this.name && this.hearer.changed());
    }

    /** @returns {Entry[]} */
    get entries() {
      try {
        return JSON.parse(localStorage.getItem(this.name) ?? "[]");
      } catch {
        return [];
      }
    }

    set entries(entries) {
      if (entries.length) localStorage.setItem(this.name, JSON.stringify(entries));
      else localStorage.removeItem(this.name);
      this.hearer.changed();
    }

    /**
     * Enter something: what to do (`steps`, `takeback` …), how, and how it is shown.
     * @param {string} what
     * @param {Fields} body
     * @param {string} shown
     */
    add(what, body, shown) {
      const entry = { key: newKey(), what, body, shown, at: Date.now() };
      this.entries = [...this.entries, entry];
      this.run();
      return entry;
    }

    /**
     * Enter a line before all that waits.
     * @param {string} line
     */
    first(line) {
      this.entries = [{ key: newKey(), what: "steps", body: { line }, shown: line, at: Date.now() }, ...this.entries];
    }

    /**
     * @param {string} key
     * @param {Entry} entry
     */
    replace(key, entry) {
      this.entries = this.entries.map((old) => (old.key === key ? entry : old));
    }

    /** @param {string} key */
    drop(key) {
      this.entries = this.entries.filter((entry) => entry.key !== key);
    }

    /** Send what waits, one after the other, until one cannot be. */
    async run() {
      if (this.running || this.blocked) return;
      this.running = true;
      clearTimeout(this.timer);
      try {
        let [entry] = this.entries;
        while (entry && !this.blocked) {
          await this.send(entry);
          if (!this.online) break;
          [entry] = this.entries;
        }
      } finally {
        this.running = false;
      }
    }

    /**
     * A line that waited says when it was entered, counted from the opening.
     * @param {Entry} entry
     */
    timed({ what, body, at }) {
      if (what !== "steps" || Date.now() - at < LATE || !this.opened || /\[[\d:]+\]/.test(body.line ?? "")) return body;
      const seconds = Math.floor((at + (Ludograph.ahead ?? 0) - this.opened) / 1000);
      if (seconds < 0) return body;
      const two = (/** @type {number} */ value) => String(value % 60).padStart(2, "0");
      const time = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
      return { ...body, line: `${body.line} [${time}]` };
    }

    /**
     * @param {Entry} entry
     * @param {Fields} body
     * @returns {Promise<Payload.Recorded>}
     */
    post(entry, body) {
      return api(`api/matches/${encodeURIComponent(this.match)}/${entry.what}`, {
        method: "POST", body, patience: PATIENCE,
        headers: { "If-Match": `"${entry.expected}"`, "Idempotency-Key": entry.key },
      });
    }

    /** @param {Entry} entry */
    async send(entry) {
      // What is sent again has to be the same to the letter, so that it is recorded once.
      const timed = entry.timed ?? this.timed(entry);
      if (entry.expected === undefined || timed !== entry.timed) {
        entry = { ...entry, expected: entry.expected ?? this.last, ...(timed !== entry.body && { timed }) };
        this.replace(entry.key, entry);
      }
      try {
        const answer = await this.post(entry, timed).catch((error) => {
          // It had arrived before it was late.
          if (!error.type?.endsWith("key-reused") || timed === entry.body) throw error;
          return this.post(entry, entry.body);
        });
        this.online = true;
        this.last = Math.max(this.last, answer.last);
        this.drop(entry.key);
        this.hearer.sent({ entry, answer });
      } catch (thrown) {
        const error = fault(thrown);
        if (later(error)) {
          this.online = false;
          this.timer = setTimeout(() => this.run(), AGAIN);
          this.hearer.waiting();
          return;
        }
        this.online = true;
        this.blocked = { entry, error };
        this.hearer[error.status === 412 ? "conflict" : "refused"](this.blocked);
      }
    }

    /**
     * Go on: with what was blocked as something new after what is recorded now, without it, or with nothing.
     * @param {"again" | "drop" | "clear"} how
     * @param {Fields} [body]
     */
    go(how, body) {
      if (!this.blocked) return;
      const { entry, error } = this.blocked;
      this.blocked = null;
      if (error.last !== undefined) this.last = error.last;
      if (how === "again") {
        this.replace(entry.key, { key: newKey(), what: entry.what, body: body ?? entry.body, shown: body?.line ?? entry.shown, at: entry.at });
      } else if (how === "drop") this.drop(entry.key);
      else this.entries = [];
      this.run();
    }
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ Queue, AGAIN }));
})();
