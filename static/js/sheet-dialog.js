// The score sheet as a dialog over the question, which does not change. The sheet's button, Escape,
// Back or a tap outside closes it. A tap on a number explains the number. "Change names" shows the form
// with the players' names in the dialog.

import { revealExplanation } from "./core.js";
import { $, $$ } from "./dom.js";
import * as drafts from "./drafts.js";
import { waitingHere } from "./outbox-list.js";
import { formatTimes } from "./times.js";

const panel = $("#panel"), title = $("#panel-title"), sheetTitle = title?.textContent;
const ID_ATTRIBUTES = ["id", "for", "headers", "aria-labelledby", "aria-describedby"];
let sheetAddress = ""; // the address of the sheet while the dialog is open
let focusedBefore = null; // the element that had the focus before the dialog opened

// Rename the ids in these nodes, because the page already uses them for the latest deals.
function withPanelIds(nodes) {
  for (const root of nodes) {
    for (const each of [root, ...root.querySelectorAll("*")]) {
      for (const name of ID_ATTRIBUTES) {
        const value = each.getAttribute(name);
        if (value) each.setAttribute(name, value.replace(/\S+/g, "panel-$&"));
      }
    }
  }
  return nodes;
}

const asPage = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

// The page at this address, without its frame, or null if it cannot be fetched.
async function fetchPart(address) {
  try {
    const response = await fetch(address, { headers: { "Scorekeeper-Part": "yes" } });
    return response.ok ? await asPage(response) : null;
  } catch {
    return null; // no network: the dialog shows only the deals on the page
  }
}

function showContent(nodes, heading = sheetTitle) {
  title.textContent = heading;
  $(".panel__in", panel).replaceChildren(...withPanelIds(nodes));
  $$("[data-print]", panel).forEach((button) => button.remove()); // browsers cannot print only a dialog
  $$("[data-clear]", panel).forEach((button) => (button.hidden = !drafts.hasEntries()));
  formatTimes();
}

// Show the whole sheet, unless the dialog explains a number or contains the names.
async function loadSheet() {
  const page = await fetchPart(sheetAddress);
  if (!sheetAddress || $("#panel-why, form[data-names]", panel)) return;
  const found = page ? $$("#board, main > :is(.drafts, aside, .save-bar)", page) : [];
  if (found.length) showContent(found);
  noteMissing($("#panel-board", panel), !found.length);
}

// Note above a sheet what it does not contain: the answers that wait on this phone and, if the sheet
// could not be fetched (`isOld`), everything since the phone was last online.
function noteMissing(board, isOld) {
  const { old, waits } = panel.dataset, answers = waitingHere().filter((each) => each.late);
  const lines = [isOld && old, answers.length && waits, ...answers.map(({ says, typed }) => `${says}: ${typed}`)];
  const note = Object.assign(document.createElement("div"), { className: "notice notice--gold panel__note" });
  note.append(...lines.filter(Boolean).map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  $(".panel__note", board || panel)?.remove();
  if (note.childElementCount) board?.prepend(note);
}

// On a wide screen, the sheet is also beside the question.
document.addEventListener("question:asked", () => noteMissing($(".match__sheet > #board"), false));

// Open the dialog with the deals on the page, then load the whole sheet. `opener` gets the focus back.
function open(address, opener) {
  focusedBefore = opener;
  sheetAddress = address;
  showContent($$("#match #board").map((board) => board.cloneNode(true)));
  noteMissing($("#panel-board", panel), !navigator.onLine);
  panel.showModal();
  panel.scrollTop = 0;
  loadSheet();
}

// Restore the focus without focusin events, so that the keypad keeps its current field.
function close() {
  const stop = (event) => event.stopPropagation();
  sheetAddress = "";
  window.addEventListener("focusin", stop, true);
  panel.close();
  if (focusedBefore?.isConnected) focusedBefore.focus({ preventScroll: true });
  window.removeEventListener("focusin", stop, true);
  $(".panel__in", panel).replaceChildren();
}

// Close the dialog, and remove its entry from the history, so that Back does not open it again.
function closeAndGoBack() {
  if (!sheetAddress) return;
  close();
  if (history.state?.sheet) history.back();
}

// Show or hide the explanation of a number. Only the sheet is fetched and replaced.
async function explain(link) {
  const page = await fetchPart(link.getAttribute("hx-get"));
  const board = page?.getElementById("board");
  if (!board || !sheetAddress) return;
  const find = () => document.getElementById(`panel-${link.dataset.backTo}`) || document.getElementById(link.id);
  const place = find()?.getBoundingClientRect().top, left = $(".sheet-frame", panel)?.scrollLeft;
  $("#panel-board").replaceWith(...withPanelIds([board]));
  $(".sheet-frame", panel).scrollLeft = left;
  noteMissing($("#panel-board", panel), false);
  formatTimes();
  const why = $("#panel-why [data-focus]"), number = find();
  if (number) panel.scrollBy(0, number.getBoundingClientRect().top - place); // an explanation above it was closed
  (why || number)?.focus({ preventScroll: Boolean(why) });
  revealExplanation(why);
}

// ---------------------------------------------------------- names

// Show a page with a form for the names in the dialog. The focus moves to its notice, if it has one.
function showNames(page) {
  const stack = Object.assign(document.createElement("div"), { className: "stack" });
  stack.append(...$("main", page).children);
  showContent([stack], $("h1", page).textContent);
  $("form", panel)?.setAttribute("data-names", "");
  panel.scrollTop = 0;
  const place = $("[role=alert]", panel) || title;
  place.tabIndex = -1;
  place.focus();
}

// Without a network, the link opens the page, whose error says so.
async function openNames(link) {
  const page = await fetchPart(link.href);
  if (!page) location.href = link.href;
  else if (sheetAddress) showNames(page);
}

// Save the names. The page of a refusal or a conflict replaces the form. Otherwise, the dialog closes,
// and the match shows the new names around the entered values.
async function saveNames(form) {
  const button = $(".button--gold", form), options = { method: "POST", body: new URLSearchParams(new FormData(form)) };
  button.disabled = true;
  const response = await fetch(form.action, options).catch(() => null);
  if (!form.isConnected) return; // the dialog was closed in the meantime
  button.disabled = false;
  if ([404, 409, 422].includes(response?.status)) return showNames(await asPage(response));
  if (!response?.ok || !response.url.endsWith($("#match").dataset.match)) return showUnsaved(form); // also a captive portal
  closeAndGoBack();
  window.dispatchEvent(new Event("names:changed"));
}

function showUnsaved(form) {
  $(".notice", panel)?.remove();
  const notice = { className: "notice notice--loss", role: "alert", textContent: document.body.dataset.error };
  form.before(Object.assign(document.createElement("p"), notice));
}

if (panel) {
  let focused = null; // the focused element before the tap

  window.addEventListener("pointerdown", () => (focused = document.activeElement), true);
  // This runs in the capture phase, because a tap on the link would otherwise close an open popover.
  window.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(link.href, event.detail ? focused : link);
    history.pushState({ sheet: sheetAddress }, "");
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
    } else if (event.target === panel || event.target.closest(".bar__tool")) closeAndGoBack();
    else if (event.target.closest("[data-clear]")) {
      closeAndGoBack();
      drafts.clearEntries();
    } else if (event.target.closest(".save-bar a.button--gold")) {
      event.preventDefault(); // the question is below the dialog
      closeAndGoBack();
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
    else closeAndGoBack();
  });
  panel.addEventListener("cancel", (event) => {
    event.preventDefault(); // this is Back on phones that close dialogs themselves
    closeAndGoBack();
  });
  panel.addEventListener("close", closeAndGoBack);
  window.addEventListener("popstate", ({ state }) => {
    if (sheetAddress) close();
    else if (state?.sheet) open(state.sheet, null);
  });
  document.addEventListener("live:updated", () => sheetAddress && loadSheet());
  // If the sheet was opened while an answer was being saved, it does not contain this answer yet.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => ctx.target?.id === "match" && sheetAddress && loadSheet());
  if (history.state?.sheet) open(history.state.sheet, null); // after a reload, the dialog opens again
}
