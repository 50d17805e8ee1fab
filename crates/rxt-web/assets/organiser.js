// What the organiser can do. The key stays in this window.
import { byId, get, make, post } from "./api.js";
import { showDesk, showTokens, showPrograms, useKey } from "./organiser-desk.js";

let key = null;
try { key = sessionStorage.getItem("rxt-organiser"); } catch { /* typed each time then */ }

async function showGames() {
  const { games } = await get("/api/live");
  byId("organiser-games").replaceChildren(...games.filter(({ info }) => info.status === "running" || info.status === "waiting").map(({ info, moves }) => make("li", { class: "card" },
    make("a", { href: `/watch/${info.id}` }, make("strong", {}, info.title), make("p", { class: "muted" }, `${moves} moves, ${info.seats.map(({ name }) => name).join(", ")}`)),
    make("p", { class: "row card-actions" }, make("button", { class: "button", type: "button", onclick: () => end(info.id) }, "End this game")))));
}

async function showCups() {
  const { tournaments } = await get("/api/results");
  byId("organiser-cups").replaceChildren(...tournaments.map(({ name, title, over, running, played, planned }) => make("li", { class: "card" },
    make("a", { href: `/tournaments/${name}` }, make("strong", {}, title), make("p", { class: "muted" }, `${played} of ${planned} games, ${over ? "over" : running ? "being played" : "paused"}`)),
    over ? null : make("p", { class: "row card-actions" }, make("button", { class: "button", type: "button", onclick: () => act(`/api/tournaments/${name}/${running ? "pause" : "resume"}`, {}) }, running ? "Pause" : "Resume")))));
}

async function act(path, body) {
  const message = byId("key-message");
  try {
    await post(path, body, key);
    message.textContent = "Done.";
  } catch (error) {
    message.textContent = error.message;
  }
  setTimeout(showCups, 300);
}

byId("cup-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const chosen = (id) => Array.from(byId(id).selectedOptions, ({ value }) => value);
  const programs = chosen("cup-programs").map((submission) => ({ submission }));
  act("/api/tournaments", { name: byId("cup-name").value, format: byId("cup-format").value, bots: [...chosen("cup-bots"), ...programs], ...(programs.length > 0 ? { time: Number(byId("cup-time").value) } : {}), maps: chosen("cup-maps"), blocks: Number(byId("cup-blocks").value), nodes: Number(byId("cup-nodes").value), ...(["swiss", "ladder", "adaptive"].includes(byId("cup-format").value) ? { rounds: 3 } : {}) });
});

async function end(id) {
  const message = byId("key-message");
  try {
    await post(`/api/live/${id}/end`, {}, key);
    message.textContent = `${id} was ended.`;
  } catch (error) {
    message.textContent = error.message;
  }
  showGames();
}

async function use(next) {
  key = next;
  try {
    await post("/api/organiser", {}, key);
    try { sessionStorage.setItem("rxt-organiser", key); } catch { /* typed each time then */ }
    byId("key-message").textContent = "The key fits.";
    byId("organiser-tools").hidden = false;
    useKey(key);
    showDesk();
    showTokens();
    showPrograms();
    showGames();
    showCups();
  } catch (error) {
    byId("key-message").textContent = error.message;
  }
}

byId("key-form").addEventListener("submit", (event) => { event.preventDefault(); use(byId("key").value.trim()); });
if (key) use(key);
