// Opens the <details> element that contains the target of the address's fragment, which only some
// browsers do themselves. All <details> elements are open while the page is printed.

const folds = () => [...document.querySelectorAll("main details:not([open])")];
let printed = [];

function openLinked() {
  const target = document.querySelector(":target");
  const fold = target?.closest("details:not([open])");
  if (!fold) return;
  fold.open = true;
  target.scrollIntoView();
}

window.addEventListener("hashchange", openLinked);
window.addEventListener("beforeprint", () => {
  printed = folds();
  printed.forEach((fold) => (fold.open = true));
});
window.addEventListener("afterprint", () => printed.forEach((fold) => (fold.open = false)));
openLinked();
