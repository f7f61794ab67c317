import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg, png } from '../src/features/image/image.fixture.ts';
import { expect, type Office, open, pickUp, ready, reloaded, test } from './office.ts';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

const previews = (office: Office) =>
  office
    .sql("select file_name from book_image where kind = 'preview' order by place")
    .then((rows) => rows.map((row) => row['file_name']));

const chooser = (page: Page, label: string) => page.getByLabel(label);

test.beforeEach(async ({ page, office }) => {
  await office.sql('truncate series, level, book restart identity cascade');
  const data = { books: [bookRow(1, { title: 'The Lamp' })], create_missing: true };
  await page.request.post(`${office.url}/api/v1/book`, { data });
  await open(page, office, '/book/B1/images');
});

test('a book gets its cover, which the list shows too', async ({ page, office }) => {
  await chooser(page, 'Choose cover').setInputFiles(file('lamp.jpg', await jpeg(1)));
  await expect(page.getByText('Cover uploaded.')).toBeVisible();
  const cover = page.getByRole('img', { name: 'Cover of The Lamp' });
  await expect(cover).toBeVisible();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(0);
  await open(page, office, '/book');
  const row = page.getByRole('row').filter({ hasText: 'The Lamp' });
  await expect(row.locator('img')).toHaveAttribute('src', /\/thumb\/list\.jpg$/);
});

test('previews are uploaded once none is invalid, are put in order by keyboard, and one is deleted and brought back', {
  tag: '@journey',
}, async ({ page, office }) => {
  const files = [
    file('one.jpg', await jpeg(1)),
    file('two.png', await png(2)),
    file('three.jpg', Buffer.from('no image')),
  ];
  await chooser(page, 'Add previews').setInputFiles([
    ...files,
    file('.DS_Store', Buffer.alloc(9)),
    file('notes.txt', Buffer.alloc(9)),
  ]);
  const chosen = page.getByRole('list', { name: 'Files to upload' });
  await expect(chosen.getByRole('listitem')).toHaveText([
    /^one\.jpg.*MB/,
    /three\.jpg.*Not a valid JPEG or PNG/,
    /^two\.png/,
  ]);
  await expect(page.locator('.is-error')).toBeVisible();
  expect(await previews(office)).toEqual([]);

  await page.getByRole('button', { name: 'Remove three.jpg' }).click();
  await expect(page.getByText('2 previews uploaded.')).toBeVisible();
  expect(await previews(office)).toEqual(['one.jpg', 'two.png']);

  await ready(page);
  await page.getByRole('button', { name: 'Reorder' }).click();
  await pickUp(page, 'Move one.jpg', 'one.jpg picked up');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('one.jpg is at position 2 of 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('one.jpg moved, 1 to 2.')).toBeVisible();
  expect(await previews(office)).toEqual(['two.png', 'one.jpg']);

  await ready(page);
  await page.getByRole('button', { name: 'Delete: Preview 1 of The Lamp' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Are you sure you want to delete it?');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Image deleted.')).toBeVisible();
  expect(await previews(office)).toEqual(['one.jpg']);
  await ready(page);
  for (const left of [['two.png', 'one.jpg'], ['one.jpg', 'two.png'], []]) {
    await reloaded(page, () => page.keyboard.press('Control+z'));
    await expect(page.getByText('Undone: 1 record is back in the previous state.')).toBeVisible();
    expect(await previews(office)).toEqual(left);
  }
  await expect(page).toHaveURL(/images$/);
});

test('a folder is dropped: the images in it are uploaded, whatever else it contains', async ({ page, office }) => {
  const files = { 'a.jpg': [...(await jpeg(1))], 'b.txt': [1], '.DS_Store': [2] };
  await page.evaluate((contents) => {
    const entryOf = (name: string, bytes: number[]) => ({
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File([new Uint8Array(bytes)], name)),
    });
    const batches = [Object.entries(contents).map(([name, bytes]) => entryOf(name, bytes)), []];
    const directory = {
      isFile: false,
      isDirectory: true,
      createReader: () => ({ readEntries: (done: (entries: unknown[]) => void) => done(batches.shift() ?? []) }),
    };
    // A script cannot produce the contents of a folder drop, so its entry is added to a real drop event.
    const event = new DragEvent('drop', { bubbles: true, dataTransfer: new DataTransfer() });
    Object.defineProperty(event, 'dataTransfer', {
      value: { items: [{ webkitGetAsEntry: () => directory, getAsFile: () => null }] },
    });
    const inputs = document.querySelectorAll('input[type=file][multiple]');
    inputs[0]?.parentElement?.dispatchEvent(event);
  }, files);
  await expect(page.getByText('1 preview uploaded.')).toBeVisible();
  expect(await previews(office)).toEqual(['a.jpg']);
});
