/** What can be taken away from the analysis board: the link, the position, the record, the tree, a picture. */

import { ask } from "./ask.js";
import { find } from "./net.js";
import { complain } from "./review-parts.js";

/**
 * @typedef {object} Shown
 * @property {() => import("./tree").Tree} tree
 * @property {() => {game: string, start: string, moves: string[]}} line
 * @property {() => boolean} flipped
 * @property {() => string} link
 */

/** @param {Shown} shown */
export function exportable({ tree, line, flipped, link }) {
  const record = async () => (await ask("/analysis/record", tree().study())).text;
  const position = () => tree().now.view?.text ?? "";
  const ways = /** @type {Record<string, () => unknown>} */ ({
    link: () => copy(link()),
    position: () => copy(position()),
    record: async () => copy(await record()),
    "save-record": async () => download(await record(), "text/plain", "txt"),
    "save-tree": () => download(JSON.stringify(tree().study(), null, 1), "application/json", "json"),
    "save-picture": async () => {
      const { svg } = await ask(`/analysis/picture?flip=${flipped()}`, line());
      download(svg, "image/svg+xml", "svg");
    },
    play: () => location.assign(`/new?${new URLSearchParams({ game: tree().game, position: position() })}`),
  });

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      find("#done").textContent = "Copied.";
    } catch {
      window.prompt("Copy this:", text);
    }
  }

  /**
   * @param {string} text
   * @param {string} type
   * @param {string} ending
   */
  function download(text, type, ending) {
    const way = document.createElement("a");
    way.href = URL.createObjectURL(new Blob([text], { type }));
    way.download = `${tree().game}-analysis.${ending}`;
    way.click();
    URL.revokeObjectURL(way.href);
  }

  document.addEventListener("click", async (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-export]"));
    try {
      await ways[button?.dataset.export ?? ""]?.();
    } catch (error) {
      complain(/** @type {Error} */ (error).message);
    }
  });
}
