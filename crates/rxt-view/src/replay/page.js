"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { columns, rows, left, top, cell, players, layers, frames } = data;
  const byId = (id) => document.getElementById(id);
  const svgElement = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  if (frames.length === 0) return;

  // The board: what every frame replaces is noted once, so that stepping works in both directions.
  const board = Array.from(data.start);
  const before = [];
  for (const frame of frames) {
    before.push(frame.changes.map(([square]) => board[square]));
    for (const [square, symbol] of frame.changes) board[square] = symbol;
  }
  let at = frames.length - 1;

  function seek(target) {
    while (at < target) {
      at += 1;
      for (const [square, symbol] of frames[at].changes) board[square] = symbol;
    }
    while (at > target) {
      frames[at].changes.forEach(([square], nth) => { board[square] = before[at][nth]; });
      at -= 1;
    }
  }

  // A transition is gone once one of its tiles is.
  const pairs = Array.from(document.querySelectorAll("#board .pair"), (element) => ({
    element, ends: element.dataset.ends.split(" ").map(Number),
  }));
  function drawTransitions() {
    for (const { element, ends } of pairs) {
      const gone = ends.some((square) => board[square] === "_" || board[square] === "-");
      element.setAttribute("visibility", gone ? "hidden" : "visible");
    }
  }

  const place = (square) => [left + (square % columns) * cell, top + Math.floor(square / columns) * cell];
  const round = (value) => Math.round(value * 100) / 100;
  const tile = (square, side) => {
    const [x, y] = place(square);
    const inset = (cell - side) / 2;
    return `M${round(x + inset)} ${round(y + inset)}h${side}v${side}h${-side}z`;
  };

  function drawBoard() {
    const wanted = new Map();
    for (const layer of layers) {
      layer.path = [];
      for (const symbol of layer.cells) {
        if (!wanted.has(symbol)) wanted.set(symbol, []);
        wanted.get(symbol).push(layer);
      }
    }
    board.forEach((symbol, square) => {
      const drawn = wanted.get(symbol);
      if (!drawn) return;
      const [x, y] = place(square);
      for (const layer of drawn) {
        for (const [[dx, dy], path] of layer.parts) layer.path.push(`M${round(x + dx)} ${round(y + dy)}${path}`);
      }
    });
    for (const layer of layers) byId(layer.id).setAttribute("d", layer.path.join("") || "M0 0");
    const frame = frames[at];
    byId("changed").setAttribute("d", frame.changes.map(([square]) => tile(square, 36)).join("") || "M0 0");
    const last = frame.answer ? tile(frame.answer[1] * columns + frame.answer[0], 35) : "M0 0";
    byId("last").setAttribute("d", last);
  }

  // Words.
  const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  function special(frame) {
    const byte = frame.answer[2];
    if (byte === 20) return ", takes a bomb";
    if (byte === 21) return ", takes an override stone";
    return byte > 0 ? `, exchanges with player ${byte}` : "";
  }
  function sentence(frame) {
    const step = `${at}/${frames.length - 1}`;
    if (frame.mover === null) return `${step} · Start`;
    if (frame.answer === null) return `${step} · Player ${frame.mover} is disqualified`;
    const bombed = frame.changes.some(([, symbol]) => symbol === "_");
    const verb = bombed ? "bombs" : "sets";
    return `${step} · Player ${frame.mover} ${verb} (${frame.answer[0]}, ${frame.answer[1]})${special(frame)}`;
  }
  const names = { 0: "free", x: "expansion stone", c: "choice", i: "inversion", b: "bonus", _: "destroyed", "-": "hole" };
  const nameOf = (symbol) => names[symbol] ?? `stone of player ${symbol}`;

  // The table of players.
  const scored = frames.some((frame) => frame.scores);
  const columnNames = ["Player", "Stones", "Overrides", "Bombs"].concat(scored ? ["Score"] : []);
  for (const name of columnNames) {
    const head = document.createElement("th");
    head.scope = "col";
    head.textContent = name;
    byId("heads").append(head);
  }
  const lines = Array.from({ length: players }, (_, index) => {
    const line = document.createElement("tr");
    const cells = columnNames.map(() => line.appendChild(document.createElement("td")));
    const stone = document.createElement("span");
    stone.className = "stone";
    stone.textContent = index + 1;
    stone.style.background = `var(--stone-${index + 1})`;
    stone.style.color = `var(--digit-${index + 1})`;
    const what = document.createElement("span");
    what.className = "what";
    cells[0].append(stone, what);
    byId("players").append(line);
    return { line, cells, what };
  });
  function drawTable() {
    const frame = frames[at];
    frame.stocks.forEach(([stones, overrides, bombs, out], index) => {
      const shown = lines[index];
      if (!shown) return;
      const score = frame.scores?.[index] ?? "";
      [stones, overrides, bombs].concat(scored ? [score] : []).forEach((value, column) => {
        shown.cells[column + 1].textContent = value;
      });
      const turn = frame.turn === index + 1;
      shown.what.textContent = out ? "disqualified" : turn ? "to move" : "";
      shown.line.className = `${turn ? "turn" : ""} ${out ? "out" : ""}`;
    });
  }

  // The chart.
  const chart = byId("chart");
  const area = { left: 30, right: 376, top: 10, bottom: 192 };
  const most = Math.max(1, ...frames.map((frame) => Math.max(0, ...frame.stocks.map(([stones]) => stones))));
  const chartX = (index) => area.left + ((area.right - area.left) * index) / Math.max(1, frames.length - 1);
  const chartY = (stones) => area.bottom - ((area.bottom - area.top) * stones) / most;
  function drawChart() {
    for (const share of [0, 0.5, 1]) {
      const stones = Math.round(most * share);
      const y = chartY(stones);
      chart.append(svgElement("path", { d: `M${area.left} ${y}H${area.right}`, stroke: "var(--frame)", "stroke-width": 0.5 }));
      const label = svgElement("text", { x: area.left - 5, y: y + 3, "text-anchor": "end", class: "axis" });
      label.textContent = stones;
      chart.append(label);
    }
    for (const [index, anchor] of [[0, "start"], [frames.length - 1, "end"]]) {
      const label = svgElement("text", { x: chartX(index), y: area.bottom + 13, "text-anchor": anchor, class: "axis" });
      label.textContent = index;
      chart.append(label);
    }
    const ends = [];
    for (let index = 0; index < players; index += 1) {
      const stones = (frame) => frame.stocks[index]?.[0] ?? 0;
      const points = frames.map((frame, nth) => `${round(chartX(nth))},${round(chartY(stones(frame)))}`).join(" ");
      const look = { fill: "none", stroke: `var(--stone-${index + 1})`, "stroke-width": 1.7, "stroke-linejoin": "round" };
      chart.append(svgElement("polyline", { points, ...look }));
      ends.push({ number: index + 1, y: chartY(stones(frames[frames.length - 1])) });
    }
    // Digits at the ends of the lines, pushed apart so that all can be read.
    ends.sort((a, b) => a.y - b.y);
    ends.forEach((end, nth) => { if (nth > 0) end.y = Math.max(end.y, ends[nth - 1].y + 11); });
    const excess = Math.max(0, ends[ends.length - 1].y - area.bottom);
    for (const { number, y } of ends) {
      const middle = y - excess;
      chart.append(svgElement("circle", { cx: area.right + 11, cy: middle, r: 5.6, fill: `var(--stone-${number})` }));
      const digit = svgElement("text", { x: area.right + 11, y: middle + 3.1, "text-anchor": "middle", fill: `var(--digit-${number})` });
      digit.textContent = number;
      chart.append(digit);
    }
    chart.append(svgElement("path", { id: "cursor", d: "M0 0", stroke: "var(--text)", "stroke-width": 1 }));
  }
  function jump(event) {
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 400;
    show(Math.round(((x - area.left) / (area.right - area.left)) * (frames.length - 1)));
  }

  function show(target) {
    seek(Math.min(frames.length - 1, Math.max(0, target)));
    const frame = frames[at];
    drawBoard();
    drawTransitions();
    drawTable();
    byId("cursor").setAttribute("d", `M${round(chartX(at))} ${area.top}V${area.bottom}`);
    byId("slider").value = at;
    byId("now").textContent = sentence(frame);
    byId("note").textContent = frame.note ?? "";
    byId("board").setAttribute("aria-label", `${sentence(frame)}. ${frame.stocks.map(([stones], index) => `Player ${index + 1}: ${plural(stones, "stone")}`).join(", ")}.`);
    if (byId("text").closest("details").open) drawText();
    try { history.replaceState(null, "", `#${at}`); } catch { /* some places have no history */ }
  }
  function drawText() {
    const line = (_, row) => board.slice(row * columns, (row + 1) * columns).map((symbol) => (symbol === "-" ? " " : symbol === "0" ? "." : symbol)).join(" ");
    byId("text").textContent = Array.from({ length: rows }, line).join("\n");
  }

  // Playing.
  let timer = null;
  function stop() {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = "▶ play";
    byId("play").setAttribute("aria-label", "Play");
  }
  function start() {
    if (at === frames.length - 1) show(0);
    byId("play").textContent = "❚❚";
    byId("play").setAttribute("aria-label", "Pause");
    timer = setInterval(() => {
      if (at < frames.length - 1) show(at + 1);
      else stop();
    }, 1000 / Number(byId("speed").value));
  }
  const toggle = () => (timer === null ? start() : stop());
  const go = (target) => { stop(); show(target); };

  function switchTheme() {
    const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
  }

  byId("first").onclick = () => go(0);
  byId("back").onclick = () => go(at - 1);
  byId("forward").onclick = () => go(at + 1);
  byId("end").onclick = () => go(frames.length - 1);
  byId("play").onclick = toggle;
  byId("speed").onchange = () => { if (timer !== null) { stop(); start(); } };
  byId("slider").oninput = (event) => go(Number(event.target.value));
  byId("theme").onclick = switchTheme;
  byId("text").closest("details").ontoggle = drawText;
  chart.onpointerdown = (event) => { stop(); chart.setPointerCapture(event.pointerId); jump(event); };
  chart.onpointermove = (event) => { if (event.buttons) jump(event); };
  byId("board").onpointermove = (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(byId("board").getScreenCTM().inverse());
    const [x, y] = [Math.floor((point.x - left) / cell), Math.floor((point.y - top) / cell)];
    const inside = x >= 0 && y >= 0 && x < columns && y < rows;
    byId("hover").textContent = inside ? `(${x}, ${y}) ${nameOf(board[y * columns + x])}` : "\u00a0";
  };
  const keys = {
    ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), ArrowUp: () => go(at - 1), ArrowDown: () => go(at + 1),
    PageUp: () => go(at - 10), PageDown: () => go(at + 10), Home: () => go(0), End: () => go(frames.length - 1),
    " ": toggle, t: switchTheme,
  };
  document.addEventListener("keydown", (event) => {
    const busy = event.ctrlKey || event.metaKey || event.altKey;
    const own = event.target.closest("select, pre, summary") || (event.key === " " && event.target.closest("button"));
    const action = keys[event.key];
    if (busy || own || !action) return;
    event.preventDefault();
    action();
  });
  addEventListener("hashchange", () => { const ply = Number(location.hash.slice(1)); if (ply !== at) go(ply || 0); });

  drawChart();
  stop();
  show(Number(location.hash.slice(1)) || 0);
})();
