"use strict";
// The totals of both seats over a line, to look at and to click on.

(() => {
  const { svg, put } = Ludograph;
  const HIGH = 64;

  /**
   * @param {number[]} values
   * @param {(value: number) => number} y
   */
  const points = (values, y) => {
    /** @type {string[]} */
    const found = [];
    values.forEach((value, place) => {
      if (place) found.push(`${place},${y(values[place - 1])}`);
      found.push(`${place},${y(value)}`);
    });
    return found.join(" ");
  };

  /**
   * Draw the curve of a line into an SVG element; `go` is called with the place that is meant.
   * @type {Ludograph["drawCurve"]}
   */
  function drawCurve(element, line, go) {
    const { a, b, label } = line.curve;
    const wide = Math.max(1, a.length - 1);
    const low = Math.min(0, ...a, ...b);
    const span = Math.max(1, Math.max(...a, ...b) - low);
    const y = (/** @type {number} */ value) => HIGH - 4 - ((value - low) / span) * (HIGH - 8);
    const end = a.length - 1;
    element.setAttribute("viewBox", `0 0 ${wide} ${HIGH}`);
    element.setAttribute("preserveAspectRatio", "none");
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `${label} step by step; at the end A ${a[end]}, B ${b[end]}`);
    put(element,
      line.turns.map((place, turn) => {
        const next = line.turns[turn + 1] ?? end;
        return svg("rect", { x: place, y: 0, width: Math.max(0, next - place), height: HIGH,
          class: turn % 2 ? "turn odd" : "turn" });
      }),
      low < 0 && svg("line", { x1: 0, x2: wide, y1: y(0), y2: y(0), class: "zero" }),
      svg("polyline", { points: points(b, y), class: "of-b" }),
      svg("polyline", { points: points(a, y), class: "of-a" }),
      line.steps.map((step, place) =>
        (step.beside?.length || (step.kind && step.kind !== "step")) &&
          svg("line", { x1: place, x2: place, y1: 0, y2: HIGH, class: "remarkable" })),
      svg("line", { x1: 0, x2: 0, y1: 0, y2: HIGH, class: "here" }),
    );
    element.onpointerdown = (event) => {
      const at = (/** @type {PointerEvent} */ moved) => {
        const box = element.getBoundingClientRect();
        go(Math.round(Math.min(1, Math.max(0, (moved.clientX - box.left) / box.width)) * wide));
      };
      at(event);
      element.setPointerCapture(event.pointerId);
      element.onpointermove = at;
      element.onpointerup = element.onpointercancel = () => {
        element.onpointermove = null;
      };
    };
  }

  /**
   * Show on the curve where the viewer is.
   * @type {Ludograph["pointCurve"]}
   */
  function pointCurve(element, place) {
    const here = element.querySelector(".here");
    here?.setAttribute("x1", String(place));
    here?.setAttribute("x2", String(place));
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({ drawCurve, pointCurve }));
})();
