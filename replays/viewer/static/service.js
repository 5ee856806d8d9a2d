"use strict";
// Talking to the service, and what all its pages have.

(() => {
  const { h, put } = Ludograph;
  const BASE = new URL("..", document.currentScript.src);
  const PLACES = [["", "Matches"], ["new", "New"], ["stats", "Statistics"], ["sql", "SQL"]];

  /** An address of the service. */
  const address = (path) => new URL(path.replace(/^\//, ""), BASE).href;

  /** What a service said was wrong, as an error with its `status` and what would be `legal`. */
  async function problem(answer) {
    let told = {};
    try {
      told = await answer.json();
    } catch {
      /* no JSON: the status says enough */
    }
    const error = new Error(told.detail || told.title || `the service answers ${answer.status}`);
    return Object.assign(error, told, { status: answer.status, legal: told.legal ?? [] });
  }

  /** Milliseconds after which no answer is one: a query of ours never takes so long. */
  const PATIENCE = 30_000;

  /** Ask the service; what comes back is JSON. Throws an error with `status` 0 if it is not reached in time. */
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
      throw Object.assign(new Error("the service cannot be reached"), { status: 0, legal: [] });
    }
    const date = Date.parse(answer.headers.get("date") ?? "");
    if (date) Ludograph.ahead = date - Date.now();
    if (answer.status === 401) signIn();
    if (!answer.ok) throw await problem(answer);
    if (answer.status === 204) return null;
    return answer.json().catch(() => {
      throw Object.assign(new Error("the answer broke off"), { status: 0, legal: [] });
    });
  }

  function signIn() {
    if (location.href.startsWith(address("sign-in"))) return;
    location.assign(`${address("sign-in")}?${new URLSearchParams({ to: location.pathname + location.search })}`);
  }

  /** Who is signed in, and what they may do; whoever asks from this machine may do everything. */
  const session = api("api/session").catch(() => ({ role: "" }));

  async function signOut() {
    await api("api/session", { method: "DELETE" }).catch(() => {});
    location.assign(address("sign-in"));
  }

  /** Leave out the places where a token has nothing to do, and let it sign out. */
  async function fit(element) {
    const { role, tokens, name, seat, match } = await session;
    if (tokens && !role) return signIn();
    const writes = role && role !== "watch";
    const asks = role && role !== "watch" && !seat && !match;
    for (const link of element.querySelectorAll("nav a")) {
      const place = link.dataset.place;
      link.hidden = Boolean(role) && ((place === "new" && (!writes || match)) || (["stats", "sql"].includes(place) && !asks));
    }
    if (tokens && role) {
      element.append(h("span", { class: "soft" }, name ? `${name} (${role})` : role),
        h("button", { type: "button", class: "small", onclick: signOut }, "Sign out"));
    }
    return undefined;
  }

  function top() {
    const element = document.getElementById("top");
    const here = location.href.split(/[?#]/)[0];
    const skip = h("a", { class: "skip", href: `${location.pathname}${location.search}#main` }, "To the content");
    put(element, skip, h("a", { class: "brand", href: address("") }, "ludograph"),
      h("nav", { "aria-label": "Pages" }, PLACES.map(([path, name]) =>
        h("a", { href: address(path), "data-place": path, "aria-current": here === address(path) && "page", text: name }))));
    fit(element);
  }

  /** A message at the top of a page; an error says what would be right. */
  function say(element, error) {
    const legal = error.legal?.length ? ` Right would be: ${error.legal.slice(0, 12).join(", ")}.` : "";
    put(element, error.message ? `${error.message}.${legal}` : String(error));
    element.hidden = false;
  }

  /** The id of the match that the page is about. */
  const matchOfPage = () => decodeURIComponent(location.pathname.match(/\/matches\/([^/]+)/)?.[1] ?? "");

  /** Fill a form's fields from the address, and give them back as an object without empty ones. */
  const fields = (form) =>
    Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]).filter(([, value]) => value));

  Object.assign(Ludograph, { address, api, session, problem, say, matchOfPage, fields });
  top();
})();
