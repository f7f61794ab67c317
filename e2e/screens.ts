import type { Browser, Page } from '@playwright/test';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { importCsv, importRow } from '../src/features/import/import.factory.ts';
import { unitRow } from '../src/features/unit/unit-info.factory.ts';
import { expect, type Office, ready, signIn } from './office.ts';

/** Every screen and dialog by address: a dialog's own address opens it over its page. */
export const screens = [
  '/',
  '/book',
  '/book?search_val=nothing-is-called-so',
  '/book/B0001',
  '/book/B0001/words',
  '/book/B0001/images',
  '/book/B0001/content',
  '/book/B0001/units',
  '/book/B0001/uses',
  '/book/B0001/history',
  '/book/word/create?bid=B0001',
  '/book/word/sentence/add?bid=B0001&word_idx=1',
  '/book/word/sentence/update?sent_idx=1',
  '/book/publish/B0001',
  '/book/create',
  '/book/change',
  '/book/update/B0001',
  '/book/import',
  '/book/import/1',
  '/book/import/1?filter=all',
  '/book/import/2/images',
  '/book/import/2/sentences',
  '/book/import/2/audio',
  '/book/import/2/done',
  '/series',
  '/series/create',
  '/series/level/create?ser_idx=1',
  '/category',
  '/category/create',
  '/agegroup',
  '/agegroup/create',
  '/roadmap/1',
  '/audit/of/roadmap/1',
  '/series_guide',
  '/series_guide?gui_id=path',
  '/series_guide?gui_id=path&mode=view',
  '/series_guide?gui_id=not_yet',
  '/series_guide/create?gui_id=path',
  '/series_guide/update/1',
  '/customer',
  '/customer/create',
  '/customer/1',
  '/customer/update/1',
  '/collection/create',
  '/collection/update/sea-tales',
  '/collection/sea-tales/localize/ko',
  '/collection/matrix',
  '/collection/sea-tales/scheduled?at=2035-06-01T09:00',
  '/preview/create?of=collection&id=sea-tales',
  '/reservation',
  '/calendar?on=2035-05-01',
  '/calendar?on=2035-05-16&span=week',
  '/calendar?on=2035-05-16&span=list',
  '/calendar/subscribe',
  '/reservation/create?cid=sea-tales&target=price',
  '/reservation/1',
  '/release',
  '/release/create',
  '/release/1',
  '/staff',
  '/staff/sessions',
  '/staff/second-factor',
  '/staff/renewed',
  '/audit',
  '/audit/of/import/1',
  '/settings',
  '/settings/keys',
  '/mail',
  '/workbench',
  '/workbench/blank_ends',
  '/mailing',
  '/mailing/create',
  '/term',
  '/term/create',
  '/term/proposals',
  '/doctor',
  '/draft',
  '/settings/webhooks',
  '/settings/webhooks/create',
  '/spreadsheet',
  '/sample',
  '/docs',
  '/docs/book',
  '/nothing-here',
  '/collection',
  '/collection/sea-tales',
  '/collection/sea-tales/contents',
  '/collection/sea-tales/versions',
  '/collection/advertisement',
  '/collection/code?cidx=1',
  '/code',
  '/code/change/length?cg_idx=1',
  '/code/batch/create?cust_idx=1',
  '/code/batch/1',
  '/code/update?cust_idx=1&cg_idx=1',
  '/code/report',
  '/code/purchase',
  '/code/redeem',
  '/customer/code/1',
  '/customer/code/1/1',
  '/event',
  '/event/create',
  '/event/1',
  '/event/1/participants',
  '/registration',
  '/report/platform?since=2026-01-01&until=2026-02-01',
  '/report/platform',
  '/report/registered-collection',
  '/report/registered-book',
  '/report/all-books',
  '/report/all-coupons',
];

/** A library with something to show on every one of these screens. */
export async function fillScreens(browser: Browser, office: Office): Promise<void> {
  const page = await browser.newPage();
  await signIn(page.context(), office);
  const rows = [
    importRow(1, { bid: 'B0001' }),
    importRow(2, { title: '' }),
    importRow(3, { isbn_print: '9780000000011' }),
  ];
  await page.goto(`${office.url}/book/import`);
  await ready(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(importCsv(rows)) });
  await page.waitForURL(/\/book\/import\/\d+/);
  const book = importRow(1, { category: 'Fables', age_group: 'Ages 4' });
  await page.request.post(`${office.url}/api/v1/book`, { data: { books: [book], create_missing: true } });
  const sentence = { bid: importRow(1).bid, word: 'lantern', sentence: 'The lantern is lit.', mdr_targeted: 'Y' };
  await page.request.post(`${office.url}/api/v1/sentence`, { data: { sentences: [sentence] } });
  const chosen = await page.request.post(`${office.url}/api/v1/import/book`, { data: { bids: ['B0001'] } });
  expect((await chosen.json()).results.import_idx).toBe(2);
  const words = {
    name: 'words.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('B0001,boat,The boat sank.,Y\nB0009,x,y,N\n'),
  };
  await page.request.post(`${office.url}/api/v1/import/2/sentence`, { multipart: { file: words } });
  const files = [{ name: 'B0001_cover.jpg', size: 1000, modified: 1 }];
  await page.request.post(`${office.url}/api/v1/import/2/upload`, { data: { step: 'images', files } });
  const epub = { name: 'lantern.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(madeEpub()) };
  await page.request.post(`${office.url}/api/v1/book/B0001/epub`, { multipart: { file: epub } });
  const [{ bidx } = {}] = await office.sql("select bidx from book where bid = 'B0001'");
  await page.request.post(`${office.url}/api/v5/book/unit`, { data: { bidx, bid: 'B0001', unitInfo: [unitRow(1)] } });
  await page.request.put(`${office.url}/api/v1/book`, { data: { bids: ['B0001'] } });
  const arranged = { target_group: 1, target_row: 0, bids: ['B0001'] };
  await page.request.put(`${office.url}/api/v1/roadmap`, { data: arranged });
  await page.request.post(`${office.url}/api/v1/customer`, { data: { cust_id: 'ACME', name: 'Acme Books' } });
  await addCollection(page, office);
  await addCodes(page, office);
  for (const legend of ['Read aloud, Songs', 'Phonics']) {
    const item = { gui_id: 'path', title: 'Rhymes and songs', link_title: 'Rhymes', legend, start: 2, length: 3 };
    await page.request.post(`${office.url}/api/v1/extra/series_guide`, { data: item });
  }
  await page.close();
}

/** A collection whose Korean texts were saved before the English ones. */
async function addCollection(page: Page, office: Office): Promise<void> {
  const texts = {
    title: 'Tales of the sea',
    description: '<h2>About</h2><p>Forty <a href="https://a.test">tales</a>.</p>',
  };
  const prices = [
    { currency: 'KRW', price: '9900' },
    { currency: 'USD', price: '9', subscription_period: 30 },
  ];
  const data = { cid: 'sea-tales', is_public: 'O', laura_support: true, owned_by: [1], prices };
  const url = `${office.url}/api/v1/collection`;
  await page.request.post(url, { data: { ...data, multi_lang_data: { en: texts, ko: texts } } });
  await page.request.put(`${office.url}/api/v5/collection/sea-tales`, { data: { title: 'Tales of the seas' } });
  // Two conflicting changes of one field, not yet decided.
  for (const price of ['8', '7']) {
    const value = [{ currency: 'KRW', price }];
    const change = { cid: 'sea-tales', target: 'price', value, apply_at: '2035-05-16T09:00:00+09:00' };
    await page.request.post(`${office.url}/api/v1/reservation`, { data: change });
  }
  // Both come before a release that sets the same field.
  const release = { name: 'Winter launch', apply_at: '2035-12-03T00:00:00+09:00' };
  await page.request.post(`${office.url}/api/v1/release`, { data: release });
  const released = { kind: 'collection', id: 'sea-tales', values: { prices: [{ currency: 'USD', price: '9' }] } };
  await page.request.put(`${office.url}/api/v1/release/1/change`, { data: released });
}

/** A batch of codes, and an event that somebody has joined. */
async function addCodes(page: Page, office: Office): Promise<void> {
  const post = (url: string, data: object) => page.request.post(`${office.url}/api/v1/${url}`, { data });
  const batch = {
    cust_idx: 1,
    cidx: 1,
    title: 'Spring',
    count: 12,
    price: '9.90',
    currency: 'USD',
    length: 30,
    memo: 'By mail',
  };
  await post('code/batch', batch);
  const times = { from: 1_767_225_600, until: 4_070_908_800 };
  await post('event', { name: 'Book fair', cid: 'sea-tales', code: 'BOOKFAIR2026', ...times, participant_limit: 5 });
  await post('code/redeem', { code: 'BOOK-FAIR-2026', learner_id: 'learner-1' });
  const status = async () =>
    (await (await page.request.get(`${office.url}/api/v1/code/batch/1`)).json()).results.status;
  await expect.poll(status).toBe('issued');
}
