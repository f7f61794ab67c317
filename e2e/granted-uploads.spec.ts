import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { build } from 'vite';
import { expect, type Office, open, test } from './office.ts';

/** Bundles `uploadGranted` as any screen of the office could call it; no single screen uses all these options. */
async function bundle(): Promise<string> {
  const entry = path.resolve(import.meta.dirname, '../src/client/upload/granted-uploads.ts');
  const lib = { entry, formats: ['iife' as const], name: 'granted' };
  const define = { 'process.env.NODE_ENV': '"production"' };
  const quiet = { configFile: false as const, publicDir: false as const, logLevel: 'error' as const };
  const built = await build({ ...quiet, define, build: { write: false, lib } });
  const [first] = [built].flat();
  return first && 'output' in first ? first.output[0].code : '';
}

interface Outcome {
  reports: [sent: number, total: number][];
  error: { name: string; code?: string; status?: number; file?: string } | null;
}

/** Uploads this many files of 1,000 bytes as staged covers, and cancels at a given moment. */
async function upload(page: Page, count: number, stopWhen?: Promise<unknown>): Promise<Outcome> {
  const stopping = stopWhen?.then(() => page.evaluate('stop.abort()'));
  const outcome = await page.evaluate<Outcome>(`(async () => {
    globalThis.stop = new AbortController();
    const files = Array.from({ length: ${count} }, (_, n) =>
      ({ key: 'staging/G' + n + '_cover.jpg', file: new File([new Uint8Array(1000)], n + '.jpg') }));
    const reports = [];
    const onProgress = (sent, total) => reports.push([sent, total]);
    return granted.uploadGranted(files, { signal: stop.signal, onProgress }).then(
      () => ({ reports, error: null }),
      ({ name, code, status, file }) => ({ reports, error: { name, code, status, file: file && file.name } }));
  })()`);
  await stopping;
  return outcome;
}

const storage = '**/storage/upload';
const grants = (page: Page) => {
  const batches: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/upload/grant')) batches.push(request.postDataJSON().files.length);
  });
  return batches;
};

/** Responds to the uploads one after another with `answers`; later ones go through. Returns the number posted. */
async function answer(page: Page, answers: ((route: Route) => Promise<void>)[]): Promise<() => number> {
  let posted = 0;
  await page.route(storage, (route) => (answers[posted++] ?? ((one: Route) => one.continue()))(route));
  return () => posted;
}
const xml =
  (status: number, code: string, message = '') =>
  (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/xml',
      body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
    });
const expired = (route: Route) =>
  route.fulfill({ status: 403, json: { error: { code: 'storage.grant_expired', message: 'Too late.' } } });

let code: string;
test.beforeAll(async () => {
  code = await bundle();
});
test.beforeEach(async ({ page, office }) => {
  await prepare(page, office);
});

async function prepare(page: Page, office: Office): Promise<void> {
  await open(page, office, '/book');
  await page.evaluate(`${code}; globalThis.granted = granted;`);
}

test('hundreds of files are uploaded six at a time, with grants as needed and progress a few times a second', async ({
  page,
}) => {
  const batches = grants(page);
  let under = 0;
  let most = 0;
  const answers: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/storage/upload')) most = Math.max(most, (under += 1));
  });
  page.on('response', (response) => {
    if (!response.url().endsWith('/storage/upload')) return;
    under -= 1;
    answers.push(response.status());
  });
  const start = performance.now();
  const { reports, error } = await upload(page, 250);
  const seconds = (performance.now() - start) / 1000;
  expect(error).toBeNull();
  expect([answers.length, new Set(answers)]).toEqual([250, new Set([204])]);
  expect(most).toBeLessThanOrEqual(6);
  expect(most).toBeGreaterThan(1);
  expect(batches).toEqual([100, 100, 50]);
  expect(reports.at(-1)).toEqual([250_000, 250_000]);
  expect(reports).toEqual(reports.toSorted(([a], [b]) => a - b));
  expect(reports.length).toBeLessThanOrEqual(seconds * 20 + 2);
});

test('temporary failures are retried, and an expired grant is requested again', async ({ page }) => {
  const batches = grants(page);
  const posted = await answer(page, [
    (route) => route.abort(),
    (route) => route.fulfill({ status: 503, json: { error: { code: 'storage.unreachable', message: 'Later.' } } }),
    (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: 'slower' }),
    expired,
    xml(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.'),
    xml(503, 'SlowDown'),
  ]);
  const { error, reports } = await upload(page, 10);
  expect(error).toBeNull();
  expect(posted()).toBe(16);
  expect(batches.length).toBeGreaterThan(1);
  expect(reports.at(-1)).toEqual([10_000, 10_000]);
});

test('a file that is refused for good stops them all, and is named', async ({ page }) => {
  const posted = await answer(page, [xml(400, 'EntityTooLarge')]);
  const { error } = await upload(page, 60);
  expect(error).toEqual({ name: 'Error', code: 'storage.too_large', status: 400, file: '0.jpg' });
  expect(posted()).toBeLessThan(60);
});

test('a connection that does not come back is a failure after three more tries', async ({ page }) => {
  let posted = 0;
  await page.route(storage, (route) => {
    posted += 1;
    return route.abort();
  });
  const { error } = await upload(page, 1);
  expect([error?.code, error?.status, posted]).toEqual(['error.network', 0, 4]);
});

test('stopping stops every upload in progress, and no other begins', async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  let posted = 0;
  let failed = 0;
  page.on('requestfailed', () => {
    failed += 1;
  });
  await page.route(storage, () => {
    posted += 1;
    if (posted === 6) gate.resolve();
  });
  const { error } = await upload(page, 60, gate.promise);
  expect(error?.name).toBe('AbortError');
  await expect.poll(() => failed).toBe(6);
  expect(posted).toBe(6);
});
