// Programs that are handed in, as the organiser sees them: whether they are taken, tokens, and all of them.
import { byId, get, make, post } from "./api.js";

let key = null;
export function useKey(next) { key = next; }

const day = (seconds) => new Date(seconds * 1000).toLocaleString();

async function ask(path) {
  const response = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
  const body = await response.json();
  if (!response.ok) throw new Error(body.error);
  return body;
}

export async function showDesk() {
  const { open, possible, why_not: why } = await get("/api/submission");
  byId("desk-state").textContent = open ? "programs are taken" : "programs are not taken";
  byId("desk-switch").textContent = open ? "Take no more" : "Take programs";
  byId("desk-switch").disabled = !possible && !open;
  byId("desk-switch").onclick = async () => {
    try {
      await post("/api/submission", { open: !open }, key);
    } catch (error) {
      byId("desk-why").textContent = error.message;
      return;
    }
    showDesk();
  };
  byId("desk-why").textContent = why ?? "They run in the sandbox alone. Students hand them in at /submit, with their token.";
}

export async function showTokens() {
  const { tokens } = await ask("/api/tokens");
  const revoke = async (id) => {
    await post(`/api/tokens/${id}/revoke`, {}, key);
    showTokens();
  };
  byId("tokens").closest(".scroll").hidden = tokens.length === 0;
  byId("tokens").replaceChildren(...tokens.map(({ id, name, created_at: made, valid, submissions }) => make("tr", {},
    make("td", {}, name), make("td", {}, day(made)), make("td", { class: "number" }, String(submissions)),
    make("td", {}, valid ? make("button", { class: "button small", type: "button", "aria-label": `Revoke the token of ${name}`, onclick: () => revoke(id) }, "Revoke") : "revoked"))));
}

export async function showPrograms() {
  const { submissions } = await ask("/api/submissions");
  const words = ({ state, passed, exercises }) => (state === "waiting" ? "waits" : `${passed === true ? "passed" : passed === false ? "not passed" : "being tried"}, ${exercises.passed} of ${exercises.all}`);
  byId("programs").replaceChildren(...submissions.map((one) => make("tr", {},
    make("td", {}, make("a", { href: one.url }, one.name)), make("td", {}, one.owner), make("td", {}, day(one.created_at)), make("td", {}, words(one)))));
  byId("programs").closest(".scroll").hidden = submissions.length === 0;
  byId("cup-programs").replaceChildren(...submissions.filter(({ state }) => state === "done").map((one) => make("option", { value: one.id }, `${one.name} of ${one.owner}, ${day(one.created_at)}${one.passed ? "" : ", not passed"}`)));
}

byId("token-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = byId("token-new");
  try {
    const { name, token } = await post("/api/tokens", { name: byId("token-name").value }, key);
    told.replaceChildren(`The token of ${name}, shown only now:`, make("code", { class: "secret" }, token));
    byId("token-name").value = "";
    showTokens();
  } catch (error) {
    told.textContent = error.message;
  }
});
