import type { Browser } from '@playwright/test';
import { record } from './figures.ts';
import { type LookedAt, open } from './office.ts';

const pages = ['/', '/book', '/book/B1', '/book/update/B1'];

// A telephone in the middle of the range, as Lighthouse imitates it: four times slower, on a slow 4G line.
const phone = { latency: 150, downloadThroughput: (1600 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const slowness = 4;

/** How fast pages are on a telephone: the largest paint, what moves, and how long the page does not answer. */
export async function measureSpeed(browser: Browser, office: LookedAt): Promise<void> {
  for (const place of pages) {
    const context = await office.context(browser, { viewport: { width: 412, height: 823 } }, { scheme: 'light' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...phone });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.addInitScript(() => {
      const seen = { paint: 0, shift: 0, blocked: 0 };
      Object.assign(globalThis, { seen });
      const observe = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
      observe('largest-contentful-paint', (entry) => (seen.paint = entry.startTime));
      observe('layout-shift', (entry) => (seen.shift += entry.value ?? 0));
      // A task that takes more than 50 ms keeps the page from answering for the rest of it.
      observe('longtask', (entry) => (seen.blocked += entry.duration - 50));
    });
    await open(page, office.url + place);
    await page.waitForLoadState('networkidle');
    const seen: { paint: number; shift: number; blocked: number } = await page.evaluate('seen');
    record({ name: `largest paint of ${place} on a telephone, ms`, value: Math.round(seen.paint), most: 2500 });
    record({ name: `layout shift of ${place}`, value: seen.shift, most: 0.01 });
    record({ name: `blocked time of ${place} on a telephone, ms`, value: Math.round(seen.blocked), most: 200 });
    await context.close();
  }
}
