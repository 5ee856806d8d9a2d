"use strict";
// The page of a match: the viewer, live while it is recorded.

(() => {
  const { h, part, address, matchOfPage } = Ludograph;
  const match = matchOfPage();
  const query = new URLSearchParams(location.search);
  const source = new Ludograph.Remote(match, query.get("seat") ?? "");
  source.look = (seat) => {
    const wanted = new URLSearchParams(location.search);
    if (seat === "all") wanted.delete("seat");
    else wanted.set("seat", seat);
    location.assign(`${location.pathname}${wanted.size ? `?${wanted}` : ""}${location.hash}`);
  };
  const eyes = source.seat ? `?seat=${source.seat}` : "";
  const exports = [["html", "page to share"], ["tape", "tape"], ["jsonl", "JSON Lines"]];
  source.links = (head) => h("p", { class: "links" },
    !head.ending && source.writes && h("a", { class: "button", href: address(`matches/${match}/record`) }, "Record"),
    " Export: ",
    exports.map(([kind, name]) => [h("a", { href: address(`api/matches/${match}/export.${kind}${eyes}`), download: "" }, name), " "]));
  const viewer = new Ludograph.Viewer(part("viewer"), source);
  Ludograph.session.then(({ role, seat }) => {
    source.writes = Boolean(role) && role !== "watch";
    source.seats = seat === "A" || seat === "B" ? [seat, "spectator"] : role === "watch" ? ["spectator"] : ["all", "A", "B", "spectator"];
    viewer.open();
  });
})();
