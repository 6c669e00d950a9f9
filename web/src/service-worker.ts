/**
 * The service worker of the page on a server of static files: it keeps all files of a build, so that the page opens and
 * works without a network after the first visit. The build writes the list of files before this script
 * (tools/web/built-page.ts). It imports nothing.
 *
 * Not for: `dxlens explore`, whose address is new each time (state/offline.ts).
 */

/** The files of the page, as the build writes them. */
interface BuiltPage {
  /** Changes with every file of the build. */
  readonly version: string;
  /** Addresses from the page on; the page itself is the empty one. */
  readonly files: readonly string[];
}

/** The parts of a service worker that are used; the types of TypeScript exclude those of a page. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerScope {
  readonly builtPage: BuiltPage;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(type: 'install' | 'activate', take: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', take: (event: RequestEvent) => void): void;
}

const scope = self as unknown as ServiceWorkerScope;
const { version, files } = scope.builtPage;
const root = scope.registration.scope;
// Other pages of the same server may have caches, too.
const cachePrefix = `dxlens explorer ${root} `;
const cacheName = cachePrefix + version;
const expected = new Set(files.map((name) => new URL(name, root).href));

scope.addEventListener('install', (event) => event.waitUntil(keepAll()));
scope.addEventListener('activate', (event) => event.waitUntil(removeOld().then(() => scope.clients.claim())));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.mode === 'navigate') {
    if (address === root || address === `${root}index.html`) event.respondWith(page(request));
  } else if (expected.has(address)) event.respondWith(cachedFile(address, request));
});

/** Names of files in assets/ change with their contents, so that what the browser has of them is right. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  const requests = files.map(
    (name) => new Request(new URL(name, root), { cache: name.startsWith('assets/') ? 'default' : 'reload' }),
  );
  await cache.addAll(requests);
}

async function removeOld(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page of the server, which may be newer; without one that of this build. */
async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined);
  return answer?.ok ? answer : ((await fromCache(root)) ?? answer ?? Response.error());
}

async function cachedFile(address: string, request: Request): Promise<Response> {
  return (await fromCache(address)) ?? fetch(request);
}

async function fromCache(address: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(address);
}
