import type { Browser, Page } from '@playwright/test';
import { record } from './figures.ts';
import { type LookedAt, open } from './office.ts';
import { everyScreen } from './screens.ts';

/** A change made in one tab, and the text by which the other one shows it. */
const changes = [
  { screen: '/book/B9', path: '/api/v1/book/B9', body: { author: 'Two Tabs' }, text: 'Two Tabs' },
  { screen: '/series', path: '/api/v1/series/3', body: { title: 'Tabbed series' }, text: 'Tabbed series' },
  { screen: '/category', path: '/api/v1/category/1', body: { title: 'Tabbed fables' }, text: 'Tabbed fables' },
  { screen: '/agegroup', path: '/api/v1/age_group/2', body: { title: 'Tabbed ages' }, text: 'Tabbed ages' },
  {
    screen: '/roadmap/2',
    path: '/api/v1/roadmap',
    body: { target_group: 2, target_row: 0, bids: ['B7'] },
    text: '1 book in 1 row',
  },
];

/** Opens every screen in two tabs of one person: neither may fail, and a change in one must reach the other. */
export async function lookInTwoTabs(browser: Browser, office: LookedAt): Promise<void> {
  const context = await office.context(browser, { viewport: { width: 1366, height: 860 } }, { lang: 'en' });
  const tabs = [await context.newPage(), await context.newPage()] as const;
  const failed: string[] = [];
  for (const tab of tabs) {
    tab.on('pageerror', (error) => failed.push(`${tab.url()}: ${error.message}`));
    tab.on('console', (said) => {
      // Missing pages are among the screens; the browser reports each.
      if (said.type() === 'error' && !said.text().startsWith('Failed to load resource'))
        failed.push(`${tab.url()}: ${said.text()}`);
    });
  }
  const openBoth = async (screen: string) => {
    for (const tab of tabs) await open(tab, office.url + screen);
  };
  for (const screen of await everyScreen(tabs[0], office)) await openBoth(screen);
  const missed: string[] = [];
  for (const { screen, path, body, text } of changes) {
    await openBoth(screen);
    const answer = await changeIn(tabs[0], path, body);
    if (answer !== 200) missed.push(`${screen}: the change answers ${answer}`);
    else if (!(await isShown(tabs[1], text))) missed.push(screen);
  }
  record({ name: 'problems of screens open in two tabs', value: failed.length, most: 0, found: failed });
  record({ name: 'changes that do not reach another tab', value: missed.length, most: 0, found: missed });
  await context.close();
}

/** Sends a change from a tab, as its screen would; returns the status. */
const changeIn = (tab: Page, path: string, body: object): Promise<number> =>
  tab.evaluate(
    async ([to, json]) => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(to, { method: 'PUT', headers, body: json });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      new BroadcastChannel('writes').postMessage(null);
      return status;
    },
    [path, JSON.stringify(body)] as const,
  );

const isShown = (tab: Page, text: string): Promise<boolean> =>
  tab
    .locator('main')
    .getByText(text)
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 20_000 })
    .then(
      () => true,
      () => false,
    );
