// Registers the service worker, if the browser allows it at this address (https or localhost).

import { $ } from "./dom.js";

const worker = new URL("../service-worker.js", $("link[rel=manifest]").href);
// A browser that refuses, for example in a private window, shows its own page if it is offline.
export const registered = navigator.serviceWorker?.register(worker).catch(() => {});
