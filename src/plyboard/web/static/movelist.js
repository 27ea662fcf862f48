/** The moves of a game as a list to walk in. */

export class MoveList {
  /**
   * @param {HTMLElement} list
   * @param {{text: string, player: number}[]} moves
   * @param {(ply: number) => void} chosen a position was chosen, by how many moves came before it
   */
  constructor(list, moves, chosen) {
    this.list = list;
    for (const move of moves) this.add(move.text, move.player, this.length);
    list.addEventListener("click", (event) => {
      const entry = /** @type {Element} */ (event.target).closest("li");
      if (entry) chosen([...list.children].indexOf(entry) + 1);
    });
    this.mark(this.length);
  }

  get length() {
    return this.list.children.length;
  }

  /**
   * @param {string} text
   * @param {number} player
   * @param {number} ply
   */
  add(text, player, ply) {
    this.cut(ply);
    const entry = document.createElement("li");
    entry.className = player ? "second" : "first";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    entry.append(button);
    this.list.append(entry);
  }

  /** @param {number} ply */
  cut(ply) {
    while (this.length > ply) this.list.lastElementChild?.remove();
  }

  /** @param {number} ply */
  mark(ply) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.list.children[ply - 1]?.querySelector("button");
    button?.setAttribute("aria-current", "true");
    if (button) this.list.scrollTop = button.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollTop = 0;
  }
}
