// Shows the outbox on a page: a count in the bar, and the list of waiting answers.

import { callText } from "./calls.js";
import { $, $$, rowOf } from "./dom.js";
import { answerAddress, form, matchAddress } from "./match-page.js";
import { showToast } from "./messages.js";
import * as outbox from "./outbox.js";
import { timeText } from "./times.js";

export let waiting = []; // the answers in the outbox, with the keys that they have there
let isDiscarded = false; // the last change of the outbox discarded an answer
let offlineSince = 0; // when the server stopped responding, in milliseconds; 0 if it responds
let shownReason = ""; // the reason that was shown last over a question, without its figures
let shownId = 0; // the refused answer for which the list was closed to show its question

// On a match page, the waiting answers of this match. On other pages, all waiting answers.
export const waitingHere = () => waiting.filter((each) => !matchAddress() || each.match === matchAddress());

// Whether the page asks the question for which this answer came too early.
const asksBefore = (answer) => Boolean(answer?.early && matchAddress() && !$("#match")?.dataset.kept);

// Whether the page compares this refused answer with the saved one, or shows it as a correction. The open list
// would push both off the screen.
const isCompared = ({ address }) => Boolean($("#match .conflict")) || answerAddress().startsWith(
  `${matchAddress()}/rounds/${outbox.dealOf(address)}/correct`,
);

// Note whether the server responded to the last request of the outbox.
export function noteConnection(response) {
  offlineSince = response ? 0 : offlineSince || Date.now();
}

// Read the outbox and show it. If `mayOpen`, the list opens to show a refused answer. It must not open while
// values are entered, because it would move the rows.
export async function show(mayOpen) {
  waiting = await outbox.all().catch(() => []);
  const list = waitingHere().filter((each) => each.late);
  showBadge(list.length);
  showFold(list, mayOpen);
  showIcons(list.some((each) => each.refused) ? "warn" : "offline"); // a refusal shows that there is a network
}

function showIcons(name) {
  for (const icon of $$(".outbox-badge use, #outbox > summary use")) {
    icon.setAttribute("href", icon.getAttribute("href").replace(/#.*/, `#${name}`));
  }
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

function showFold(list, mayOpen) {
  let box = $("#outbox");
  if (!list.length) shownReason = "";
  if (!list.length) return box && replaceByNotice(box);
  isDiscarded = false;
  $("#outbox-sent")?.remove();
  if (!box) {
    box = $("#waiting-fold").content.cloneNode(true).firstElementChild;
    box.open = !matchAddress();
    $("#main").prepend(box);
  }
  const refused = list.find((each) => each.refused);
  const isEarly = asksBefore(refused);
  const isNews = refused && !refused.early && refused.id !== shownId && box.dataset.opened !== String(refused.id);
  if (mayOpen && isNews && !isCompared(refused)) {
    box.open = true;
    box.dataset.opened = refused.id;
  }
  hideIfClosed(box);
  setTexts(box, { count: list.length, since: timeText(offlineSince || list[0].at, "clock") });
  const gone = list.find((each) => each.gone);
  $("[data-refused]", box).hidden = !refused || gone || isEarly;
  $("[data-early]", box).hidden = !isEarly;
  $("[data-waits]", box).hidden = gone;
  const why = gone ? gone.reason : refused || !offlineSince ? "" : outbox.failureReason();
  $("[data-why]", box).textContent = why;
  const silent = Boolean(refused || why) || !offlineSince;
  $("[data-unheard]", box).hidden = silent || outbox.isSlow();
  $("[data-slow]", box).hidden = silent || !outbox.isSlow();
  $$(".card__foot", box).forEach((each) => {
    const isAboutLater = each.matches(".muted") && (gone || list.length === 1);
    each.hidden = "held" in each.dataset ? !refused || isAboutLater : Boolean(refused);
  });
  $("ol", box).replaceChildren(...list.map(buildRow));
  $("textarea", box).value = list.map(textOf).join("\n");
}

// Close the list, so that the question of this refused answer is visible.
export function closeFor(answer) {
  shownId = answer.id;
  $("#outbox").open = false;
  window.scrollTo(0, 0);
}

// Above a question, only the open list is shown: a closed one would push the rows down, and move them again when
// all answers are sent. The badge in the bar opens the list.
function hideIfClosed(box) {
  box.hidden = Boolean(form()) && !box.open;
}

document.addEventListener("toggle", ({ target }) => target.id === "outbox" && hideIfClosed(target), true);
document.addEventListener("click", (event) => {
  const box = event.target.closest(".outbox-badge") && form() && $("#outbox");
  if (!box) return;
  event.preventDefault();
  box.open = !box.open;
  hideIfClosed(box);
  if (box.open) $("summary", box).focus();
});

// Show over the question why answers wait, unless the page already shows the reason or the list is open. The same
// reason is shown only once, because it covers the line beside Save. The badge in the bar counts further answers.
export function showReason() {
  if (waitingHere().some((each) => each.refused && isCompared(each))) return;
  const box = $("#outbox[hidden]"), reason = box && $("[role=status]", box).cloneNode(true);
  if (!reason) return;
  $$("[hidden]", reason).forEach((each) => each.remove());
  const text = reason.textContent.replace(/\s+/g, " ").trim(), refused = waitingHere().find((each) => each.refused);
  const withoutFigures = `${refused?.id || ""} ${text.replace(/\d+/g, "")}`;
  if (withoutFigures === shownReason) return;
  shownReason = withoutFigures;
  showToast(text);
}

export const showSent = () => showToast(document.body.dataset.sent);

export async function discard(answer) {
  await outbox.remove(answer);
  isDiscarded = true;
}

// An open list above a question is replaced by a notice of the same height, so that nothing moves. After a tap on
// Discard, it is removed.
function replaceByNotice(box) {
  const { sent, discarded } = document.body.dataset, text = isDiscarded ? discarded : sent;
  const isTapped = isDiscarded;
  isDiscarded = false;
  if (!form() || !box.open || isTapped) {
    box.remove();
    return form() && showToast(text);
  }
  const notice = Object.assign(document.createElement("p"), { id: "outbox-sent", className: "outbox notice notice--gold" });
  notice.textContent = text;
  notice.style.blockSize = `${box.offsetHeight}px`;
  box.replaceWith(notice);
}

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

// The text of an element without the parts that are hidden from screen readers.
const spokenText = (element) => [...element.childNodes].filter((part) => !part.ariaHidden)
  .map((part) => part.textContent).join("").trim();

// An answer with its game and its question, as text to copy.
export const textOf = ({ game, says, typed }) => `${game}: ${says}${says.endsWith("?") ? "" : "."} ${typed}`;

// The entered values as text for the outbox list, such as "Chus: 2; Dina: 1". A label such as "Chus: Points
// left" already has a colon. Except in a correction, values that are none or 0 in a popover are left out, because
// popovers contain what is rarely entered. The rank and the suit of a card are one value.
export function describeAnswer({ form, submitter }) {
  const rowLabel = (input) => {
    const label = rowOf(input)?.querySelector("legend, [id$=-of]");
    return (label?.querySelector("bdi") || label)?.textContent.trim() || "";
  };
  const isDefault = (input) => ["0", "nobody"].includes(input.value) && input.closest(".popover")
    && !form.action.includes("/correct");
  const isSuit = (input, before) => input.name.endsWith("-suit") && before?.name.endsWith("-rank");
  const valueText = (input) => input.type === "text" ? input.value : spokenText(input.closest("label"));
  const label = (input) => input.type === "text" ? input.ariaLabel : rowLabel(input);
  const entryText = (input) => label(input)
    ? `${label(input)}${input.type === "text" && label(input).includes(":") ? "" : ":"} ${valueText(input)}` : valueText(input);
  const entries = [], inputs = $$("input:checked, input[type=text]", form)
    .filter((input) => !input.disabled && (input.checked || input.value) && !isDefault(input));
  inputs.forEach((input, n) => {
    entries.push(isSuit(input, inputs[n - 1]) ? `${entries.pop()} ${valueText(input)}` : entryText(input));
  });
  const button = callText(submitter) || submitter?.ariaLabel || submitter?.textContent.trim() || "";
  if (submitter?.name) entries.push(button);
  const typed = form.dataset.typed || entries.join("; ").replace(/\s+/g, " "); // hidden inputs have no labels
  return { says: form.dataset.says || button, typed };
}
