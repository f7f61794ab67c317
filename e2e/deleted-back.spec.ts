import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { madeEpub } from '../src/features/content/epub/epub.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { unitRow } from '../src/features/unit/unit-info.factory.ts';
import { expect, fromMenu, type Office, open, ready, test } from './office.ts';

/** Does with calls what other screens do. */
function callsOf(page: Page, office: Office) {
  const headers = { origin: office.url };
  const call = async (path: string, of: Parameters<Page['request']['post']>[1], method: 'post' | 'put' = 'post') => {
    const answer = await page.request[method](office.url + path, { headers, ...of });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()).results;
  };
  return {
    post: (path: string, data: object) => call(path, { data }),
    put: (path: string, data: object) => call(path, { data }, 'put'),
    upload: (path: string, field: string, name: string, buffer: Buffer) =>
      call(path, { multipart: { [field]: { name, mimeType: 'application/octet-stream', buffer } } }),
  };
}

/** The rows of these tables without what every change counts or notes. */
const rowsOf = async (office: Office, tables: readonly string[]) => {
  const rows = await Promise.all(
    tables.map((table) => office.sql(`select (to_jsonb(t) - 'touched_at')::text as row from ${table} t order by 1`)),
  );
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]]));
};

/** Deletes the record of the page from the menu in its head, and takes that back from the notice. */
async function deleteAndUndo(page: Page, isGone: () => Promise<boolean>): Promise<void> {
  await fromMenu(page, 'Delete');
  const dialog = page.getByRole('dialog');
  const phrase = dialog.getByRole('textbox', { name: /I understand/ });
  await dialog.getByRole('button', { name: 'Delete' }).waitFor();
  if (await phrase.isVisible()) await phrase.fill('I understand');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(isGone).toBe(true);
  await ready(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(isGone).toBe(false);
}

test('a deleted book comes back from the notice with its words, files, units, report and thread', async ({
  page,
  office,
}) => {
  const { post, put, upload } = callsOf(page, office);
  await post('/api/v1/book', { books: [bookRow(1, { title: 'The Lamp' })], create_missing: true });
  const [{ bidx } = { bidx: 0 }] = await office.sql('select bidx from book');
  const { word_idx: word } = await post('/api/v1/book/B1/word', { word: 'ice' });
  await post('/api/v1/sentence', { bid: 'B1', word_idx: word, sentence: 'I like ice.', mdr_targeted: 'N' });
  await upload('/api/v1/book/B1/cover', 'book_cover', 'a.jpg', Buffer.from(await jpeg(1)));
  await upload('/api/v1/book/B1/epub', 'file', 'a.epub', Buffer.from(madeEpub()));
  await post('/api/v5/book/unit', { bidx, bid: 'B1', unitInfo: [unitRow(1)] });
  await post('/api/v1/thread', { kind: 'book', id: 'B1', text: 'Is the title right?' });
  await put('/api/v1/book', { bids: ['B1'], published: true });
  const checked = () => office.sql("select from epub_check where status <> 'waiting'");
  await expect.poll(checked).toHaveLength(1);
  const tables = ['book', 'word', 'sentence', 'book_image', 'book_content', 'unit_info', 'unit_info_row'];
  const all = [...tables, 'thread', 'thread_message', 'book_readiness', 'epub_check'];
  const before = await rowsOf(office, all);
  await open(page, office, '/book/B1');
  await deleteAndUndo(page, async () => (await office.sql("select from book where bid = 'B1'")).length === 0);
  expect(await rowsOf(office, all)).toEqual(before);
});

test('a deleted collection comes back from the notice with its texts, prices, image, versions, place and thread', async ({
  page,
  office,
}) => {
  const { post, put, upload } = callsOf(page, office);
  for (const cid of ['one', 'two', 'three']) {
    const prices = [{ currency: 'KRW', price: '9900' }];
    const { cidx } = await post('/api/v1/collection', { cid, title: cid, is_public: 'O', prices });
    await put('/api/v1/collection/advertisement', { cidx, adsOn: true });
  }
  await put('/api/v5/collection/two', { multi_lang_data: { ko: { title: '둘' } } });
  await upload('/api/v1/collection/two/image/cover', 'collection_image', 'a.jpg', Buffer.from(await jpeg(2)));
  await post('/api/v1/thread', { kind: 'collection', id: 'two', text: 'Ready for May?' });
  const tables = ['collection', 'collection_text', 'collection_price', 'collection_image', 'thread', 'thread_message'];
  const before = await rowsOf(office, tables);
  const versions = await office.sql("select changes from version where entity_id = 'two' order by ver_idx");
  await open(page, office, '/collection/two');
  await deleteAndUndo(page, async () => (await office.sql("select from collection where cid = 'two'")).length === 0);
  expect(await rowsOf(office, tables)).toEqual(before);
  expect(await office.sql("select changes from version where entity_id = 'two' order by ver_idx")).toEqual(versions);
});

test('a deleted batch comes back from the notice, and a deleted webhook paused', async ({ page, office }) => {
  const { post } = callsOf(page, office);
  const { cust_idx: customer } = await post('/api/v1/customer', { cust_id: 'ACME-01', name: 'Acme' });
  const { cidx } = await post('/api/v1/collection', { cid: 'four', title: 'Four' });
  const [batch] = await office.sql(`
    insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
    values (${customer}, ${cidx}, 'Spring', 1, '9.90', 'USD', 'cancelled', now(), now()) returning cg_idx`);
  const before = await rowsOf(office, ['code_batch']);
  await open(page, office, `/code/batch/${String(batch?.['cg_idx'])}`);
  await deleteAndUndo(page, async () => (await office.sql('select from code_batch')).length === 0);
  expect(await rowsOf(office, ['code_batch'])).toEqual(before);

  const { wh_idx: hook } = await post('/api/v1/webhook', {
    name: 'Portal',
    url: 'http://127.0.0.1:9/',
    kinds: ['book'],
  });
  await open(page, office, `/settings/webhooks/${hook}`);
  await deleteAndUndo(page, async () => (await office.sql('select from webhook')).length === 0);
  expect(await office.sql('select name, active from webhook')).toEqual([{ name: 'Portal', active: false }]);
});
