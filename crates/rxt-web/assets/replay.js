// Replays a game of the library. The address carries the move.
import { byId, get } from "./api.js";
import { GameView } from "./game.js";

const page = document.querySelector(".game");
const address = new URL(location.href);

function shown(view) {
  address.searchParams.set("ply", view.ply);
  history.replaceState(null, "", address);
  byId("analyse-here").href = `/analyse?game=${page.dataset.id}&ply=${view.ply}`;
  byId("svg-here").href = `/api/games/${page.dataset.id}/svg?download=true&ply=${view.ply}&theme=${window.rxtIsDark() ? "dark" : "light"}`;
}

try {
  const { game, printed } = await get(`/api/games/${page.dataset.id}/frames`);
  const ply = address.searchParams.get("ply");
  const view = new GameView(game);
  if (printed?.length > 0) view.printed = printed;
  const wanted = ply === null ? 0 : view.timeline.frameOfPly(Number(ply));
  view.show(wanted);
  view.hooks.shown = shown;
  shown(view);
  document.body.dataset.ready = "true";
} catch (error) {
  byId("stage").textContent = error.message;
}
