// Asks engines about a position or a whole game, and what would be if it were different.
import { byId, get, make, post, stone } from "./api.js";
import { Board, nameOf } from "./board.js";
import { PositionText } from "./position-text.js";

const page = document.querySelector(".analysis");
const SYMBOLS = ["0", "-", "1", "2", "3", "4", "5", "6", "7", "8", "b", "c", "i", "x"];
const asked = { ...(page.dataset.game ? { game: page.dataset.game } : { map: page.dataset.map }), ...(page.dataset.ply ? { ply: Number(page.dataset.ply) } : {}) };
let source = asked;
let played = [];
let board = null;
let answer = null;
let tool = null;
let position = null;

const square = ({ x, y }) => y * board.columns + x;
const percent = (share) => `${Math.round(share * 100)} %`;

function moveWords({ x, y, special }) {
  const more = special === 20 ? ", takes a bomb" : special === 21 ? ", takes an override stone" : special ? `, exchanges with player ${special}` : "";
  return `(${x}, ${y})${more}`;
}

function show(next) {
  answer = next;
  position = new PositionText(answer.text);
  if (board) board.load(answer.board); else board = new Board(byId("stage"), answer.board);
  board.draw(Array.from(answer.board.start));
  board.legal(answer.moves.map(([x, y]) => y * board.columns + x), answer.turn);
  byId("text").value = answer.text;
  const { frames: [frame] } = answer.board;
  byId("now").textContent = answer.turn ? `Player ${answer.turn} to move in ${frame.phase}, ${answer.moves.length} moves` : "The game is over";
  byId("about").textContent = [asked.game ? `game ${asked.game}${asked.ply !== undefined ? `, after ${asked.ply} moves` : ""}` : asked.map ?? "", source === asked ? "" : "changed", played.length ? `${played.length} moves on` : ""].filter(Boolean).join(" · ");
  byId("step-back").disabled = played.length === 0;
  byId("reset").disabled = played.length === 0 && source === asked;
  showStocks(frame);
  byId("stage").setAttribute("aria-label", `Board. ${byId("now").textContent}. ${frame.stocks.map(([stones], index) => `Player ${index + 1}: ${stones} stones`).join(", ")}`);
}

// Answers.
function placements(values) {
  return make("p", { class: "row" }, ...values.map((share, index) => make("span", { class: "who" }, stone(index + 1), percent(share))));
}

function lineBox(line, title, facts) {
  const steps = line.line.slice(0, 12).map((step) => make("span", { class: "step" }, stone(step.player), `${step.x},${step.y}`));
  return make("div", { class: "opinion", tabindex: "0", onpointerenter: () => board.hint(square(line)), onfocus: () => board.hint(square(line)) },
    make("h2", {}, title, make("span", {}, facts)),
    placements(line.placements),
    steps.length > 1 ? make("p", { class: "line" }, ...steps) : null,
    make("button", { type: "button", class: "button small", onclick: () => play([line.x, line.y, line.special]) }, "Play it"));
}

const facts = ({ depth, nodes }) => [depth ? `depth ${depth}` : "", nodes ? `${nodes.toLocaleString("en")} positions` : ""].filter(Boolean).join(" · ");

function showAnalysis() {
  const { analysis, opinions } = answer;
  const parts = [];
  if (analysis) {
    parts.push(make("h2", {}, "Best lines"), make("p", { class: "about" }, "Percent of the placement score that everybody has to expect; the heat map shows it for every tile."));
    parts.push(...analysis.lines.map((line, index) => lineBox(line, `${index + 1}. ${moveWords(line)}`, facts(line))));
    if (analysis.why && analysis.why.reasons.length) {
      const strongest = Math.max(...analysis.why.reasons.map(({ gain }) => Math.abs(gain)));
      parts.push(make("h2", {}, `Why ${moveWords(analysis.why.better)} and not ${moveWords(analysis.why.worse)}`),
        make("ul", { class: "reasons" }, ...analysis.why.reasons.slice(0, 7).map(({ name, summary, gain }) => {
          const bar = make("span", { class: gain >= 0 ? "bar for" : "bar against" });
          bar.style.width = `${Math.round((80 * Math.abs(gain)) / (strongest || 1))}px`;
          return make("li", { title: name }, make("span", {}, summary), bar, make("span", { class: "number" }, (gain >= 0 ? "+" : "−") + Math.abs(gain).toFixed(2)));
        })));
    }
    const values = analysis.tiles.map(({ placement }) => placement);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    board.legal(byId("show-heat").checked ? [] : answer.moves.map(([x, y]) => y * board.columns + x), answer.turn);
    board.heatMap(byId("show-heat").checked ? analysis.tiles.map((tile) => [square(tile), high > low ? (tile.placement - low) / (high - low) : 1]) : []);
    if (analysis.lines[0]) board.hint(square(analysis.lines[0]));
  }
  if (opinions.length) {
    parts.push(make("h2", {}, "Side by side"), ...opinions.map((opinion) => {
      const box = lineBox(opinion, opinion.engine, facts(opinion));
      box.querySelector("h2").after(make("p", {}, make("strong", {}, moveWords(opinion)), ` · assumes of the others: ${opinion.assumes}`));
      return box;
    }));
  }
  byId("answers").replaceChildren(...parts);
}

// Questions.
async function ask(more) {
  const buttons = document.querySelectorAll("#analysis-tools button");
  buttons.forEach((button) => { button.disabled = true; });
  document.body.dataset.thinking = "true";
  if (more.lines) byId("answers").replaceChildren(make("p", { class: "muted" }, "Engines are thinking …"));
  try {
    show(await post("/api/analysis", { ...source, play: played, think_ms: Number(byId("think").value), ...more }));
    showAnalysis();
  } catch (error) {
    byId("answers").replaceChildren(make("p", { class: "bad", role: "alert" }, error.message));
  }
  buttons.forEach((button) => { button.disabled = false; });
  byId("step-back").disabled = played.length === 0;
  byId("reset").disabled = played.length === 0 && source === asked;
  delete document.body.dataset.thinking;
}

const question = () => ({ lines: Number(byId("lines").value), engines: Array.from(document.querySelectorAll("select.engine"), ({ value }) => value).filter(Boolean) });

async function play(move) {
  played.push(move);
  await ask({});
}

async function change(text) {
  source = { text };
  played = [];
  await ask({});
}

// Blunders of a whole game.
async function wholeGame() {
  byId("answers").replaceChildren(make("p", { class: "muted" }, "Every move of the game is looked at; this takes up to twenty seconds …"));
  byId("whole-game").disabled = true;
  try {
    showGame(await post("/api/analysis/game", { game: asked.game }));
  } catch (error) {
    byId("answers").replaceChildren(make("p", { class: "bad", role: "alert" }, error.message));
  }
  byId("whole-game").disabled = false;
}

function showGame({ moves, plies, turnings }) {
  const link = (ply, words) => make("a", { href: `/analyse?game=${asked.game}&ply=${ply}` }, words);
  const blunders = moves.filter(({ blunder }) => blunder).sort((one, two) => two.loss - one.loss).slice(0, 15).sort((one, two) => one.ply - two.ply);
  const rows = blunders.map((move) => {
    const reason = move.why?.reasons.find(({ gain }) => gain > 0);
    return make("tr", {}, make("td", {}, link(move.ply, `move ${move.ply + 1}`)), make("td", {}, stone(move.player)), make("td", {}, moveWords(move.played)), make("td", { class: "number" }, percent(move.loss)), make("td", {}, moveWords(move.best)), make("td", {}, reason?.name ?? ""));
  });
  const head = make("thead", {}, make("tr", {}, ...["", "", "Played", "Cost", "Better", "Because of"].map((name) => make("th", { scope: "col" }, name))));
  const verdicts = turnings.map(({ player, lost_by: lost, costliest }) => {
    const at = lost ?? costliest;
    if (at === null || at === undefined) return make("li", {}, stone(player), " never had an equal share to expect");
    const words = lost !== null && lost !== undefined ? " lost the game by " : " lost most by ";
    return make("li", {}, stone(player), words, link(moves[at].ply, `move ${moves[at].ply + 1}`), `, ${moveWords(moves[at].played)}: ${percent(moves[at].left)} instead of ${percent(moves[at].expected)}; better was ${moveWords(moves[at].best)}`);
  });
  byId("answers").replaceChildren(
    make("h2", {}, "Where it was lost"), make("ul", { class: "verdicts" }, ...verdicts),
    make("h2", {}, rows.length ? "Blunders" : "No blunder"),
    rows.length ? make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Blunders" }, make("table", { class: "answers-table" }, head, make("tbody", {}, ...rows))) : make("p", {}, "No move cost a tenth of a placement score or more."),
    ...(moves.length < plies ? [make("p", { class: "about" }, `The first ${moves.length} of ${plies} moves were looked at.`)] : []),
  );
}

// Tools.
function showStocks({ stocks, turn }) {
  const number = (kind, index, value) => make("input", { type: "number", min: 0, max: 255, value, "aria-label": `${kind} of player ${index + 1}`, onchange: (event) => { position.setStock(kind, index, Number(event.target.value)); change(position.text()); } });
  byId("stocks").replaceChildren(...stocks.map(([stones, overrides, bombs], index) => make("tr", {},
    make("td", {}, make("button", { type: "button", class: "turn-button", "aria-pressed": String(turn === index + 1), title: `Player ${index + 1} to move`, onclick: () => { position.setTurn(index + 1); change(position.text()); } }, stone(index + 1))),
    make("td", { class: "number" }, String(stones)), make("td", {}, number("overrides", index, overrides)), make("td", {}, number("bombs", index, bombs)))));
}

async function tools() {
  const { engines } = await get("/api/engines");
  const options = (chosen) => [make("option", { value: "" }, "none"), ...engines.map((engine) => make("option", { value: engine.name, selected: engine.name === chosen, title: engine.about }, engine.name))];
  const choice = (id, words, values, chosen) => make("label", {}, words, make("select", { id }, ...values.map(([value, name]) => make("option", { value, selected: value === chosen }, name))));
  const button = (id, words, act, kind = "") => make("button", { id, type: "button", class: `button ${kind}`, onclick: act }, words);
  const names = { "-": "destroyed or hole" };
  byId("analysis-tools").replaceChildren(
    make("div", { class: "row" }, button("ask-engines", "Analyse", () => ask(question()), "strong"), ...(asked.game ? [button("whole-game", "Whole game", wholeGame)] : []), button("step-back", "Step back", () => { played.pop(); ask({}); }), button("reset", "Reset", () => { source = asked; played = []; ask({}); })),
    make("details", {}, make("summary", {}, "Engines and time"), make("div", { class: "tool-grid" },
      choice("lines", "Lines", [[1, "1"], [3, "3"], [6, "6"]], 3), choice("think", "Each line takes", [[100, "0.1 s"], [300, "0.3 s"], [1000, "1 s"], [3000, "3 s"]], 300),
      ...["brs+", "paranoid", "", ""].map((name, index) => make("label", {}, `Compare ${index + 1}`, make("select", { class: "engine" }, ...options(name)))))),
    make("label", { class: "check-line" }, make("input", { id: "show-heat", type: "checkbox", checked: true, onchange: () => answer.analysis && showAnalysis() }), "Heat map of all legal tiles"),
    make("details", { id: "what-if" }, make("summary", {}, "What if? Change stones and stocks"),
      make("div", { class: "palette", role: "group", "aria-label": "What to paint" }, ...SYMBOLS.map((symbol) => make("button", { type: "button", "data-tool": symbol, "aria-pressed": "false", "aria-label": names[symbol] ?? nameOf(symbol), title: names[symbol] ?? nameOf(symbol), onclick: () => choose(symbol) }, /[1-8]/.test(symbol) ? stone(symbol) : { 0: "□", "-": "⌫", b: "★", c: "⇄", i: "⟳", x: "✕" }[symbol]))),
      make("table", { class: "answers-table" }, make("thead", {}, make("tr", {}, ...["To move", "Stones", "Override stones", "Bombs"].map((name) => make("th", { scope: "col" }, name)))), make("tbody", { id: "stocks" }))));
}

function choose(symbol) {
  tool = tool === symbol ? null : symbol;
  for (const button of document.querySelectorAll(".palette button")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
}

// A click paints if a tool is chosen, and else makes a move.
function clicked(at) {
  if (at === null) return;
  const [x, y] = board.xy(at);
  if (tool !== null) {
    position.setCell(x, y, tool);
    change(position.text());
    return;
  }
  const moves = answer.moves.filter((move) => move[0] === x && move[1] === y);
  if (moves.length === 1) play(moves[0]);
  else if (moves.length > 1) {
    byId("answers").replaceChildren(make("div", { class: "opinion" }, make("h2", {}, "Which move?"), make("div", { class: "row" }, ...moves.map((move) => make("button", { type: "button", class: "button", onclick: () => play(move) }, moveWords({ x, y, special: move[2] }))))));
  }
}

byId("read-text").addEventListener("click", () => change(byId("text").value));
byId("stage").addEventListener("click", (event) => clicked(board?.squareAt(event) ?? null));
byId("stage").addEventListener("pointermove", (event) => {
  const at = board?.squareAt(event) ?? null;
  const tile = at === null ? null : answer?.analysis?.tiles.find((one) => square(one) === at);
  byId("hover").textContent = at === null ? "\u00a0" : `(${board.xy(at).join(", ")}) ${nameOf(board.cells[at])}${tile ? `, worth ${percent(tile.placement)}` : ""}`;
});

await tools();
await ask({});
document.body.dataset.ready = "true";
