// Second taps. A tap that comes right after the question has changed was meant for the one before, so
// it writes nothing and opens nothing, and chooses nothing where the tap was that changed it; and a
// quick answer asks before it discards what was entered.
"use strict";

const taps = (() => {
  const SETTLING = 600; // milliseconds after a change in which second taps are ignored
  const NEAR = 44; // pixels between two taps of one finger
  let timer = 0;
  let armed = null; // the quick answer that was tapped once and asked
  let armedAt = 0;
  let [last, before] = [null, null]; // the last tap, and the one that changed the question

  // The question on the page is new. Until something is entered into it, early taps are ignored.
  function changed() {
    disarm();
    clearTimeout(timer);
    before = last;
    document.body.dataset.settling = "yes";
    timer = setTimeout(settled, SETTLING);
  }

  function settled() {
    delete document.body.dataset.settling;
  }

  function ignore(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // The second tap of two in one place.
  function isAgain({ clientX, clientY }) {
    return before && Math.hypot(clientX - before.clientX, clientY - before.clientY) < NEAR;
  }

  function disarm() {
    armed?.classList.remove("is-armed");
    armed = null;
  }

  // The first tap says what would be lost; another one, not the second of a double tap, goes on.
  function ask(button) {
    disarm();
    [armed, armedAt] = [button, performance.now()];
    button.classList.add("is-armed");
    const says = $("#ask .act__says");
    if (says) says.textContent = document.body.dataset.discards;
    $("#announce").textContent = document.body.dataset.discards;
  }

  function agree(form) {
    if (!$("[name=sure]", form)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "sure", value: "yes" }));
    disarm();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#match button:not([type=button])");
    const writes = button && !button.getAttribute("formaction")?.endsWith("/look");
    const isTap = event.detail > 0; // a key of a keyboard is pressed on what has the focus now
    const isEarly = writes || isTap && (event.target.closest("#ask :is(summary, a)") || isAgain(event));
    if (isEarly && document.body.dataset.settling) return ignore(event);
    last = event;
    if (button?.name !== "quick" || button.closest("#ask") === null || !drafts.isEntered()) return disarm();
    if (button === armed && performance.now() - armedAt > SETTLING) return agree(button.form);
    ignore(event);
    if (button !== armed) ask(button);
  }, true);

  document.addEventListener("submit", (event) => {
    if (document.body.dataset.settling && event.target.closest("#match")) ignore(event);
  }, true);

  document.addEventListener("input", ({ target, detail }) => {
    if (detail !== "restored" && target.closest("#ask")) settled();
  }, true);

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target?.id === "match" && ctx.request?.method === "POST") changed();
  });

  return { changed };
})();
