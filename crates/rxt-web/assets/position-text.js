// A position as text, as far as changing stones and stocks needs it. Whether it is one is decided by the server.
export class PositionText {
  // Players, override stones, bombs and size stand between the first line and the rows.
  static ROWS_AT = 5;

  constructor(text) {
    this.lines = text.split("\n");
  }

  text() { return this.lines.join("\n"); }

  setCell(x, y, symbol) {
    const at = PositionText.ROWS_AT + y;
    const cells = this.lines[at].split(" ");
    cells[x] = symbol;
    this.lines[at] = cells.join(" ");
    if (symbol === "-") this.dropTransitions(x, y);
  }

  // A tile that is gone takes its transitions with it.
  dropTransitions(x, y) {
    this.lines = this.lines.filter((line) => {
      const words = line.split(" ");
      const ends = words[3] === "<->" ? [words.slice(0, 2), words.slice(4, 6)] : [];
      return !ends.some(([ex, ey]) => Number(ex) === x && Number(ey) === y);
    });
  }

  find(word) { return this.lines.findIndex((line) => line.startsWith(`${word} `)); }

  setTurn(player) { this.lines[this.find("turn")] = `turn ${player}`; }

  setStock(kind, index, amount) {
    const at = this.find(kind);
    const words = this.lines[at].split(" ");
    words[index + 1] = String(Math.max(0, Math.min(255, Math.round(amount) || 0)));
    this.lines[at] = words.join(" ");
  }
}
