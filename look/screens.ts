import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { axeViolations } from '../test/axe.ts';
import { record } from './figures.ts';
import { type LookedAt, open } from './office.ts';
import { smallTargets } from './targets.ts';

/** Screens that no menu links to: records, editors and dialogs. */
export const further = [
  '/book?search_val=nothing-is-called-so',
  '/book/B1',
  '/book/B1/words',
  '/book/B1/images',
  '/book/B1/content',
  '/book/B1/units',
  '/book/B1/uses',
  '/book/B1/history',
  '/book/publish/B9',
  '/book/create',
  '/book/update/B1',
  '/book/change?search_val=lantern',
  '/book/import',
  '/book/import/1',
  '/book/import/2/images',
  '/book/import/2/sentences',
  '/book/import/2/audio',
  '/book/import/2/done',
  '/book/word/create?bid=B1',
  '/series/create',
  '/series/level/create?ser_idx=1',
  '/category/create',
  '/roadmap/1',
  '/roadmap/2',
  '/customer/1',
  '/customer/create',
  '/collection/create',
  '/collection/matrix',
  '/collection/advertisement',
  '/collection/SEA-1',
  '/collection/SEA-1/contents',
  '/collection/SEA-1/images',
  '/collection/SEA-1/versions',
  '/collection/SEA-1/uses',
  '/collection/SEA-1/history',
  '/collection/SEA-1/localize/ko',
  '/collection/update/SEA-1',
  '/collection/SEA-1/scheduled',
  '/reservation/calendar',
  '/reservation/calendar?span=week',
  '/reservation/create',
  '/reservation/1',
  '/series_guide?gui_id=path',
  '/series_guide?gui_id=path&mode=view',
  '/code/batch/1',
  '/customer/code/1',
  '/preview/create?of=collection&id=SEA-1',
  '/sample',
  '/staff/create',
  '/mail',
  '/workbench',
  '/workbench/blank_ends',
  '/mailing',
  '/mailing/create',
  '/term',
  '/term/create',
  '/term/proposals',
  '/doctor',
  '/draft',
  '/settings/webhooks',
  '/settings/webhooks/1',
  '/settings/webhooks/create',
  '/staff/sessions',
  '/staff/second-factor',
  '/docs',
  '/docs/book',
  '/docs/kit',
  '/nothing-here',
];

const variants = [
  { name: 'light', width: 1366, cookies: { lang: 'en', scheme: 'light' } },
  { name: 'dark', width: 1366, cookies: { lang: 'en', scheme: 'dark' } },
  { name: 'narrow', width: 360, cookies: { lang: 'en', scheme: 'light' } },
  { name: 'korean', width: 1366, cookies: { lang: 'ko', scheme: 'light' } },
  { name: 'korean-dark', width: 360, cookies: { lang: 'ko', scheme: 'dark' } },
];

/** The words that choose one look of the screens. */
export const lookNames: readonly string[] = variants.map(({ name }) => name);

/** Every screen for people who are signed in: those of the menu, then those that no menu links to. */
export async function everyScreen(page: Page, office: LookedAt): Promise<string[]> {
  await open(page, `${office.url}/`);
  const links = await page.locator('[data-screens] a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  return [...links.map((href) => href ?? '/'), ...further];
}

interface Wanted {
  /** Where the screenshots are written. */
  folder: string;
  /** The requested looks; all if none is named. */
  wanted: readonly string[];
}

/** Captures every screen in light, dark, narrow and Korean, with axe violations and targets that are too small. */
export async function lookAtScreens(browser: Browser, office: LookedAt, { folder, wanted }: Wanted): Promise<void> {
  const named = variants.filter(({ name }) => wanted.includes(name));
  for (const { name, width, cookies } of named.length > 0 ? named : variants) {
    const context = await office.context(
      browser,
      { viewport: { width, height: 860 }, reducedMotion: 'reduce' },
      cookies,
    );
    const page = await context.newPage();
    await mkdir(path.join(folder, name), { recursive: true });
    const axe: string[] = [];
    const small: string[] = [];
    const wide: string[] = [];
    const look = async (address: string) => {
      await page.screenshot({ path: path.join(folder, name, `${fileName(address)}.png`) });
      axe.push(...(await axeViolations(page)).map((found) => `${address}: ${found}`));
      small.push(...(await smallTargets(page)).map((found) => `${address}: ${found}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(address);
    };
    for (const address of await everyScreen(page, office)) {
      await open(page, office.url + address);
      await look(address);
    }
    await lookAtFinder(page, office, look);
    await lookOutside(browser, office, cookies, width, path.join(folder, name), axe);
    record({ name: `axe violations, ${name}`, value: axe.length, most: 0, found: axe });
    record({ name: `targets under 24 px, ${name}`, value: small.length, most: 0, found: [...new Set(small)] });
    record({ name: `screens wider than the window, ${name}`, value: wide.length, most: 0, found: wide });
    await context.close();
  }
}

async function lookAtFinder(page: Page, office: LookedAt, look: (address: string) => Promise<void>): Promise<void> {
  await open(page, `${office.url}/book`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await look('finder');
  await page.getByRole('combobox').fill('lantern');
  await page.locator('#palette-list [role=option]').nth(3).waitFor();
  await look('finder-found');
}

/** The screens shown to people who are not signed in. */
async function lookOutside(
  browser: Browser,
  office: LookedAt,
  cookies: Record<string, string>,
  width: number,
  folder: string,
  axe: string[],
): Promise<void> {
  const context = await office.context(browser, { viewport: { width, height: 860 } }, { ...cookies, sid: '' });
  const page = await context.newPage();
  await page.goto(`${office.url}/login`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.screenshot({ path: path.join(folder, 'login.png') });
  axe.push(...(await axeViolations(page)).map((found) => `/login: ${found}`));
  await context.close();
}

const fileName = (address: string) => address.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home';
