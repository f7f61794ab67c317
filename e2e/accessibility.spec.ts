import type { Page } from '@playwright/test';
import { axeViolations } from '../test/axe.ts';
import { runTogether } from '../test/run-together.ts';
import { expect, type Office, open, problemsOf, signIn, test } from './office.ts';
import { fillScreens, screens } from './screens.ts';

test.beforeAll(({ browser, office }) => fillScreens(browser, office));

const languages = ['en', 'ko', 'es', 'jp', 'tr'];

/** Each screen is loaded once and checked in both appearances. */
const appearances = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360 },
] as const;

/** Screens take the languages in turn; `npm run test:long` checks every screen in every language. */
const languagesOf = (turn: number) =>
  process.env['TEST_LONG'] ? languages : languages.slice(turn % languages.length).slice(0, 1);

const find = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(text);
};

const selectRow = (page: Page) => page.locator('tbody input[type=checkbox]').first().check();

/** What opens over a screen: its name, the screen, and how to reach it in any language. */
const opened: [string, string, (page: Page) => Promise<unknown>][] = [
  [
    'the finder with results',
    '/book',
    async (page) => {
      await find('lantern')(page);
      await page.locator('#palette-list [role=option]').nth(1).waitFor();
    },
  ],
  ['the finder without results', '/book', find('nothing is called so')],
  [
    'a record beside its list',
    '/book',
    async (page) => {
      await page.keyboard.press('j');
      await page.keyboard.press('Space');
      await page
        .getByRole('complementary')
        .getByRole('heading', { name: /Lantern/ })
        .waitFor();
    },
  ],
  ['the filters', '/book', (page) => page.locator('form[role=search] summary').first().click()],
  [
    'a calendar',
    '/report/platform',
    async (page) => {
      await page.locator('main form button[aria-haspopup=dialog]').first().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  ['a selection', '/book', selectRow],
  [
    'a failed act',
    '/book',
    async (page) => {
      await selectRow(page);
      await page.route('**/api/v1/book', (route) => route.abort());
      await page
        .locator('main [role=group] button:visible')
        .filter({ hasNot: page.locator('svg') })
        .first()
        .click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'a notice with Undo',
    '/series',
    async (page) => {
      await page.evaluate(() => sessionStorage.setItem('flash', JSON.stringify({ message: 'Lanterns', undo: 1 })));
      await page.reload();
      await page.getByRole('status').filter({ hasText: 'Lanterns' }).getByRole('button').first().waitFor();
    },
  ],
  [
    'an open selector',
    '/book/create',
    async (page) => {
      await page.locator('main [role=combobox]').first().click();
      await page.locator('[data-combobox-option]').first().waitFor();
    },
  ],
  [
    'the levels of a series',
    '/series',
    async (page) => {
      await page.locator('main li button[aria-expanded]').first().click();
      await page.locator('main li button:not([aria-expanded])').nth(1).waitFor();
    },
  ],
  [
    'the keys of the page',
    '/book',
    async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  ],
];

test.describe(() => {
  // One window for all screens: a new one would load and compile the scripts of each screen again.
  let page: Page;
  let problems: string[];
  test.beforeAll(async ({ browser, office }) => {
    const context = await browser.newContext();
    await signIn(context, office);
    page = await context.newPage();
    problems = problemsOf(page);
  });
  test.afterAll(() => page.context().close());

  const speak = (language: string, office: Office) =>
    page.context().addCookies([{ name: 'lang', value: language, url: office.url }]);

  const show = ({ scheme, width }: (typeof appearances)[number]) =>
    Promise.all([page.emulateMedia({ colorScheme: scheme }), page.setViewportSize({ width, height: 800 })]);

  test('every screen of the menus is among those that are checked', async ({ office }) => {
    await open(page, office, '/');
    const links = page.locator('[data-screens] a, nav a[href]');
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    const pathOf = (address: string) => address.split('?')[0];
    const checked = new Set(screens.map(pathOf));
    expect(hrefs.length).toBeGreaterThan(21);
    expect([...new Set(hrefs.map(pathOf))].filter((path) => !checked.has(path))).toEqual([]);
  });

  for (const [turn, screen] of screens.entries())
    for (const language of languagesOf(turn))
      test(`${screen} has no accessibility violation in ${language}, light and dark, wide and narrow`, async ({
        office,
      }) => {
        await speak(language, office);
        await show(appearances[0]);
        await open(page, office, screen);
        if (await page.locator('body[data-fragment]').count())
          await page.locator('[role=dialog] [data-view][data-ready]').waitFor();
        expect(runTogether(await page.content()), 'texts read as one word').toEqual([]);
        for (const appearance of appearances) {
          await show(appearance);
          await expect(page.locator(`html[data-mantine-color-scheme=${appearance.scheme}]`)).toBeAttached();
          expect(await axeViolations(page), `${appearance.scheme}, ${appearance.width} px wide`).toEqual([]);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow, `nothing makes the page wider than ${appearance.width} px`).toBeLessThanOrEqual(0);
        }
        expect(problems.splice(0)).toEqual([]);
      });

  for (const [turn, [what, address, reach]] of opened.entries())
    for (const language of languagesOf(turn))
      test(`${what} on ${address} has no accessibility violation in ${language}, light and dark`, async ({
        office,
      }) => {
        await speak(language, office);
        await show({ scheme: 'light', width: 1280 });
        await open(page, office, address);
        await reach(page);
        expect(runTogether(await page.content()), 'texts read as one word').toEqual([]);
        for (const scheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme: scheme });
          await expect(page.locator(`html[data-mantine-color-scheme=${scheme}]`)).toBeAttached();
          expect(await axeViolations(page), scheme).toEqual([]);
        }
        await page.unrouteAll();
        // A reload would show the record beside the list again.
        await page.goto('about:blank');
        expect(problems.splice(0)).toEqual([]);
      });
});
