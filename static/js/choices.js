// Choices that are sent as soon as they are made. Anything entered before the scripts had loaded is
// reported again when this script runs, because it could not be sent then.

import { $$, isEdited } from "./dom.js";

const FORMS = "form[data-submit-on-change]";
const REPORTS = ["input", "change"];

document.addEventListener("change", ({ target }) => target.closest(FORMS)?.requestSubmit());

// When the user goes back, a form shows the choice of its own page again, not the one that opened
// the next page.
window.addEventListener("pageshow", ({ persisted }) => persisted && $$(FORMS).forEach((form) => form.reset()));

// The form of a deal is left to drafts.js, which does the same.
const edited = $$("main form:not([data-entry]) :is(select, input:not([type=hidden]))").filter(isEdited);
const report = () => edited.forEach((input) => REPORTS.forEach((name) => input.dispatchEvent(new Event(name, { bubbles: true }))));

// While a name is being typed, sending the form would add a player with half of the name.
const current = document.activeElement;
if (current.matches("main input:not([type=radio], [type=checkbox])")) current.addEventListener("blur", report, { once: true });
else report();
