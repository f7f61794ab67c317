import type { APIRequestContext } from '@playwright/test';
import { bookRow } from '#features/book/book.factory.ts';
import { madeEpub } from '#features/book/content/epub/epub.factory.ts';
import { jpeg } from '#features/book/images/image.fixture.ts';
import { unitRow } from '#features/book/unit-info/unit-info.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';

const titles = [
  'The Lantern',
  'El jardín de sal',
  '図書室の幽霊',
  '해리와 비밀의 방',
  'Deniz Feneri',
  'A Window on the Sea',
];

/** A library of made-up books, some with everything a book can have, and the records built on them. */
export async function fillLibrary(http: APIRequestContext): Promise<void> {
  const rows = Array.from({ length: 240 }, (_, index) =>
    bookRow(index + 1, {
      title: `${titles[index % titles.length]} ${index + 1}`,
      author: `Author ${index % 40}`,
      series: `Series ${index % 24}`,
      format: index % 2 ? 'EPUB' : 'SPINDLE',
    }),
  );
  await sent(http.post('/api/v1/book', { data: { books: rows, create_missing: true } }));
  await sent(http.put('/api/v1/book', { data: { bids: rows.slice(0, 120).map(({ bid }) => bid) } }));
  const sentences = ['lantern', 'boat', 'window'].map((word) => ({
    bid: 'B1',
    word,
    sentence: `The ${word} is here.`,
    mdr_targeted: 'Y',
  }));
  await sent(http.post('/api/v1/sentence', { data: { sentences } }));
  for (const bid of ['B1', 'B2', 'B3'])
    await sent(
      http.post(`/api/v1/book/${bid}/cover`, {
        multipart: {
          book_cover: { name: `${bid}.jpg`, mimeType: 'image/jpeg', buffer: await jpeg(Number(bid.slice(1))) },
        },
      }),
    );
  const epub = { name: 'lantern.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(madeEpub()) };
  await sent(http.post('/api/v1/book/B1/epub', { multipart: { file: epub } }));
  const { results } = await (await http.get('/api/v1/book?bid=B1')).json();
  await sent(http.post('/api/v5/book/unit', { data: { bidx: results[0].bidx, bid: 'B1', unitInfo: [unitRow(1)] } }));
  for (const title of ['Fables', 'Science']) await sent(http.post('/api/v1/category', { data: { title } }));
  for (const title of ['Ages 3 to 5', 'Ages 6 to 8']) await sent(http.post('/api/v1/age_group', { data: { title } }));
  await fillRoadmap(http);
  await fillCollections(http, results[0]);
  await fillSales(http);
  await fillSchedule(http);
  await fillGuide(http);
  await stageImport(http);
}

async function fillRoadmap(http: APIRequestContext): Promise<void> {
  const steps = [
    ['B1', 'B2', 'B3', 'B4', 'B5'],
    ['B11', 'B12'],
    ['B21', 'B22', 'B23'],
  ];
  for (const [target_row, bids] of steps.entries())
    await sent(http.put('/api/v1/roadmap', { data: { target_group: 1, target_row, bids } }));
}

/** Collections in several states, one of them with contents, and their owners. */
async function fillCollections(http: APIRequestContext, book: { bidx: number; ser_idx: number }): Promise<void> {
  for (const [cust_id, name] of [
    ['ACME-01', 'Acme Books'],
    ['SEOUL', '서울 책방'],
  ])
    await sent(http.post('/api/v1/customer', { data: { cust_id, name, memo: 'Schools and libraries' } }));
  const prices = [
    { currency: 'USD', price: '19.90', discounted_price: '14.90', subscription_period: 365 },
    { currency: 'KRW', price: '24000', subscription_period: 0 },
  ];
  const summary = 'Stories of the sea for the whole year.';
  for (const [index, title] of ['Stories of the sea', 'First steps in reading', 'Science for winter'].entries()) {
    const multi_lang_data = {
      en: { title, summary },
      ko: { title: '바다 이야기', summary: '바다 이야기 모음' },
    };
    const data = { cid: `SEA-${index + 1}`, title, multi_lang_data, prices, owned_by: [1], is_public: 'O' };
    const { results } = await sent(http.post('/api/v1/collection', { data }));
    await sent(http.put('/api/v1/collection/advertisement', { data: { cidx: results.cidx, adsOn: true } }));
  }
  const add = [
    { content_type: 'series', content_idx: book.ser_idx },
    { content_type: 'book', content_idx: book.bidx },
  ];
  await sent(http.put('/api/v5/collection/SEA-1/contents', { data: { add, reason: 'For the autumn catalogue' } }));
}

/** Codes of a batch, some of them redeemed, and an inactive webhook. */
async function fillSales(http: APIRequestContext): Promise<void> {
  const batch = { title: 'Autumn term', count: 40, price: '9.90', currency: 'USD', length: 365, memo: 'For schools' };
  const { results } = await sent(http.post('/api/v1/code/batch', { data: { cust_idx: 1, cidx: 1, ...batch } }));
  const codes = await issuedCodes(http, results.cg_idx ?? 0, batch.count);
  for (const [n, code] of codes.slice(0, 12).entries())
    await sent(http.post('/api/v1/code/redeem', { data: { code, learner_id: `learner-${n + 1}` } }));
  await sent(http.post('/customer/code/update/is_canceled', { data: { codes: codes.slice(20, 24), is_canceled: 1 } }));
  const webhook = { name: 'City portal', url: 'http://127.0.0.1:9/hook', active: false };
  await sent(http.post('/api/v1/webhook', { data: webhook }));
}

/** The codes of a batch, once all are issued. */
async function issuedCodes(http: APIRequestContext, cgIdx: number, count: number): Promise<string[]> {
  for (;;) {
    const answer = await http.get(`/api/v1/code?cg_idx=${cgIdx}&as=json`);
    const { rows } = ((await answer.json()) as { results: { rows: { code: string }[] } }).results;
    if (rows.length === count) return rows.map(({ code }) => code);
  }
}

const day = 86_400;

/** Scheduled changes of collections in this month and the next; two conflict over a field, so one must be decided. */
async function fillSchedule(http: APIRequestContext): Promise<void> {
  const noon = Math.floor(Date.now() / 1000 / day) * day + day / 2;
  const prices = (price: string) => [{ currency: 'USD', price, subscription_period: 365 }];
  const changes = [
    { cid: 'SEA-1', target: 'price', value: prices('17.90'), apply_at: noon + 2 * day },
    { cid: 'SEA-1', target: 'price', value: prices('15.90'), apply_at: noon + 2 * day + 3600 },
    { cid: 'SEA-2', target: 'price', value: prices('12.90'), apply_at: noon + 2 * day },
    { cid: 'SEA-3', target: 'description', locale: 'en', value: '<p>New for winter.</p>', apply_at: noon + 9 * day },
  ];
  for (const data of changes) await sent(http.post('/api/v1/reservation', { data }));
}

async function fillGuide(http: APIRequestContext): Promise<void> {
  const items = ['First words', 'Fables', 'Songs of the sea', 'Science for winter', 'Longer stories', 'Novels'];
  for (const [n, title] of items.entries()) {
    const legend = n % 2 ? 'Stories' : 'Words, Songs';
    const description = `<p>${title}, with a word on how to read them.</p>`;
    const data = { gui_id: 'path', title, legend, description, start: n + 1, length: 3 };
    await sent(http.post('/api/v1/extra/series_guide', { data }));
  }
}

/** A sheet whose plan has not been applied: new, changed and rejected rows. */
async function stageImport(http: APIRequestContext): Promise<void> {
  const rows = [
    importRow(8001),
    importRow(8002, { title: '' }),
    importRow(8003, { isbn_print: '123' }),
    ...[5, 6, 7].map((n) => ({ bid: `B${n}`, author: 'Ann Author' })),
  ];
  const file = { name: 'autumn.csv', mimeType: 'text/csv', buffer: Buffer.from(importCsv(rows)) };
  const { results } = await sent(http.post('/api/v1/import', { multipart: { file } }));
  await sent(http.put(`/api/v1/import/${results.import_idx}`, { data: { update: true } }));
  await sent(http.post('/api/v1/import/book', { data: { bids: ['B1', 'B2'] } }));
  if (results.import_idx !== 1) throw new Error('The look at the importer expects this to be the first import.');
}

/** Loads the sample library, as offered by an empty library. */
export async function loadSample(http: APIRequestContext): Promise<void> {
  await sent(http.post('/api/v1/sample', { timeout: 120_000 }));
}

async function sent(asked: ReturnType<APIRequestContext['post']>): Promise<{ results: Record<string, number> }> {
  const answer = await asked;
  if (!answer.ok()) throw new Error(`${answer.url()} answers ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as { results: Record<string, number> };
}
