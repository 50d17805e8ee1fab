// Asks engines about a position.
import { byId, get, make, post, stone } from "./api.js";
import { Board, nameOf } from "./board.js";

const page = document.querySelector(".analysis");
let question = page.dataset.game ? { game: page.dataset.game, ...(page.dataset.ply ? { ply: Number(page.dataset.ply) } : {}) } : { map: page.dataset.map };
let board = null;
let cells = [];
let answer = null;

function show(next) {
  answer = next;
  const game = answer.board;
  cells = Array.from(game.start);
  if (board) board.load(game); else board = new Board(byId("stage"), game);
  board.draw(cells);
  board.legal(answer.moves.map(([x, y]) => y * game.columns + x), answer.turn);
  byId("text").value = answer.text;
  byId("now").textContent = answer.turn ? `Player ${answer.turn} to move, ${answer.moves.length} moves` : "The game is over";
}

function opinion({ engine, move, depth, nodes, scores, time_ms: time }, index) {
  const [x, y, special] = move;
  const more = special === 20 ? ", takes a bomb" : special === 21 ? ", takes an override stone" : special ? `, exchanges with player ${special}` : "";
  const facts = [depth ? `depth ${depth}` : "", nodes ? `${nodes.toLocaleString("en")} positions` : "", `${time} ms`].filter(Boolean).join(" · ");
  return make("div", { class: "opinion", onpointerenter: () => board.hint(y * board.columns + x) },
    make("h2", {}, `${index + 1}. ${engine}`, make("span", {}, facts)),
    make("p", {}, make("strong", {}, `(${x}, ${y})${more}`)),
    scores.length ? make("p", { class: "row" }, ...scores.map((score, player) => make("span", { class: "who" }, stone(player + 1), String(score)))) : null);
}

async function ask(engines) {
  byId("ask-engines").disabled = true;
  byId("answers").replaceChildren(make("p", { class: "muted" }, "Engines are thinking …"));
  try {
    show(await post("/api/analysis", { ...question, engines, think_ms: Number(byId("think").value) }));
    byId("answers").replaceChildren(...answer.opinions.map(opinion));
    const [first] = answer.opinions;
    if (first) board.hint(first.move[1] * board.columns + first.move[0]);
  } catch (error) {
    byId("answers").replaceChildren(make("p", { class: "bad" }, error.message));
  }
  byId("ask-engines").disabled = false;
}

async function tools() {
  const { engines } = await get("/api/engines");
  const pick = (name, index) => make("select", { class: "engine", "aria-label": `Engine ${index + 1}` }, make("option", { value: "" }, "none"), ...engines.map((engine) => make("option", { value: engine.name, selected: engine.name === name, title: engine.about }, engine.name)));
  byId("analysis-tools").replaceChildren(
    make("div", { class: "tool-grid" }, ...["pvs", "mcts", "brs+", ""].map((name, index) => make("label", {}, `Engine ${index + 1}`, pick(name, index))),
      make("label", {}, "Each thinks", make("select", { id: "think" }, ...[[300, "0.3 s"], [1000, "1 s"], [3000, "3 s"], [5000, "5 s"]].map(([ms, words]) => make("option", { value: ms, selected: ms === 1000 }, words)))),
      make("label", {}, "\u00a0", make("button", { id: "ask-engines", type: "button", class: "button strong", onclick: () => ask(Array.from(document.querySelectorAll("select.engine"), ({ value }) => value).filter(Boolean)) }, "Ask"))));
}

byId("read-text").addEventListener("click", async () => {
  question = { text: byId("text").value };
  await ask([]);
});
byId("stage").addEventListener("pointermove", (event) => {
  const square = board?.squareAt(event) ?? null;
  byId("hover").textContent = square === null ? "\u00a0" : `(${board.xy(square).join(", ")}) ${nameOf(cells[square])}`;
});

await tools();
await ask([]);
document.body.dataset.ready = "true";
