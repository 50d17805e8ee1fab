// A board as SVG. The server draws it once; here its layers are filled, marks are moved and changes animated.
import { makeSvg } from "./api.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const round = (value) => Math.round(value * 100) / 100;
// More changes than this at once are not animated.
const MOST_ANIMATED = 600;

export class Board {
  constructor(holder, game) {
    this.holder = holder;
    this.load(game);
  }

  load(game) {
    Object.assign(this, { columns: game.columns, rows: game.rows, left: game.left, top: game.top, cell: game.cell });
    Object.assign(this.holder.dataset, { columns: this.columns, rows: this.rows, left: this.left, top: this.top });
    const parsed = new DOMParser().parseFromString(game.svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '), "image/svg+xml");
    this.svg = document.importNode(parsed.documentElement, true);
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.removeAttribute("role");
    this.holder.replaceChildren(this.svg);
    this.holder.style.setProperty("--ratio", `${this.svg.viewBox.baseVal.width} / ${this.svg.viewBox.baseVal.height}`);
    const group = this.svg.querySelector("g");
    const find = (id) => this.svg.querySelector(`[id="${id}"]`);
    this.layers = game.layers.map((layer) => ({ ...layer, element: find(layer.id) }));
    this.pairs = Array.from(this.svg.querySelectorAll(".pair"), (element) => ({ element, ends: element.dataset.ends.split(" ").map(Number) }));
    this.changed = find("changed");
    this.lastMark = find("last");
    this.heat = group.insertBefore(makeSvg("g"), this.changed.nextSibling);
    const above = (name, attributes) => group.appendChild(makeSvg(name, attributes));
    this.dots = above("path", { class: "legal-dots", d: "M0 0" });
    this.rings = above("path", { class: "legal-rings", d: "M0 0" });
    this.hintMark = above("path", { class: "hint-mark", d: "M0 0" });
    this.effects = above("g", {});
    this.cursorMark = above("path", { class: "cursor-mark", d: "M0 0" });
    this.cells = null;
  }

  place(square) {
    return [this.left + (square % this.columns) * this.cell, this.top + Math.floor(square / this.columns) * this.cell];
  }

  middle(square) {
    const [x, y] = this.place(square);
    return [x + this.cell / 2, y + this.cell / 2];
  }

  frameOf(square, side) {
    const [x, y] = this.place(square);
    const inset = (this.cell - side) / 2;
    return `M${round(x + inset)} ${round(y + inset)}h${side}v${side}h${-side}z`;
  }

  // Draws all cells, or only the layers of the symbols that were touched.
  draw(cells, touched = null) {
    const dirty = this.layers.filter((layer) => !touched || Array.from(layer.cells).some((symbol) => touched.has(symbol)));
    const wanted = new Map();
    for (const layer of dirty) {
      layer.path = [];
      for (const symbol of layer.cells) {
        if (!wanted.has(symbol)) wanted.set(symbol, []);
        wanted.get(symbol).push(layer);
      }
    }
    cells.forEach((symbol, square) => {
      const drawn = wanted.get(symbol);
      if (!drawn) return;
      const [x, y] = this.place(square);
      for (const layer of drawn) {
        for (const [[dx, dy], path] of layer.parts) layer.path.push(`M${round(x + dx)} ${round(y + dy)}${path}`);
      }
    });
    for (const layer of dirty) layer.element.setAttribute("d", layer.path.join("") || "M0 0");
    if (!touched || touched.has("_") || touched.has("-")) {
      for (const { element, ends } of this.pairs) {
        const gone = ends.some((square) => cells[square] === "_" || cells[square] === "-");
        element.setAttribute("visibility", gone ? "hidden" : "visible");
      }
    }
    this.cells = cells;
  }

  mark({ changes = [], last = null }) {
    this.changed.setAttribute("d", changes.map((square) => this.frameOf(square, 36)).join("") || "M0 0");
    this.lastMark.setAttribute("d", last === null ? "M0 0" : this.frameOf(last, 35));
  }

  // Where a player may set a stone: a dot on free tiles, a ring around whatever lies there.
  legal(squares, player) {
    const circle = (square, radius) => {
      const [x, y] = this.middle(square);
      return `M${round(x - radius)} ${round(y)}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;
    };
    const isFree = (square) => this.cells[square] === "0";
    this.dots.setAttribute("d", squares.filter(isFree).map((square) => circle(square, 6)).join("") || "M0 0");
    this.rings.setAttribute("d", squares.filter((square) => !isFree(square)).map((square) => circle(square, 17)).join("") || "M0 0");
    for (const element of [this.dots, this.rings]) element.dataset.player = player ?? "";
  }

  hint(square) {
    this.hintMark.setAttribute("d", square === null ? "M0 0" : this.frameOf(square, 33));
  }

  cursor(square) {
    this.cursorMark.setAttribute("d", square === null ? "M0 0" : this.frameOf(square, 38));
    if (square !== null && this.holder.scrollWidth > this.holder.clientWidth) {
      this.cursorMark.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  // Colours tiles by value: pairs of a square and a share from 0 to 1.
  heatMap(values) {
    this.heat.replaceChildren(...values.map(([square, share]) => {
      const element = makeSvg("path", { d: this.frameOf(square, 36), class: "heat" });
      element.style.setProperty("--share", `${Math.round(share * 100)}%`);
      return element;
    }));
  }

  // Shows what a move did: stones turn over outwards from the move, bombs burn.
  animate(changes, before, origin, bombed) {
    this.effects.replaceChildren();
    if (still.matches || changes.length > MOST_ANIMATED || document.hidden) return;
    const [ox, oy] = origin === null ? [0, 0] : this.middle(origin);
    changes.forEach(([square], nth) => {
      const [cx, cy] = this.middle(square);
      const old = before[nth];
      const delay = origin === null ? 0 : Math.min(500, (Math.hypot(cx - ox, cy - oy) / this.cell) * 35);
      let effect = null;
      if (bombed) effect = makeSvg("circle", { cx, cy, r: 20, class: "blast" });
      else if (/[1-8]/.test(old)) effect = makeSvg("circle", { cx, cy, r: 15.5, class: `turning fill-${old}` });
      if (!effect) return;
      effect.style.animationDelay = `${delay}ms`;
      this.effects.append(effect);
    });
    if (origin !== null && !bombed) this.effects.append(makeSvg("circle", { cx: ox, cy: oy, r: 15, class: "landing" }));
    clearTimeout(this.clearing);
    this.clearing = setTimeout(() => this.effects.replaceChildren(), 1300);
  }

  // The square under the pointer; null outside of the board.
  squareAt(event) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const column = Math.floor((point.x - this.left) / this.cell);
    const row = Math.floor((point.y - this.top) / this.cell);
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows ? row * this.columns + column : null;
  }

  xy(square) {
    return [square % this.columns, Math.floor(square / this.columns)];
  }
}

const names = { 0: "free", x: "expansion stone", c: "choice", i: "inversion", b: "bonus", _: "destroyed", "-": "hole" };
export const nameOf = (symbol) => names[symbol] ?? `stone of player ${symbol}`;

export function asText(cells, columns) {
  const lines = [];
  for (let at = 0; at < cells.length; at += columns) {
    lines.push(cells.slice(at, at + columns).map((symbol) => (symbol === "-" ? " " : symbol === "0" ? "." : symbol)).join(" "));
  }
  return lines.join("\n");
}
