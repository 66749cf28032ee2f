// Tells a phone that it was removed from the league. The page stays as it is. What was entered but not saved can be
// copied, both in the notice on an open page and on the error page that a removed phone gets after a reload.

import { $, $$ } from "./dom.js";
import * as drafts from "./drafts.js";
import { placeBelowBar } from "./messages.js";
import { textOf } from "./outbox-list.js";
import * as outbox from "./outbox.js";

// Whether the server answered a poll with the 404 page that phones outside the league see. If so, a notice shows the
// sentences and the link of that page, and no part of this page asks for updates any more.
export async function isRemoved(response) {
  if (response.status !== 404) return false;
  const { body } = new DOMParser().parseFromString(await response.text(), "text/html");
  const sentences = $$("[data-outside]", body);
  if (!sentences.length) return false;
  $$("[data-live]").forEach((part) => delete part.dataset.live);
  if ($("#removed")) return true;
  const copy = $("#half-entered", body);
  if (copy) copy.className = "unsaved";
  placeBelowBar(noticeWith(sentences, copy, $(".empty a", body)));
  await showUnsaved();
  return true;
}

function noticeWith(sentences, copy, link) {
  const notice = document.createElement("div"), text = document.createElement("div");
  notice.id = "removed";
  notice.role = "alert";
  text.className = "grow";
  text.append(...sentences, copy ?? "");
  notice.append(text, link);
  return notice;
}

// Show the drafts of this league's matches as text, except those that the outbox shows because they were sent.
async function showUnsaved() {
  const box = $("#half-entered");
  if (!box) return;
  const sent = new Set((await outbox.all().catch(() => [])).map(textOf));
  const ofLeague = drafts.all().filter(([address]) => address.startsWith(box.dataset.matches));
  const texts = ofLeague.map(([, { text }]) => text);
  const lines = texts.filter((text) => text && !sent.has(text));
  box.hidden = !lines.length;
  $("textarea", box).value = lines.join("\n");
}

showUnsaved();
