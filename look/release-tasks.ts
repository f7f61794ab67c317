import type { Page } from '@playwright/test';
import { button, type Task } from './task.ts';

const search = '/book?search_val=해리와';

/** What staff do most with releases. */
export const releaseTasks: readonly Task[] = [
  {
    name: "forty books and a collection's price into a release for Monday",
    most: 7,
    start: search,
    act: async ({ page, press }) => {
      const selection = { filter: { search_val: '해리와' }, except: [] };
      await send(page, 'put', '/api/v1/book', { selection, published: false });
      const put = button(page, 'Add to release');
      await press(page.getByRole('checkbox', { name: 'Select all rows on this page' }));
      await page.getByText('40 selected').waitFor();
      await press(button(page, 'Publish in a release…'));
      await page.getByRole('textbox', { name: 'Name' }).fill('Winter launch');
      await page.getByLabel('Time').fill('2035-12-03T00:00');
      await press(put);
      await page.getByText('Added to Winter launch.').waitFor();
      await press(page.locator('#side-menu a[href="/collection"]'));
      await ready(page, /\/collection/);
      await press(page.getByRole('link', { name: 'Science for winter' }).first());
      await ready(page, /\/collection\/SEA-3/);
      await press(page.getByRole('link', { name: 'Edit', exact: true }).first());
      await ready(page, /\/update\//);
      await page.getByRole('textbox', { name: 'Price', exact: true }).first().fill('18.90');
      await press(button(page, 'Add to Winter launch'));
      await page.getByText('Added to Winter launch.').waitFor();
    },
  },
  {
    name: 'a release moved to Tuesday',
    most: 2,
    start: '/calendar?on=2036-03-01',
    act: async ({ page, drag }) => {
      const apply_at = Date.parse('2036-03-03T00:00+09:00') / 1000;
      const { rel_idx } = await send(page, 'post', '/api/v1/release', { name: 'Spring launch', apply_at });
      const values = { prices: [{ currency: 'USD', price: '17.90' }] };
      await send(page, 'put', `/api/v1/release/${rel_idx}/change`, { kind: 'collection', id: 'SEA-3', values });
      await page.reload();
      await ready(page, /\/calendar/);
      const tuesday = page.getByRole('region', { name: 'Tuesday, March 4', exact: true });
      await drag(button(page, /^Move Spring launch/), tuesday);
      await tuesday.getByText('Spring launch').waitFor();
      await button(page, 'Undo').waitFor();
    },
  },
];

async function ready(page: Page, url: RegExp): Promise<void> {
  await page.waitForURL(url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/** What stands there before the task begins. */
async function send(page: Page, method: 'post' | 'put', path: string, data: object) {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request[method](new URL(path, page.url()).href, { headers, data });
  return (await answer.json()).results;
}
