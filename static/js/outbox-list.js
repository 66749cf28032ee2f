// Shows the outbox on a page: a count in the bar, and the list of waiting answers.

import { timeFormats } from "./core.js";
import { $, $$ } from "./dom.js";
import { form, matchAddress } from "./match-page.js";
import * as outbox from "./outbox.js";

export let waiting = []; // answers in the outbox

// On a match page, the waiting answers of this match. On other pages, all waiting answers.
export const mine = () => waiting.filter((each) => !matchAddress() || each.match === matchAddress());

// Whether the page asks the question for which this answer came too early.
const asksBefore = (answer) => Boolean(answer?.early && matchAddress() && !$("#match")?.dataset.kept);

// `since` is the time when the server stopped responding, or 0 if it responds.
export async function show(since) {
  waiting = await outbox.all().catch(() => []);
  const list = mine().filter((each) => each.late);
  badge(list.length);
  fold(list, since);
}

function fill(root, values) {
  for (const [name, value] of Object.entries(values)) $$(`[data-${name}]`, root).forEach((e) => (e.textContent = value));
}

function badge(count) {
  const tools = $(".bar:has(.bar__title)");
  if (!tools) return;
  const link = $(".outbox-badge", tools) || $("#waiting-badge").content.cloneNode(true).firstElementChild;
  if (!link.isConnected) $(".bar__title", tools).after(link);
  link.hidden = !count;
  fill(link, { count });
}

function fold(list, since) {
  let box = $("#outbox");
  if (!list.length) return box && allSent(box);
  $(".outbox--sent")?.remove();
  if (!box) {
    box = $("#waiting-fold").content.cloneNode(true).firstElementChild;
    box.open = !matchAddress();
    $("#main").prepend(box);
  }
  const refused = list.find((each) => each.refused);
  const isEarly = asksBefore(refused);
  if (refused && !refused.early && box.dataset.refused !== String(refused.id)) box.open = true;
  box.dataset.refused = refused?.id || "";
  fill(box, { count: list.length, since: new Date(since || list[0].at).toLocaleTimeString(undefined, timeFormats.clock) });
  const gone = list.find((each) => each.gone);
  $("[data-refused]", box).hidden = !refused || gone || isEarly;
  $("[data-early]", box).hidden = !isEarly;
  $("[data-waits]", box).hidden = gone;
  const why = gone ? gone.reason : refused || !since ? "" : outbox.why();
  $("[data-why]", box).textContent = why;
  const silent = Boolean(refused || why) || !since;
  $("[data-unheard]", box).hidden = silent || outbox.isSlow();
  $("[data-slow]", box).hidden = silent || !outbox.isSlow();
  $$(".card__foot", box).forEach((each) => {
    each.hidden = ("held" in each.dataset && !refused) || (gone && each.matches(".muted"));
  });
  $("ol", box).replaceChildren(...list.map(row));
  $("textarea", box).value = list.map((each) => `${each.game}: ${each.says}. ${each.typed}`).join("\n");
}

// If the page has a question, "all sent" replaces the list with the same height, so that nothing moves.
function allSent(box) {
  if (!form() || box.open) return box.remove();
  const band = Object.assign(document.createElement("p"), { className: "banner outbox outbox--sent" });
  band.textContent = document.body.dataset.sent;
  band.style.blockSize = `${box.offsetHeight}px`;
  box.replaceWith(band);
}

function row(answer) {
  const line = $("#waiting-row").content.cloneNode(true).firstElementChild;
  fill(line, {
    what: matchAddress() ? answer.says : `${answer.game}: ${answer.says}`,
    typed: answer.typed,
    reason: answer.reason || "",
    at: new Date(answer.at).toLocaleTimeString(undefined, timeFormats.clock),
  });
  $$("[data-if-refused]", line).forEach((each) => (each.hidden = !answer.refused));
  $("a", line).href = answer.match;
  $("[data-elsewhere]", line).hidden = Boolean(matchAddress());
  $("[data-look]", line).hidden ||= !matchAddress() || asksBefore(answer);
  line.dataset.id = answer.id;
  return line;
}
