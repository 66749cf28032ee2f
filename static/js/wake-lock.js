// Keeps the screen awake while a question is shown, if the browser allows it (https only).

import { $ } from "./dom.js";

const RETRY_AFTER = 60 * 1000; // milliseconds until a refused lock is requested again
let isHeld = false; // the lock is held or being requested
let refusedAt = -Infinity;

async function stayAwake() {
  if (!navigator.wakeLock || isHeld || performance.now() < refusedAt + RETRY_AFTER || !$("#ask") || document.hidden) return;
  isHeld = true;
  try {
    const lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (isHeld = false));
  } catch {
    isHeld = false; // the browser refused, for example because the battery is low
    refusedAt = performance.now();
  }
}

// The request takes some milliseconds on a slow phone, which must not delay the tap.
document.addEventListener("pointerdown", () => setTimeout(stayAwake), { passive: true });
document.addEventListener("visibilitychange", stayAwake);
