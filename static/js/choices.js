// Sends choices as soon as they are made. Values entered before the scripts had loaded could not be sent,
// so their events are dispatched again when this script runs.

import { $$, isEdited } from "./dom.js";

const FORMS = "form[data-submit-on-change]";
const EVENTS = ["input", "change"];

document.addEventListener("change", ({ target }) => target.closest(FORMS)?.requestSubmit());

// When the user goes back, reset the forms: a form then shows the choice that its page was opened
// with, not the choice that opened the next page.
window.addEventListener("pageshow", ({ persisted }) => persisted && $$(FORMS).forEach((form) => form.reset()));

// The form of a deal is left out, because drafts.js handles its early values.
const editedEarly = $$("main form:not([data-entry]) :is(select, input:not([type=hidden]))").filter(isEdited);
const dispatchEvents = (input) => EVENTS.forEach((name) => input.dispatchEvent(new Event(name, { bubbles: true })));
const dispatchEdited = () => editedEarly.forEach(dispatchEvents);

// While a name is being typed, sending the form would add a player with half of the name.
const focused = document.activeElement;
if (focused.matches("main input:not([type=radio], [type=checkbox])")) focused.addEventListener("blur", dispatchEdited, { once: true });
else dispatchEdited();
