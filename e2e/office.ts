import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import { cloneDatabase } from '../test/postgres.ts';
import { type Product, startProduct } from '../test/product.ts';
import { reportOf } from './page-report.ts';

/** The running product, as with `npm start`, on its own database. */
export type Office = Product;

interface WorkerFixtures {
  environment: Record<string, string>;
  /** The office of a test file; the first request closes that of the previous file. */
  officeOf: (file: string) => Promise<Office>;
}

/** Journeys: `office` lives for one test file, `page` is signed in, and an error on the console fails the test. */
export const test = base.extend<{ page: Page; office: Office }, WorkerFixtures>({
  // Extra configuration of a file's office, set by files that need more than the default.
  environment: [{}, { scope: 'worker', option: true }],
  // A worker runs file after file in one browser: restarting both for each took longer than many files do.
  officeOf: [
    async ({ environment }, use) => {
      let current: { file: string; office: Office } | undefined;
      const close = async () => {
        const office = current?.office;
        current = undefined;
        await office?.stop();
      };
      await use(async (file) => {
        if (current?.file !== file) {
          await close();
          const database = await cloneDatabase(JSON.parse(process.env['E2E_POSTGRES'] ?? '{}'));
          current = { file, office: await startProduct(database, environment) };
        }
        return current.office;
      });
      await close();
    },
    { scope: 'worker' },
  ],
  office: async ({ officeOf }, use, { file }) => use(await officeOf(file)),
  page: async ({ context, office }, use, info) => {
    // A new tab: the context outlives the test, and drafts and selections live as long as their tab.
    const page = await context.newPage();
    await page.addInitScript(slowEffects, Number(process.env['SLOW_EFFECTS'] ?? 0));
    await page.addInitScript(slowAnswers, Number(process.env['SLOW_ANSWERS'] ?? 0));
    const problems = problemsOf(page);
    const report = reportOf(page);
    await signIn(context, office);
    await use(page);
    if (info.status !== info.expectedStatus)
      throw new Error([await report().catch(String), 'Its problems:', ...problems].join('\n'));
    expect(problems).toEqual([]);
  },
});

/**
 * Holds back what React leaves for after the browser has painted, in milliseconds: what a person presses before then must
 * work all the same. `SLOW_EFFECTS=100` finds what a fast machine fails once in a thousand runs.
 */
function slowEffects(ms: number): void {
  if (ms === 0) return;
  // oxlint-disable-next-line typescript/unbound-method -- called with its port below
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function postLater(message: unknown) {
    setTimeout(() => postMessage.call(this, message), ms);
  };
}

/**
 * Holds back the answers to what a page saves, in milliseconds: what is stored already, the page does not yet show. Finds
 * what is pressed between the two.
 */
function slowAnswers(ms: number): void {
  if (ms === 0) return;
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const answer = await send(input, init);
    if ((init?.method ?? 'GET') !== 'GET') await new Promise((resolve) => setTimeout(resolve, ms));
    return answer;
  };
}

export { expect };

/** Signs in an administrator by creating a session, without the screen and the cost of a password. */
export async function signIn(context: BrowserContext, office: Office, staffId?: string): Promise<void> {
  await context.addCookies([{ name: 'sid', value: await office.session(staffId), url: office.url }]);
}

/** Another administrator, Mina, on another computer. */
export async function colleague(context: BrowserContext, office: Office): Promise<Page> {
  await office.sql(
    `insert into staff (staff_id, name, password_hash, is_admin) values ('mina', 'Mina', 'none', true)
     on conflict do nothing`,
  );
  await signIn(context, office, 'mina');
  return context.newPage();
}

/** Collects problems on a page from now on: its errors, and console errors. */
export function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // The browser itself reports each 4xx and 5xx response, which journeys provoke on purpose, and features it disables
    // without HTTPS.
    const isOurs = !/^Failed to load resource|header has been ignored, because the URL's origin was untrustworthy/.test(
      message.text(),
    );
    if (message.type() === 'error' && isOurs) problems.push(message.text());
  });
  return problems;
}

/** Opens a page of the office and waits until it is usable. */
export async function open(page: Page, office: Office, path: string): Promise<void> {
  await page.goto(office.url + path).catch(async (error: Error) => {
    // The page before was about to go somewhere by itself, as after Undo.
    if (!error.message.includes('ERR_ABORTED')) throw error;
    await page.goto(office.url + path);
  });
  await ready(page);
}

/**
 * Opens a page whose own script is held back until released. The route stays, since taking it away could cut off what
 * the page requests then.
 */
export async function openAsleep(page: Page, url: string): Promise<() => Promise<void>> {
  const script = '**/assets/main-*.js';
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  return async () => {
    await expect(page.locator('html[data-ready]')).toHaveCount(0);
    resolve();
    await ready(page);
  };
}

/** Opens a page that starts after all changes so far, and waits until it receives the later ones. */
export async function openLive(page: Page, office: Office, path: string): Promise<void> {
  const [newest] = await office.sql('select max(change_idx) as idx from change');
  let listening: Promise<unknown> = Promise.resolve();
  // A page's cursor may be up to a second old; it then receives changes that it already shows, and redraws itself.
  const opened = async () => {
    listening = page.waitForResponse((answer) => answer.url().includes('/api/v1/live'));
    await open(page, office, path);
    return Number((await page.locator('html').getAttribute('data-cursor'))?.split('-').at(-1));
  };
  await expect.poll(opened).toBeGreaterThanOrEqual(Number(newest?.['idx']));
  await listening;
}

/** Waits until the page responds to clicks. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-ready]').waitFor();
}

/**
 * Does what the page is loaded anew after, and waits until the new one responds: what the earlier one still shows, such as the
 * notice of the act before, says nothing of it.
 */
export async function reloaded(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.evaluate(() => document.documentElement.toggleAttribute('data-earlier', true));
  await act();
  await page.locator('html[data-ready]:not([data-earlier])').waitFor();
}

/** Cancels the dialog that asks to log in again, and waits until the page says so; returns the dialog. */
export async function cancelLogIn(page: Page): Promise<Locator> {
  const login = page.getByRole('dialog', { name: 'Log in again' });
  await login.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Log in to continue.')).toBeVisible();
  return login;
}

/** Picks up an element by its handle, which is then announced; dnd-kit listens for arrow keys a moment later. */
export async function pickUp(page: Page, handle: string, announced: string): Promise<void> {
  await page.getByRole('button', { name: handle }).press('Space');
  await expect(page.getByText(announced)).toBeAttached();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Drops the dragged element, and waits until clicks count again: dnd-kit ignores clicks in the first 50 ms. */
export async function drop(page: Page): Promise<void> {
  await page.mouse.up();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 51)));
}

/** Chooses an act of a record from the menu in its head. */
export async function fromMenu(page: Page, act: string): Promise<void> {
  await page.locator('main header').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}
