import { bookRow } from '#features/book/book.factory.ts';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import type { Client } from '#test/client.ts';

const titles = [
  'The Lantern',
  'El jardín de sal',
  '図書室の幽霊',
  '해리와 비밀의 방',
  'Deniz Feneri',
  'A Window on the Sea',
];

/** A library of made-up books, some with everything a book can have, and the records built on them. */
export async function fillLibrary(http: Client): Promise<void> {
  const rows = Array.from({ length: 240 }, (_, index) =>
    bookRow(index + 1, {
      title: `${titles[index % titles.length]} ${index + 1}`,
      author: `Author ${index % 40}`,
      series: `Series ${index % 24}`,
      format: index % 2 ? 'EPUB' : 'SPINDLE',
    }),
  );
  await http.results('POST', '/api/v1/book', { books: rows, create_missing: true });
  await http.results('PUT', '/api/v1/book', { bids: rows.slice(0, 120).map(({ bid }) => bid) });
  const sentences = ['lantern', 'boat', 'window'].map((word) => ({
    bid: 'B1',
    word,
    sentence: `The ${word} is here.`,
    mdr_targeted: 'Y',
  }));
  await http.results('POST', '/api/v1/sentence', { sentences });
  for (const bid of ['B1', 'B2', 'B3'])
    await http.results(
      'POST',
      `/api/v1/book/${bid}/cover`,
      fileForm('book_cover', { [`${bid}.jpg`]: await jpeg(Number(bid.slice(1))) }),
    );
  await http.results('POST', '/api/v1/book/B1/epub', fileForm('file', { 'lantern.epub': Buffer.from(madeEpub()) }));
  const [book] = await http.results<{ bidx: number; ser_idx: number }[]>('GET', '/api/v1/book?bid=B1');
  if (!book) throw new Error('The first book is missing.');
  await http.results('POST', '/api/v5/book/unit', { bidx: book.bidx, bid: 'B1', unitInfo: [unitRow(1)] });
  for (const title of ['Fables', 'Science']) await http.results('POST', '/api/v1/category', { title });
  for (const title of ['Ages 3 to 5', 'Ages 6 to 8']) await http.results('POST', '/api/v1/age_group', { title });
  await fillRoadmap(http);
  await fillCollections(http, book);
  await fillSales(http);
  await fillSchedule(http);
  await fillGuide(http);
  await stageImport(http);
}

async function fillRoadmap(http: Client): Promise<void> {
  const steps = [
    ['B1', 'B2', 'B3', 'B4', 'B5'],
    ['B11', 'B12'],
    ['B21', 'B22', 'B23'],
  ];
  for (const [target_row, bids] of steps.entries())
    await http.results('PUT', '/api/v1/roadmap', { target_group: 1, target_row, bids });
}

/** Collections in several states, one of them with contents, and their owners. */
async function fillCollections(http: Client, book: { bidx: number; ser_idx: number }): Promise<void> {
  for (const [cust_id, name] of [
    ['ACME-01', 'Acme Books'],
    ['SEOUL', '서울 책방'],
  ])
    await http.results('POST', '/api/v1/customer', { cust_id, name, memo: 'Schools and libraries' });
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
    const { cidx } = await http.results('POST', '/api/v1/collection', data);
    await http.results('PUT', '/api/v1/collection/advertisement', { cidx, adsOn: true });
  }
  const add = [
    { content_type: 'series', content_idx: book.ser_idx },
    { content_type: 'book', content_idx: book.bidx },
  ];
  await http.results('PUT', '/api/v5/collection/SEA-1/contents', { add, reason: 'For the autumn catalogue' });
}

/** Codes of a batch, some of them redeemed, and an inactive webhook. */
async function fillSales(http: Client): Promise<void> {
  const batch = { title: 'Autumn term', count: 40, price: '9.90', currency: 'USD', length: 365, memo: 'For schools' };
  const { cg_idx } = await http.results('POST', '/api/v1/code/batch', { cust_idx: 1, cidx: 1, ...batch });
  const codes = await issuedCodes(http, cg_idx, batch.count);
  for (const [n, code] of codes.slice(0, 12).entries())
    await http.results('POST', '/api/v1/code/redeem', { code, learner_id: `learner-${n + 1}` });
  await http.results('POST', '/customer/code/update/is_canceled', { codes: codes.slice(20, 24), is_canceled: 1 });
  const webhook = { name: 'City portal', url: 'http://127.0.0.1:9/hook', active: false };
  await http.results('POST', '/api/v1/webhook', webhook);
}

/** The codes of a batch, once all are issued. */
async function issuedCodes(http: Client, cgIdx: number, count: number): Promise<string[]> {
  for (;;) {
    const { rows } = await http.results<{ rows: { code: string }[] }>('GET', `/api/v1/code?cg_idx=${cgIdx}&as=json`);
    if (rows.length === count) return rows.map(({ code }) => code);
  }
}

const day = 86_400;

/** Scheduled changes of collections in this month and the next; two conflict over a field, so one must be decided. */
async function fillSchedule(http: Client): Promise<void> {
  const noon = Math.floor(Date.now() / 1000 / day) * day + day / 2;
  const prices = (price: string) => [{ currency: 'USD', price, subscription_period: 365 }];
  const changes = [
    { cid: 'SEA-1', target: 'price', value: prices('17.90'), apply_at: noon + 2 * day },
    { cid: 'SEA-1', target: 'price', value: prices('15.90'), apply_at: noon + 2 * day + 3600 },
    { cid: 'SEA-2', target: 'price', value: prices('12.90'), apply_at: noon + 2 * day },
    { cid: 'SEA-3', target: 'description', locale: 'en', value: '<p>New for winter.</p>', apply_at: noon + 9 * day },
  ];
  for (const data of changes) await http.results('POST', '/api/v1/reservation', data);
}

async function fillGuide(http: Client): Promise<void> {
  const items = ['First words', 'Fables', 'Songs of the sea', 'Science for winter', 'Longer stories', 'Novels'];
  for (const [n, title] of items.entries()) {
    const legend = n % 2 ? 'Stories' : 'Words, Songs';
    const description = `<p>${title}, with a word on how to read them.</p>`;
    const data = { gui_id: 'path', title, legend, description, start: n + 1, length: 3 };
    await http.results('POST', '/api/v1/extra/series_guide', data);
  }
}

/** A sheet whose plan has not been applied: new, changed and rejected rows. */
async function stageImport(http: Client): Promise<void> {
  const rows = [
    importRow(8001),
    importRow(8002, { title: '' }),
    importRow(8003, { isbn_print: '123' }),
    ...[5, 6, 7].map((n) => ({ bid: `B${n}`, author: 'Ann Author' })),
  ];
  const { import_idx } = await http.results(
    'POST',
    '/api/v1/import',
    fileForm('file', { 'autumn.csv': importCsv(rows) }),
  );
  await http.results('PUT', `/api/v1/import/${import_idx}`, { update: true });
  await http.results('POST', '/api/v1/import/book', { bids: ['B1', 'B2'] });
  if (import_idx !== 1) throw new Error('The look at the importer expects this to be the first import.');
}

/** Loads the sample library, as offered by an empty library. */
export async function loadSample(http: Client): Promise<void> {
  await http.results('POST', '/api/v1/sample');
}
