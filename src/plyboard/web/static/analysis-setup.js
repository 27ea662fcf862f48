/** The dialog in which one chooses what to look at: a game that begins, a position set up by hand, or a text. */

import { ask } from "./ask.js";
import "./editor.js";
import { find } from "./net.js";

/** @typedef {import("./types").View} View */

/**
 * @param {{now: () => any, open: (opened: any) => void}} page what is looked at now, and how to look at something else
 */
export function settable({ now, open }) {
  const dialog = /** @type {HTMLDialogElement} */ (find("#setup"));
  const form = /** @type {HTMLFormElement} */ (find("form.what", dialog));
  const game = /** @type {HTMLSelectElement} */ (find("[name=game]", form));
  const text = /** @type {HTMLTextAreaElement} */ (find("[name=text]", form));
  const button = /** @type {HTMLButtonElement} */ (find(".primary", form));
  const editor = /** @type {import("./editor").PlyEditor} */ (find("ply-editor", dialog));
  /** The text of the position whose board the editor shows. */
  let like = "";
  let asked = 0;

  /** @param {string} reason */
  function complain(reason) {
    find(".problem", dialog).textContent = reason;
    find(".problem", dialog).hidden = !reason;
    button.disabled = Boolean(reason);
  }

  /**
   * @param {View} view with its board
   * @param {boolean} editable
   */
  function show(view, editable) {
    like = view.text;
    text.value = view.text;
    find(".by-hand", dialog).hidden = !editable;
    find(".by-moves", dialog).hidden = editable;
    if (editable) editor.view = view;
    for (const option of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-game]")))
      option.hidden = option.dataset.game !== view.game;
    complain("");
  }

  /** The position in which the game that is chosen begins. */
  async function begin() {
    /** @type {Record<string, string>} */
    const options = {};
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[data-game=${game.value}] [name]`)))
      if (input.type !== "checkbox" || input.checked) options[input.name] = (options[input.name] ?? "") + input.value;
    button.disabled = true;
    try {
      const opened = await ask("/analysis/start", { game: game.value, options });
      show({ ...opened.view, board: opened.board }, opened.editable);
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  }

  find("[data-setup=open]").addEventListener("click", () => {
    const view = now();
    game.value = view.game;
    show(view, Boolean(game.selectedOptions[0].dataset.editable));
    dialog.showModal();
  });
  find("[data-setup=close]", dialog).addEventListener("click", () => dialog.close());
  find("[data-setup=begin]", dialog).addEventListener("click", begin);
  find("[data-setup=clear]", dialog).addEventListener("click", () => editor.clear());
  form.addEventListener("change", (event) => {
    if (/** @type {Element} */ (event.target).matches("select[name], [type=checkbox]")) begin();
  });
  text.addEventListener("input", () => complain(""));

  editor.addEventListener("ply-edit", async (event) => {
    const number = ++asked;
    try {
      const found = await ask("/analysis/edit", { game: game.value, like, .../** @type {CustomEvent} */ (event).detail });
      if (number !== asked) return;
      text.value = found.text;
      complain(found.problem);
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      open(await ask("/analysis/read", { text: text.value, game: game.value }));
      dialog.close();
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  });

  find(".saved", dialog).addEventListener("submit", (event) => {
    event.preventDefault();
    const number = /** @type {HTMLInputElement} */ (find(".saved input", dialog)).value;
    location.assign(`/games/${number}/analysis`);
  });
}
