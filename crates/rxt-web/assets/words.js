// What happened, in words.
export const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function special(frame) {
  const byte = frame.answer[2];
  if (frame.mark === "inversion") return ", all stones are handed on";
  if (frame.mark === "bonus") return byte === 20 ? ", takes a bomb" : ", takes an override stone";
  if (frame.mark === "choice") return byte === frame.mover ? ", exchanges with nobody" : `, exchanges with player ${byte}`;
  return frame.mark === "override" ? ", overrides" : "";
}

export function sentence(frame) {
  if (frame.mover === null) return "The start";
  if (frame.answer === null) return `Player ${frame.mover} is disqualified`;
  const verb = frame.mark === "bomb" ? "bombs" : "sets";
  return `Player ${frame.mover} ${verb} (${frame.answer[0]}, ${frame.answer[1]})${special(frame)}`;
}

export function ending(frame) {
  if (frame.phase !== "over") return "";
  const alive = frame.stocks.map(([stones, , , out], index) => ({ stones, out, player: index + 1 })).filter(({ out }) => !out);
  const best = Math.max(...alive.map(({ stones }) => stones));
  const winners = alive.filter(({ stones }) => stones === best).map(({ player }) => player);
  return winners.length === 1 ? `Player ${winners[0]} wins with ${plural(best, "stone")}` : `Players ${winners.join(" and ")} share the first place`;
}

export function clock(ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}
