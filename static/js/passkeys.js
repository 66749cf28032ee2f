// Passkeys, if the browser supports them: an owner's phone adds one and signs in again with it.
// The server creates the options and verifies the response, which is posted as a form.

const kinds = {
  add: async (asked) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked) }),
  use: async (asked) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) }),
};

const answer = async (form) => {
  const asked = await fetch(form.dataset.ask, { method: "POST" });
  // Without options, send the form empty. The server then responds with the reason.
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
