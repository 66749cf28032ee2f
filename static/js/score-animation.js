// The animation after a deal: rows of the standings slide to their new places and points count up.
// If the page has no room for the standings, they appear briefly on top of it. A tap on a key or
// Save makes the phone vibrate briefly. Nothing in the animation can be tapped, and no key, button
// or row of the question moves.

import { $, $$ } from "./dom.js";

const SLIDE = 450, FADE = 120, OVER = 680; // milliseconds; OVER is the length of the whole animation
const TICK = 10; // milliseconds of vibration
const still = matchMedia("(prefers-reduced-motion: reduce)");
const rows = () => $$(".leaderboard li"); // there are no rows if several games run at once in a match
// The leaderboard is transparent if the page has no room for it.
const hasRoom = () => getComputedStyle($(".leaderboard > div")).opacity !== "0";
const figure = (thing) => $("b", thing);
const points = (text) => Number(text.replace("−", "-"));
const whose = (thing) => thing.dataset.of.trim();
let before = null; // the state before the swap: the match, the order and the points by side

function shownScores() {
  const match = $("#match")?.dataset.match;
  const totals = new Map($$("#board thead [data-of]").map((head) => [whose(head), figure(head).textContent]));
  return match && totals.size ? { match, totals, order: rows().map(whose) } : null;
}

function play() {
  const old = before, now = shownScores();
  before = null;
  if (still.matches || !old || !now || old.match !== now.match) return;
  if ([...now.totals].every(([side, total]) => old.totals.get(side) === total)) return;
  const list = rows();
  if (list.length && !hasRoom() && $(".toast [data-announce] b")) showAbove($(".leaderboard"));
  const seen = list.length && hasRoom() ? list : [];
  slide(old, seen);
  [...seen, ...$$("#board thead [data-of]")].forEach((thing) => {
    if (thing.checkVisibility() && old.totals.has(whose(thing))) count(figure(thing), old.totals.get(whose(thing)));
  });
}

// Let rows slide from their old positions to their new ones.
function slide(old, list) {
  if (list.length !== old.order.length) return;
  const places = list.map((row) => row.getBoundingClientRect());
  list.forEach((row, index) => {
    const from = places[old.order.indexOf(whose(row))], to = places[index];
    if (!from || from === to) return;
    const translate = `${from.left - to.left}px ${from.top - to.top}px`;
    row.animate({ translate: [translate, "none"], zIndex: [1, 1] }, { duration: SLIDE, easing: "ease-in-out" });
  });
}

function count(box, from) {
  const to = box.textContent, start = points(from), way = points(to) - start;
  const began = performance.now();
  if (!way || Number.isNaN(way)) return;
  const step = (at) => {
    const part = Math.min(1, Math.max(0, (at - began) / SLIDE));
    box.textContent = part === 1 ? to : String(Math.round(start + way * part)).replace("-", "−");
    if (part < 1 && box.isConnected) requestAnimationFrame(step);
  };
  box.textContent = from;
  requestAnimationFrame(step);
}

function showAbove(board) {
  board.classList.add("leaderboard--above");
  const away = () => board.classList.remove("leaderboard--above");
  const fading = { opacity: [0, 1, 1, 0], offset: [0, FADE / OVER, 1 - FADE / OVER, 1] };
  board.animate(fading, OVER).finished.then(away, away);
  document.addEventListener("pointerdown", away, { once: true });
}

const tick = () => navigator.vibrate?.(TICK);

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "match") before = shownScores();
});
document.addEventListener("htmx:after:swap", () => before && play());
// This runs in the capture phase, because the digit that completes a form then disables the keys.
for (const kind of ["click", "key:counted"]) {
  document.addEventListener(kind, ({ target }) => target.closest("[data-key]:not([aria-disabled=true])") && tick(), true);
}
document.addEventListener("submit", ({ target }) => target.matches("[data-entry]") && tick());
