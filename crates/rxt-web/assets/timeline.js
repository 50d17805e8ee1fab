// The frames of a game. Every frame only says what it changes; what it replaces is noted, so that one can go back.
export class Timeline {
  constructor(game) {
    this.board = Array.from(game.start);
    this.frames = [];
    this.before = [];
    this.plies = [];
    this.at = 0;
    for (const frame of game.frames) this.add(frame);
    this.seek(0);
  }

  get last() { return this.frames.length - 1; }
  get frame() { return this.frames[this.at]; }

  add(frame) {
    const at = this.at;
    if (this.frames.length > 0) this.seek(this.last);
    this.before.push(frame.changes.map(([square]) => this.board[square]));
    for (const [square, symbol] of frame.changes) this.board[square] = symbol;
    this.plies.push((this.plies.at(-1) ?? 0) + (frame.answer ? 1 : 0));
    this.frames.push(frame);
    this.at = this.last;
    if (this.frames.length > 1) this.seek(at);
  }

  // Forgets frames so that `left` remain behind the first.
  cut(left) {
    this.seek(Math.min(this.at, left));
    this.frames.length = left + 1;
    this.before.length = left + 1;
    this.plies.length = left + 1;
  }

  // Goes to a frame and returns the symbols that were touched on the way.
  seek(target) {
    const touched = new Set();
    const wanted = Math.max(0, Math.min(this.last, target));
    while (this.at < wanted) {
      this.at += 1;
      for (const [square, symbol] of this.frames[this.at].changes) {
        touched.add(this.board[square]).add(symbol);
        this.board[square] = symbol;
      }
    }
    while (this.at > wanted) {
      const old = this.before[this.at];
      this.frames[this.at].changes.forEach(([square], nth) => {
        touched.add(this.board[square]).add(old[nth]);
        this.board[square] = old[nth];
      });
      this.at -= 1;
    }
    return touched;
  }

  // The last frame with so many moves made.
  frameOfPly(ply) {
    let found = 0;
    this.plies.forEach((made, index) => { if (made <= ply) found = index; });
    return found;
  }
}
