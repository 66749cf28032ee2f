// The TV page, which stays open for days: it refreshes itself, shows a notice if the server does
// not respond, and reloads after an upgrade.

import { $ } from "./dom.js";
import "./older-browsers.js";

const EVERY = 20_000; // milliseconds between refreshes, in addition to live.js
const LATE = 60_000; // without a response for this long, the page may be out of date
const DAYS = 24 * 3_600_000; // after this time, reload, so that memory use does not grow
const build = $("#main").dataset.build;
const began = performance.now();
let heard = Date.now(), light = null;

document.addEventListener("live:fresh", () => {
  heard = Date.now();
  $("#late").hidden = true;
  if ($("#main").dataset.build !== build || performance.now() - began > DAYS) location.reload();
});

function look() {
  document.dispatchEvent(new Event("live:again"));
  const late = $("#late"), at = new Date(heard);
  if (Date.now() - heard < LATE || !late.hidden) return;
  late.textContent = `${late.dataset.says} ${at.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })}`;
  late.hidden = false;
}

async function stayAwake() {
  if (!navigator.wakeLock || document.hidden || light) return;
  try {
    light = await navigator.wakeLock.request("screen");
    light.addEventListener("release", () => (light = null));
  } catch {
    light = null; // refused by the TV; its own settings decide
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
