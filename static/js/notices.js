// The notifications part of the page "This phone": subscribes the browser to Web Push and posts the
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

const showReason = (why) => sentences.forEach((each) => (each.hidden = each.dataset.why !== why));

// This does not use `navigator.serviceWorker.ready`, which may be another league's worker.
const pushManager = async () => {
  const registration = await registered;
  const worker = registration.installing || registration.waiting;
  if (!registration.active) {
    await new Promise((done) => worker.addEventListener("statechange", () => registration.active && done()));
  }
  return registration.pushManager;
};

const decodeKey = (key) => Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

const hasKey = (subscription, key) => {
  const used = new Uint8Array(subscription.options.applicationServerKey || []);
  return String(used) === String(key);
};

// The browser's subscription with the league's key. A subscription with an older key is replaced.
const subscribe = async () => {
  const response = await fetch(form.dataset.key, { method: "POST" });
  if (!response.ok) throw new Error(response.status);
  const key = decodeKey(await response.text()), push = await pushManager();
  const existing = await push.getSubscription();
  if (existing && hasKey(existing, key)) return existing;
  await existing?.unsubscribe();
  return push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
};

const save = async () => {
  if ($$("[name=kind]:checked", form).length) {
    if ((await Notification.requestPermission()) !== "granted") return showReason("blocked");
    const { endpoint, keys } = (await subscribe()).toJSON();
    Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
      if (form.elements[name]) form.elements[name].value = value;
    });
  } else {
    await (await (await pushManager()).getSubscription())?.unsubscribe();
  }
  form.submit();
};

const start = () => {
  const why = obstacle();
  showReason(why);
  form.hidden = Boolean(why);
  if (why) return;
  form.addEventListener("submit", (event) => {
    const button = $("button", form);
    event.preventDefault();
    showReason("");
    $("#notices [role=status]")?.remove(); // "Saved" is about the earlier choice
    button.disabled = true;
    save().catch(() => showReason("failed")).finally(() => (button.disabled = false));
  });
  if (!form.dataset.on) return;
  pushManager().then((push) => push.getSubscription()).then((existing) => existing || showReason("stopped"));
};

if (form) start();
