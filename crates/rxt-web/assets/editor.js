// Draws maps: painting, symmetry, transitions as pairs, undo. The server's own reader says what is wrong.
import { byId, get, make, makeSvg, post } from "./api.js";
import { Board, nameOf } from "./board.js";
import { imageCell, imageEnd, imageSquare, motions } from "./symmetry.js";
import { MapText, readMap, writeMap } from "./map-text.js";

const page = document.querySelector(".editor");
const SYMBOLS = ["0", "-", "1", "2", "3", "4", "5", "6", "7", "8", "b", "c", "i", "x"];
const STEPS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
const MOST_UNDO = 300;
const CHECK_AFTER = 250;

let map = null;
let board = null;
let tool = "0";
let symmetry = "none";
let openEnd = null;
let cursor = null;
const past = [];
const future = [];

// Changes.
function remember() {
  past.push(structuredClone(map));
  if (past.length > MOST_UNDO) past.shift();
  future.length = 0;
}

async function undo(from, to) {
  if (from.length === 0) return;
  to.push(map);
  const before = map;
  map = from.pop();
  openEnd = null;
  if (before.columns !== map.columns || before.rows !== map.rows) await newCanvas();
  showFields();
  redraw();
}

function images(square) {
  const all = motions(symmetry, map).map((motion, turn) => [imageSquare(square, motion, map), turn]);
  return all.filter(([image], index) => all.findIndex(([other]) => other === image) === index);
}

function paint(square, symbol) {
  const turns = motions(symmetry, map).length;
  for (const [image, turn] of images(square)) map.cells[image] = imageCell(symbol, turn, turns, map.players);
  if (symbol !== "-") dropBlocked();
  else map.transitions = map.transitions.filter(([a, b]) => exists(a) && exists(b));
}

const at = (x, y) => (x < 0 || y < 0 || x >= map.columns || y >= map.rows ? "-" : map.cells[y * map.columns + x]);
const exists = ([x, y]) => at(x, y) !== "-";
const same = (one, two) => one[0] === two[0] && one[1] === two[1] && one[2] === two[2];
const isBlocked = ([x, y, d]) => at(x + STEPS[d][0], y + STEPS[d][1]) !== "-";
const pairAt = (end) => map.transitions.findIndex((pair) => pair.some((other) => same(other, end)));

// A transition needs an edge with nothing behind it.
function dropBlocked() {
  map.transitions = map.transitions.filter((pair) => !pair.some(isBlocked));
}

function join(end) {
  const known = pairAt(end);
  if (known >= 0) {
    remember();
    map.transitions.splice(known, 1);
    openEnd = null;
  } else if (!exists(end) || isBlocked(end)) {
    return;
  } else if (openEnd === null || same(openEnd, end)) {
    openEnd = openEnd === null ? end : null;
  } else {
    remember();
    for (const motion of motions(symmetry, map)) {
      const pair = [imageEnd(openEnd, motion, map), imageEnd(end, motion, map)];
      if (pair.every((one) => exists(one) && !isBlocked(one) && pairAt(one) < 0)) map.transitions.push(pair);
    }
    openEnd = null;
  }
  redraw();
}

// Drawing. The canvas is the board of an empty map of this size, drawn by the server.
async function newCanvas() {
  const empty = { ...map, cells: Array(map.columns * map.rows).fill("0"), transitions: [] };
  const { board: game } = await post("/api/maps/check", writeMap(empty));
  if (board) board.load(game);
  else board = new Board(byId("stage"), game);
  board.holes = makeSvg("path", { fill: "var(--page)", d: "M0 0" });
  board.svg.querySelector("[id=pits]").before(board.holes);
  board.joins = board.svg.querySelector("g").insertBefore(makeSvg("g"), board.effects);
}

function redraw() {
  board.draw(map.cells);
  const holes = map.cells.flatMap((symbol, square) => (symbol === "-" ? [board.frameOf(square, 39.5)] : []));
  board.holes.setAttribute("d", holes.join("") || "M0 0");
  board.joins.replaceChildren(...map.transitions.flatMap((pair, index) => drawPair(pair, index)), ...(openEnd ? [drawEnd(openEnd, "open")] : []));
  byId("text").value = writeMap(map);
  byId("undo").disabled = past.length === 0;
  byId("redo").disabled = future.length === 0;
  clearTimeout(redraw.timer);
  redraw.timer = setTimeout(check, CHECK_AFTER);
}

const endPoint = ([x, y, d], reach) => {
  const [cx, cy] = board.middle(y * board.columns + x);
  const length = Math.hypot(...STEPS[d]);
  return [cx + (STEPS[d][0] / length) * reach, cy + (STEPS[d][1] / length) * reach];
};

function drawEnd(end, kind, colour, label) {
  const [cx, cy] = endPoint(end, end[2] % 2 ? 25 : 19);
  const mark = makeSvg("circle", { cx, cy, r: 6.5, class: `end-mark ${kind}` });
  if (colour !== undefined) mark.style.fill = `var(--port-${colour})`;
  if (label === undefined) return mark;
  const group = makeSvg("g");
  const text = makeSvg("text", { x: cx, y: cy + 3, class: "end-label", "text-anchor": "middle" });
  text.textContent = label;
  group.append(mark, text);
  return group;
}

function drawPair([a, b], index) {
  const colour = index % 12;
  const [[x0, y0], [x1, y1]] = [endPoint(a, 20), endPoint(b, 20)];
  const [[u0, v0], [u1, v1]] = [endPoint(a, 60), endPoint(b, 60)];
  const arc = makeSvg("path", { d: `M${x0} ${y0}C${u0} ${v0} ${u1} ${v1} ${x1} ${y1}`, class: "join" });
  arc.style.stroke = `var(--port-${colour})`;
  return [arc, drawEnd(a, "", colour, index + 1), drawEnd(b, "", colour, index + 1)];
}

// What the server's reader says.
async function check() {
  const problems = byId("problems");
  try {
    const answer = await post("/api/maps/check", writeMap(map));
    problems.className = answer.ok && answer.playable ? "good" : "wrong";
    const lines = [...answer.errors, ...answer.warnings].map(({ line, column, message }) => make("li", {}, `line ${line}, column ${column}: ${message}`));
    const words = !answer.ok ? `${answer.count} ${answer.count === 1 ? "problem" : "problems"}` : answer.playable ? `A good map with ${answer.tiles} tiles` : "A map, but nobody can make a move on it";
    problems.replaceChildren(make("strong", {}, words), ...(lines.length ? [make("ul", {}, ...lines)] : []));
    byId("test-game").disabled = !(answer.ok && answer.playable);
    byId("keep").disabled = !answer.ok;
  } catch (error) {
    problems.className = "wrong";
    problems.replaceChildren(make("strong", {}, error.message));
  }
  document.body.dataset.checked = writeMap(map);
}

// The pointer and the keys.
function endAt(event) {
  const square = board.squareAt(event);
  if (square === null) return null;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.svg.getScreenCTM().inverse());
  const [cx, cy] = board.middle(square);
  const turn = Math.round((Math.atan2(point.x - cx, cy - point.y) / (2 * Math.PI)) * 8);
  return [...board.xy(square), (turn + 8) % 8];
}

function bindStage() {
  const stage = byId("stage");
  let painting = false;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (tool === "join") { const end = endAt(event); if (end) join(end); return; }
    const square = board.squareAt(event);
    if (square === null) return;
    painting = true;
    stage.setPointerCapture(event.pointerId);
    remember();
    paint(square, tool);
    redraw();
  });
  stage.addEventListener("pointermove", (event) => {
    const square = board.squareAt(event);
    hover(square);
    if (!painting || square === null || map.cells[square] === tool) return;
    paint(square, tool);
    redraw();
  });
  stage.addEventListener("pointerup", () => { painting = false; });
  stage.addEventListener("keydown", stageKey);
  stage.addEventListener("blur", () => board.cursor(null));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.closest("textarea, input")) return;
    event.preventDefault();
    if (event.shiftKey) undo(future, past); else undo(past, future);
  });
}

function hover(square) {
  const [x, y] = square === null ? [0, 0] : board.xy(square);
  byId("hover").textContent = square === null ? "\u00a0" : `(${x}, ${y}) ${nameOf(map.cells[square])}`;
}

function stageKey(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in steps) {
    const [x, y] = cursor === null ? [0, 0] : board.xy(cursor);
    const [dx, dy] = cursor === null ? [0, 0] : steps[event.key];
    cursor = Math.max(0, Math.min(map.rows - 1, y + dy)) * map.columns + Math.max(0, Math.min(map.columns - 1, x + dx));
  } else if (cursor !== null && (SYMBOLS.includes(event.key) || event.key === " ")) {
    const symbol = event.key === " " ? tool : event.key;
    if (symbol === "join") return;
    remember();
    paint(cursor, symbol);
    redraw();
  } else return;
  event.preventDefault();
  board.cursor(cursor);
  hover(cursor);
}

// Tools beside the board.
function swatch(symbol) {
  const svg = makeSvg("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" });
  for (const layer of board.layers.filter((one) => one.cells.includes(symbol))) {
    const path = layer.element.cloneNode();
    path.removeAttribute("id");
    path.setAttribute("d", layer.parts.map(([[x, y], rest]) => `M${x} ${y}${rest}`).join(""));
    path.setAttribute("stroke-linecap", "round");
    svg.append(path);
  }
  return svg;
}

function choose(next) {
  tool = next;
  openEnd = null;
  for (const button of document.querySelectorAll(".palette button")) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  byId("join-help").hidden = tool !== "join";
  redraw();
}

function field(label, name, most, least = 0) {
  const input = make("input", { id: `field-${name}`, type: "number", min: least, max: most, value: map[name], onchange: (event) => setNumber(name, event.target, least, most) });
  return make("label", {}, label, input);
}

async function setNumber(name, input, least, most) {
  const value = Math.max(least, Math.min(most, Math.round(Number(input.value)) || least));
  input.value = value;
  if (map[name] === value) return;
  remember();
  if (name === "columns" || name === "rows") {
    const { columns, rows } = { ...map, [name]: value };
    map.cells = Array.from({ length: columns * rows }, (_, square) => {
      const [x, y] = [square % columns, Math.floor(square / columns)];
      return x < map.columns && y < map.rows ? map.cells[y * map.columns + x] : "0";
    });
    Object.assign(map, { columns, rows });
    map.transitions = map.transitions.filter(([a, b]) => exists(a) && exists(b));
    dropBlocked();
    await newCanvas();
  } else map[name] = value;
  redraw();
}

function showFields() {
  for (const name of ["players", "columns", "rows", "overrides", "bombs", "strength"]) byId(`field-${name}`).value = map[name];
}

function tools() {
  const names = { "-": "hole", join: "transition" };
  const button = (symbol) => make("button", { type: "button", "data-tool": symbol, "aria-pressed": "false", title: names[symbol] ?? nameOf(symbol), "aria-label": names[symbol] ?? nameOf(symbol), onclick: () => choose(symbol) },
    symbol === "join" ? "⤳" : symbol === "-" ? "⌫" : swatch(symbol));
  const select = make("select", { id: "symmetry", onchange: (event) => { symmetry = event.target.value; } },
    ...[["none", "none"], ["sides", "left and right"], ["ends", "top and bottom"], ["half", "half a turn"], ["quarter", "quarter turns"], ["both", "both mirrors"]].map(([value, words]) => make("option", { value }, words)));
  byId("tools").replaceChildren(
    make("p", { class: "tool-head" }, "Paint"),
    make("div", { class: "palette", role: "group", "aria-label": "What to paint" }, ...SYMBOLS.map(button), button("join")),
    make("p", { id: "join-help", class: "about", hidden: true }, "Click an edge of a tile with nothing behind it, then the edge that it leads to. A click on an end removes the pair."),
    make("p", { class: "tool-head" }, "Map"),
    make("div", { class: "tool-grid" }, field("Players", "players", 8, 2), make("label", {}, "Symmetry", select), field("Width", "columns", 50, 1), field("Height", "rows", 50, 1),
      field("Override stones", "overrides", 255), field("Bombs", "bombs", 255), field("Strength of bombs", "strength", 255)),
  );
  const name = make("input", { id: "map-name", placeholder: "name-of-the-map", "aria-label": "Name of the map", autocomplete: "off" });
  const action = (id, words, act, kind = "") => make("button", { id, type: "button", class: `button ${kind}`, onclick: act }, words);
  byId("editor-actions").replaceChildren(
    action("undo", "Undo", () => undo(past, future)), action("redo", "Redo", () => undo(future, past)),
    action("test-game", "Play on it", testGame, "strong"), action("download", "Download", download),
    make("div", { class: "row" }, name, action("keep", "Keep on the site", keep)), make("p", { id: "editor-message", role: "alert" }),
  );
}

async function testGame() {
  const seats = Array.from({ length: map.players }, (_, index) => (index === 0 ? "person" : "default"));
  await tell(async () => {
    const { id, owner, seats: keys } = await post("/api/live", { map_text: writeMap(map), seats, casual: true, think_ms: 500 });
    sessionStorage.setItem(`rxt-game-${id}`, JSON.stringify({ owner, invites: [] }));
    location.href = `/play/${id}#seat=${keys[0]}`;
  });
}

function download() {
  const link = make("a", { href: URL.createObjectURL(new Blob([writeMap(map)], { type: "text/plain" })), download: `${byId("map-name").value || "drawn"}.map` });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function keep() {
  await tell(async () => { location.href = (await post(`/api/maps/${encodeURIComponent(byId("map-name").value || "?")}`, writeMap(map))).url; });
}

async function tell(act) {
  const message = byId("editor-message");
  message.textContent = "";
  try { await act(); } catch (error) { message.textContent = error.message; message.className = "bad"; }
}

async function read(text) {
  const next = readMap(text);
  if (map) remember();
  map = next;
  await newCanvas();
}

byId("read-text").addEventListener("click", () => tell(async () => {
  await read(byId("text").value);
  showFields();
  redraw();
}));

await read(page.dataset.from ? await get(`/api/maps/${page.dataset.from}`) : MapText.START);
past.length = 0;
tools();
bindStage();
choose("0");
document.body.dataset.ready = "true";
