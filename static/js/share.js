// Sharing a result through the phone's own menu, with its picture. Where a browser has no such menu
// (none has on plain http), the button is a link to the picture and the text on the same page.
"use strict";
{
  let picture = null, from = ""; // the file of the picture that is shown, and its address

  // Browsers open their menu only right after a tap, so the file has to be here before it.
  async function fetchPicture() {
    const image = $("[data-file]");
    if (!image || !navigator.canShare || from === image.src) return;
    picture = null;
    from = image.src;
    try {
      const answer = await fetch(image.src);
      if (answer.ok) picture = new File([await answer.blob()], image.dataset.file, { type: "image/png" });
    } catch {
      // no network: the text can still be shared
    }
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-share]");
    if (!link || !navigator.share) return;
    event.preventDefault();
    const text = document.getElementById(link.dataset.share).value;
    const files = picture && from === $("[data-file]")?.src ? [picture] : [];
    try {
      await navigator.share(files.length && navigator.canShare({ files }) ? { text, files } : { text });
    } catch (error) {
      if (error.name !== "AbortError") location.hash = link.hash; // closed without sharing is no error
    }
  });

  document.addEventListener("htmx:after:swap", fetchPicture);
  fetchPicture();
}
