"use strict";
// The list of steps: notation, what each step did, and what stands beside the line.

(() => {
  const { h, put, clock, count } = Ludograph;
  /** @type {Record<string, string>} */
  const KINDS = { ruling: "ruling", stood: "stood, not legal", closed: "end" };
  const GONE = /^(taken back|left|left off|replaced|corrected|stands)$/;

  /**
   * What stands beside the line at a step; a line that does not stand can be entered.
   * @param {Payload.Beside} beside
   * @param {StepTaps["enter"]} enter
   */
  function aside({ kind, words, steps = [] }, enter) {
    const gone = kind === "stands" ? null : steps;
    const goes = GONE.test(kind) && (gone === null || gone.length > 0);
    return h("div", { class: `aside ${kind.replace(/\s/g, "-")}` },
      h("span", { class: "badge", text: kind }), " ", words.startsWith(kind) ? words.slice(kind.length).replace(/^ here: |^: /, "") : words,
      goes && [" ", h("button", { type: "button", class: "enter", onclick: () => enter(gone) },
        gone === null ? "Go to the line that stands" : `Look at ${count(gone.length, "step")}`)],
    );
  }

  /**
   * @param {Payload.Step} step
   * @param {number} place
   * @param {StepTaps} taps
   */
  function item(step, place, { go, enter }) {
    const kind = KINDS[step.kind ?? ""];
    const { think = 0 } = step;
    const facts = step.changes.map((words) => h("span", { class: "change", text: words }));
    const side = step.seat === "dealer" ? "" : ` of-${step.seat.toLowerCase()}`;
    return h("li", { class: `step${side}`, "data-place": place },
      h("button", { type: "button", class: "go", onclick: () => go(place) },
        h("span", { class: "at" }, h("span", { class: "sr", text: "step " }), step.number),
        h("span", { class: "did" }, kind && h("span", { class: "badge", text: kind }), facts,
          step.redecides && h("span", { class: "badge quiet", text: `for ${step.redecides}` })),
        think > 999 && h("span", { class: "think", title: "time to decide", text: clock(think) }),
      ),
      (step.beside ?? []).map((beside) => aside(beside, enter)),
    );
  }

  /**
   * Fill a list with the steps of a line, by turn.
   * @type {Ludograph["drawSteps"]}
   */
  function drawSteps(element, line, taps) {
    /** @type {HTMLElement[]} */
    const groups = [];
    let turn = -1;
    let last = -1;
    let items = h("ol");
    line.steps.forEach((step, place) => {
      const { line: at = -1 } = step;
      /** @type {Payload.NotationLine | undefined} */
      const notation = line.notation[at];
      const of = notation?.turn ?? 0;
      if (of !== turn) {
        turn = of;
        items = h("ol");
        groups.push(h("section", { class: "turn" },
          h("h3", { text: turn ? `Turn ${turn}` : "Set-up" }), items));
      }
      if (notation && at !== last) {
        last = at;
        items.append(h("li", { class: "notation" }, h("code", { text: notation.text })));
      }
      items.append(item(step, place, taps));
    });
    put(element, groups);
  }

  /**
   * Mark the step where the viewer is, and let it be seen.
   * @type {Ludograph["pointSteps"]}
   */
  function pointSteps(element, place) {
    for (const old of element.querySelectorAll("[aria-current]")) {
      old.removeAttribute("aria-current");
      old.closest("li")?.classList.remove("here");
    }
    /** @type {HTMLElement | null} */
    const found = element.querySelector(`li[data-place="${place}"]`);
    if (!found) return;
    found.classList.add("here");
    found.querySelector("button")?.setAttribute("aria-current", "step");
    const top = found.offsetTop - element.offsetTop;
    const seen = top >= element.scrollTop && top + found.offsetHeight <= element.scrollTop + element.clientHeight;
    if (!seen) element.scrollTop = top - element.clientHeight / 3;
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ drawSteps, pointSteps }));
})();
