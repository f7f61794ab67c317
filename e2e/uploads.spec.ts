import type { Locator, Page, Route } from '@playwright/test';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { silentMp3 } from '../src/features/word/sentence.factory.ts';
import { expect, type Office, open, test } from './office.ts';

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
const epub = (name = 'lantern.epub') => file(name, Buffer.from(madeEpub()));

const storage = '**/storage/upload';
const noAnswer = 'There is no response from the server.';

// A book for each test.
let n = 0;
let bid = '';
let sentence = 0;

test.beforeEach(async ({ page, office }) => {
  n += 1;
  bid = `B${n}`;
  await page.request.post(`${office.url}/api/v1/book`, { data: { books: [bookRow(n)], create_missing: true } });
  const added = { bid, word: 'lantern', sentence: `The lantern of ${bid} is lit.`, mdr_targeted: 'Y' };
  await page.request.post(`${office.url}/api/v1/sentence`, { data: { sentences: [added] } });
  const [row] = await office.sql('select max(sent_idx)::integer as sent_idx from sentence');
  sentence = Number(row?.['sent_idx']);
});

const openPart = (part: string) => (page: Page, office: Office) => open(page, office, `/book/${bid}/${part}`);
const namesOf = (office: Office) =>
  office
    .sql('select file_name from book_content natural join book where bid = $1', [bid])
    .then((rows) => rows.map((row) => row['file_name']));

interface Uploader {
  name: string;
  /** The address to which its files are posted. */
  posts: string;
  open: (page: Page, office: Office) => Promise<void>;
  /** The element with the classes is-uploading and is-error. */
  element: (page: Page) => Locator;
  start: (page: Page) => Promise<void>;
  stored: (office: Office) => Promise<unknown>;
}

const count = (text: string) => (office: Office) => office.sql(text).then(([row]) => row?.['n']);

const uploaders: Uploader[] = [
  {
    name: 'a cover',
    posts: '**/api/v1/book/*/cover',
    open: openPart('images'),
    element: (page) => page.locator('[data-uploader]').filter({ has: page.getByLabel('Choose cover') }),
    start: async (page) => page.getByLabel('Choose cover').setInputFiles(file('lamp.jpg', await jpeg(1))),
    stored: count('select count(*)::integer as n from book_image'),
  },
  {
    name: 'an EPUB',
    posts: storage,
    open: openPart('content'),
    element: (page) => page.locator('[data-uploader]').filter({ has: page.getByLabel('Choose EPUB') }),
    start: (page) => page.getByLabel('Choose EPUB').setInputFiles(epub()),
    stored: count('select count(*)::integer as n from book_content'),
  },
  {
    name: 'the audio of a sentence',
    posts: '**/api/v1/sentence/*',
    open: async (page, office) => {
      await open(page, office, `/book/word/sentence/update?sent_idx=${sentence}`);
      await page.locator('[role=dialog] [data-view][data-ready]').waitFor();
    },
    element: (page) => page.getByRole('group', { name: 'Audio' }),
    start: async (page) => {
      await page
        .getByLabel('Choose MP3 file', { exact: true })
        .setInputFiles(file('voice.mp3', Buffer.from(silentMp3(200))));
      await page.getByRole('button', { name: 'Save' }).click();
    },
    stored: count('select count(audio_key)::integer as n from sentence'),
  },
];

for (const uploader of uploaders) {
  test(`${uploader.name} that is stopped midway leaves nothing, and no second one begins meanwhile`, async ({
    page,
    office,
  }) => {
    await page.addInitScript(() => {
      const timeouts: number[] = [];
      Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
        set(value: number) {
          timeouts.push(value);
        },
      });
      Object.assign(globalThis, { timeouts });
    });
    await uploader.open(page, office);
    const before = await uploader.stored(office);
    const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let posted = 0;
    await page.route(uploader.posts, () => {
      posted += 1;
      begun.resolve();
    });
    page.on('requestfailed', () => stopped.resolve());
    await uploader.start(page);
    await begun.promise;
    const element = uploader.element(page);
    await expect(element).toHaveClass(/is-uploading/);
    expect(await page.evaluate('timeouts')).toEqual([600_000]);

    await expect(element.locator('input[type=file]:enabled')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':enabled'))).toHaveCount(0);
    await drop(element, { 'more.jpg': 'x', 'more.epub': 'PK', 'more.mp3': 'x' });
    expect(posted).toBe(1);

    await page.getByRole('button', { name: 'Cancel' }).click();
    await stopped.promise;
    await expect(element).not.toHaveClass(/is-uploading|is-error/);
    await expect(element.locator('input[type=file]')).toBeEnabled();
    expect(await uploader.stored(office)).toBe(before);
    expect(posted).toBe(1);
  });

  test(`${uploader.name} that fails says why and is marked, and trying again succeeds`, async ({ page, office }) => {
    await uploader.open(page, office);
    const before = Number(await uploader.stored(office));
    const full = { error: { code: 'storage.full', message: 'There is no storage space left. Nothing was saved.' } };
    const answers: ((route: Route) => Promise<void>)[] = [(route) => route.fulfill({ status: 507, json: full })];
    // Uploads to the storage are retried automatically after a broken connection; forms are not.
    if (uploader.posts !== storage) answers.push((route) => route.abort());
    await page.route(uploader.posts, (route) => (answers.shift() ?? ((one: Route) => one.continue()))(route));
    await uploader.start(page);
    const element = uploader.element(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('There is no storage space left. Nothing was saved.');
    await expect(element).toHaveClass(/is-error/);
    if (uploader.posts !== storage) {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toContainText(noAnswer);
      await expect(element).toHaveClass(/is-error/);
    }
    expect(await uploader.stored(office)).toBe(before);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => uploader.stored(office)).toBe(before + 1);
    await expect(page.locator('.is-error')).toHaveCount(0);
  });
}

test('an upload that is half sent is stopped, and nothing of it is kept', async ({ page, office }) => {
  await openPart('content')(page, office);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', slow);
  await page.getByLabel('Choose EPUB').setInputFiles(file('large.epub', Buffer.alloc(20 << 20, 'PK')));
  const bar = page.getByRole('progressbar', { name: 'Choose EPUB' });
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Choose EPUB')).toBeEnabled();
  expect(await namesOf(office)).toEqual([]);
});

test('files in a dropped folder that are not EPUBs are skipped', async ({ page, office }) => {
  await openPart('content')(page, office);
  const element = page.locator('[data-uploader]').filter({ has: page.getByLabel('Choose EPUB') });
  const bytes = Buffer.from(madeEpub()).toString('latin1');
  await drop(element.locator('[class*=drop]'), {
    '.DS_Store': 'x',
    'notes.txt': 'x',
    'a.jpg': 'x',
    'lantern.epub': bytes,
  });
  await expect(page.getByText('File uploaded.')).toBeVisible();
  expect(await namesOf(office)).toEqual(['lantern.epub']);
});

test('nothing is uploaded while a chosen file has the wrong type, until it is removed', async ({ page, office }) => {
  await openPart('content')(page, office);
  let requested = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/upload/grant')) requested += 1;
  });
  const element = page.locator('[data-uploader]').filter({ has: page.getByLabel('Choose EPUB') });
  await drop(element.locator('[class*=drop]'), {
    'one.epub': 'no zip at all',
    'two.epub': Buffer.from(madeEpub()).toString('latin1'),
  });
  const chosen = element.getByRole('list', { name: 'Files to upload' }).getByRole('listitem');
  await expect(chosen).toHaveText([/one\.epub.*it is not a zip file/, /two\.epub.*Only one file is accepted here/]);
  await expect(element).toHaveClass(/is-error/);
  expect(requested).toBe(0);
  await element.getByRole('button', { name: 'Remove one.epub' }).click();
  await expect(page.getByText('File uploaded.')).toBeVisible();
  expect(await namesOf(office)).toEqual(['two.epub']);
});

/**
 * Drops a folder on an element: a script cannot produce the contents of such a drop, so its entry is added to a real
 * event.
 */
async function drop(target: Locator, files: Record<string, string>): Promise<void> {
  await target.evaluate((element, contents) => {
    const entryOf = (name: string, text: string) => ({
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) =>
        done(new File([Uint8Array.from(text, (character) => character.charCodeAt(0))], name)),
    });
    const batches = [Object.entries(contents).map(([name, text]) => entryOf(name, text)), []];
    const directory = {
      isFile: false,
      isDirectory: true,
      createReader: () => ({ readEntries: (done: (entries: unknown[]) => void) => done(batches.shift() ?? []) }),
    };
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() });
    Object.defineProperty(event, 'dataTransfer', {
      value: { items: [{ webkitGetAsEntry: () => directory, getAsFile: () => null }] },
    });
    element.dispatchEvent(event);
  }, files);
}
