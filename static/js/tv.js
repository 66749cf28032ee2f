// The TV page, which stays open for days: it refreshes itself, shows a notice if the server does
// not respond, and reloads after an upgrade and once a day.

import { $ } from "./dom.js";
import { timeText } from "./times.js";
import "./older-browsers.js";

const REFRESH_INTERVAL = 20_000; // milliseconds between refreshes, in addition to the updates of live.js
const LATE_AFTER = 60_000; // milliseconds without a response until the page says that it may be out of date
const MAX_PAGE_AGE = 24 * 3_600_000; // milliseconds until a reload, so that memory use does not grow
const build = $("#main").dataset.build;
const began = performance.now();
let lastResponse = Date.now(), lock = null;

document.addEventListener("live:updated", () => {
  lastResponse = Date.now();
  $("#late").hidden = true;
  if ($("#main").dataset.build !== build || performance.now() - began > MAX_PAGE_AGE) location.reload();
});

function refresh() {
  document.dispatchEvent(new Event("live:refresh"));
  const late = $("#late");
  if (Date.now() - lastResponse < LATE_AFTER || !late.hidden) return;
  late.textContent = `${late.dataset.says} ${timeText(lastResponse, "clock")}`;
  late.hidden = false;
}

async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // without a lock, the TV's own settings decide when the screen turns off
  }
}

setInterval(refresh, REFRESH_INTERVAL);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
