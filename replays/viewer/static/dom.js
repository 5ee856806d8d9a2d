"use strict";
// Making elements. Text is only ever put in as text, so that a name may hold anything.
globalThis.Ludograph ??= {};

(({ SVG = "http://www.w3.org/2000/svg" }) => {
  function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (name === "text") element.textContent = value;
      else if (name === "hidden") element.hidden = true;
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    return element;
  }

  function fill(element, children) {
    for (const child of children.flat(Infinity)) {
      if (child === undefined || child === null || child === false || child === "") continue;
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return element;
  }

  /** An element with attributes (`on…` are listeners, `text` its text) and children. */
  const h = (tag, attributes = {}, ...children) =>
    fill(set(document.createElement(tag), attributes), children);

  /** The same for SVG. */
  const svg = (tag, attributes = {}, ...children) =>
    fill(set(document.createElementNS(SVG, tag), attributes), children);

  /** Let an element hold these children and no others. */
  function put(element, ...children) {
    element.replaceChildren();
    return fill(element, children);
  }

  /** A time in milliseconds as `0:07`, `12:31`, `1:02:03`. */
  function clock(ms) {
    const all = Math.round(Math.abs(ms) / 1000);
    const two = (value) => String(value).padStart(2, "0");
    const minutes = Math.floor(all / 60) % 60;
    const hours = Math.floor(all / 3600);
    const text = hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
    return ms < 0 ? `-${text}` : text;
  }

  /** `1 step`, `2 steps`. */
  const count = (number, what, many = `${what}s`) => `${number} ${number === 1 ? what : many}`;

  Object.assign(Ludograph, { h, svg, put, clock, count });
})({});
