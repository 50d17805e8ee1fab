// A live game, watched or played. The stream comes back by itself and goes on where it broke off.
import { byId, get, make, post, stone } from "./api.js";
import { GameView } from "./game.js";
import { clock } from "./words.js";

const page = document.querySelector(".game");
const id = page.dataset.id;
const playing = page.dataset.mode === "play";
const keys = new URLSearchParams(location.hash.slice(1));
const seatKey = keys.get("seat");
const ownerKey = keys.get("owner") ?? kept().owner;
const FINAL = ["over", "aborted"];

let view = null;
let info = null;
let me = null;
let legal = [];
let clocks = null;
let clockStarted = 0;
let cursor = null;

function kept() {
  try { return JSON.parse(sessionStorage.getItem(`rxt-game-${id}`)) ?? {}; } catch { return {}; }
}

const events = {
  snapshot(message) {
    message.game.frames.push(...message.frames);
    const stepped = view !== null && view.at < view.last ? view.at : null;
    if (view) {
      // The connection was away too long: everything anew, in the same place.
      view.timeline.cut(0);
      for (const frame of message.frames) view.timeline.add(frame);
      view.refresh();
      view.board.draw(view.timeline.board);
    } else {
      view = new GameView(message.game, { shown: () => mayMove() });
      if (playing) bindPlay();
    }
    view.show(stepped ?? view.last);
    tellInfo(message.info);
    asked(message);
    document.body.dataset.ready = "true";
  },
  frame(message) {
    const following = view.at === view.last;
    view.timeline.add(message.frame);
    view.refresh();
    asked({ clocks: message.clocks, legal: message.legal });
    if (following && view.timer === null) view.show(view.last, true);
    else view.show(view.at);
  },
  cut(message) {
    view.timeline.cut(message.at);
    view.refresh();
    view.board.draw(view.timeline.board);
    asked({ clocks: null, legal: null });
    view.show(view.last);
  },
  asked(message) { asked(message); },
  info(message) { tellInfo(message.info); },
};

function asked(message) {
  legal = message.legal ?? [];
  clocks = message.clocks;
  clockStarted = performance.now();
  mayMove();
  drawClocks();
}

function tellInfo(next) {
  info = next;
  info.seats.forEach((seat, index) => {
    const name = view.rows[index].line.querySelector(".name");
    name.textContent = seat.taken ? seat.name : `waiting for ${seat.name}`;
    name.classList.toggle("muted", !seat.taken);
  });
  const words = { waiting: "waiting for players", running: "live", over: "over", aborted: "broken off" };
  const badge = byId("status").querySelector(".badge");
  badge.textContent = words[info.status];
  badge.dataset.status = words[info.status];
  byId("replay-here").hidden = !info.recorded;
  byId("analyse-here")?.toggleAttribute("hidden", !info.recorded);
  if (playing) tellActions();
  if (FINAL.includes(info.status)) {
    source.close();
    if (view.at === view.last) view.show(view.last);
    byId("note").textContent += info.status === "aborted" ? " · the game was broken off" : "";
  }
  mayMove();
}

function drawClocks() {
  byId("clock-head").hidden = !clocks;
  const turn = view?.timeline.frames.at(-1)?.turn;
  view?.rows.forEach(({ cells }, index) => {
    cells[4].hidden = !clocks;
    if (!clocks) return;
    const running = turn === index + 1 && !FINAL.includes(info?.status) && info?.status === "running";
    cells[4].textContent = clock(clocks[index] - (running ? performance.now() - clockStarted : 0));
  });
}
setInterval(() => { if (clocks && view) drawClocks(); }, 200);

// Playing.
const turn = () => view?.timeline.frames.at(-1)?.turn;
const isMyTurn = () => playing && me !== null && info?.status === "running" && turn() === me && view.at === view.last;

function mayMove() {
  if (!view) return;
  const mine = isMyTurn();
  const bombing = view.timeline.frames.at(-1).phase === "phase 2";
  view.board.legal(mine && !bombing ? legal : [], me);
  byId("stage").classList.toggle("my-turn", mine);
  byId("stage").classList.toggle("bombing", mine && bombing);
  if (!mine) {
    byId("ask").hidden = true;
    view.board.hint(null);
  }
  if (playing && me !== null) {
    byId("hint").disabled = !mine;
    const banner = byId("turn-banner");
    banner.textContent = info?.status === "running" ? (mine ? (bombing ? "Your turn: throw a bomb" : "Your turn: set a stone") : `Player ${turn()} is thinking`) : info?.status === "waiting" ? "Waiting for all players" : "";
    banner.hidden = banner.textContent === "";
    banner.classList.toggle("mine", mine);
  }
}

function tellActions() {
  const running = info.status === "running";
  byId("hint").hidden = !(me && info.casual && running);
  byId("undo").hidden = !(me && info.casual && running);
  byId("resign").hidden = !(me && running);
  byId("end-game").hidden = !ownerKey || FINAL.includes(info.status);
  const invites = byId("invites");
  const links = kept().invites ?? [];
  const open = links.filter(({ player }) => !info.seats[player - 1].taken);
  invites.hidden = !(info.status === "waiting" && (open.length > 0 || info.port));
  invites.replaceChildren(
    ...open.map(({ player, key }) => {
      const link = `${location.origin}/play/${id}#seat=${key}`;
      const field = make("input", { readonly: true, value: link, "aria-label": `Link for player ${player}`, onfocus: (event) => event.target.select() });
      return make("p", { class: "invite" }, stone(player), make("span", {}, "Send this link"), field);
    }),
    ...(info.port ? [make("p", {}, "Programs connect to "), make("pre", {}, `rxt client -s ${location.hostname}:${info.port}`)] : []),
  );
}

function say(text, bad = false) {
  const now = byId("now");
  now.textContent = text;
  now.classList.toggle("bad", bad);
  if (bad) setTimeout(() => now.classList.remove("bad"), 4000);
}

async function act(what, body) {
  try {
    return await post(`/api/live/${id}/${what}`, body, what === "end" ? ownerKey : seatKey);
  } catch (error) {
    say(error.message, true);
    return null;
  }
}

// Makes a move on a square; a choice or a bonus is asked for beside the board.
function choose(square) {
  if (!isMyTurn() || square === null) return;
  const cell = view.timeline.board[square];
  const bombing = view.timeline.frames.at(-1).phase === "phase 2";
  if (bombing ? cell === "-" || cell === "_" : !legal.includes(square)) {
    const [x, y] = view.board.xy(square);
    say(bombing ? "There is nothing to destroy" : `A stone at (${x}, ${y}) captures nothing`, true);
    return;
  }
  if (!bombing && cell === "c") {
    const players = Array.from({ length: view.players }, (_, index) => index + 1);
    ask("Exchange your stones with", players.map((player) => [player, stone(player), player === me ? "nobody" : `player ${player}`]), square);
  } else if (!bombing && cell === "b") ask("Take", [[20, "✹", "a bomb"], [21, "⬤", "an override stone"]], square);
  else send(square, 0);
}

function ask(question, options, square) {
  const box = byId("ask");
  const buttons = options.map(([special, sign, words]) => make("button", { type: "button", class: "button", onclick: () => send(square, special) }, sign, " ", words));
  const never = make("button", { type: "button", class: "button quiet", onclick: () => { box.hidden = true; byId("stage").focus(); } }, "Not there");
  box.replaceChildren(make("p", {}, make("strong", {}, question)), make("div", { class: "row", role: "group", "aria-label": question }, ...buttons, never));
  box.hidden = false;
  view.board.cursor(square);
  buttons[0].focus();
  box.scrollIntoView({ block: "nearest" });
}

async function send(square, special) {
  const [x, y] = view.board.xy(square);
  const hadFocus = byId("ask").contains(document.activeElement);
  byId("ask").hidden = true;
  view.board.hint(null);
  if (hadFocus) byId("stage").focus({ preventScroll: true });
  await act("move", { x, y, special });
}

async function hint() {
  byId("hint").disabled = true;
  byId("hint").textContent = "Thinking …";
  const answer = await act("hint");
  byId("hint").textContent = "Hint";
  byId("hint").disabled = !isMyTurn();
  if (!answer || answer.at !== view.last || !isMyTurn()) return;
  view.board.hint(answer.y * view.board.columns + answer.x);
  const more = answer.special === 20 ? " and take a bomb" : answer.special === 21 ? " and take an override stone" : answer.special > 0 ? ` and exchange with player ${answer.special}` : "";
  say(`An engine would choose (${answer.x}, ${answer.y})${more}`);
}

function moveCursor(event) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const { columns, rows } = view.board;
  if (event.key in steps) {
    const [x, y] = cursor === null ? [Math.floor(columns / 2), Math.floor(rows / 2)] : view.board.xy(cursor);
    const [dx, dy] = steps[event.key];
    cursor = Math.max(0, Math.min(rows - 1, y + dy)) * columns + Math.max(0, Math.min(columns - 1, x + dx));
  } else if (event.key === "n" && legal.length > 0) {
    cursor = legal.find((square) => square > (cursor ?? -1)) ?? legal[0];
  } else if (event.key === "Enter" || event.key === " ") {
    choose(cursor);
  } else return;
  event.preventDefault();
  view.board.cursor(cursor);
  byId("stage").dataset.cursor = cursor;
  view.hover(cursor);
  const [x, y] = view.board.xy(cursor ?? 0);
  byId("cursor-words").textContent = `${x}, ${y}: ${byId("hover").textContent.replace(/^\(.*?\) /, "")}${legal.includes(cursor) ? ", legal" : ""}`;
}

function bindPlay() {
  const stage = byId("stage");
  byId("now").before(make("p", { id: "turn-banner", hidden: true }), byId("invites"));
  stage.after(make("p", { id: "cursor-words", class: "hidden", "aria-live": "polite" }));
  stage.addEventListener("click", (event) => choose(view.board.squareAt(event)));
  stage.addEventListener("keydown", (event) => { if (isMyTurn()) moveCursor(event); });
  stage.addEventListener("blur", () => view.board.cursor(null));
  byId("hint").addEventListener("click", hint);
  byId("undo").addEventListener("click", () => act("undo"));
  byId("resign").addEventListener("click", () => { if (confirm("Give up? The others play on without you.")) act("resign"); });
  byId("end-game").addEventListener("click", () => { if (confirm("End the game for everybody?")) act("end"); });
  byId("keys").textContent = "On the board: arrows move, N to the next legal tile, Enter sets · elsewhere ← → step through the game · T light or dark";
  if (seatKey) join();
}

async function join() {
  let name = "";
  try { name = localStorage.getItem("rxt-name") ?? ""; } catch { /* nobody has to have a name */ }
  const answer = await act("join", { name });
  if (!answer) return;
  me = answer.player;
  view.rows[me - 1].line.classList.add("me");
  tellActions();
  mayMove();
}

const source = new EventSource(`/api/live/${id}/events`);
source.addEventListener("message", (event) => {
  const message = JSON.parse(event.data);
  events[message.type]?.(message);
});
source.addEventListener("open", () => document.body.classList.remove("offline"));
source.addEventListener("error", async () => {
  document.body.classList.add("offline");
  if (source.readyState !== EventSource.CLOSED || FINAL.includes(info?.status)) return;
  // The browser gave up, as it does when the server refuses: perhaps the game has moved to the library.
  try { await get(`/api/games/${id}`); location.href = `/replay/${id}`; } catch { byId("now").textContent = "The connection is lost; load the page again."; }
});
