// Shorthand for the elements of a page, and for the row of an input.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const rowOf = (input) => input?.closest("tr, .seat, .stack, fieldset");
