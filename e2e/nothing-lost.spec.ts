import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { expect, type Office, open, openAsleep, ready, test } from './office.ts';

/** Adds a book to the library with the bulk call. */
async function addBook(page: Page, office: Office, number: number): Promise<void> {
  const books = [bookRow(number, { format: 'EPUB' })];
  await page.request.put(`${office.url}/api/v1/book/import`, { data: { books, create_missing: true } });
}

const endSessions = (office: Office) => office.sql('delete from session');

test('an expired session is renewed over the page, and typed text is saved', async ({ page, office }) => {
  await addBook(page, office, 1);
  await open(page, office, '/book/update/B1');
  await page.getByLabel('Genre').fill('Fable');
  await endSessions(office);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await expect(dialog.getByLabel('ID')).toHaveValue('ada');
  await dialog.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Log-in failed. Please confirm your ID and password');
  await dialog.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Book updated.')).toBeVisible();
  await expect(page.getByLabel('Genre')).toBeFocused();
  expect(await office.sql("select genre from book where bid = 'B1'")).toEqual([{ genre: 'Fable' }]);
});

test('a person who declines to log in again keeps what they typed, and another person is warned', async ({
  page,
  office,
}) => {
  await addBook(page, office, 2);
  await open(page, office, '/book/update/B2');
  await page.getByLabel('Genre').fill('Myth');
  await endSessions(office);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Log in to continue.');
  await expect(page.getByLabel('Genre')).toHaveValue('Myth');
  await page.keyboard.press('Control+s');
  await dialog.getByLabel('ID').fill('bert');
  await dialog.getByLabel('Password').fill('some other password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('ada opened this page. If you log in as bert');
  await dialog.getByLabel('ID').fill('ada');
  await dialog.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Book updated.')).toBeVisible();
});

test('an upload continues after logging in again', async ({ page, office }) => {
  await addBook(page, office, 3);
  await open(page, office, '/book/B3/images');
  await endSessions(office);
  const file = { name: 'B3_cover.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1) };
  await page.getByLabel('Choose cover').setInputFiles(file);
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cover uploaded.')).toBeVisible();
});

test('typed text is offered again after a crash, until it is saved or discarded', async ({ page, office }) => {
  await addBook(page, office, 4);
  page.on('dialog', (question) => void question.accept());
  await open(page, office, '/book/update/B4');
  await page.getByLabel('Genre').fill('Saga');
  await page.getByRole('status').filter({ hasText: '1 unsaved change' }).waitFor();
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Genre')).toHaveValue('');
  await expect(page.getByText(/Unsaved changes from/)).toBeVisible();
  // Somebody else saves another field in the meantime.
  await page.request.put(`${office.url}/api/v1/book/B4`, { data: { theme: 'Sea' } });
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Genre')).toHaveValue('Saga');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved, together with the changes ada made.')).toBeVisible();
  expect(await office.sql("select genre, theme from book where bid = 'B4'")).toEqual([{ genre: 'Saga', theme: 'Sea' }]);
  await page.reload();
  await ready(page);
  await expect(page.getByText(/Unsaved changes from/)).toHaveCount(0);
});

test('text typed beside an offered draft is kept, and restoring the draft keeps both', async ({ page, office }) => {
  await addBook(page, office, 6);
  page.on('dialog', (question) => void question.accept());
  const reload = async () => {
    await page.reload();
    await ready(page);
  };
  const restore = page.getByRole('button', { name: 'Restore' });
  await open(page, office, '/book/update/B6');
  await page.getByLabel('Theme').fill('Sea');
  await reload();
  await expect(restore).toBeInViewport();
  await page.getByLabel('Genre').fill('Saga');
  await reload();
  await restore.click();
  await expect(page.getByLabel('Theme')).toHaveValue('Sea');
  await expect(page.getByLabel('Genre')).toHaveValue('Saga');
  await expect(page.getByLabel('Theme').or(page.getByLabel('Genre')).and(page.locator(':focus'))).toHaveCount(1);
  await reload();
  await page.getByLabel('Keywords').fill('boat');
  await restore.click();
  await expect(page.getByLabel('Keywords')).toHaveValue('boat');
  await reload();
  // A save of something else leaves the offer as it is; discarding it leaves what is typed.
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Remarks').fill('One');
  await reload();
  await page.getByLabel('Theme').fill('Land');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Book updated.')).toBeVisible();
  await reload();
  await restore.click();
  await expect(page.getByLabel('Remarks')).toHaveValue('One');
  await expect(page.getByLabel('Theme')).toHaveValue('Land');
});

test('a form that is being saved stays as it is, so that nothing is typed that would be lost', async ({
  page,
  office,
}) => {
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'slow', title: 'Slow' } });
  await open(page, office, '/collection/update/slow');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v5/collection/slow', async (route) => {
    await promise;
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' });
  });
  const price = page.locator('[name="prices.0.price"]');
  await price.fill('100');
  await page.keyboard.press('Control+s');
  const form = page.locator('form[aria-busy]');
  await expect(form).toBeVisible();
  await page.keyboard.type('9');
  await page.getByRole('button', { name: 'Add price' }).click();
  await expect(price).toHaveValue('100');
  await expect(price).toBeFocused();
  await expect(page.getByRole('listitem', { name: 'Price 2' })).toHaveCount(0);
  resolve();
  // Not our answer, but that of a proxy.
  await expect(page.getByRole('alert')).toContainText('The server could not answer. Try again in a moment.');
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Add price' }).click();
  await page.keyboard.type('5');
  await expect(page.locator('[name="prices.1.price"]')).toHaveValue('5');
});

test('no click or text entered before the page is interactive is lost', async ({ page, office }) => {
  await addBook(page, office, 5);
  let wake = await openAsleep(page, `${office.url}/series`);
  await page.getByRole('button', { name: 'New series' }).click();
  await wake();
  await expect(page.getByRole('dialog', { name: 'New series' })).toBeVisible();

  wake = await openAsleep(page, `${office.url}/book/update/B5`);
  await page.getByLabel('Genre').fill('Romance');
  await page.getByLabel('CEFR', { exact: true }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await wake();
  await expect(page.getByText('Book updated.')).toBeVisible();
  expect(await office.sql("select genre, level_type from book where bid = 'B5'")).toEqual([
    { genre: 'Romance', level_type: 'CEFR' },
  ]);

  wake = await openAsleep(page, `${office.url}/category`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await wake();
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('dialogs that cannot be loaded say so, and trying again opens them', async ({ page, office }) => {
  await page.route('**/assets/overlays-*.js*', (route) => route.abort());
  await open(page, office, '/category');
  await page.getByRole('button', { name: 'New category' }).click();
  const message = page.locator('.unreachable');
  await expect(message).toContainText('There is no response from the server');
  await page.unroute('**/assets/overlays-*.js*');
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'New category' })).toBeVisible();
});

test('a browser storage that is full stops neither selecting nor saving', async ({ page, office }) => {
  await addBook(page, office, 31);
  await open(page, office, '/book');
  await page.evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size /= 2) {
      try {
        for (let round = 0; ; round++) sessionStorage.setItem(`full ${size} ${round}`, 'x'.repeat(size));
      } catch {
        // No room for so much: fill the rest with less.
      }
    }
  });
  await page.getByRole('row', { name: /B31/ }).getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await page.getByRole('row', { name: /B31/ }).getByRole('link').first().click();
  await ready(page);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await ready(page);
  await page.getByLabel('Genre').fill('Saga');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Book updated.')).toBeVisible();
  expect(await office.sql("select genre from book where bid = 'B31'")).toEqual([{ genre: 'Saga' }]);
});

test('what was being edited while somebody deleted it is created again from what is typed', async ({
  page,
  office,
}) => {
  const add = (path: string, data: object) => page.request.post(office.url + path, { data });
  await add('/api/v1/book', { books: [bookRow(77, { author: 'Ann' })], create_missing: true });
  await add('/api/v1/collection', { cid: 'again', title: 'Again' });
  await open(page, office, '/book/update/B77');
  await page.getByLabel('Genre').fill('Half a myth');
  await office.sql("delete from book where bid = 'B77'");
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByRole('button', { name: 'Create it again' }).click();
  await page.waitForURL('**/book/B77');
  expect(await office.sql("select author, genre from book where bid = 'B77'")).toEqual([
    { author: 'Ann', genre: 'Half a myth' },
  ]);

  await open(page, office, '/collection/update/again');
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Half typed');
  await office.sql("delete from collection where cid = 'again'");
  await office.sql("delete from collection_cid where cid = 'again'");
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create it again' }).click();
  await page.waitForURL('**/collection/again');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Half typed');
});

test('an event, a customer, a webhook and an item of a guide are created again in the same way', async ({
  page,
  office,
}) => {
  const add = (path: string, data: object) => page.request.post(`${office.url}/api/v1/${path}`, { data });
  const again = page.getByRole('button', { name: 'Create it again' });
  const times = { from: 1_767_225_600, until: 4_070_908_800 };
  await add('collection', { cid: 'fair', title: 'Fair' });
  await add('event', { name: 'Book fair', cid: 'fair', code: 'BOOKFAIR2026', ...times });
  await open(page, office, '/event/update/1');
  await page.getByLabel('Name').fill('Winter fair');
  await office.sql('delete from event');
  await office.sql("delete from code where code = 'BOOKFAIR2026'");
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await again.click();
  await page.waitForURL(/\/event\/[2-9]/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter fair');
  expect((await office.sql('select code from event')).length).toBe(1);

  await add('customer', { cust_id: 'ACME', name: 'Acme' });
  await open(page, office, '/customer/update/1');
  await page.getByLabel('Memo').fill('Half a memo');
  await office.sql('delete from customer');
  await page.getByRole('button', { name: 'Save' }).click();
  await again.click();
  await page.waitForURL(/\/customer\/[2-9]/);
  await expect(page.getByText('“Acme” added.')).toBeVisible();
  await expect(page.getByText('Half a memo')).toBeVisible();

  await add('webhook', { name: 'Portal', url: 'http://127.0.0.1:9/hook' });
  await open(page, office, '/settings/webhooks/1/update');
  await page.getByLabel('Name').fill('City portal');
  await office.sql('delete from webhook');
  await page.getByRole('button', { name: 'Save' }).click();
  await again.click();
  await expect(page.getByText('Secret of City portal')).toBeVisible();

  await add('extra/series_guide', { gui_id: 'path', title: 'Rhymes', start: 2, length: 3 });
  await open(page, office, '/series_guide/update/1');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half a rhyme');
  await office.sql('delete from guide_item');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await again.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await office.sql('select title from guide_item')).toEqual([{ title: 'Half a rhyme' }]);
});
