"use strict";
// Signing in with a token; it is kept in a cookie that scripts cannot read.

(() => {
  const { h, put, part, api, address, say } = Ludograph;
  const wrong = h("p", { class: "problem", role: "alert", hidden: true });
  const token = h("input", { type: "password", name: "token", required: true, autocomplete: "current-password" });
  const form = h("form", { class: "card-form" },
    h("p", { text: "This service wants a token. Whoever runs it makes one with `ludograph token`." }),
    h("label", {}, "Token", token), h("button", { type: "submit" }, "Sign in"), wrong);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await api("api/session", { method: "POST", body: { token: token.value.trim() } });
      const to = new URLSearchParams(location.search).get("to") ?? "";
      location.assign(/^\/(?![/\\])/.test(to) ? to : address(""));
    } catch (error) {
      say(wrong, error);
    }
  });
  put(part("main"), h("h1", { text: "Sign in" }), form);
})();
