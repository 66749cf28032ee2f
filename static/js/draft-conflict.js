// If another phone has answered a stage for which this phone has a draft, show a notice, then a
// comparison in which the draft can become a correction or be discarded. If the draft is identical to
// the answer, delete it.

import { moveFocus } from "./core.js";
import { $, $$ } from "./dom.js";
import * as taps from "./double-taps.js";
import * as drafts from "./drafts.js";
import { answerAddress, isQuestion, matchAddress, matchElement, swap } from "./match-page.js";
import { hideNotice, isNoticeShown, showNotice } from "./messages.js";
import { waiting } from "./outbox-list.js";

const STAGE = /\/rounds\/(\d+)\/(?!correct$)([\w-]+)$/; // the address of a stage, but not of a correction
const draftNotice = $("#remote-change p")?.textContent; // not on the page that a removed phone sees
let comparedAddress = ""; // the address of the draft in the comparison that is shown
let nextComparison = null; // { address, text }: the draft that the notice is about, and its comparison page

// Whether the page shows that the stage of a draft was answered. If the match ended before this stage,
// the stage was not answered, so the draft is kept in case the match continues.
function isAnswered(address) {
  const [, deal, stage] = address.match(STAGE) || [];
  if (!stage || !address.startsWith(`${matchAddress()}/rounds/`) || address === answerAddress()) return false;
  const { asked = "", said: answeredStages = "" } = matchElement().dataset;
  const currentDeal = Number(asked.split(" ")[0]);
  return deal < currentDeal || (Number(deal) === currentDeal && answeredStages.split(" ").includes(stage));
}

// The comparison page, null if no value of the draft differs or the draft was deleted, or undefined if
// there is no answer to compare.
async function fetchComparison(address) {
  const draft = drafts.read(address);
  if (!draft) return null;
  const response = await fetch(`${address}/look`, {
    method: "POST", body: new URLSearchParams(draft.fields), headers: { "HX-Request": "true" },
  }).catch(() => null);
  if (response?.status !== 409) return undefined; // not answered yet, or no response, so keep the draft
  const text = await response.text(), page = new DOMParser().parseFromString(text, "text/html");
  return $$(".conflict__differs td:last-child i", page).some((mine) => mine.textContent.trim() !== "–") ? text : null;
}

// Show the notice about a draft. Called when the page shows another question or no question.
export async function announce() {
  if (nextComparison) hideNotice();
  nextComparison = null;
  if (!draftNotice || !matchElement() || !isQuestion() || waiting.length) return;
  const address = drafts.addresses().find(isAnswered);
  if (!address) return;
  const text = await fetchComparison(address);
  if (text === null) { // the draft is identical to the answer, so look for another one
    drafts.drop(address);
    return announce();
  }
  if (!text || !drafts.read(address) || !isQuestion() || isNoticeShown()) return;
  nextComparison = { address, text };
  showNotice(draftNotice, { untilInput: true });
}

// Called when another phone has answered the question on this page. The draft of this question is then
// compared before any other.
export const postpone = () => (nextComparison = null);

// Show the comparison in place of the question. Returns false if there is no comparison.
export async function show() {
  const address = nextComparison?.address || answerAddress();
  const text = nextComparison?.text || (address && (await fetchComparison(address)));
  nextComparison = null;
  if (text === null) drafts.drop(address);
  if (!text) return false;
  comparedAddress = address;
  hideNotice();
  await swap(text, "outerHTML");
  taps.startSettling();
  moveFocus();
  return true;
}

document.addEventListener("click", ({ target }) => target.closest?.("[data-drop]") && drafts.drop(comparedAddress));
// Turn the draft into a draft of the correction.
document.addEventListener("submit", ({ target }) => {
  const address = target.getAttribute("action") || "";
  if (!target.closest("#match:has(.conflict)") || !address.endsWith("/correct/look")) return;
  drafts.moveToCorrection(comparedAddress, address.slice(0, -"/look".length), new FormData(target));
});

// Called when the server responds to a save with a comparison. `address` is that of the draft.
export const setCompared = (address) => (comparedAddress = address);
