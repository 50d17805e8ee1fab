// Requests to the JSON interface. What goes wrong is thrown as an error with the server's own words.
async function answer(response) {
  const text = await response.text();
  let body = null;
  try { body = JSON.parse(text); } catch { body = text; }
  if (!response.ok) throw new Error(body?.error ?? `${response.status} ${response.statusText}`);
  return body;
}

export async function get(path) {
  return answer(await fetch(path));
}

export async function post(path, body, key) {
  const headers = { "content-type": "application/json" };
  if (key) headers.authorization = `Bearer ${key}`;
  const isRaw = typeof body === "string" || body instanceof Blob;
  if (isRaw) headers["content-type"] = "application/octet-stream";
  return answer(await fetch(path, { method: "POST", headers, body: isRaw ? body : JSON.stringify(body ?? {}) }));
}

export const byId = (id) => document.getElementById(id);

// Makes an element; text is only ever text.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function makeSvg(name, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

export const stone = (player) => make("span", { class: `stone stone-${player}` }, String(player));
