// The match on this page: its elements, its addresses and its viewers.

import { $, $$ } from "./dom.js";

export const matchElement = () => $("#match");
export const matchAddress = () => $("[data-match]")?.dataset.match || "";
export const isQuestion = () => matchElement()?.dataset.address?.split("?")[0] === matchAddress();
export const form = () => $("#match form[data-entry]");
export const answerAddress = () => form()?.getAttribute("action") || ""; // where the form is sent

export const questionAddress = (root) => $("[data-entry]", root)?.getAttribute("action");

// The inputs of a question as text. The text changes if the players, their order or the bids change,
// or if calls now decide the numbers.
export function inputsOf(root) {
  const isBid = (input) => input.parentNode.matches(".chip--bid");
  const inputs = $$("#ask input:not([type=hidden])", root);
  return inputs.map((input) => [input.name, input.disabled, isBid(input)]).join();
}

export function swap(text, how) {
  return htmx.swap({ text, target: matchElement(), sourceElement: matchElement(), select: "#match", swap: how });
}

// If the viewers have changed, fetch only their faces.
export async function showViewers(digest) {
  const { faces: address, digest: shownDigest } = $("#faces")?.dataset || {};
  if (!address || !digest || shownDigest === digest) return;
  // Without a network, the next change updates the faces.
  const html = await fetch(address).then((response) => response.ok && response.text()).catch(() => "");
  const next = html && new DOMParser().parseFromString(html, "text/html").getElementById("faces");
  if (next) $("#faces")?.replaceWith(next);
}
