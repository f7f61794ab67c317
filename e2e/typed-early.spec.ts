import type { Page } from '@playwright/test';
import { expect, openAsleep, test } from './office.ts';
import { fillScreens, screens } from './screens.ts';

test.beforeAll(({ browser, office }) => fillScreens(browser, office));

const inPages =
  /(book|collection|reservation|event).create|(book|collection).update|localize|settings$|advertisement|code.(update|redeem)|reservation.1|gui_id=path$/;

/** The forms of pages; `npm run test:long` types on every screen. Dialogs are shown only once they take input. */
const forms = screens.filter((screen) => process.env['TEST_LONG'] || inPages.test(screen));

const samples: Record<string, string> = { date: '2035-03-04', 'datetime-local': '2035-03-04T05:06', time: '05:06' };

/** Text fields; not selectors, which only have values of their list, nor places, which are taken with Enter. */
const fields =
  'main :is(input, textarea):not([type=hidden], [type=checkbox], [type=radio], [type=file], [readonly], [disabled], .mantine-Select-input, [aria-label^="Position of"]):visible';

/**
 * The fields with their values, dates as they are sent. Ids are not the same before and after hydration, names may be
 * shared.
 */
const valuesIn = (page: Page) =>
  page.locator(fields).evaluateAll((all: HTMLInputElement[]) =>
    all.map((field, nth) => {
      const sent = field.form && field.name ? new FormData(field.form).get(field.name) : null;
      const value = typeof sent === 'string' && /^\d{4}-\d\d-\d\d/.test(sent) ? sent : field.value;
      return `${nth} ${field.labels?.[0]?.textContent || field.ariaLabel || field.name}: ${value}`;
    }),
  );

async function typeEverywhere(page: Page): Promise<void> {
  for (const [nth, field] of (await page.locator(fields).all()).entries()) {
    const type = (await field.getAttribute('type')) ?? 'text';
    // The next number is as valid as the one there.
    await field.fill(type === 'number' ? String(Number(await field.inputValue()) + 1) : (samples[type] ?? `7${nth}`));
  }
}

for (const screen of forms)
  test(`text typed straight after loading ${screen} is kept`, async ({ page, office }) => {
    const wake = await openAsleep(page, office.url + screen);
    // The event of that name waits for the script that is held back.
    await page.waitForFunction(() => document.readyState !== 'loading');
    await typeEverywhere(page);
    const typed = await valuesIn(page);
    await wake();
    await expect.poll(() => valuesIn(page)).toEqual(typed);
  });
