"use strict";
// Talking to the service, and what all its pages have.

(() => {
  const { h, put, part } = Ludograph;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const BASE = new URL("..", script.src);
  const PLACES = [["", "Matches"], ["new", "New"], ["stats", "Statistics"], ["sql", "SQL"]];
  /** Milliseconds after which no answer is one: a query of ours never takes so long. */
  const PATIENCE = 30_000;

  /**
   * An address of the service.
   * @param {string} path
   */
  const address = (path) => new URL(path.replace(/^\//, ""), BASE).href;

  /**
   * What a service found wrong, as an error with its `status` and what would be `legal`.
   * @param {Response} answer
   * @returns {Promise<Fault>}
   */
  async function problem(answer) {
    /** @type {Detail} */
    let found = {};
    try {
      found = await answer.json();
    } catch {
      /* no JSON: the status says enough */
    }
    const error = new Error(found.detail || found.title || `the service answers ${answer.status}`);
    return Object.assign(error, found, { status: answer.status });
  }

  /**
   * An error of a request that has no answer.
   * @param {string} message
   * @returns {Fault}
   */
  const unanswered = (message) => Object.assign(new Error(message), { status: 0 });

  /**
   * Ask the service; what comes back is JSON. Throws an error with `status` 0 if it is not reached in time.
   * @type {Ludograph["api"]}
   */
  async function api(path, { method = "GET", body, headers = {}, patience = PATIENCE } = {}) {
    let answer;
    try {
      answer = await fetch(address(path), {
        method,
        headers: { Accept: "application/json", ...(method === "GET" ? {} : { "Content-Type": "application/json" }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(patience),
      });
    } catch {
      throw unanswered("the service cannot be reached");
    }
    const date = Date.parse(answer.headers.get("date") ?? "");
    if (date) Ludograph.ahead = date - Date.now();
    if (answer.status === 401) signIn();
    if (!answer.ok) throw await problem(answer);
    try {
      return JSON.parse(answer.status === 204 ? "null" : await answer.text());
    } catch {
      throw unanswered("the answer broke off");
    }
  }

  function signIn() {
    if (location.href.startsWith(address("sign-in"))) return;
    location.assign(`${address("sign-in")}?${new URLSearchParams({ to: location.pathname + location.search })}`);
  }

  /**
   * Who is signed in, and what they may do; whoever asks from this machine may do everything.
   * @type {Promise<Payload.Session>}
   */
  const session = api("api/session").catch(() => ({ role: "" }));

  async function signOut() {
    await api("api/session", { method: "DELETE" }).catch(() => {});
    location.assign(address("sign-in"));
  }

  /**
   * Leave out the places where a token has nothing to do, and let it sign out.
   * @param {HTMLElement} element
   * @param {HTMLAnchorElement[]} links
   */
  async function fit(element, links) {
    const { role, tokens, name, seat, match } = await session;
    if (tokens && !role) return signIn();
    const writes = role && role !== "watch";
    const asks = writes && !seat && !match;
    for (const link of links) {
      const place = link.dataset.place ?? "";
      link.hidden = Boolean(role) && ((place === "new" && (!writes || Boolean(match))) || (["stats", "sql"].includes(place) && !asks));
    }
    if (tokens && role) {
      element.append(h("span", { class: "soft" }, name ? `${name} (${role})` : role),
        h("button", { type: "button", class: "small", onclick: signOut }, "Sign out"));
    }
  }

  function top() {
    const element = part("top");
    const here = location.href.split(/[?#]/)[0];
    const skip = h("a", { class: "skip", href: `${location.pathname}${location.search}#main` }, "To the content");
    const links = PLACES.map(([path, name]) =>
      h("a", { href: address(path), "data-place": path, "aria-current": here === address(path) && "page", text: name }));
    put(element, skip, h("a", { class: "brand", href: address("") }, "ludograph"), h("nav", { "aria-label": "Pages" }, links));
    fit(element, links);
  }

  /**
   * Whatever was thrown, as an error.
   * @param {unknown} error
   * @returns {Fault}
   */
  const fault = (error) => (error instanceof Error ? error : new Error(String(error)));

  /**
   * A message at the top of a page; an error says what would be right.
   * @param {HTMLElement} element
   * @param {unknown} error
   */
  function say(element, error) {
    const { message, legal = [] } = fault(error);
    put(element, `${message || error}.`, legal.length > 0 && ` Right would be: ${legal.slice(0, 12).join(", ")}.`);
    element.hidden = false;
  }

  /** A key that no other request has; `randomUUID` is not there without TLS. */
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /** The id of the match that the page is about. */
  const matchOfPage = () => decodeURIComponent(location.pathname.match(/\/matches\/([^/]+)/)?.[1] ?? "");

  /**
   * What is filled in in a form, by name, without what is empty.
   * @param {HTMLFormElement} form
   */
  const fields = (form) =>
    Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]).filter(([, value]) => value));

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ address, api, session, problem, fault, say, newKey, matchOfPage, fields }));
  top();
})();
