"use strict";
(function () {
  function sortBy(table, column, button) {
    var head = button.parentNode, body = table.tBodies[0], rows = Array.from(body.rows);
    var number = head.classList.contains("number");
    var down = head.getAttribute("aria-sort") ? head.getAttribute("aria-sort") === "ascending" : number;
    rows.sort(function (one, other) {
      var a = one.cells[column].dataset.value, b = other.cells[column].dataset.value;
      if (a === "" || b === "") return (a === "") - (b === "");
      var order = number ? a - b : a.localeCompare(b);
      return down ? -order : order;
    });
    table.querySelectorAll("th[aria-sort]").forEach(function (th) { th.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    rows.forEach(function (row) { body.appendChild(row); });
  }
  document.querySelectorAll("table").forEach(function (table) {
    table.querySelectorAll("thead th").forEach(function (th, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = th.textContent;
      th.replaceChildren(button);
      button.addEventListener("click", function () { sortBy(table, column, button); });
    });
  });

  document.querySelectorAll("pre").forEach(function (pre) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    function done() {
      button.textContent = "Copied";
      setTimeout(function () { button.textContent = "Copy"; }, 2000);
    }
    button.addEventListener("click", function () {
      var range = document.createRange(), selection = getSelection();
      range.selectNodeContents(pre);
      selection.removeAllRanges();
      selection.addRange(range);
      if (navigator.clipboard) navigator.clipboard.writeText(pre.textContent).then(done, function () {});
      else if (document.execCommand("copy")) done();
    });
    pre.after(button);
  });

  function reveal() {
    var found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!found || found.tagName !== "DETAILS") return;
    for (var at = found; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    found.firstElementChild.focus();
    found.scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", reveal);
  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest("tbody a[href^='#']");
    if (link && link.hash === location.hash) reveal();
  });
  reveal();

  var tip = document.getElementById("tip");
  function tell(event) {
    var mark = event.target.closest && event.target.closest("figure [aria-roledescription='value']");
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.getAttribute("aria-label");
    var room = 8, box = tip.getBoundingClientRect();
    var left = Math.min(event.clientX + room, innerWidth - box.width - room);
    var top = event.clientY - box.height - 2 * room;
    tip.style.left = Math.max(room, left) + "px";
    tip.style.top = (top < room ? event.clientY + 2 * room : top) + "px";
  }
  document.addEventListener("pointermove", tell);
  document.addEventListener("pointerdown", tell);
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") tip.hidden = true; });
  addEventListener("scroll", function () { tip.hidden = true; }, { passive: true });
})();
