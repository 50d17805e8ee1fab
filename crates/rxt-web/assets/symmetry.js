// Motions of a rectangle onto itself: where squares, edges and players go.
const MOTIONS = {
  same: { to: (x, y) => [x, y], turn: (d) => d },
  sides: { to: (x, y, { columns }) => [columns - 1 - x, y], turn: (d) => (8 - d) % 8 },
  ends: { to: (x, y, { rows }) => [x, rows - 1 - y], turn: (d) => (12 - d) % 8 },
  half: { to: (x, y, { columns, rows }) => [columns - 1 - x, rows - 1 - y], turn: (d) => (d + 4) % 8 },
  quarter: { to: (x, y, { columns }) => [columns - 1 - y, x], turn: (d) => (d + 2) % 8 },
  threeQuarters: { to: (x, y, { rows }) => [y, rows - 1 - x], turn: (d) => (d + 6) % 8 },
};

// The motions of a symmetry, the one that moves nothing first. A quarter turn needs a square.
export function motions(symmetry, { columns, rows }) {
  const { same, sides, ends, half, quarter, threeQuarters } = MOTIONS;
  const sets = { none: [same], sides: [same, sides], ends: [same, ends], half: [same, half], both: [same, sides, half, ends], quarter: columns === rows ? [same, quarter, half, threeQuarters] : [same, half] };
  return sets[symmetry];
}

export function imageSquare(square, motion, map) {
  const [x, y] = motion.to(square % map.columns, Math.floor(square / map.columns), map);
  return y * map.columns + x;
}

export function imageEnd([x, y, d], motion, map) {
  return [...motion.to(x, y, map), motion.turn(d)];
}

// Players follow each other around the board, so that every seat is like the next.
export function imageCell(symbol, turn, turns, players) {
  if (!/[1-8]/.test(symbol)) return symbol;
  const step = Math.max(1, Math.floor(players / turns));
  return String(((Number(symbol) - 1 + turn * step) % players) + 1);
}
