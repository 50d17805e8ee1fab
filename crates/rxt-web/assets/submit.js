// Hands in a program. The token stays in this window.
import { byId, make, post } from "./api.js";

const STATES = { waiting: "waits for its trial", running: "is being tried", done: "was tried", failed: "could not be tried" };
const message = byId("submit-message");
try { byId("token").value = sessionStorage.getItem("rxt-token") ?? ""; } catch { /* typed each time then */ }

function token() {
  const word = byId("token").value.trim();
  try { sessionStorage.setItem("rxt-token", word); } catch { /* typed each time then */ }
  return word;
}

function tell(text, isBad = false) {
  message.className = isBad ? "bad" : "";
  message.textContent = text;
}

byId("submit-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = byId("archive").files[0];
  if (!file) return;
  tell(`${file.name} is on its way …`);
  byId("send").disabled = true;
  try {
    const { url } = await post("/api/submissions", file, token());
    location.href = url;
  } catch (error) {
    tell(error.message, true);
  }
  byId("send").disabled = false;
});

byId("mine").addEventListener("click", async () => {
  try {
    const response = await fetch("/api/submissions", { headers: { authorization: `Bearer ${token()}` } });
    const body = await response.json();
    if (!response.ok) throw new Error(body.error);
    tell(body.submissions.length === 0 ? "Nothing was handed in with this token yet." : "");
    byId("own").replaceChildren(...body.submissions.map(({ url, name, state, passed, exercises }) => make("li", { class: "card" },
      make("a", { href: url }, make("strong", {}, name), make("p", { class: "muted" }, `${passed === true ? "passed" : passed === false ? "not passed" : STATES[state]}, ${exercises.passed} of ${exercises.all} exercises`)))));
  } catch (error) {
    tell(error.message, true);
  }
});
