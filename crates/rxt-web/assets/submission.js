// Shows how far a trial is, until it is over.
import { byId, get } from "./api.js";

const page = document.querySelector(".submission");
const isOver = (state) => state === "done" || state === "failed";

async function look(before) {
  try {
    const { state, exercises, passed } = await get(`/api/submissions/${page.dataset.id}`);
    byId("progress").textContent = `${exercises.passed} of ${exercises.done} exercises passed, ${exercises.all} in all.`;
    // Somebody may be reading; the page is written anew when there is something to say.
    if (state !== page.dataset.state || passed !== before) return location.reload();
    if (!isOver(state)) setTimeout(() => look(passed), 2000);
  } catch {
    setTimeout(() => look(before), 5000);
  }
  return undefined;
}

if (!isOver(page.dataset.state)) get(`/api/submissions/${page.dataset.id}`).then(({ passed }) => look(passed));
document.body.dataset.ready = "true";
