// Keeps the screen awake while a question is shown, if the browser can (https only).

import { $ } from "./dom.js";

let lock = null;

async function stayAwake() {
  if (!navigator.wakeLock || !$("#ask") || document.hidden || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // low battery; nothing depends on it
  }
}

document.addEventListener("pointerdown", stayAwake, { passive: true });
document.addEventListener("visibilitychange", stayAwake);
