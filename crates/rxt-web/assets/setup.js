// Sets a game up: a map with its picture, a player for every seat.
import { byId, make, post, stone } from "./api.js";

const map = byId("map");
const seats = byId("seats");
const DEFAULTS = ["person", "default", "mcts", "brs+", "paranoid", "greedy", "mcts", "random"];

function showMap() {
  const players = Number(map.selectedOptions[0].dataset.players);
  byId("map-picture").src = `/api/maps/${map.value}/svg?theme=${window.rxtIsDark() ? "dark" : "light"}`;
  byId("map-picture").alt = `The start of ${map.value}`;
  const before = Array.from(seats.querySelectorAll("select"), (select) => select.value);
  seats.replaceChildren(...Array.from({ length: players }, (_, index) => {
    const select = make("select", { id: `seat-${index + 1}`, "aria-label": `Player ${index + 1}` });
    select.append(byId("seat-choices").content.cloneNode(true));
    select.value = before[index] ?? DEFAULTS[index];
    select.addEventListener("change", casual);
    return make("div", { class: "seat" }, stone(index + 1), select);
  }));
  casual();
}

const chosen = () => Array.from(seats.querySelectorAll("select"), (select) => select.value);

// Programs cannot take moves back.
function casual() {
  const programs = chosen().includes("client");
  byId("casual").disabled = programs;
  if (programs) byId("casual").checked = false;
}

byId("setup").addEventListener("submit", async (event) => {
  event.preventDefault();
  const message = byId("setup-message");
  message.textContent = "";
  byId("start").disabled = true;
  const wanted = { map: map.value, seats: chosen(), think_ms: Number(byId("think").value), casual: byId("casual").checked, seed: Math.floor(Math.random() * 1e9) };
  if (byId("clock").value) wanted.clock_ms = Number(byId("clock").value);
  try {
    open(await post("/api/live", wanted));
  } catch (error) {
    message.textContent = error.message;
    byId("start").disabled = false;
  }
});

function open({ id, owner, seats: keys }) {
  const people = keys.flatMap((key, index) => (key ? [{ player: index + 1, key }] : []));
  try { sessionStorage.setItem(`rxt-game-${id}`, JSON.stringify({ owner, invites: people.slice(1) })); } catch { /* links are lost then */ }
  location.href = people.length > 0 ? `/play/${id}#seat=${people[0].key}` : `/play/${id}#owner=${owner}`;
}

map.addEventListener("change", showMap);
addEventListener("rxt-theme", showMap);
showMap();
