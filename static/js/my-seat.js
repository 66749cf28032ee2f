// Marks the rows and columns of this phone's player, and signals "your turn" once.

import { $, $$ } from "./dom.js";

const { me } = document.body.dataset;
const SETTINGS = "scorekeeper "; // prefix of localStorage keys
const TOLD = 50; // remembered questions, so that none is signalled twice
const BUZZ = [120, 80, 120]; // milliseconds
const TONES = [660, 880], LONG = 0.12; // hertz; seconds each

// Without storage, no signal can be enabled.
function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(SETTINGS + name, value);
    return localStorage.getItem(SETTINGS + name) || "";
  } catch {
    return "";
  }
}

// ---------------------------------------------------------- marks

function mark() {
  if (me) $$(`[data-of~="${me}"]`).forEach(own);
}

function own(thing) {
  thing.classList.add("is-mine");
  thing.setAttribute("aria-current", "true");
  if (!thing.matches("thead th")) return;
  const heads = thing.parentElement.cells.length;
  $$("tbody tr", thing.closest("table")).forEach((row) => {
    if (row.cells.length === heads) row.cells[thing.cellIndex].classList.add("is-mine");
  });
}

// ---------------------------------------------------------- your turn

const ways = {
  buzz: () => navigator.vibrate?.(BUZZ),
  sound: () => play(),
};
let audio = null;

function play() {
  audio ||= new AudioContext();
  audio.resume();
  TONES.forEach((tone, n) => {
    const at = audio.currentTime + n * LONG, volume = audio.createGain(), voice = audio.createOscillator();
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + LONG);
    voice.frequency.value = tone;
    voice.connect(volume).connect(audio.destination);
    voice.start(at);
    voice.stop(at + LONG);
  });
}

// Browsers play no sound before the first tap on the page.
function turn() {
  const { next, asked, match } = $("#match")?.dataset || {};
  const wanted = Object.keys(ways).filter((way) => kept(way));
  if (!me || next !== me || !wanted.length || navigator.userActivation?.hasBeenActive === false) return;
  const told = kept("told").split("\n"), question = `${match} ${asked}`;
  if (told.includes(question)) return;
  kept("told", [...told, question].slice(-TOLD).join("\n"));
  wanted.forEach((way) => ways[way]());
}

// ---------------------------------------------------------- the "This phone" page

function offer() {
  $$("[data-turn]").forEach((box) => {
    box.checked = Boolean(kept(box.dataset.turn));
    box.closest("label").hidden = box.dataset.turn === "buzz" && !navigator.vibrate;
    box.addEventListener("change", () => {
      kept(box.dataset.turn, box.checked ? "on" : "");
      if (box.checked) ways[box.dataset.turn](); // play a sample
    });
  });
  if ($("#turns")) $("#turns").hidden = false;
}

function look() {
  mark();
  turn();
}

document.addEventListener("htmx:after:swap", look);
offer();
look();
