// Registers the service worker, if the browser allows it at this address (https or localhost).

import { $ } from "./dom.js";

const worker = new URL("../service-worker.js", $("link[rel=manifest]").href);
// If the browser refuses, for example in a private window, it shows its own error page when offline.
export const registered = navigator.serviceWorker?.register(worker).catch(() => {});
