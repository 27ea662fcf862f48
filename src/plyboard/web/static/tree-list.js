/** A tree of moves on a page: the main line, and after each of its moves, indented, what else was tried there. */

/** @typedef {import("./tree").Node} Node */

export class TreeList {
  /**
   * @param {HTMLElement} box
   * @param {(node: Node) => void} chosen
   */
  constructor(box, chosen) {
    this.box = box;
    /** @type {Map<Node, HTMLButtonElement>} */
    this.buttons = new Map();
    box.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      for (const [node, own] of this.buttons) if (own === button) chosen(node);
    });
  }

  /** @param {import("./tree").Tree} tree */
  show(tree) {
    this.buttons.clear();
    this.box.replaceChildren();
    this._comment(tree.root, this.box);
    if (tree.root.children.length) this._line(tree.root.children[0], this.box);
    this.mark(tree.now);
  }

  /**
   * A line from one of its moves to its end.
   * @param {Node} first
   * @param {HTMLElement} box
   */
  _line(first, box) {
    let numbered = true;
    for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
      const turns = node.player === 0 && (node.parent?.player !== 0 || node.ply === 1);
      this._move(node, box, numbered || turns);
      this._comment(node, box);
      numbered = Boolean(node.comment);
      if (node.siblings()[0] !== node) continue;
      for (const other of node.siblings().slice(1)) {
        const variation = document.createElement("div");
        variation.className = "variation";
        box.append(variation);
        this._line(other, variation);
        numbered = true;
      }
    }
  }

  /**
   * @param {Node} node
   * @param {HTMLElement} box
   * @param {boolean} numbered
   */
  _move(node, box, numbered) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = node.player ? "second" : "first";
    button.textContent = numbered ? `${node.ply}. ${node.move}` : node.move;
    this.buttons.set(node, button);
    box.append(button, " ");
  }

  /**
   * @param {Node} node
   * @param {HTMLElement} box
   */
  _comment(node, box) {
    if (!node.comment.trim()) return;
    const comment = document.createElement("span");
    comment.className = "comment";
    comment.textContent = node.comment;
    box.append(comment, " ");
  }

  /** @param {Node} now */
  mark(now) {
    this.box.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.buttons.get(now);
    button?.setAttribute("aria-current", "true");
    const top = button?.offsetTop ?? 0;
    const below = top + (button?.offsetHeight ?? 0) > this.box.scrollTop + this.box.clientHeight;
    if (top < this.box.scrollTop || below) this.box.scrollTop = top - this.box.clientHeight / 2;
  }
}
