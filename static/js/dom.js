// Shorthand for finding elements, setting texts, waiting for a frame, an input's row and its edited state.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

// Show text in an element and keep its text node. For a new node, the browser would check which of
// the elements around it have styles with :has().
export function setText(element, text) {
  const [first, ...more] = element.childNodes;
  if (more.length || first?.nodeType !== Node.TEXT_NODE) element.textContent = text;
  else if (first.data !== text) first.data = text;
}

// Call a function after the next frame, so that it does not delay that frame. Returns the frame's id, to cancel it.
export const afterFrame = (run) => requestAnimationFrame(() => setTimeout(run));

export const rowOf = (input) => input?.closest("tr, .seat, .stack, fieldset");

// Whether an input's value differs from the value that the server sent.
export const isEdited = (input) => input.options
  ? input.selectedOptions[0] !== ($("[selected]", input) || input.options[0])
  : input.checked !== input.defaultChecked || input.value !== input.defaultValue;
