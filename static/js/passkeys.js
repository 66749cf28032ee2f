// Passkeys, where the browser has them: one is added on an owner's phone, and lets it in again.
// The server makes the question and judges the answer, which is sent as a form like any other.
"use strict";

{
  const kinds = {
    add: async (asked) =>
      navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) }),
    use: async (asked) =>
      navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) }),
  };

  const answer = async (form) => {
    const asked = await fetch(form.dataset.ask, { method: "POST" });
    // An empty answer is refused with a page that says why.
    if (!asked.ok) return form.submit();
    const passkey = await kinds[form.dataset.passkey](await asked.json());
    form.elements.answer.value = JSON.stringify(passkey);
    form.submit();
    form.elements.answer.value = "";
  };

  const start = (event) => {
    const form = event.target;
    const say = (name) =>
      form.querySelectorAll("[data-said]").forEach((each) => (each.hidden = each.dataset.said !== name));
    event.preventDefault();
    say("");
    answer(form).catch((error) => say(error.name === "InvalidStateError" ? "twice" : "none"));
  };

  if (window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
    document.querySelectorAll("[data-passkeys]").forEach((part) => (part.hidden = false));
    document.querySelectorAll("form[data-passkey]").forEach((form) => {
      form.hidden = false;
      form.addEventListener("submit", start);
    });
  }
}
