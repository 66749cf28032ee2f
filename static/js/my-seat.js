// Marks the rows and columns of this phone's player, and signals "your turn" once.

import { $, $$ } from "./dom.js";

const { me } = document.body.dataset;
const SETTINGS = "scorekeeper "; // prefix of localStorage keys
const MAX_REMEMBERED = 50; // the number of questions to remember, so that none is signalled twice
const VIBRATION = [120, 80, 120]; // milliseconds
const TONES = [660, 880], TONE_DURATION = 0.12; // hertz, and the seconds for each tone

// The stored setting, after storing a new value if there is one. Without storage, it is empty, so no
// signal can be enabled.
function storedSetting(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(SETTINGS + name, value);
    return localStorage.getItem(SETTINGS + name) || "";
  } catch {
    return "";
  }
}

// ---------------------------------------------------------- marks

function markMySeat() {
  if (me) $$(`[data-of~="${me}"], #row-${me}`).forEach(markAsMine);
}

function markAsMine(element) {
  element.classList.add("is-mine");
  element.setAttribute("aria-current", "true");
  if (!element.matches("thead th")) return;
  const heads = element.parentElement.cells.length;
  $$("tbody tr", element.closest("table")).forEach((row) => {
    if (row.cells.length === heads) row.cells[element.cellIndex].classList.add("is-mine");
  });
}

// ---------------------------------------------------------- your turn

const signals = {
  buzz: () => navigator.vibrate?.(VIBRATION),
  sound: () => play(),
};
let audio = null;

function play() {
  audio ||= new AudioContext();
  audio.resume();
  TONES.forEach((tone, n) => {
    const at = audio.currentTime + n * TONE_DURATION, volume = audio.createGain(), oscillator = audio.createOscillator();
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + TONE_DURATION);
    oscillator.frequency.value = tone;
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + TONE_DURATION);
  });
}

// Signal "your turn" once for each question. Browsers play no sound before the first tap on the page.
function signalTurn() {
  const { next, asked, match } = $("#match")?.dataset || {};
  const wanted = Object.keys(signals).filter((signal) => storedSetting(signal));
  if (!me || next !== me || !wanted.length || navigator.userActivation?.hasBeenActive === false) return;
  const remembered = storedSetting("told").split("\n"), question = `${match} ${asked}`;
  if (remembered.includes(question)) return;
  storedSetting("told", [...remembered, question].slice(-MAX_REMEMBERED).join("\n"));
  wanted.forEach((signal) => signals[signal]());
}

// ---------------------------------------------------------- the "This phone" page

function showSettings() {
  $$("[data-turn]").forEach((box) => {
    box.checked = Boolean(storedSetting(box.dataset.turn));
    box.closest("label").hidden = box.dataset.turn === "buzz" && !navigator.vibrate;
    box.addEventListener("change", () => {
      storedSetting(box.dataset.turn, box.checked ? "on" : "");
      if (box.checked) signals[box.dataset.turn](); // play a sample
    });
  });
  if ($("#turns")) $("#turns").hidden = false;
}

function update() {
  markMySeat();
  signalTurn();
}

document.addEventListener("htmx:after:swap", update);
document.addEventListener("entries:added", markMySeat);
showSettings();
update();
