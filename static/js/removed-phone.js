// Tells a phone that it was removed from the league. The page stays as it is, so that what was entered can be copied.

import { $, $$ } from "./dom.js";
import { placeBelowBar } from "./messages.js";

// Whether the server answered a poll with the 404 page that phones outside the league see. If so, a notice shows the
// sentences and the link of that page, and no part of this page asks for updates any more.
export async function isRemoved(response) {
  if (response.status !== 404) return false;
  const { body } = new DOMParser().parseFromString(await response.text(), "text/html");
  const sentences = $$("[data-outside]", body);
  if (!sentences.length) return false;
  $$("[data-live]").forEach((part) => delete part.dataset.live);
  if (!$("#removed")) placeBelowBar(noticeWith(sentences, $(".empty a", body)));
  return true;
}

function noticeWith(sentences, link) {
  const notice = document.createElement("div"), text = document.createElement("div");
  notice.id = "removed";
  notice.role = "alert";
  text.className = "grow";
  text.append(...sentences);
  notice.append(text, link);
  return notice;
}
