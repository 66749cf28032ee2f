// Filters a list of players while somebody types. Without this script, the Search button does this.

import { $, $$ } from "./dom.js";

const LETTERS = { ø: "o", ł: "l", đ: "d", ı: "i", æ: "ae", œ: "oe", ß: "ss" };
const BREAKS = /[\s\-‐'’.]+/u;
const read = new WeakMap(); // entry -> { name, words }

const plain = (text) => text.normalize("NFKC").replace(/\p{Cf}/gu, "").toLowerCase().trim();

// The same as `search_words` in scorekeeper/match/names.py.
function words(text) {
  const apart = plain(text).normalize("NFD").replace(/\p{Mn}/gu, "");
  return apart.replace(/[øłđıæœß]/g, (letter) => LETTERS[letter]).split(BREAKS).filter(Boolean);
}

function entry(element) {
  const name = $("bdi", element).textContent;
  if (read.get(element)?.name !== name) read.set(element, { name, words: words(name) });
  return read.get(element);
}

const entries = (field) => $$("[data-entry-of]", document.getElementById(field.dataset.filters));

function filter(field) {
  const asked = words(field.value), all = entries(field), most = Number(field.dataset.most);
  const fits = (each) => asked.every((part) => entry(each).words.some((word) => word.startsWith(part)));
  const found = asked.length ? all.filter(fits) : [];
  const shown = new Set(found.slice(0, most));
  for (const each of all) {
    const isShown = asked.length ? shown.has(each) : !("later" in each.dataset);
    each.hidden = !isShown && !$(":checked", each);
  }
  document.getElementById(field.dataset.filters).classList.toggle("search__list--active", asked.length > 0);
  unfold(field, shown);
  report(found.length, asked.length > 0, most);
  offer(field, asked.length > 0 && !all.some((each) => plain(entry(each).name) === plain(field.value)));
}

// Opens the fold of all players if it contains matching players, and closes it again.
function unfold(field, shown) {
  const fold = $("[data-rest]", document.getElementById(field.dataset.filters));
  if (!fold) return;
  const isNeeded = [...shown].some((each) => fold.contains(each));
  if (isNeeded && !fold.open) fold.dataset.opened = "yes";
  if (isNeeded) fold.open = true;
  else if (fold.dataset.opened) {
    fold.open = false;
    delete fold.dataset.opened;
  }
}

function report(n, isAsked, most) {
  const status = $("#found"), { none, one, many, more } = status.dataset;
  const sentence = n === 0 ? none : n === 1 ? one : n > most ? more : many;
  const text = isAsked ? sentence.replace("{n}", n) : "";
  if (status.textContent !== text) status.textContent = text;
}

// The button that adds a player with the name that was typed.
function offer(field, isNew) {
  const button = $("[data-adds]");
  if (!button) return;
  button.hidden = !isNew;
  button.value = field.value.trim();
  $("span", button).textContent = button.dataset.adds.split("{name}").join(button.value);
}

const fields = () => $$("[data-filters]");

document.addEventListener("input", ({ target }) => target.matches("[data-filters]") && filter(target));

// Enter chooses, or opens, the only player found.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-filters]")) return;
  event.preventDefault();
  const shown = entries(event.target).filter((each) => !each.hidden && !$(":checked", each));
  if (event.target.value.trim() && shown.length === 1) $("input, a", shown[0]).click();
});

// In the capture phase, so that the form is sent without the query.
document.addEventListener("change", ({ target }) => {
  const field = $("[data-clears]");
  if (!field?.value || !target.closest("[data-entry-of]")) return;
  field.value = "";
  filter(field);
}, true);

document.addEventListener("htmx:after:swap", () => fields().forEach(filter));
fields().filter((field) => field.value).forEach(filter);
