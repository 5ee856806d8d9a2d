"use strict";
(() => {
  /**
   * Order the rows of a table by a column, or the other way round if they are.
   * @param {HTMLTableElement} table
   * @param {number} column
   * @param {HTMLTableCellElement} head
   */
  function sortBy(table, column, head) {
    const body = table.tBodies[0];
    const number = head.classList.contains("number");
    const down = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : number;
    const value = (/** @type {HTMLTableRowElement} */ row) => row.cells[column].dataset.value ?? "";
    const rows = [...body.rows].sort((one, other) => {
      const a = value(one);
      const b = value(other);
      if (a === "" || b === "") return Number(a === "") - Number(b === "");
      const order = number ? Number(a) - Number(b) : a.localeCompare(b);
      return down ? -order : order;
    });
    for (const th of table.querySelectorAll("th[aria-sort]")) th.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows);
  }

  /** @param {string} text */
  function newButton(text) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    return button;
  }

  for (const table of document.querySelectorAll("table")) {
    const heads = /** @type {NodeListOf<HTMLTableCellElement>} */ (table.querySelectorAll("thead th"));
    heads.forEach((th, column) => {
      const button = newButton(th.textContent);
      th.replaceChildren(button);
      button.addEventListener("click", () => sortBy(table, column, th));
    });
  }

  for (const pre of document.querySelectorAll("pre")) {
    const button = newButton("Copy");
    button.className = "copy";
    const done = () => {
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    };
    button.addEventListener("click", () => {
      getSelection()?.selectAllChildren(pre);
      // A page from a file or without TLS has no clipboard, but what is selected can be copied.
      if ("clipboard" in navigator) navigator.clipboard.writeText(pre.textContent).then(done, () => {});
      else if (document.execCommand("copy")) done();
    });
    pre.after(button);
  }

  /** Open what the address names, and everything that it lies in. */
  function reveal() {
    const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(found instanceof HTMLDetailsElement)) return;
    for (let at = /** @type {HTMLElement | null} */ (found); at; at = at.parentElement) {
      if (at instanceof HTMLDetailsElement) at.open = true;
    }
    found.querySelector("summary")?.focus();
    found.scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", reveal);
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("tbody a[href^='#']");
    if (link instanceof HTMLAnchorElement && link.hash === location.hash) reveal();
  });
  reveal();

  const tip = document.getElementById("tip");
  if (!tip) return;
  /**
   * Show the value of a mark of a chart beside the pointer.
   * @param {PointerEvent} event
   */
  function showTip({ target, clientX, clientY }) {
    if (!tip) return;
    const mark = target instanceof Element && target.closest("figure [aria-roledescription='value']");
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.getAttribute("aria-label");
    const room = 8;
    const box = tip.getBoundingClientRect();
    const left = Math.min(clientX + room, innerWidth - box.width - room);
    const top = clientY - box.height - 2 * room;
    tip.style.left = `${Math.max(room, left)}px`;
    tip.style.top = `${top < room ? clientY + 2 * room : top}px`;
  }
  document.addEventListener("pointermove", showTip);
  document.addEventListener("pointerdown", showTip);
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") tip.hidden = true; });
  addEventListener("scroll", () => { tip.hidden = true; }, { passive: true });
})();
