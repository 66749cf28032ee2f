// If another phone has answered a stage for which this phone has a draft, show a notice, then a
// comparison in which the draft can become a correction or be discarded. If the draft is identical to
// the answer, delete it.

import { moveFocus } from "./core.js";
import { $, $$ } from "./dom.js";
import * as taps from "./double-taps.js";
import * as drafts from "./drafts.js";
import { answerAddress, isQuestion, matchAddress, matchElement, swap } from "./match-page.js";
import { waiting } from "./outbox-list.js";

const STAGE = /\/rounds\/(\d+)\/(?!correct$)([\w-]+)$/; // the address of a stage, but not of a correction
let shown = ""; // the address of the draft in the comparison
let found = null; // the next draft, with its comparison page

// Whether the page shows that the stage of a draft was answered. If the match ended before this stage,
// the stage was not answered, so the draft is kept in case the match continues.
function isOvertaken(address) {
  const [, deal, stage] = address.match(STAGE) || [];
  if (!stage || !address.startsWith(`${matchAddress()}/rounds/`) || address === answerAddress()) return false;
  const { asked = "", said = "" } = matchElement().dataset;
  const now = Number(asked.split(" ")[0]);
  return deal < now || (Number(deal) === now && said.split(" ").includes(stage));
}

// The comparison page, null if no value of the draft differs or the draft was deleted, or undefined if
// there is no answer to compare.
async function fetchComparison(address) {
  const draft = drafts.read(address);
  if (!draft) return null;
  const answer = await fetch(`${address}/look`, {
    method: "POST", body: new URLSearchParams(draft.fields), headers: { "HX-Request": "true" },
  }).catch(() => null);
  if (answer?.status !== 409) return undefined; // not answered yet, or no response, so keep the draft
  const text = await answer.text(), page = new DOMParser().parseFromString(text, "text/html");
  return $$(".conflict__differs td:last-child i", page).some((mine) => mine.textContent.trim() !== "–") ? text : null;
}

// Show the notice about a draft. Called when the page shows another question or no question.
export async function announce() {
  const notice = $("#remote-change");
  if (found) notice.hidden = true;
  found = null;
  if (!notice || !matchElement() || !isQuestion() || waiting.length) return;
  const address = drafts.addresses().find(isOvertaken);
  if (!address) return;
  const text = await fetchComparison(address);
  if (text === null) return drafts.drop(address), announce();
  if (!text || !drafts.read(address) || !isQuestion() || !notice.hidden) return;
  found = { address, text };
  $("p", notice).textContent = notice.dataset.draft;
  notice.hidden = false;
}

// Called when another phone has answered the question on this page: its draft is compared first.
export const postpone = () => (found = null);

// Show the comparison in place of the question. Returns false if there is no comparison.
export async function show() {
  const address = found?.address || answerAddress();
  const text = found?.text || (address && (await fetchComparison(address)));
  found = null;
  if (text === null) drafts.drop(address);
  if (!text) return false;
  shown = address;
  $("#remote-change").hidden = true;
  await swap(text, "outerHTML");
  taps.startSettling();
  moveFocus();
  return true;
}

document.addEventListener("click", ({ target }) => target.closest?.("[data-drop]") && drafts.drop(shown));
// Turn the draft into a draft of the correction.
document.addEventListener("submit", ({ target }) => {
  const address = target.getAttribute("action") || "";
  if (!target.closest("#match:has(.conflict)") || !address.endsWith("/correct/look")) return;
  drafts.moveToCorrection(shown, address.slice(0, -"/look".length), new FormData(target));
});

export const note = (address) => (shown = address);
