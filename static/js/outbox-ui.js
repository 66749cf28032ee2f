// Saves answers through the outbox, so that a match continues without a network, and sends the answers that
// wait in it.

import { moveFocus } from "./core.js";
import { $ } from "./dom.js";
import * as conflict from "./draft-conflict.js";
import * as drafts from "./drafts.js";
import { answerAddress, form, isQuestion, matchAddress, matchElement, swap } from "./match-page.js";
import { showToast } from "./messages.js";
import * as list from "./outbox-list.js";
import { waiting, waitingHere } from "./outbox-list.js";
import { beginDraft, forgetInput, hasTyped, showNextQuestion, updateDraft } from "./outbox-question.js";
import * as outbox from "./outbox.js";
import { consequences, schedulePrefetch } from "./predictions.js";
import { showRefusal } from "./refusal.js";

const SLOW_AFTER = 1500; // milliseconds until a slow save shows a notice
let slowTimer = 0; // shows that a save is slow
let retryTimer = 0; // retries waiting answers

// Whether the server knows everything that the question on the page depends on, so that it can send a preview. It does
// not know the waiting answers, and it may not ask the predicted question that the page shows after them. If the first
// waiting answer was refused, the page still asks its question.
const isServerUpToDate = () => !matchElement().dataset.kept && (!waitingHere().length || waitingHere()[0].refused);

const isSave = ({ ctx }) => ctx?.target?.id === "match" && ctx.request.method === "POST";

function showNotice(id, text) {
  $(`#${id}`).textContent = text;
  $(`#${id}`).hidden = false;
}

// ------------------------------------------------------------ saving

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!isSave(event.detail)) {
    if (ctx.target?.id !== "ask" || isServerUpToDate()) return;
    event.preventDefault();
    document.dispatchEvent(new Event("preview:impossible"));
    return;
  }
  // Ignore a double tap: nothing is entered here yet.
  if (matchElement().dataset.kept && !hasTyped && !ctx.request.submitter?.name) return event.preventDefault();
  clearTimeout(slowTimer);
  slowTimer = setTimeout(() => showNotice("saving", document.body.dataset.slow), SLOW_AFTER);
  const sendForm = ctx.request.submitter?.dataset.step === undefined ? save : continueCorrection;
  ctx.fetch = (address, request) => sendForm(ctx, address, request);
});

document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx?.target?.id === "ask") return;
  clearTimeout(slowTimer);
  $("#saving").hidden = true;
});

document.addEventListener("htmx:error", (event) => {
  if (event.detail.ctx?.target?.id !== "ask") showNotice("error", document.body.dataset.error);
});
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (!(ctx?.response?.status >= 500) || ctx.target?.id === "ask") return;
  showNotice("error", document.body.dataset.error);
  const why = ctx.response.headers.get("Scorekeeper-Why"); // for example, because the disk is full
  if (why) $("#error").textContent = decodeURIComponent(why);
});

// A correction that continues with another deal saves nothing yet, so it is not put into the outbox.
async function continueCorrection(ctx, address, request) {
  const entry = answerAddress(), response = await fetch(address, request);
  if (response.ok) drafts.drop(entry);
  return response;
}

// Store the answer in the outbox and send it. Returns the response. If the answer waits in the outbox,
// show the next question and throw an AbortError, on which htmx shows nothing.
async function save(ctx, address, request) {
  const { match, game } = ctx.sourceElement.closest("[data-match]").dataset;
  const answered = ctx.sourceElement.closest("form[data-entry]"), entry = answered?.getAttribute("action");
  const isWrong = !ctx.request.submitter?.name && Boolean(answered?.querySelector("#save.save--refused"));
  const meaning = { ...list.describeAnswer(request), ...await consequences(answered, request.body) };
  const draft = answered && drafts.read(entry);
  const answer = { match, game, address, body: String(request.body), at: Date.now(), draft, ...meaning };
  const first = waiting.find((each) => each.match === match);
  try {
    // A call does not replace a refused answer to another stage, because the match still needs that answer.
    const isCallBefore = first?.address !== address && answered?.querySelector(".calls");
    const isForbidden = first?.refused && !first.early && (isCallBefore || !outbox.mayReplace(address, first));
    if (isForbidden) throw new Error("Not in place of what was refused.");
    await outbox.add(answer, !matchElement().dataset.kept);
  } catch {
    const response = await fetch(address, request); // this is not sent through the outbox, or there is no storage
    if (response.ok) drafts.drop(entry);
    else if (response.status === 409) conflict.setCompared(entry);
    return response;
  }
  const response = answer.late ? null : await outbox.sendNow(answer);
  if (!response && isWrong) await refuse(answer, answered);
  if (!response || response.status < 400) drafts.drop(entry); // saved, or waiting in the outbox
  else if (response.status === 409) conflict.setCompared(entry);
  await showConnection(response, true);
  if (response?.status === 404) { // the phone or match was removed, so keep the answer, with the reason
    $("#announce").textContent = (await outbox.all()).find((each) => each.id === answer.id)?.reason || "";
    throw new DOMException("It stays in the outbox.", "AbortError");
  }
  if (response) {
    setTimeout(flush, 0, first?.early ? match : ""); // send the answers that wait behind this one
    return response;
  }
  await showNextQuestion(answer);
  if (first?.early) setTimeout(flush, 0, match); // nothing is entered now, so show the question that is asked
  throw new DOMException("It waits in the outbox.", "AbortError");
}

// Without the server, an answer that it would refuse does not wait. Say why, as the server would.
async function refuse(answer, answered) {
  await outbox.takeBack(answer);
  await showConnection(null);
  showRefusal(answered);
  throw new DOMException("It would be refused.", "AbortError");
}

function showConnection(response, mayOpen = !hasTyped) {
  list.noteConnection(response);
  retryLater();
  return list.show(mayOpen);
}

// Retry waiting answers some seconds after the last attempt.
function retryLater() {
  clearInterval(retryTimer);
  retryTimer = setInterval(() => waiting.some((each) => !each.refused) && flush(), outbox.RETRY_INTERVAL);
}

// ------------------------------------------------------------ from the outbox

const flush = (again) => outbox.flush(handleSent, again).catch(() => {});

async function handleSent(answer, response) {
  await showConnection(response);
  if (answer.match !== matchAddress() || !matchElement()) return;
  if (response?.status >= 400 && waitingHere()[0]?.id !== answer.id) return; // the refusal is outdated
  if (waitingHere()[0]?.early) await showEarlier();
  else if (response?.status >= 400 && isQuestion() && !hasTyped && response.html.includes('id="match"')) {
    await swap(response.html, "outerHTML");
    moveFocus();
  } else if (response?.status >= 400) list.showReason();
  else if (response && isQuestion() && !waitingHere().length) await showNewest(response);
  else if (!response && asksForWaitingAnswer()) await showNextQuestion();
}

// Whether this page comes from the browser's cache and asks a question whose answer is waiting.
function asksForWaitingAnswer() {
  return !matchElement().dataset.kept && waitingHere().some((each) => each.address === answerAddress());
}

// Called when the next answer was too early. Show the question that the match still asks.
async function showEarlier() {
  if (!isQuestion() || !matchElement().dataset.kept) return;
  if (hasTyped) return list.showReason();
  if (!await loadQuestion()) return;
  await list.show(!hasTyped);
  list.showReason();
}

// Show the question that the match asks. Returns false if the server cannot be reached.
async function loadQuestion() {
  const page = await fetch(matchAddress()).catch(() => null);
  if (!page?.ok) return false;
  await swap(await page.text(), "outerHTML");
  moveFocus();
  return true;
}

// Called when all answers are sent. Show the page in the last response or, if values were typed, load
// the current page and keep the values.
async function showNewest(response) {
  const before = answerAddress();
  const page = !hasTyped && response || await fetch(matchAddress()).catch(() => null);
  if (!page?.ok && !page?.html) return matchElement()?.removeAttribute("data-kept"); // the next update loads it
  const text = await page.text();
  if (waitingHere().length || !isQuestion()) return; // another answer has been saved in the meantime
  const sentNotice = $("#outbox-sent");
  // Before the next frame, put the notice back into the page, so that nothing moves.
  const keepNotice = () => sentNotice && answerAddress() === before && $("#main").prepend(sentNotice);
  document.addEventListener("htmx:after:swap", keepNotice, { once: true });
  await swap(text, hasTyped ? "outerMorph" : "outerHTML");
  if (answerAddress() !== before) return moveFocus();
  if (hasTyped) $("#ask input:not([type=hidden])")?.dispatchEvent(new Event("input", { bubbles: true }));
  if (form() && !sentNotice) list.showSent();
}

// ------------------------------------------------------------ taps and retries

document.addEventListener("click", async (event) => {
  const line = event.target.closest("#outbox [data-id]");
  const answer = waiting.find((each) => String(each.id) === line?.dataset.id);
  if (answer && event.target.closest("[data-look]")) {
    forgetInput();
    list.closeFor(answer);
    return isQuestion() ? flush(answer.match) : (location.href = answer.match);
  }
  const link = event.target.closest("[data-drop]");
  const dropped = answer || waiting.find((each) => each.match === matchAddress() && each.refused);
  if (!link || !dropped) return;
  event.preventDefault();
  await list.discard(dropped);
  await list.show(!hasTyped);
  if (link.href) location.href = link.href;
  else if (matchElement()?.dataset.kept && !waitingHere().length) await askAgain();
  else await flush();
});

// The last waiting answer was discarded, so the match does not ask the predicted question. The values that were
// entered in it stay in its draft.
async function askAgain() {
  forgetInput();
  if (await loadQuestion()) showToast(document.body.dataset.discarded);
}

document.addEventListener("input", () => {
  $("#error").hidden = true; // it has been read, and it covers the bar
});
document.addEventListener("htmx:after:swap", (event) => {
  if (["ask", "board", "setup"].includes(event.detail.ctx?.target?.id)) return;
  updateDraft();
  list.show(!hasTyped).then(() => waitingHere()[0]?.early && flush(matchAddress()));
  schedulePrefetch();
});

async function start() {
  retryLater();
  updateDraft();
  if (!form()) beginDraft();
  await list.show(!hasTyped);
  list.showReason();
  await flush(mayShowRefusal() ? matchAddress() : "");
  schedulePrefetch();
}

// Whether this page may show the reason for a refusal. A page that was opened with a link between the calls and
// the question of who went out may not, because it shows the question that was chosen with the link.
function mayShowRefusal() {
  return isQuestion() && matchElement().dataset.address === matchAddress() && !/[?&]seat=/.test(location.search);
}

outbox.otherPages?.addEventListener("message", async () => {
  const before = waitingHere().length;
  await list.show(!hasTyped);
  if (before && !waitingHere().length && matchElement()?.dataset.kept) await showNewest();
});
window.addEventListener("online", () => flush());
window.addEventListener("pageshow", (event) => event.persisted && start());
document.addEventListener("visibilitychange", () => document.hidden || flush());
start();
