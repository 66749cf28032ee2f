// The question on the page while answers wait in the outbox. The next question, which was fetched in
// advance, replaces the answered one, and Undo takes the last waiting answer back.

import { callsOf, formAfterCall, isCall, showCounters } from "./calls.js";
import { keepPlaces, moveFocus, restorePlaces, syncAddress } from "./core.js";
import { $ } from "./dom.js";
import * as taps from "./double-taps.js";
import * as conflict from "./draft-conflict.js";
import * as draftStorage from "./draft-storage.js";
import * as drafts from "./drafts.js";
import { ensureCurrent } from "./keypad.js";
import { answerAddress, form, matchAddress, matchElement } from "./match-page.js";
import { showToast } from "./messages.js";
import * as list from "./outbox-list.js";
import { waitingHere } from "./outbox-list.js";
import * as outbox from "./outbox.js";
import { nextCall, nextQuestion, waitsForDeal } from "./predictions.js";

export let hasTyped = false; // something was entered for this question
let questionAddress = ""; // where its answer is sent
let serverView = null; // what the server rendered, while answers to its question or later ones wait

export const forgetInput = () => (hasTyped = false);

document.addEventListener("input", () => (hasTyped = true));

// ---------------------------------------------------------- drafts

// Begin the draft of another question, or restore the draft of the same one.
export function updateDraft() {
  const isOther = answerAddress() !== questionAddress;
  if (isOther || !questionAddress) hasTyped = false;
  questionAddress = answerAddress();
  if (isOther) {
    $("#outbox-sent")?.remove();
    beginDraft();
  } else if (form() && $("[data-wrong]", form())) drafts.markRestored(); // a refusal shows what was entered
  else if (form()) drafts.restore(); // the same question, rendered again
}

export function beginDraft() {
  drafts.begin();
  conflict.announce();
}

// ---------------------------------------------------------- the next question

// Replace the answered question by the next one, or by a note if it was not predicted.
export async function showNextQuestion(answer) {
  const isFromForm = answer && answer.address === answerAddress(); // an undo comes from the bar
  const isAddedCall = !isFromForm && isCall(answer?.address || "");
  const calls = isFromForm ? formAfterCall(form(), answer.body) : isAddedCall && await nextCall();
  await showQuestion(calls || (isAddedCall ? "" : await nextQuestion()), Boolean(calls));
  if (answer) $("#announce").textContent = `${document.body.dataset.kept} ${answer.says}`;
}

async function showQuestion(html, isCalls = false) {
  const fragment = document.createElement("template");
  fragment.innerHTML = html || $("#unforeseen").innerHTML;
  const parts = [...fragment.content.children];
  renewKey(fragment.content);
  if (!matchElement().dataset.kept) keepServerView();
  keepPlaces();
  parts.forEach((part) => place(part) && htmx.process(part));
  restorePlaces();
  await announceQuestion({ kept: "yes", address: matchAddress() + (isCalls ? "?instead=1" : "") });
}

// The server saves answers with the same key only once.
function renewKey(root) {
  const key = $("[name=key]", root);
  if (key) key.value = [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(36)).join("");
}

const placeOf = (part) => $(part.matches(".bar") ? ".bar" : ".match__question", matchElement());

// Put the bar or the question into its place. Returns false if the page has no such place.
function place(part) {
  const old = placeOf(part);
  if (old !== part) old?.replaceWith(part);
  return Boolean(old);
}

async function announceQuestion(data) {
  $(".toast")?.remove();
  showUndo();
  Object.assign(matchElement().dataset, data);
  navigator.storage?.persist?.(); // this exists only on https
  syncAddress();
  updateDraft();
  taps.startSettling();
  ensureCurrent();
  moveFocus(); // this must not run later, when it could take the focus away from the user
  document.dispatchEvent(new Event("question:asked"));
  await list.show(!hasTyped);
  list.showReason();
}

// Without a network, the links between the calls and the question of who went out show predicted questions.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("#ask a[href]"), isCutOff = matchElement()?.dataset.kept || !navigator.onLine;
  if (!link || !isCutOff || event.defaultPrevented || link.pathname !== matchAddress()) return;
  event.preventDefault();
  const query = new URLSearchParams(link.search), calls = waitsForDeal(answerAddress()) && callsOf(form());
  if (query.has("instead")) return showQuestion(await nextCall(), true);
  await showQuestion(await nextQuestion());
  if (calls) showCounters(calls);
  const chip = query.has("seat") && $(`#ask [type=radio][value="${CSS.escape(query.get("seat"))}"]`);
  if (chip) chip.checked = true;
  // Counters that were entered before a call are removed from the draft.
  const changed = chip || (calls && drafts.read(answerAddress()) ? $("#ask") : null);
  changed?.dispatchEvent(new Event("input", { bubbles: true }));
});

// ---------------------------------------------------------- Undo

function keepServerView() {
  const parts = [$(".bar", matchElement()), $(".match__question", matchElement())].filter(Boolean);
  serverView = { parts, undo: $("#undo"), asked: answerAddress(), address: matchElement().dataset.address };
}

// Show the question from the server again, as it was before its answer was saved.
function restoreServerView() {
  serverView.parts.forEach(place);
  $("#ask").inert = false; // as during a save
  renewKey(form());
  form().classList.remove("htmx-request");
  delete matchElement().dataset.kept; // the page can be updated again
  return announceQuestion({ address: serverView.address });
}

// Show Undo for the last waiting answer. The one from the server would undo the step before the waiting answers.
function showUndo() {
  const answer = waitingHere().at(-1), bar = $(".bar", matchElement());
  const old = $("#undo, #take-back, span.bar__tool", bar);
  const tool = answer ? undoOf(answer) : serverView?.undo || (old && noTool());
  old?.remove();
  if (tool) bar.append(tool);
}

function undoOf(answer) {
  if (outbox.isUndoOrRedo(answer.address)) return noTool();
  const button = $("#take-back-template").content.cloneNode(true).firstElementChild;
  button.ariaLabel = button.ariaLabel.replace("{what}", answer.says);
  return button;
}

// An empty place, so that the title stays where it is.
const noTool = () => Object.assign(document.createElement("span"), { className: "bar__tool" });

// Take the last waiting answer back: it is not sent, and the page asks its question again, with the same values.
async function takeBack({ dataset: { undone } }) {
  const answer = waitingHere().at(-1);
  if (!answer) return;
  await outbox.takeBack(answer);
  await list.show(false);
  if (answer.draft) draftStorage.write(answer.address, { ...answer.draft, at: Date.now() });
  const calls = isCall(answer.address) ? await nextCall() : "";
  if (!waitingHere().length && serverView?.asked === answer.address) await restoreServerView();
  else await showQuestion(calls || (await nextQuestion()), Boolean(calls));
  showToast(undone.replace("{what}", answer.says));
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("#take-back");
  if (button) takeBack(button);
});
