/** Nodes of SVG, and where they are put. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function node(tag, attributes = {}, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * The transform that puts a drawing around (0, 0) in its place.
 * @param {import("./types").Spot} spot
 */
export function transform({ x, y, scale }) {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/**
 * The outline of a cell around (0, 0).
 * @param {string} shape
 * @param {number} reach
 */
export function outline(shape, reach) {
  if (shape === "square") return `M${-reach} ${-reach}H${reach}V${reach}H${-reach}z`;
  const side = (reach * Math.sqrt(3)) / 2;
  return `M0 ${-reach}L${side} ${-reach / 2}V${reach / 2}L0 ${reach}L${-side} ${reach / 2}V${-reach / 2}z`;
}

/** How long a piece is on its way, in milliseconds; no time for those who want no motion. */
export function motion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 220;
}
