// Allows tapping keys with both thumbs. Browsers send no click for touches that overlap. When such a
// touch ends, earlier touches count first, so keys count in the order in which they were touched.
// Pinching to zoom types nothing, because the browser cancels those touches.

import { press } from "./keypad.js";

const touches = new Map(); // the current touches, each with its key until that key has counted
const pressedKeys = new Set(); // keys that a click must not press again

function pressTouched(key) {
  if (!key) return;
  pressedKeys.add(key);
  key.dispatchEvent(new Event("key:counted"));
  press(key.dataset.key);
}

document.addEventListener("pointerdown", ({ pointerId, pointerType, target }) => {
  if (!touches.size) pressedKeys.clear();
  if (pointerType !== "touch") return;
  touches.forEach((touch) => (touch.isOverlapping = true));
  touches.set(pointerId, { key: target.closest("[data-key]"), isOverlapping: touches.size > 0 });
}, true);

document.addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
  const ended = touches.get(pointerId);
  if (!ended?.isOverlapping) return void touches.delete(pointerId);
  if (!ended.key?.contains(document.elementFromPoint(clientX, clientY))) ended.key = null;
  for (const touch of touches.values()) {
    pressTouched(touch.key);
    touch.key = null;
    if (touch === ended) break;
  }
  touches.delete(pointerId);
}, true);

document.addEventListener("pointercancel", ({ pointerId }) => touches.delete(pointerId), true);

document.addEventListener("click", (event) => {
  if (event.detail && pressedKeys.has(event.target.closest("[data-key]"))) event.stopImmediatePropagation();
}, true);
