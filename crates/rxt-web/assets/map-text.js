// Maps as text, as far as an editor has to know them. Whether a map is good is decided by the server.
export const MapText = {
  START: ["2", "2", "1 1", "8 8", ...Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (_, x) => (y === 3 && x === 3) || (y === 4 && x === 4) ? "1" : (y === 3 && x === 4) || (y === 4 && x === 3) ? "2" : "0").join(" "))].join("\n"),
};

export function writeMap({ players, overrides, bombs, strength, columns, rows, cells, transitions }) {
  const lines = [players, overrides, `${bombs} ${strength}`, `${rows} ${columns}`];
  for (let y = 0; y < rows; y += 1) lines.push(cells.slice(y * columns, (y + 1) * columns).join(" "));
  for (const [a, b] of transitions) lines.push(`${a.join(" ")} <-> ${b.join(" ")}`);
  return `${lines.join("\n")}\n`;
}

export function readMap(text) {
  const words = text.split(/\s+/).filter(Boolean);
  const next = () => Number(words.shift());
  const [players, overrides, bombs, strength, rows, columns] = [next(), next(), next(), next(), next(), next()];
  if (![players, overrides, bombs, strength, rows, columns].every(Number.isInteger) || rows < 1 || columns < 1 || rows > 50 || columns > 50) {
    throw new Error("The editor takes maps of up to 50 by 50 that begin with players, override stones, bombs and strength, height and width");
  }
  const cells = words.splice(0, rows * columns);
  if (cells.length < rows * columns || cells.some((cell) => !/^[-0-8bcix]$/.test(cell))) throw new Error(`Expected ${rows} rows of ${columns} tiles with blanks between them`);
  const transitions = [];
  while (words.length >= 7) {
    const [x0, y0, d0, arrow, x1, y1, d1] = words.splice(0, 7);
    if (arrow !== "<->") throw new Error(`Expected transitions such as 0 0 6 <-> 7 0 2, found ${arrow}`);
    transitions.push([[x0, y0, d0].map(Number), [x1, y1, d1].map(Number)]);
  }
  return { players, overrides, bombs, strength, rows, columns, cells, transitions };
}
