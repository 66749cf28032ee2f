// The reason why a number in an open popover would be refused. The popover covers the line at Save, so the reason is
// above its keys.

import { $, rowOf, setText } from "./dom.js";
import { reveal } from "./keypad.js";

export function showReasonInPopover() {
  const keys = $("#ask .popover[open] .keypad:has(.key)"), wrong = keys && $("[aria-invalid]", keys.parentElement);
  if (!keys) return;
  const line = $("p.save-bar__status[data-wrong]") || $("[data-line=save_note]", keys.closest("[data-sums]"));
  const text = wrong ? line?.textContent.trim() : "", old = $("p .loss", keys);
  if (!text) return $("p", keys)?.remove();
  if (old) return setText(old, text);
  const place = Object.assign(document.createElement("p"), { className: "seat__reason", ariaLive: "polite" });
  place.append(Object.assign(document.createElement("span"), { className: "loss", textContent: text }));
  keys.prepend(place);
  requestAnimationFrame(() => reveal(rowOf(wrong))); // the reason may cover it
}
