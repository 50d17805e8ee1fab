// Pictures in the colours of the page, and a small board of the game that runs.
import { Board } from "./board.js";
import { Timeline } from "./timeline.js";

function pictures() {
  for (const image of document.querySelectorAll("img[data-map]")) {
    image.src = `/api/maps/${image.dataset.map}/svg?theme=${window.rxtIsDark() ? "dark" : "light"}`;
  }
}
addEventListener("rxt-theme", pictures);
pictures();

const preview = document.getElementById("preview");
if (preview) {
  let board = null;
  let timeline = null;
  const follow = () => {
    const source = new EventSource(`/api/live/${preview.dataset.id}/events`);
    source.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "snapshot") {
        message.game.frames.push(...message.frames);
        timeline = new Timeline(message.game);
        timeline.seek(timeline.last);
        board = new Board(preview, message.game);
        board.draw(timeline.board);
        document.getElementById("preview-caption").textContent = `${message.info.title}: ${message.info.seats.map(({ name }) => name).join(" · ")}`;
      } else if (message.type === "frame") {
        timeline.add(message.frame);
        const touched = timeline.seek(timeline.last);
        board.draw(timeline.board, touched);
        const { answer, changes, mark } = message.frame;
        const origin = answer ? answer[1] * board.columns + answer[0] : null;
        board.mark({ last: origin });
        board.animate(changes, timeline.before.at(-1), origin, mark === "bomb");
      } else if (message.type === "info" && ["over", "aborted"].includes(message.info.status)) {
        source.close();
        setTimeout(follow, 15000);
      }
    });
  };
  follow();
}
