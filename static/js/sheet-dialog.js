// The score sheet as a dialog over the question, which does not change. The sheet's button, Escape,
// Back or a tap outside closes it. A tap on a number explains the number. "Change names" shows the form
// with the players' names in the dialog.

import { formatTimes, revealExplanation } from "./core.js";
import { $, $$ } from "./dom.js";
import * as drafts from "./drafts.js";

const panel = $("#panel"), title = $("#panel-title"), sheetTitle = title?.textContent;
const NAMES = ["id", "for", "headers", "aria-labelledby", "aria-describedby"];
let sheet = ""; // the address of the sheet while the dialog is open
let before = null; // the element that had the focus before the dialog opened

// Rename the ids in these nodes, because the page already uses them for the latest deals.
function withPanelIds(nodes) {
  for (const root of nodes) {
    for (const each of [root, ...root.querySelectorAll("*")]) {
      for (const name of NAMES) {
        const value = each.getAttribute(name);
        if (value) each.setAttribute(name, value.replace(/\S+/g, "panel-$&"));
      }
    }
  }
  return nodes;
}

const asPage = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

async function part(address) {
  try {
    const answer = await fetch(address, { headers: { "Scorekeeper-Part": "yes" } });
    return answer.ok ? await asPage(answer) : null;
  } catch {
    return null; // no network: the dialog shows only the deals on the page
  }
}

function put(nodes, says = sheetTitle) {
  title.textContent = says;
  $(".panel__in", panel).replaceChildren(...withPanelIds(nodes));
  $$("[data-print]", panel).forEach((button) => button.remove()); // browsers cannot print only a dialog
  $$("[data-clear]", panel).forEach((button) => (button.hidden = !drafts.hasEntries()));
  formatTimes();
}

async function load() {
  const page = await part(sheet);
  const found = page && $$("#board, main > :is(aside, .save-bar)", page);
  if (found?.length && sheet && !$("#panel-why, form[data-names]", panel)) put(found);
}

function open(address, from) {
  before = from;
  sheet = address;
  put($$("#match #board").map((board) => board.cloneNode(true)));
  panel.showModal();
  panel.scrollTop = 0;
  load();
}

// Restore the focus without focusin events, so that the keypad keeps its current field.
function close() {
  const silent = (event) => event.stopPropagation();
  sheet = "";
  window.addEventListener("focusin", silent, true);
  panel.close();
  if (before?.isConnected) before.focus({ preventScroll: true });
  window.removeEventListener("focusin", silent, true);
  $(".panel__in", panel).replaceChildren();
}

function leave() {
  if (!sheet) return;
  close();
  if (history.state?.sheet) history.back();
}

// Show or hide the explanation of a number. Only the sheet is fetched and replaced.
async function explain(link) {
  const back = link.dataset.backTo, from = link.id;
  const page = await part(link.getAttribute("hx-get"));
  const board = page?.getElementById("board");
  if (!board || !sheet) return;
  $("#panel-board").replaceWith(...withPanelIds([board]));
  formatTimes();
  const why = $("#panel-why [data-focus]");
  (why || document.getElementById(`panel-${back}`) || document.getElementById(from))?.focus({ preventScroll: Boolean(why) });
  revealExplanation(why);
}

// ---------------------------------------------------------- names

// Show a page with a form for the names in the dialog. The focus moves to its notice, if it has one.
function showNames(page) {
  const stack = Object.assign(document.createElement("div"), { className: "stack" });
  stack.append(...$("main", page).children);
  put([stack], $("h1", page).textContent);
  $("form", panel)?.setAttribute("data-names", "");
  panel.scrollTop = 0;
  const place = $("[role=alert]", panel) || title;
  place.tabIndex = -1;
  place.focus();
}

// Without a network, the link opens the page, whose error says so.
async function openNames(link) {
  const page = await part(link.href);
  if (!page) location.href = link.href;
  else if (sheet) showNames(page);
}

// Save the names. The page of a refusal or a conflict replaces the form. Otherwise, the dialog closes,
// and the match shows the new names around the entered values.
async function saveNames(form) {
  const button = $(".button--gold", form), options = { method: "POST", body: new URLSearchParams(new FormData(form)) };
  button.disabled = true;
  const answer = await fetch(form.action, options).catch(() => null);
  if (!form.isConnected) return; // the dialog was closed in the meantime
  button.disabled = false;
  if ([404, 409, 422].includes(answer?.status)) return showNames(await asPage(answer));
  if (!answer?.ok || !answer.url.endsWith($("#match").dataset.match)) return sayUnsaved(form); // also a captive portal
  leave();
  document.dispatchEvent(new Event("names:changed"));
}

function sayUnsaved(form) {
  $(".notice", panel)?.remove();
  const says = { className: "notice notice--loss", role: "alert", textContent: document.body.dataset.error };
  form.before(Object.assign(document.createElement("p"), says));
}

if (panel) {
  let focused = null; // the focused element before the tap

  window.addEventListener("pointerdown", () => (focused = document.activeElement), true);
  // This runs in the capture phase, because a tap on the link would otherwise close an open fold.
  window.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(link.href, event.detail ? focused : link);
    history.pushState({ sheet }, "");
  }, true);
  panel.addEventListener("click", (event) => {
    event.stopPropagation();
    const link = event.target.closest("a[hx-get]"), names = event.target.closest("[data-names]:link");
    if (link) {
      event.preventDefault();
      explain(link);
    } else if (names) {
      event.preventDefault();
      openNames(names);
    } else if (event.target === panel || event.target.closest(".bar__tool")) leave();
    else if (event.target.closest("[data-clear]")) {
      leave();
      drafts.clearEntries();
    } else if (event.target.closest(".save-bar a.button--gold")) {
      event.preventDefault(); // the question is below the dialog
      leave();
    }
  });
  panel.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-names]")) return;
    event.preventDefault();
    event.stopPropagation(); // it can be sent again after a refusal
    saveNames(event.target);
  });
  panel.addEventListener("input", (event) => event.stopPropagation()); // nothing was entered in the question
  panel.addEventListener("keydown", (event) => {
    event.stopPropagation(); // keys are for the dialog, not for the question
    if (event.key !== "Escape") return;
    event.preventDefault();
    const why = $("#panel-why [data-back-to]");
    if (why) explain(why);
    else leave();
  });
  panel.addEventListener("cancel", (event) => {
    event.preventDefault(); // this is Back on phones that close dialogs themselves
    leave();
  });
  panel.addEventListener("close", leave);
  window.addEventListener("popstate", ({ state }) => {
    if (sheet) close();
    else if (state?.sheet) open(state.sheet, null);
  });
  document.addEventListener("live:updated", () => sheet && load());
  // If the sheet was opened while an answer was being saved, it does not contain this answer yet.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => ctx.target?.id === "match" && sheet && load());
  if (history.state?.sheet) open(history.state.sheet, null); // after a reload, the dialog opens again
}
