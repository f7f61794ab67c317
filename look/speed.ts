import type { Browser } from '@playwright/test';
import { record } from './figures.ts';
import type { LookedAt } from './office.ts';

/** The pages that are opened most. */
export const busiest = ['/', '/book', '/book/B1', '/book/update/B1', '/series', '/collection'];

// A mid-range phone as simulated by Lighthouse: a four times slower CPU, on slow 4G.
const phone = { latency: 150, downloadThroughput: (1600 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const slowness = 4;

/** The number of visits per page: the best one counts, so that other load on the machine does not. */
export const times = 3;

interface Seen {
  paint: number;
  shift: number;
  /** What moved up or down by a pixel or more: `tr.row: 12 to 115`, in pixels of the viewport. */
  moved: string[];
  blocked: number;
}

/** One part of a layout shift, which TypeScript's library does not know. */
interface Shifted {
  node: Node | null;
  previousRect: DOMRect;
  currentRect: DOMRect;
}

/** The speed of pages on a phone: largest contentful paint, layout shift, and blocking time. */
export async function measureSpeed(browser: Browser, office: LookedAt): Promise<void> {
  for (const address of busiest) {
    const seen: Seen[] = [];
    for (let time = 0; time < times; time++) seen.push(await openOnPhone(browser, office, address));
    const best = (what: 'paint' | 'blocked') => Math.min(...seen.map((one) => one[what]));
    record({ name: `largest paint of ${address} on a telephone, ms`, value: Math.round(best('paint')), most: 2500 });
    record({ name: `layout shift of ${address}`, value: Math.max(...seen.map(({ shift }) => shift)), most: 0.01 });
    record({ name: `blocked time of ${address} on a telephone, ms`, value: Math.round(best('blocked')), most: 200 });
  }
}

/** One cold visit. */
export async function openOnPhone(
  browser: Browser,
  office: Pick<LookedAt, 'url' | 'context'>,
  address: string,
): Promise<Seen> {
  const context = await office.context(browser, { viewport: { width: 412, height: 823 } }, { scheme: 'light' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...phone });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.addInitScript(() => {
    const seen: Seen = { paint: 0, shift: 0, moved: [], blocked: 0 };
    Object.assign(globalThis, { seen });
    const observe = (type: string, note: (entry: PerformanceEntry & { value?: number; sources?: Shifted[] }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    observe('largest-contentful-paint', (entry) => (seen.paint = entry.startTime));
    observe('layout-shift', ({ value = 0, sources = [] }) => {
      seen.shift += value;
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const name = node instanceof Element ? `${node.localName}.${node.className}` : String(node?.textContent);
        if (Math.abs(from.y - to.y) >= 1) seen.moved.push(`${name}: ${from.y} to ${to.y}`);
      }
    });
    // Only the time beyond 50 ms of a task counts as blocking.
    observe('longtask', (entry) => (seen.blocked += entry.duration - 50));
  });
  // Measure only once the page is idle: the measuring code is script too.
  await page.goto(office.url + address, { waitUntil: 'networkidle' });
  const seen: Seen = await page.evaluate('seen');
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await context.close();
  return seen;
}
