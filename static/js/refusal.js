// The reason why an answer would be refused, shown at Save as by the server, if the server cannot be reached.

import { moveFocus } from "./core.js";
import { $, rowOf } from "./dom.js";

export function showRefusal(form) {
  const wrong = $(".chip--wrong input, [aria-invalid]", form), isChip = wrong?.type !== "text";
  const line = $("[data-line=save_note]", wrong?.closest("[data-sums]") || form);
  const reason = (isChip && $(".seat__reason", rowOf(wrong) || form)) || line;
  const oldEffects = $(".correction__foot > .effects", form), refusal = document.createElement("p");
  refusal.className = oldEffects ? "effects effects__text effects--refused" : "save-bar__status save-bar__refusal";
  refusal.role = "alert";
  refusal.dataset.wrong = wrong?.name || "";
  const beginning = Object.assign(document.createElement("b"), { textContent: `${document.body.dataset.refused}.` });
  refusal.append(beginning, ` ${reason?.textContent.trim() || ""}`);
  const fold = wrong?.closest("details");
  if (fold) fold.open = true;
  $("p.save-bar__status[data-wrong]", form)?.remove();
  if (oldEffects) oldEffects.replaceWith(refusal);
  else $(".save-bar", form).prepend(refusal);
  $("#ask").inert = false; // as during a save
  moveFocus();
}
