/** Keeps the page for use without a network: a service worker downloads its files after the first visit. */

/**
 * Registers the service worker where the page is on a server of static files. A page of `dxlens explore` has an address
 * that is used once, so that nothing would be cached for another time.
 */
export function keepForOffline(): void {
  const isServedOnce = document.querySelector('meta[name="opened-files"]') !== null;
  if (!import.meta.env.PROD || isServedOnce || !('serviceWorker' in navigator)) return;
  // Without it the page works, too.
  navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
}
