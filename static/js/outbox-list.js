// Shows the outbox on a page: a count in the bar, and the list of waiting answers.

import { $, $$ } from "./dom.js";
import { form, matchAddress } from "./match-page.js";
import * as outbox from "./outbox.js";
import { timeText } from "./times.js";

export let waiting = []; // the answers in the outbox, with the keys that they have there
const QUIET = 6000; // milliseconds without a tap after which "all sent" is removed
let quietTimer = 0; // removes "all sent"
let shownId = 0; // the refused answer for which the list was closed to show its question

// On a match page, the waiting answers of this match. On other pages, all waiting answers.
export const waitingHere = () => waiting.filter((each) => !matchAddress() || each.match === matchAddress());

// Whether the page asks the question for which this answer came too early.
const asksBefore = (answer) => Boolean(answer?.early && matchAddress() && !$("#match")?.dataset.kept);

// `since` is the time when the server stopped responding, or 0 if it responds.
export async function show(since) {
  waiting = await outbox.all().catch(() => []);
  const list = waitingHere().filter((each) => each.late);
  showBadge(list.length);
  showFold(list, since);
}

function setTexts(root, values) {
  for (const [name, value] of Object.entries(values)) $$(`[data-${name}]`, root).forEach((place) => (place.textContent = value));
}

function showBadge(count) {
  const bar = $(".bar:has(.bar__title)");
  if (!bar) return;
  const link = $(".outbox-badge", bar) || $("#waiting-badge").content.cloneNode(true).firstElementChild;
  if (!link.isConnected) $(".bar__title", bar).after(link);
  link.hidden = !count;
  setTexts(link, { count });
}

function showFold(list, since) {
  let box = $("#outbox");
  if (!list.length) return box && showAllSent(box);
  $(".outbox--sent")?.remove();
  if (!box) {
    box = $("#waiting-fold").content.cloneNode(true).firstElementChild;
    box.open = !matchAddress();
    $("#main").prepend(box);
  }
  const refused = list.find((each) => each.refused);
  const isEarly = asksBefore(refused);
  const mayOpen = refused && !refused.early && refused.id !== shownId;
  if (mayOpen && box.dataset.refused !== String(refused.id)) box.open = true;
  box.dataset.refused = refused?.id || "";
  setTexts(box, { count: list.length, since: timeText(since || list[0].at, "clock") });
  const gone = list.find((each) => each.gone);
  $("[data-refused]", box).hidden = !refused || gone || isEarly;
  $("[data-early]", box).hidden = !isEarly;
  $("[data-waits]", box).hidden = gone;
  const why = gone ? gone.reason : refused || !since ? "" : outbox.failureReason();
  $("[data-why]", box).textContent = why;
  const silent = Boolean(refused || why) || !since;
  $("[data-unheard]", box).hidden = silent || outbox.isSlow();
  $("[data-slow]", box).hidden = silent || !outbox.isSlow();
  $$(".card__foot", box).forEach((each) => {
    each.hidden = ("held" in each.dataset && !refused) || (gone && each.matches(".muted"));
  });
  $("ol", box).replaceChildren(...list.map(buildRow));
  $("textarea", box).value = list.map((each) => `${each.game}: ${each.says}. ${each.typed}`).join("\n");
}

// Close the list, so that the question of this refused answer is visible.
export function closeFor(answer) {
  shownId = answer.id;
  $("#outbox").open = false;
  window.scrollTo(0, 0);
}

// If the page has a question, "all sent" replaces the list with the same height, so that nothing moves.
function showAllSent(box) {
  if (!form() || box.open) return box.remove();
  const notice = Object.assign(document.createElement("p"), { className: "banner outbox outbox--sent" });
  notice.textContent = document.body.dataset.sent;
  notice.style.blockSize = `${box.offsetHeight}px`;
  box.replaceWith(notice);
  awaitQuiet();
}

// Remove "all sent" when nobody has tapped for a while. The question moves up then, so no finger may be
// on it or about to tap.
function awaitQuiet() {
  clearTimeout(quietTimer);
  if ($(".outbox--sent")) quietTimer = setTimeout(() => $(".outbox--sent")?.remove(), QUIET);
}

document.addEventListener("touchstart", () => clearTimeout(quietTimer), { passive: true });
for (const name of ["touchend", "touchcancel", "click", "keydown"]) document.addEventListener(name, awaitQuiet);

function buildRow(answer) {
  const line = $("#waiting-row").content.cloneNode(true).firstElementChild;
  setTexts(line, {
    what: matchAddress() ? answer.says : `${answer.game}: ${answer.says}`,
    typed: answer.typed,
    reason: answer.reason || "",
    at: timeText(answer.at, "clock"),
  });
  $$("[data-if-refused]", line).forEach((each) => (each.hidden = !answer.refused));
  $("a", line).href = answer.match;
  $("[data-elsewhere]", line).hidden = Boolean(matchAddress());
  $("[data-look]", line).hidden ||= !matchAddress() || asksBefore(answer);
  line.dataset.id = answer.id;
  return line;
}
