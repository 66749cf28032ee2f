// The notices part of the page "This phone": subscribes the browser to Web Push and posts the
// subscription.

import { $, $$ } from "./dom.js";
import { registered } from "./service-worker-setup.js";

const form = $("#notices form");
const sentences = $$("#notices [data-why]");

const obstacle = () => {
  if (!isSecureContext) return "insecure";
  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "";
};

const explain = (why) => sentences.forEach((each) => (each.hidden = each.dataset.why !== why));

// This does not use `navigator.serviceWorker.ready`, which may be another league's worker.
const manager = async () => {
  const registration = await registered;
  const worker = registration.installing || registration.waiting;
  if (!registration.active) {
    await new Promise((done) => worker.addEventListener("statechange", () => registration.active && done()));
  }
  return registration.pushManager;
};

const bytes = (key) => Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const isFor = (subscription, key) => {
  const used = new Uint8Array(subscription.options.applicationServerKey || []);
  return String(used) === String(key);
};

// The browser's subscription with the league's key. A subscription with an older key is replaced.
const subscribe = async () => {
  const answer = await fetch(form.dataset.key, { method: "POST" });
  if (!answer.ok) throw new Error(answer.status);
  const key = bytes(await answer.text()), push = await manager();
  const known = await push.getSubscription();
  if (known && isFor(known, key)) return known;
  await known?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
};

const save = async () => {
  if ($$("[name=kind]:checked", form).length) {
    if ((await Notification.requestPermission()) !== "granted") return explain("blocked");
    const { endpoint, keys } = (await subscribe()).toJSON();
    Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
      if (form.elements[name]) form.elements[name].value = value;
    });
  } else {
    await (await (await manager()).getSubscription())?.unsubscribe();
  }
  form.submit();
};

const start = () => {
  const why = obstacle();
  explain(why);
  form.hidden = Boolean(why);
  if (why) return;
  form.addEventListener("submit", (event) => {
    const button = $("button", form);
    event.preventDefault();
    explain("");
    $("#notices [role=status]")?.remove(); // "Saved" is about the earlier choice
    button.disabled = true;
    save().catch(() => explain("failed")).finally(() => (button.disabled = false));
  });
  if (!form.dataset.on) return;
  manager().then((push) => push.getSubscription()).then((known) => known || explain("stopped"));
};

if (form) start();
