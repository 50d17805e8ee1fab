// Curves of all players over a game: stones, expected places, time. A click jumps there.
import { makeSvg } from "./api.js";

const AREA = { left: 34, right: 372, top: 12, bottom: 168 };
const round = (value) => Math.round(value * 100) / 100;

// The place of each score, 1 for the largest; equal scores share a place.
function places(scores) {
  return scores.map((score) => {
    const better = scores.filter((other) => other > score).length;
    const equal = scores.filter((other) => other === score).length;
    return better + (equal + 1) / 2;
  });
}

const KINDS = {
  stones(frames, players) {
    const rows = Array.from({ length: players }, (_, index) => frames.map((frame) => frame.stocks[index]?.[0] ?? 0));
    return { rows, low: 0, high: Math.max(1, ...rows.flat()), unit: "" };
  },
  place(frames, players) {
    if (!frames.some((frame) => frame.scores)) return { empty: "Nobody said which place they expect" };
    let known = null;
    const each = frames.map((frame) => { if (frame.scores) known = places(frame.scores); return known; });
    const rows = Array.from({ length: players }, (_, index) => each.map((all) => all?.[index] ?? null));
    return { rows, low: players, high: 1, unit: "." };
  },
  time(frames, players) {
    if (!frames.some((frame) => frame.time_ms !== undefined)) return { empty: "The times of this game are not known" };
    const rows = Array.from({ length: players }, (_, index) => {
      let last = null;
      return frames.map((frame) => { if (frame.mover === index + 1 && frame.time_ms !== undefined) last = frame.time_ms; return last; });
    });
    return { rows, low: 0, high: Math.max(1, ...rows.flat()), unit: " ms" };
  },
};

export class Chart {
  constructor(svg, players, jump) {
    Object.assign(this, { svg, players, jump, kind: "stones", frames: [] });
    const move = (event) => { if (event.buttons === 1 || event.type === "pointerdown") this.jumpTo(event); };
    svg.addEventListener("pointerdown", (event) => { svg.setPointerCapture(event.pointerId); move(event); });
    svg.addEventListener("pointermove", move);
    for (const kind of Object.keys(KINDS)) {
      document.getElementById(`tab-${kind}`)?.addEventListener("click", () => this.choose(kind));
    }
  }

  choose(kind) {
    this.kind = kind;
    for (const other of Object.keys(KINDS)) {
      document.getElementById(`tab-${other}`)?.setAttribute("aria-selected", String(other === kind));
    }
    this.draw(this.frames, this.at);
  }

  x(index) { return AREA.left + ((AREA.right - AREA.left) * index) / Math.max(1, this.frames.length - 1); }

  jumpTo(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 400;
    this.jump(Math.round(((x - AREA.left) / (AREA.right - AREA.left)) * (this.frames.length - 1)));
  }

  draw(frames, at) {
    this.frames = frames;
    this.svg.replaceChildren();
    const data = KINDS[this.kind](frames, this.players);
    if (data.empty) {
      const text = this.svg.appendChild(makeSvg("text", { x: 200, y: 95, "text-anchor": "middle", class: "axis" }));
      text.textContent = data.empty;
    } else {
      this.axis(data);
      this.lines(data);
    }
    this.line = this.svg.appendChild(makeSvg("path", { class: "chart-cursor", d: "M0 0" }));
    this.cursor(at);
  }

  y(value, { low, high }) { return AREA.bottom - ((AREA.bottom - AREA.top) * (value - low)) / (high - low || 1); }

  axis(data) {
    for (const share of [0, 0.5, 1]) {
      const value = Math.round(data.low + (data.high - data.low) * share);
      const y = round(this.y(value, data));
      this.svg.append(makeSvg("path", { d: `M${AREA.left} ${y}H${AREA.right}`, class: "grid" }));
      const label = this.svg.appendChild(makeSvg("text", { x: AREA.left - 5, y: y + 3.5, "text-anchor": "end", class: "axis" }));
      label.textContent = data.unit === " ms" && value >= 1000 ? `${value / 1000} s` : `${value}${data.unit === "." ? "." : ""}`;
    }
    for (const [index, anchor] of [[0, "start"], [this.frames.length - 1, "end"]]) {
      const label = this.svg.appendChild(makeSvg("text", { x: this.x(index), y: AREA.bottom + 15, "text-anchor": anchor, class: "axis" }));
      label.textContent = index;
    }
  }

  lines(data) {
    const ends = [];
    data.rows.forEach((values, index) => {
      let path = "";
      values.forEach((value, nth) => {
        if (value !== null) path += `${path && values[nth - 1] !== null ? "L" : "M"}${round(this.x(nth))} ${round(this.y(value, data))}`;
      });
      if (!path) return;
      this.svg.append(makeSvg("path", { d: path, class: `curve-halo` }), makeSvg("path", { d: path, class: `curve line-${index + 1}` }));
      ends.push({ player: index + 1, y: this.y(values.at(-1), data) });
    });
    // Digits at the ends, pushed apart so that all can be read.
    ends.sort((one, two) => one.y - two.y);
    ends.forEach((end, nth) => { if (nth > 0) end.y = Math.max(end.y, ends[nth - 1].y + 13); });
    const excess = Math.max(0, (ends.at(-1)?.y ?? 0) - AREA.bottom);
    for (const { player, y } of ends) {
      const at = { cx: AREA.right + 14, cy: round(y - excess), r: 6.4 };
      this.svg.append(makeSvg("circle", { ...at, class: `fill-${player}` }));
      const digit = this.svg.appendChild(makeSvg("text", { x: at.cx, y: at.cy + 3.4, "text-anchor": "middle", class: `digit-${player}` }));
      digit.textContent = player;
    }
  }

  cursor(at) {
    this.at = at;
    this.line?.setAttribute("d", `M${round(this.x(at))} ${AREA.top - 4}V${AREA.bottom}`);
  }
}
