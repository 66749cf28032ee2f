// Keys that are touched with two thumbs. Browsers send no click for touches that overlap. Such a touch
// counts when the next one begins, or when it ends, so keys count in the order in which they were touched.

import { press } from "./keypad.js";

const touches = new Map(); // the touches on the screen: their key until it has counted
const counted = new Set(); // keys that a click must not press again

function count(key) {
  if (!key) return;
  counted.add(key);
  key.dispatchEvent(new Event("key:counted"));
  press(key.dataset.key);
}

document.addEventListener("pointerdown", ({ pointerId, pointerType, target }) => {
  if (!touches.size) counted.clear();
  if (pointerType !== "touch") return;
  const isOverlapping = touches.size > 0;
  touches.forEach((touch) => {
    count(touch.key);
    touch.key = null;
  });
  touches.set(pointerId, { key: target.closest("[data-key]"), isOverlapping });
}, true);

document.addEventListener("pointerup", ({ pointerId, clientX, clientY }) => {
  const { key, isOverlapping } = touches.get(pointerId) || {};
  touches.delete(pointerId);
  if (isOverlapping && key?.contains(document.elementFromPoint(clientX, clientY))) count(key);
}, true);

document.addEventListener("pointercancel", ({ pointerId }) => touches.delete(pointerId), true);

document.addEventListener("click", (event) => {
  if (event.detail && counted.has(event.target.closest("[data-key]"))) event.stopImmediatePropagation();
}, true);
