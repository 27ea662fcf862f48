/** A training: its curves, and how far it has come. */

import "./chart.js";
import { find, told } from "./net.js";
import { follow } from "./runs.js";

/** @typedef {{games: number, loss: number, validation: number, elo: Record<string, {elo: number, low: number, high: number}>}} Block */

/** @param {string} id */
const chart = (id) => /** @type {import("./chart.js").PlyChart} */ (find(id));

/** @param {Block[]} blocks */
function draw(blocks) {
  find("#curves").hidden = blocks.length < 2;
  if (blocks.length < 2) return;
  const labels = blocks.map((block) => String(block.games));
  const thousandths = (/** @type {number} */ value) => Math.round(10_000 * value) / 10;
  chart("#loss").labels = labels;
  chart("#loss").series = [
    { name: "games learned from", values: blocks.map((block) => thousandths(block.loss)) },
    { name: "validation", values: blocks.map((block) => thousandths(block.validation)) },
  ];
  chart("#elo").labels = labels;
  chart("#elo").series = Object.keys(blocks[0].elo).map((name) => ({
    name: `against ${name}`,
    values: blocks.map((block) => Math.round(block.elo[name].elo)),
    low: blocks.map((block) => block.elo[name].low),
    high: blocks.map((block) => block.elo[name].high),
  }));
}

let drawn = told();
draw(drawn);
follow(({ blocks }) => {
  if (blocks.length === drawn.length) return;
  drawn = blocks;
  draw(drawn);
});
