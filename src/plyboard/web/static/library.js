/** The library: a file that is chosen is read into the text, where it can be looked at before it is sent. */

import { find } from "./net.js";

const LARGEST = 900_000;

const file = /** @type {HTMLInputElement} */ (find(".add input[type=file]"));
const text = /** @type {HTMLTextAreaElement} */ (find(".add textarea"));

file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  const tooLarge = Boolean(chosen && chosen.size > LARGEST);
  file.setCustomValidity(tooLarge ? "This file is too large: `plyboard library import` reads files of any size." : "");
  file.reportValidity();
  if (chosen && !tooLarge) text.value = await chosen.text();
});
