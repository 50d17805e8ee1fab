// Uploads a game, chosen or dropped.
import { byId, post } from "./api.js";

const form = byId("upload");

async function send(file) {
  const message = byId("upload-message");
  if (!file) return;
  message.className = "";
  message.textContent = `${file.name} is being read …`;
  try {
    const { url } = await post("/api/games", file);
    location.href = url;
  } catch (error) {
    message.className = "bad";
    message.textContent = error.message;
  }
}

byId("file").addEventListener("change", (event) => send(event.target.files[0]));
form.addEventListener("dragover", (event) => { event.preventDefault(); form.classList.add("over"); });
form.addEventListener("dragleave", () => form.classList.remove("over"));
form.addEventListener("drop", (event) => {
  event.preventDefault();
  form.classList.remove("over");
  send(event.dataTransfer.files[0]);
});
