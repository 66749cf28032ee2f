// Shares a result with its picture through the phone's share menu. If there is no such menu, as on
// plain http, the button is a link to the picture and the text on the same page.

import { $ } from "./dom.js";

let picture = null; // the picture as a file
let pictureAddress = ""; // the address from which it was fetched

// The address of the page's picture, which the page either shows or only links to.
function findAddress() {
  const place = $("[data-file]");
  return place?.src || place?.dataset.picture;
}

// Browsers open the menu only right after a tap, so fetch the file early.
async function fetchPicture() {
  const address = findAddress();
  if (!address || !navigator.canShare || pictureAddress === address) return;
  const name = $("[data-file]").dataset.file;
  picture = null;
  pictureAddress = address;
  try {
    const response = await fetch(address);
    if (response.ok) picture = new File([await response.blob()], name, { type: "image/png" });
  } catch {
    // no network: share only the text
  }
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-share]");
  if (!link || !navigator.share) return;
  event.preventDefault();
  const text = document.getElementById(link.dataset.share).value;
  const files = picture && pictureAddress === findAddress() ? [picture] : [];
  try {
    await navigator.share(files.length && navigator.canShare({ files }) ? { text, files } : { text });
  } catch (error) {
    if (error.name !== "AbortError") location.hash = link.hash; // AbortError means that the menu was closed
  }
});

document.addEventListener("htmx:after:swap", fetchPicture);
fetchPicture();
