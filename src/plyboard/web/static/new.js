/** Setting up a game: a tab for each game, and a line of text for players who are in no list. */

import { find } from "./net.js";

const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);

/** @param {HTMLElement} chosen */
function choose(chosen) {
  for (const tab of tabs) {
    const selected = tab === chosen;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    find(`#${tab.getAttribute("aria-controls")}`).hidden = !selected;
  }
}

tabs.forEach((tab, number) => {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(number + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  });
  if (tab.getAttribute("aria-selected") === "true") choose(tab);
});

for (const form of document.querySelectorAll("form.setup")) {
  const [first, second] = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".seats select")]);
  const [firstLine, secondLine] = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll(".custom input")]);
  const show = () => {
    for (const select of [first, second]) {
      const line = find(".custom", /** @type {Element} */ (select.closest("fieldset")));
      line.hidden = select.value !== "custom";
    }
  };
  form.addEventListener("change", show);
  find(".swap", form).addEventListener("click", () => {
    [first.value, second.value] = [second.value, first.value];
    [firstLine.value, secondLine.value] = [secondLine.value, firstLine.value];
    show();
  });
  show();
}
