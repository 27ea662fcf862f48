/** What has been tried from a position: a tree of moves, and where in it one is. It knows no game. */

/** @typedef {[string, string]} Pair from where to where an arrow goes; a circle stays where it is */
/** @typedef {{move: string, after: number, comment: string, shapes: Pair[], player?: number}} Told a move as the server tells it */
/** @typedef {{game: string, start: string, players: [string, string], comment: string, shapes: Pair[], nodes: Told[], at?: number}} Study */

export class Node {
  /**
   * @param {string} move
   * @param {number} player who made the move
   * @param {Node | null} parent
   */
  constructor(move, player, parent) {
    this.move = move;
    this.player = player;
    this.parent = parent;
    /** What follows; the first is the main line. @type {Node[]} */
    this.children = [];
    this.comment = "";
    /** @type {Pair[]} */
    this.shapes = [];
    /** The position after the move, once it was looked at. @type {import("./types").View | null} */
    this.view = null;
    /** What is known of the position. @type {import("./analysis-engine").Report | null} */
    this.report = null;
  }

  /** How many moves lead here. */
  get ply() {
    return this.path().length - 1;
  }

  /** From the beginning to here. */
  path() {
    /** @type {Node[]} */
    const path = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The moves that lead here. */
  moves() {
    return this.path().slice(1).map((node) => node.move);
  }

  /** Where the line that goes on from here ends. */
  end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** What else could have been played here, this included. */
  siblings() {
    return this.parent?.children ?? [this];
  }
}

export class Tree {
  /** @param {Study} study */
  constructor(study) {
    this.game = study.game;
    this.start = study.start;
    this.players = study.players;
    this.root = new Node("", 0, null);
    this.root.comment = study.comment;
    this.root.shapes = study.shapes;
    const nodes = [this.root];
    for (const told of study.nodes) {
      const node = this._add(nodes[told.after + 1], told.move, told.player ?? 0);
      node.comment = told.comment;
      node.shapes = told.shapes;
      nodes.push(node);
    }
    this.now = nodes[(study.at ?? -1) + 1] ?? this.root;
  }

  /**
   * @param {Node} parent
   * @param {string} move
   * @param {number} player
   */
  _add(parent, move, player) {
    const node = new Node(move, player, parent);
    parent.children.push(node);
    return node;
  }

  /**
   * A move in a position: the one that is there, or a new branch.
   * @param {Node} parent
   * @param {string} move
   * @param {number} player
   */
  play(parent, move, player) {
    return parent.children.find((node) => node.move === move) ?? this._add(parent, move, player);
  }

  /** Take away a move and all that follows. @param {Node} node */
  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(node), 1);
    if (this.now.path().includes(node)) this.now = parent;
  }

  /** The last place before a move at which it leaves the main line; none where it is on it. @param {Node} node */
  branch(node) {
    return node.path().findLast((step) => step.parent && step.parent.children[0] !== step) ?? null;
  }

  /** Bring the variation to which a move belongs one step closer to the main line. @param {Node} node */
  promote(node) {
    const branch = this.branch(node);
    if (!branch) return;
    const siblings = branch.siblings();
    const place = siblings.indexOf(branch);
    siblings.splice(place, 1);
    siblings.splice(place - 1, 0, branch);
  }

  /** All of it, for the server or a link. @returns {Study} */
  study() {
    /** @type {Told[]} */
    const nodes = [];
    let at = -1;
    /** @type {[Node, number][]} */
    const open = this.root.children.map((node) => /** @type {[Node, number]} */ ([node, -1])).reverse();
    for (let next = open.pop(); next; next = open.pop()) {
      const [node, after] = next;
      if (node === this.now) at = nodes.length;
      const { move, comment, shapes } = node;
      nodes.push({ move, after, comment, shapes });
      const number = nodes.length - 1;
      for (const child of [...node.children].reverse()) open.push([child, number]);
    }
    const { game, start, players, root } = this;
    return { game, start, players, comment: root.comment, shapes: root.shapes, nodes, at };
  }
}
