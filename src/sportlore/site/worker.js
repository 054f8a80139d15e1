// Keeps the pages that were opened, so that they can be read again without a connection. Nothing else is asked for or sent.

const STORE = "sportlore-VERSION";
const ANY = { ignoreVary: true }; // a page is the same in every coding
const MOST = 300; // pages and pictures, those opened last

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.add("/"))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function keep(request, answer) {
  const store = await caches.open(STORE);
  await store.delete(request, ANY); // what is put again stands last
  await store.put(request, answer);
  const kept = await store.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((old) => store.delete(old)));
}

async function answered(event) {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      event.waitUntil(keep(request, answer.clone()));
    }
    return answer;
  } catch (error) {
    const kept = await caches.match(request, ANY);
    if (kept) {
      return kept;
    }
    if (request.mode === "navigate") {
      return caches.match("/", ANY);
    }
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isPage = origin === self.location.origin && !/^\/(v1|api|suggest|search)\b/.test(pathname);
  if (event.request.method === "GET" && isPage) {
    event.respondWith(answered(event));
  }
});
