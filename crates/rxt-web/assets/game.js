// The page of a game: board, table, slider, curves and keys work together here.
import { byId, makeSvg } from "./api.js";
import { Board, asText, nameOf } from "./board.js";
import { Chart } from "./charts.js";
import { Timeline } from "./timeline.js";
import { clock, ending, plural, sentence } from "./words.js";

const MARK_WORDS = { inversion: "⟳", choice: "⇄", bonus: "★", bomb: "✹", out: "✕" };

export class GameView {
  constructor(game, hooks = {}) {
    this.hooks = hooks;
    this.timeline = new Timeline(game);
    this.players = game.players;
    this.board = new Board(byId("stage"), game);
    this.chart = new Chart(byId("chart"), game.players, (at) => this.go(at));
    this.rows = Array.from(byId("players").rows, (line) => ({ line, cells: Array.from(line.cells) }));
    this.timer = null;
    this.bind();
    this.refresh();
    this.board.draw(this.timeline.board);
    this.show(0);
  }

  get at() { return this.timeline.at; }
  get last() { return this.timeline.last; }
  get ply() { return this.timeline.plies[this.at]; }

  // What depends on all frames: slider, marks, curves.
  refresh() {
    const { frames, last } = this.timeline;
    byId("slider").max = last;
    this.chart.draw(frames, this.at);
    const marks = byId("marks");
    marks.setAttribute("viewBox", "0 0 1000 16");
    marks.setAttribute("preserveAspectRatio", "none");
    const ticks = frames.flatMap((frame, index) => (frame.mark && frame.mark !== "override" ? [[frame.mark, index]] : []));
    marks.replaceChildren(...ticks.map(([mark, index]) => {
      const x = 8 + (984 * index) / Math.max(1, last);
      return makeSvg("path", { d: `M${x.toFixed(1)} 2V14`, class: `tick tick-${mark}` });
    }));
  }

  show(target, animated = false) {
    const { timeline, board } = this;
    const from = timeline.at;
    const touched = timeline.seek(target);
    if (touched.size > 0) board.draw(timeline.board, touched);
    const { frame } = timeline;
    const origin = frame.answer ? frame.answer[1] * board.columns + frame.answer[0] : null;
    board.mark({ changes: frame.changes.map(([square]) => square), last: origin });
    if (animated && timeline.at === from + 1) board.animate(frame.changes, timeline.before[timeline.at], origin, frame.mark === "bomb");
    this.drawTable();
    this.chart.cursor(timeline.at);
    byId("slider").value = timeline.at;
    const sign = MARK_WORDS[frame.mark] ? `${MARK_WORDS[frame.mark]} ` : "";
    const words = ending(frame) && timeline.at === timeline.last ? `${sentence(frame)}. ${ending(frame)}.` : sentence(frame);
    byId("now").textContent = `${sign}${words}`;
    byId("slider").setAttribute("aria-valuetext", `Move ${timeline.at} of ${timeline.last}: ${sentence(frame)}`);
    byId("note").textContent = [`${timeline.at} / ${timeline.last}`, frame.phase, frame.time_ms !== undefined ? clock(frame.time_ms) : "", frame.note ?? ""].filter(Boolean).join(" · ");
    byId("stage").setAttribute("aria-label", `Board, ${board.columns} by ${board.rows}. ${words}. ${frame.stocks.map(([stones], index) => `Player ${index + 1}: ${plural(stones, "stone")}`).join(", ")}.`);
    this.drawPrinted();
    if (byId("text-view").open) this.drawText();
    this.hooks.shown?.(this);
  }

  drawTable() {
    const { frame } = this.timeline;
    const highest = Math.max(1, ...frame.stocks.map(([stones]) => stones));
    frame.stocks.forEach(([stones, overrides, bombs, out], index) => {
      const { line, cells } = this.rows[index];
      [stones, overrides, bombs].forEach((value, column) => { cells[column + 1].textContent = value; });
      line.classList.toggle("turn", frame.turn === index + 1);
      line.classList.toggle("out", out);
      line.style.setProperty("--share", `${Math.round((100 * stones) / highest)}%`);
      line.setAttribute("aria-label", `${frame.turn === index + 1 ? "to move, " : ""}${out ? "disqualified, " : ""}player ${index + 1}`);
    });
  }

  // What the program printed for this move, where it is known.
  drawPrinted() {
    const view = byId("printed-view");
    if (!view || !this.printed) return;
    view.hidden = false;
    const text = this.printed[this.at] ?? "";
    byId("printed").textContent = text === "" ? "nothing" : text;
    byId("printed").classList.toggle("muted", text === "");
  }

  drawText() {
    byId("text").textContent = asText(this.timeline.board, this.board.columns);
  }

  go(target) {
    this.stop();
    this.show(target, target === this.at + 1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    byId("run").textContent = "▶";
    byId("run").setAttribute("aria-label", "Play");
  }

  run() {
    if (this.at === this.last) this.show(0);
    byId("run").textContent = "❚❚";
    byId("run").setAttribute("aria-label", "Pause");
    this.timer = setInterval(() => {
      if (this.at < this.last) this.show(this.at + 1, Number(byId("speed").value) <= 5);
      else this.stop();
    }, 1000 / Number(byId("speed").value));
  }

  toggle() { if (this.timer === null) this.run(); else this.stop(); }

  bind() {
    const steps = { first: () => 0, back: () => this.at - 1, forward: () => this.at + 1, end: () => this.last };
    for (const [id, target] of Object.entries(steps)) byId(id).addEventListener("click", () => this.go(target()));
    byId("run").addEventListener("click", () => this.toggle());
    byId("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    byId("speed").addEventListener("change", () => { if (this.timer !== null) { this.stop(); this.run(); } });
    byId("text-view").addEventListener("toggle", () => this.drawText());
    addEventListener("keydown", (event) => this.key(event));
    const stage = byId("stage");
    stage.addEventListener("pointermove", (event) => this.hover(this.board.squareAt(event)));
    stage.addEventListener("pointerleave", () => this.hover(null));
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input:not([type=range]), textarea, select, dialog")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    const targets = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last, PageUp: this.at - 10, PageDown: this.at + 10 };
    if (event.key in targets) this.go(Math.max(0, Math.min(this.last, targets[event.key])));
    else if (event.key === " ") this.toggle();
    else return;
    event.preventDefault();
  }

  hover(square) {
    const cells = this.timeline.board;
    const [x, y] = square === null ? [0, 0] : this.board.xy(square);
    byId("hover").textContent = square === null ? "\u00a0" : `(${x}, ${y}) ${nameOf(cells[square])}`;
  }
}
