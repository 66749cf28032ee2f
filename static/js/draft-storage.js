// The drafts in localStorage (drafts.js). Without storage, there are no drafts. A draft has these keys:
// fields         the entered values by name of the input
// quick          the values that a quick answer filled in
// at             when it was stored, in milliseconds
// current        the name of the current field, if any
// typing         whether digits were typed into this field since it became current
// seen, draft    the versions of the sheet and of a correction's saved draft that the form shows
// text           the entered values as text to copy, if a script has described them
// open           the ids of open <details> elements
// partial        whether it contains only some stages of a correction; the others show what is saved
// absent         the entered values whose inputs disappeared after another choice, by name

const PREFIX = "draft ";
const MAX_AGE = 30 * 24 * 60 * 60 * 1000; // milliseconds until an unused draft is deleted

export function read(address) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + address));
  } catch {
    return null;
  }
}

export function write(address, draft) {
  try {
    localStorage.setItem(PREFIX + address, JSON.stringify(draft));
  } catch {
    // storage is full or forbidden
  }
}

export function remove(address) {
  try {
    localStorage.removeItem(PREFIX + address);
  } catch {
    // storage is forbidden, so there is nothing to remove
  }
}

// All drafts, as [address, draft]. Old and unreadable drafts are deleted.
export function all() {
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // storage is forbidden
  }
  const drafts = keys.map((key) => key.slice(PREFIX.length)).map((address) => [address, read(address)]);
  const isUsable = ([, draft]) => draft?.fields && Date.now() - draft.at < MAX_AGE;
  drafts.filter((each) => !isUsable(each)).forEach(([address]) => remove(address));
  return drafts.filter(isUsable);
}
