// The animation after a deal: rows of the leaderboard slide to their new places and points count
// up. If the page has no room for the leaderboard, it appears briefly on top of the page. A tap on a
// key or Save makes the phone vibrate briefly. Nothing in the animation can be tapped, and no key,
// button or row of the question moves.

import { $, $$, setText } from "./dom.js";

const SLIDE_TIME = 450; // milliseconds
const ABOVE_TIME = 680, FADE_TIME = 120; // milliseconds on top of the page, with fading in and out
const VIBRATION = 10; // milliseconds
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const rows = () => $$(".leaderboard li"); // there are no rows if several games run at once in a match
// The leaderboard is transparent if the page has no room for it.
const hasRoom = () => getComputedStyle($(".leaderboard > div")).opacity !== "0";
const figureOf = (element) => $("b", element);
const toNumber = (text) => Number(text.replace("−", "-"));
const sideOf = (element) => element.dataset.of.trim();
let scoresBefore = null; // the state before the swap: the match, the order and the points by side

function shownScores() {
  const match = $("#match")?.dataset.match;
  const totals = new Map($$("#board thead [data-of]").map((head) => [sideOf(head), figureOf(head).textContent]));
  return match && totals.size ? { match, totals, order: rows().map(sideOf) } : null;
}

// Animate the difference between the scores before the swap and those on the page.
function animateScores() {
  const old = scoresBefore, now = shownScores();
  scoresBefore = null;
  if (reducedMotion.matches || !old || !now || old.match !== now.match) return;
  if ([...now.totals].every(([side, total]) => old.totals.get(side) === total)) return;
  const list = rows();
  if (list.length && !hasRoom() && $(".toast [data-announce] b")) showAbove($(".leaderboard"));
  const visibleRows = list.length && hasRoom() ? list : [];
  slide(old, visibleRows);
  [...visibleRows, ...$$("#board thead [data-of]")].forEach((element) => {
    const oldTotal = old.totals.get(sideOf(element));
    if (element.checkVisibility() && oldTotal !== undefined) countUp(figureOf(element), oldTotal);
  });
}

// Let rows slide from their old positions to their new ones.
function slide(old, list) {
  if (list.length !== old.order.length) return;
  const places = list.map((row) => row.getBoundingClientRect());
  list.forEach((row, index) => {
    const from = places[old.order.indexOf(sideOf(row))], to = places[index];
    if (!from || from === to) return;
    const translate = `${from.left - to.left}px ${from.top - to.top}px`;
    row.animate({ translate: [translate, "none"], zIndex: [1, 1] }, { duration: SLIDE_TIME, easing: "ease-in-out" });
  });
}

// Let the number in an element count from its old text to its new one.
function countUp(element, oldText) {
  const newText = element.textContent, start = toNumber(oldText), difference = toNumber(newText) - start;
  const startTime = performance.now();
  if (!difference || Number.isNaN(difference)) return;
  const step = (time) => {
    const progress = Math.min(1, Math.max(0, (time - startTime) / SLIDE_TIME));
    setText(element, progress === 1 ? newText : String(Math.round(start + difference * progress)).replace("-", "−"));
    if (progress < 1 && element.isConnected) requestAnimationFrame(step);
  };
  setText(element, oldText);
  requestAnimationFrame(step);
}

// Show the leaderboard on top of the page for a short time, or until the next tap.
function showAbove(board) {
  board.classList.add("leaderboard--above");
  const hide = () => board.classList.remove("leaderboard--above");
  const fading = { opacity: [0, 1, 1, 0], offset: [0, FADE_TIME / ABOVE_TIME, 1 - FADE_TIME / ABOVE_TIME, 1] };
  board.animate(fading, ABOVE_TIME).finished.then(hide, hide);
  document.addEventListener("pointerdown", hide, { once: true });
}

const vibrate = () => navigator.vibrate?.(VIBRATION);

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "match") scoresBefore = shownScores();
});
document.addEventListener("htmx:after:swap", () => scoresBefore && animateScores());
// This runs in the capture phase, because the digit that completes a form then disables the keys.
for (const kind of ["click", "key:counted"]) {
  document.addEventListener(kind, ({ target }) => target.closest("[data-key]:not([aria-disabled=true])") && vibrate(), true);
}
document.addEventListener("submit", ({ target }) => target.matches("[data-entry]") && vibrate());
