// The service worker. If the server cannot be reached, it shows a page that says so. It caches only
// this page and its files, so it never shows old scores. It also shows the notifications that the
// server sends. The server adds a first line that defines `OFFLINE` (scorekeeper/web/offline.py):
// `page`, `files`, their `version`, and the `icon` of notifications.

const PREFIX = `${OFFLINE.page} `; // other leagues on this server have their own workers and caches
const CACHE = PREFIX + OFFLINE.version;
const FILES = OFFLINE.files.map((file) => new URL(file, location).href);

const store = async () => (await caches.open(CACHE)).addAll([OFFLINE.page, ...FILES]);

const start = async () => {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser requests a page while it starts the worker, so that pages open as fast as without it.
  await registration.navigationPreload?.enable();
};

const stored = (address) => caches.match(address, { cacheName: CACHE });

const page = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return (await stored(OFFLINE.page)) || Response.error();
  }
};

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(store());
});
addEventListener("activate", (event) => event.waitUntil(start()));
// Forms that are sent without JavaScript are left to the browser, which offers to send them again if
// the server cannot be reached.
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(page(event));
  else if (FILES.includes(url)) event.respondWith(stored(url).then((found) => found || fetch(url)));
});

// ------------------------------------------------------------ notifications

const show = ({ title, body, path, tag }) =>
  registration.showNotification(title, { body, tag, renotify: true, icon: OFFLINE.icon, data: { path } });

// Focuses a window that already shows the page, or opens one.
const open = async (path) => {
  const address = new URL(path, registration.scope).href;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = windows.find(({ url }) => url.split("#")[0] === address);
  return found ? found.focus() : clients.openWindow(address);
};

addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
