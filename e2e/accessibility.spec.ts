import type { Page } from '@playwright/test';
import { axeViolations } from '../test/axe.ts';
import { expect, open, problemsOf, signIn, test } from './office.ts';
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

  const show = ({ scheme, width }: (typeof appearances)[number]) =>
    Promise.all([page.emulateMedia({ colorScheme: scheme }), page.setViewportSize({ width, height: 800 })]);

  for (const [turn, screen] of screens.entries())
    for (const language of languagesOf(turn))
      test(`${screen} has no accessibility violation in ${language}, light and dark, wide and narrow`, async ({
        office,
      }) => {
        await page.context().addCookies([{ name: 'lang', value: language, url: office.url }]);
        await show(appearances[0]);
        await open(page, office, screen);
        if (await page.locator('body[data-fragment]').count())
          await page.locator('[role=dialog] [data-view][data-ready]').waitFor();
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
});
