// Shorthand for the elements of a page, for the row of an input, and for edited inputs.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const rowOf = (input) => input?.closest("tr, .seat, .stack, fieldset");

// Whether an input's value differs from the one in the page that the server sent.
export const isEdited = (input) => input.options
  ? input.selectedOptions[0] !== ($("[selected]", input) || input.options[0])
  : input.checked !== input.defaultChecked || input.value !== input.defaultValue;
