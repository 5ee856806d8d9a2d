"use strict";
// The list of steps: notation, what each step did, and what is told beside the line.

(() => {
  const { h, put, clock, count } = Ludograph;
  const KINDS = { ruling: "ruling", stood: "stood, not legal", closed: "end" };
  const GONE = /^(taken back|left|left off|replaced|corrected|stands)$/;

  /** What is told beside the line at a step; a line that does not stand can be entered. */
  function aside(told, enter) {
    const gone = told.kind === "stands" ? null : told.steps;
    const goes = GONE.test(told.kind) && (gone === null || gone?.length > 0);
    return h("div", { class: `aside ${told.kind.replace(/\s/g, "-")}` },
      h("span", { class: "badge", text: told.kind }), " ", told.words.startsWith(told.kind) ? told.words.slice(told.kind.length).replace(/^ here: |^: /, "") : told.words,
      goes && [" ", h("button", { type: "button", class: "enter", onclick: () => enter(gone) },
        gone === null ? "Go to the line that stands" : `Look at ${count(gone.length, "step")}`)],
    );
  }

  function item(step, place, { go, enter }) {
    const kind = KINDS[step.kind];
    const facts = step.changes.map((words) => h("span", { class: "change", text: words }));
    const side = step.seat === "dealer" ? "" : ` of-${step.seat.toLowerCase()}`;
    return h("li", { class: `step${side}`, "data-place": place },
      h("button", { type: "button", class: "go", onclick: () => go(place) },
        h("span", { class: "at" }, h("span", { class: "sr", text: "step " }), step.number),
        h("span", { class: "did" }, kind && h("span", { class: "badge", text: kind }), facts,
          step.redecides > 0 && h("span", { class: "badge quiet", text: `for ${step.redecides}` })),
        step.think > 999 && h("span", { class: "think", title: "time to decide", text: clock(step.think) }),
      ),
      (step.beside ?? []).map((told) => aside(told, enter)),
    );
  }

  /** Fill a list with the steps of a line, by turn. */
  function drawSteps(element, line, deeds) {
    const groups = [];
    let turn = -1;
    let told = -1;
    let items;
    line.steps.forEach((step, place) => {
      const said = line.notation[step.line ?? -1];
      const of = said ? said.turn : 0;
      if (of !== turn) {
        turn = of;
        items = h("ol", {});
        groups.push(h("section", { class: "turn" },
          h("h3", { text: turn ? `Turn ${turn}` : "Set-up" }), items));
      }
      if (said && step.line !== told) {
        told = step.line;
        items.append(h("li", { class: "notation" }, h("code", { text: said.text })));
      }
      items.append(item(step, place, deeds));
    });
    put(element, groups);
  }

  /** Mark the step where the viewer is, and let it be seen. */
  function pointSteps(element, place) {
    for (const old of element.querySelectorAll("[aria-current]")) {
      old.removeAttribute("aria-current");
      old.closest("li").classList.remove("here");
    }
    const found = element.querySelector(`li[data-place="${place}"]`);
    if (!found) return;
    found.classList.add("here");
    found.querySelector("button").setAttribute("aria-current", "step");
    const top = found.offsetTop - element.offsetTop;
    const seen = top >= element.scrollTop && top + found.offsetHeight <= element.scrollTop + element.clientHeight;
    if (!seen) element.scrollTop = top - element.clientHeight / 3;
  }

  Object.assign(Ludograph, { drawSteps, pointSteps });
})();
