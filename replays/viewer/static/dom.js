"use strict";
// Making elements. Text is only ever put in as text, so that a name may hold anything.
globalThis.Ludograph ??= /** @type {Ludograph} */ ({});

(() => {
  const SVG = "http://www.w3.org/2000/svg";

  /**
   * @template {Element} T
   * @param {T} element
   * @param {object} attributes
   */
  function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined || value === null || value === false) continue;
      if (typeof value === "function") element.addEventListener(name.slice(2), value);
      else if (name === "text") element.textContent = value;
      else element.setAttribute(name, value === true ? "" : String(value));
    }
    return element;
  }

  /**
   * @template {Element} T
   * @param {T} element
   * @param {readonly Child[]} children
   */
  function fill(element, children) {
    for (const child of children) {
      if (child instanceof Node) element.append(child);
      else if (Array.isArray(child)) fill(element, child);
      else if (child !== undefined && child !== null && child !== false && child !== "") element.append(String(child));
    }
    return element;
  }

  Object.assign(Ludograph, /** @satisfies {Partial<Ludograph>} */ ({
    /** An element with attributes (`on…` are listeners, `text` its text) and children. */
    h: (tag, attributes = {}, ...children) => fill(set(document.createElement(tag), attributes), children),

    /** The same for SVG. */
    svg: (tag, attributes = {}, ...children) => fill(set(document.createElementNS(SVG, tag), attributes), children),

    /** Let an element hold these children and no others. */
    put(element, ...children) {
      element.replaceChildren();
      return fill(element, children);
    },

    /** The element of the page with an id. */
    part(id) {
      const found = document.getElementById(id);
      if (!found) throw new Error(`this page has no part ${id}`);
      return found;
    },

    /** A time in milliseconds as `0:07`, `12:31`, `1:02:03`. */
    clock(ms) {
      const all = Math.round(Math.abs(ms) / 1000);
      const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
      const minutes = Math.floor(all / 60) % 60;
      const hours = Math.floor(all / 3600);
      const text = hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
      return ms < 0 ? `-${text}` : text;
    },

    /** `1 step`, `2 steps`. */
    count: (number, what, many = `${what}s`) => `${number} ${number === 1 ? what : many}`,

    /** Let the browser save something as a file. */
    save(name, content) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(content);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    },
  }));
})();
