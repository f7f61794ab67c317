import type { Page } from '@playwright/test';
import { expect, fromMenu, type Office, open, ready, test } from './office.ts';

/** A collection in manage mode, 300 books with a format of their own, and one other book. */
async function prepare(page: Page, office: Office): Promise<number> {
  await office.sql(
    'truncate collection, collection_cid, version, versioned, book, level, series restart identity cascade',
  );
  await office.sql(`insert into series (title, position) values ('Tales', 1)`);
  await office.sql(`insert into level (ser_idx, title, position) select ser_idx, 'One', 1 from series`);
  await office.sql(`
    insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
    select 'T-' || n, case when n <= 300 then 'TALE' else 'EPUB' end, 'Tale ' || n, ser_idx, lev_idx, 'p' || n, 's' || n,
      now(), now() from generate_series(1, 301) n, level`);
  const answer = await page.request.post(`${office.url}/api/v1/collection`, {
    data: { cid: 'fair', title: 'The fair' },
  });
  return (await answer.json()).results.cidx;
}

async function giveReason(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a collection is filled from the book list by a filter, locked, refused and unlocked', {
  tag: '@journey',
}, async ({ page, office }) => {
  const cidx = await prepare(page, office);
  await open(page, office, '/collection/fair');
  await page.getByRole('button', { name: 'Manage contents' }).click();
  const panel = page.getByRole('complementary', { name: 'Manage contents: The fair' });
  await ready(page);
  // At the side it is always open.
  await expect(panel.getByRole('button', { name: 'Contents', exact: true })).toBeHidden();
  await panel.getByRole('link', { name: 'Library', exact: true }).click();
  await page.waitForURL('**/book');
  await ready(page);
  await page.getByText('Filter', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Format' }).selectOption('TALE');
  await expect(panel).toContainText('0 books');
  await page.getByRole('button', { name: 'Add all 300 that match' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add 300 books?' });
  await expect(dialog).toContainText('300 books are added.');
  await expect(dialog).toContainText('300 of them are not published.');
  await expect(dialog).toContainText('300 of them cannot be read on mobile.');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toContainText('Enter a reason.');
  await giveReason(page, 'for the fair');
  await expect(page.getByText('300 items added.')).toBeVisible();
  await expect(panel).toContainText('300 books, 0 on mobile');
  await expect(panel.getByRole('button', { name: 'Books 300' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Added: Tale 300', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add: Tale/ })).toHaveCount(0);

  // Somebody else locks it while its buttons are still shown here.
  await page.request.put(`${office.url}/api/v5/collection/lock`, { data: { cidx, lock: true } });
  await open(page, office, '/book');
  await expect(page.getByRole('button', { name: 'Add: Tale 301' })).toBeHidden();
  await expect(panel).toContainText('Locked by ada');
  await expect(panel).not.toContainText('Go to books and series');
  await panel.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('Collection unlocked.')).toBeVisible();
  await ready(page);
  await page.request.put(`${office.url}/api/v5/collection/lock`, { data: { cidx, lock: true } });
  await page.getByRole('button', { name: 'Add: Tale 301' }).click();
  await giveReason(page, 'one more');
  await expect(page.getByRole('alert').filter({ hasText: 'The collection is locked.' })).toBeVisible();
  await expect(panel).toContainText('Locked by ada');
  await page.request.put(`${office.url}/api/v5/collection/lock`, { data: { cidx, lock: false } });

  // A series from its own list, then undone.
  await open(page, office, '/series');
  await page.getByRole('button', { name: 'Add: Tales' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 book is added.');
  await giveReason(page, 'all of them');
  await expect(panel).toContainText('301 books, 1 on mobile');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 1 record is back in the previous state.')).toBeVisible();
  await expect(panel).toContainText('300 books, 0 on mobile');

  // When turned off, it leads back to the collection and can be turned on again; when closed, it leaves nothing behind.
  const modeCookie = async () => (await page.context().cookies()).find(({ name }) => name === 'manage_mode')?.value;
  await panel.getByRole('button', { name: 'Turn off manage mode' }).click();
  await page.waitForURL('**/collection/fair');
  await expect(panel).toBeHidden();
  expect(await modeCookie()).toBe('false');
  await ready(page);

  // A collection with contents cannot be deleted, and the required first step is one click away.
  await fromMenu(page, 'Delete');
  await expect(page.getByRole('dialog')).toContainText('Remove the contents first');
  await page.getByRole('dialog').getByRole('button', { name: 'Open contents' }).click();
  await page.waitForURL('**/collection/fair/contents');
  await ready(page);
  await page.getByRole('button', { name: 'Manage contents' }).click();
  await expect(panel).toBeVisible();
  await ready(page);
  await panel.getByRole('button', { name: 'Close the panel' }).click();
  await expect(panel).toBeHidden();
  expect(await modeCookie()).toBeUndefined();
});

test("on the collection's own page, contents are added by keyboard, and the whole page shows them at once", async ({
  page,
  office,
}) => {
  await prepare(page, office);
  await open(page, office, '/collection/fair/contents');
  const tab = page.getByRole('navigation', { name: 'Sections of the record' }).getByRole('link', { name: /^Contents/ });
  await expect(tab).toHaveText(/^Contents\s*$/);
  await page.getByRole('searchbox', { name: 'Add a series, level or book' }).fill('tales one');
  await expect(page.getByRole('button', { name: 'Add: One' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Add: One' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 item added.')).toBeVisible();
  await expect(tab).toHaveText('Contents 1');
  await expect(page.getByRole('button', { name: 'Added: One' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('searchbox', { name: 'Add a series, level or book' })).toBeFocused();
});
