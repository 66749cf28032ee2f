// Choices that are sent as soon as they are made. Anything entered before the scripts had loaded is
// reported again when this script runs, because nothing could be sent before.

import { $$, isEdited } from "./dom.js";

const FORMS = "form[data-submit-on-change]";
const REPORTS = ["input", "change"];

document.addEventListener("change", ({ target }) => target.closest(FORMS)?.requestSubmit());

// After Back, a form shows the choice of its page again, not the one that opened the next page.
window.addEventListener("pageshow", ({ persisted }) => persisted && $$(FORMS).forEach((form) => form.reset()));

// drafts.js does this for the form of a deal.
const edited = $$("main form:not([data-entry]) :is(select, input:not([type=hidden]))").filter(isEdited);
const report = () => edited.forEach((input) => REPORTS.forEach((name) => input.dispatchEvent(new Event(name, { bubbles: true }))));

// While a name is being typed, sending the form would add a player with half of the name.
const current = document.activeElement;
if (current.matches("main input:not([type=radio], [type=checkbox])")) current.addEventListener("blur", report, { once: true });
else report();
