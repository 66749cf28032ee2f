// Passkeys, if the browser supports them: an owner's phone adds one and signs in again with it.
// The server creates the options and verifies the response, which is posted as a form.

const requests = {
  add: async (options) =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  use: async (options) =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
};

const sendPasskey = async (form) => {
  const response = await fetch(form.dataset.ask, { method: "POST" });
  // Without options, send the form empty. The server then responds with the reason.
  if (!response.ok) return form.submit();
  const passkey = await requests[form.dataset.passkey](await response.json());
  form.elements.answer.value = JSON.stringify(passkey);
  form.submit();
  form.elements.answer.value = "";
};

const handleSubmit = (event) => {
  const form = event.target;
  const showMessage = (name) =>
    form.querySelectorAll("[data-said]").forEach((each) => (each.hidden = each.dataset.said !== name));
  event.preventDefault();
  showMessage("");
  sendPasskey(form).catch((error) => showMessage(error.name === "InvalidStateError" ? "twice" : "none"));
};

if (window.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  document.querySelectorAll("[data-passkeys]").forEach((part) => (part.hidden = false));
  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    form.hidden = false;
    form.addEventListener("submit", handleSubmit);
  });
}
