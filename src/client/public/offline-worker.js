// Answers a page that cannot be fetched with one of the office's own, kept by offline-page.ts. It keeps no other page:
// those are for people who are signed in.
addEventListener('install', () => skipWaiting());
// The network is asked while this starts, so that no page waits for it.
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener('fetch', (event) => {
  const { method, destination } = event.request;
  if (method === 'GET' && destination === 'document') event.respondWith(open(event));
});

async function open({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(new URL('../offline', location.href))) ?? Response.error();
  }
}
