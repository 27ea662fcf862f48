/** What a visitor has chosen for this browser: the boxes with `data-setting` on a page keep what they are. */

const KEPT = "plyboard-settings";

/** @type {Record<string, boolean>} */
export const settings = read();

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-setting]"))) {
  const name = box.dataset.setting ?? "";
  box.checked = settings[name] ?? box.checked;
  settings[name] = box.checked;
  box.addEventListener("change", () => {
    settings[name] = box.checked;
    localStorage.setItem(KEPT, JSON.stringify(settings));
  });
}
