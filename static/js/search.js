// Filters a list of players while someone types. Without this script, the Search button does this.

import { $, $$, afterFrame } from "./dom.js";

// The functions down to `wordStarts` are the same as in scorekeeper/match/name_search.py.
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/g;
const APOSTROPHES = /['\x60·ʻʼ‘’]/g;
const HYPHENS = /[-‐–]/g;
const parsedEntries = new WeakMap(); // entry -> { name, starts }

const lettersFrom = {}; // attribute -> its letters and what replaces them

// Replace the letters that an attribute lists, such as "øo æae", which means ø → o and æ → ae.
function replaceLetters(text, attribute) {
  lettersFrom[attribute] ??= new Map(
    $("[data-letters]").dataset[attribute].split(" ").map(([letter, ...typed]) => [letter, typed.join("")]),
  );
  return Array.from(text, (letter) => lettersFrom[attribute].get(letter) ?? letter).join("");
}

const lower = (text) => text.replace(/\p{Cf}/gu, "").normalize("NFKC").toLowerCase();
const typedLetters = (text) => replaceLetters(text.normalize("NFD").replace(ACCENTS, ""), "letters");
const spellings = (text) => [lower(text), replaceLetters(lower(text), "twoLetters")].map(typedLetters);
const words = (text) => text.split(/[\s.]+/).filter(Boolean);
const queryWords = (spelling) => words(spelling.replace(APOSTROPHES, "").replace(HYPHENS, " "));

function wordStarts(spelling) {
  const parted = words(spelling.replace(HYPHENS, "'")).map((word) => word.split(APOSTROPHES));
  return parted.flatMap((parts) => parts.map((_, first) => parts.slice(first).join("")));
}

const nameKey = (text) => lower(text).trim(); // like `name_key` in scorekeeper/match/names.py

// The name of an entry, and its `starts`: a typed word finds the entry if one of them begins with the word.
function parseEntry(element) {
  const name = $("bdi", element).textContent;
  if (parsedEntries.get(element)?.name !== name) {
    parsedEntries.set(element, { name, starts: spellings(name).flatMap(wordStarts) });
  }
  return parsedEntries.get(element);
}

const entries = (field) => $$("[data-entry-of]", document.getElementById(field.dataset.filters));

function filter(field) {
  addDeferred();
  const [typedWords, typedInTwoLetters] = spellings(field.value).map(queryWords);
  const isSearching = typedWords.length > 0;
  const all = entries(field), maxShown = Number(field.dataset.most);
  const hidesChosen = isSearching && "hidesChosen" in field.dataset;
  const fits = (each) => typedWords.every((word, index) => parseEntry(each).starts.some(
    (start) => start.startsWith(word) || start.startsWith(typedInTwoLetters[index]),
  ));
  const found = isSearching ? all.filter(fits) : [];
  const shown = new Set(found.slice(0, maxShown));
  for (const each of all) {
    const isShown = isSearching ? shown.has(each) : !("later" in each.dataset);
    each.hidden = !isShown && (hidesChosen || !$(":checked", each));
  }
  document.getElementById(field.dataset.filters).classList.toggle("search__list--active", isSearching);
  unfold(field, shown);
  reportCount(found.length, isSearching, maxShown);
  const isTyped = (each) => nameKey(parseEntry(each).name) === nameKey(field.value);
  offerNewPlayer(field, isSearching && !all.some(isTyped));
}

// Expand the folds that contain matching entries, and collapse them once they contain none.
function unfold(field, shown) {
  for (const fold of $$("[data-rest]", document.getElementById(field.dataset.filters))) {
    const isNeeded = [...shown].some((each) => fold.contains(each));
    if (isNeeded && !fold.open) fold.dataset.opened = "yes";
    if (isNeeded) fold.open = true;
    else if (fold.dataset.opened) {
      fold.open = false;
      delete fold.dataset.opened;
    }
  }
}

function reportCount(count, isSearching, maxShown) {
  const status = $("#found"), { none, one, many, more } = status.dataset;
  const sentence = count === 0 ? none : count === 1 ? one : count > maxShown ? more : many;
  const text = isSearching ? sentence.replace("{n}", count) : "";
  if (status.textContent !== text) status.textContent = text;
}

// Show the button that adds a player with the typed name, or hide it if this is not a new name.
function offerNewPlayer(field, isNew) {
  const button = $("[data-adds]");
  if (!button) return;
  button.hidden = !isNew;
  button.value = field.value.trim();
  $("span", button).textContent = button.dataset.adds.split("{name}").join(button.value);
}

const fields = () => $$("[data-filters]");

document.addEventListener("input", ({ target }) => target.matches("[data-filters]") && filter(target));

// If only one player is found, Enter chooses this player or opens their page.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-filters]")) return;
  event.preventDefault();
  const shown = entries(event.target).filter((each) => !each.hidden && !$(":checked", each));
  if (event.target.value.trim() && shown.length === 1) $("input, a", shown[0]).click();
});

// Clear the search field in the capture phase, so that the form is sent without the query.
document.addEventListener("change", ({ target }) => {
  const field = $("[data-clears]");
  if (!field?.value || !target.closest("[data-entry-of]")) return;
  field.value = "";
  filter(field);
}, true);

document.addEventListener("htmx:after:swap", () => fields().forEach(filter));

// ------------------------------------------------------------ entries that are not visible at first

// Add the deferred entries (macros/search.html), which are the text of a <noscript>. It may be in a <template>.
function addDeferred() {
  const deferred = $$("[data-deferred]");
  if (!deferred.length) return;
  for (const each of deferred) each.outerHTML = (each.content ?? each).textContent;
  restoreChosen();
  document.dispatchEvent(new Event("entries:added"));
}

// Browsers restore fields after Back or a reload, but not those that were added to the page later. The
// history entry therefore keeps the values of the chosen players, unless the form forbids restoring.
const restorable = () => {
  const { name, form } = $("[data-entry-of] input") || {};
  return form && form.autocomplete !== "off" ? $$(`[name="${name}"]`, form) : [];
};

function keepChosen({ target }) {
  addDeferred();
  const boxes = restorable();
  if (!boxes.includes(target)) return;
  const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
  history.replaceState({ ...history.state, chosen }, "");
}

function restoreChosen() {
  const boxes = restorable().filter((box) => history.state?.chosen?.includes(box.value));
  boxes.forEach((box) => (box.checked = true));
  if (boxes.length) fields().forEach(filter);
}

document.addEventListener("change", keepChosen);

// Add the deferred entries after the first paint, or as soon as someone expands the list of all players or searches.
document.addEventListener("click", ({ target }) => target.closest("[data-rest] > summary") && addDeferred());
afterFrame(addDeferred);
fields().filter((field) => field.value).forEach(filter);
