// Keeps the screen awake while a question is shown, if the browser can (https only).

import { $ } from "./dom.js";

let light = null;

async function stayAwake() {
  if (!navigator.wakeLock || !$("#ask") || document.hidden || light) return;
  try {
    light = await navigator.wakeLock.request("screen");
    light.addEventListener("release", () => (light = null));
  } catch {
    light = null; // low battery; nothing depends on it
  }
}

document.addEventListener("pointerdown", stayAwake, { passive: true });
document.addEventListener("visibilitychange", stayAwake);
