import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { textLimits } from '#features/collection/collection.public.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { faultDesk } from './fault.fixture.ts';

/*
 * One library in which every kind of fault has a known size, each another, beside as many records that nearly have it: all of the
 * first are found, and none of the others, of this or of any other kind.
 */
let office: Office;
const desk = faultDesk(() => office);
const codes = codeDesk(() => office);
/** The ids of the records at fault, by kind. */
const planted: Record<string, string[]> = {};

const times = async <T>(count: number, make: (nth: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (const [nth] of Array.from({ length: count }).entries()) made.push(await make(nth));
  return made;
};
const rowOf = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(office.db)).rows[0] as T;
const bidxOf = async (bid: string) =>
  (await rowOf(sql<{ bidx: number }>`select bidx from book where bid = ${bid}`)).bidx;

/** Books with these texts, of which there are as many as of those beside them that are in order. */
async function books(fault: string, count: number, faulty: (nth: number) => object, fine: (nth: number) => object) {
  planted[fault] = await times(count, (nth) => desk.book({ ...faulty(nth) }));
  await times(count, (nth) => desk.book({ ...fine(nth) }));
}

const digits = (prefix: string, nth: number) => prefix + String(nth).padStart(12 - prefix.length, '0');
const checkOf = (twelve: string) =>
  (10 - (Array.from(twelve).reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10)) % 10;
const isbn = (nth: number) => digits('97812', nth) + checkOf(digits('97812', nth));
const wrongIsbn = (nth: number) => digits('97834', nth) + ((checkOf(digits('97834', nth)) + 1) % 10);

async function series(title: string, levels: readonly string[]) {
  const { ser_idx } = must(await office.admin.post('/api/v1/series', { title }));
  const { rows } = await sql<{ lev_idx: number }>`
    insert into level (ser_idx, title, position) select ${ser_idx}, title, nth
    from unnest(${levels}::text[]) with ordinality as given (title, nth) returning lev_idx`.execute(office.db);
  return { ser_idx: Number(ser_idx), levels: rows.map(({ lev_idx }) => lev_idx) };
}

async function collection(cid: string, body: object = {}): Promise<string> {
  must(await office.admin.post('/api/v1/collection', { cid, title: `Tales ${cid}`, ...body }));
  return cid;
}
const localize = async (cid: string, locale: string, body: object) =>
  must(await office.admin.put(`/api/v5/collection/${cid}/localize/${locale}`, body));

async function plantTitlesAndNumbers(): Promise<void> {
  await books(
    'blank_ends',
    3,
    (n) => ({ title: ` Step ${n}` }),
    (n) => ({ title: `Step - ${n}` }),
  );
  await books(
    'odd_spaces',
    4,
    (n) => ({ title: `Moon\u00a0${n}` }),
    (n) => ({ title: `Moon ${n}` }),
  );
  await books(
    'decomposed',
    5,
    (n) => ({ title: `Cafe\u0301 ${n}` }),
    (n) => ({ title: `Café ${n}` }),
  );
  await books(
    'isbn_check',
    6,
    (n) => ({ isbn_print: wrongIsbn(n + 1) }),
    (n) => ({ isbn_print: isbn(n) }),
  );
  await books(
    'isbn_rounded',
    7,
    (n) => ({ isbn_print: `9.78${n}E+12` }),
    (n) => ({ isbn_print: isbn(100 + n) }),
  );
  await books(
    'isbn_two',
    8,
    (n) => ({ isbn_print: `${isbn(200 + n)}, ${isbn(300 + n)}` }),
    (n) => ({ isbn_print: isbn(400 + n), isbn_spindle: isbn(500 + n) }),
  );
  await books(
    'same_book',
    10,
    (n) => ({ [n % 2 === 0 ? 'isbn_print' : 'isbn_spindle']: isbn(600 + (n >> 1)) }),
    (n) => ({ isbn_print: isbn(700 + n) }),
  );
  const dune = { title: 'Dune', author: 'F. Herbert' };
  planted['same_book']?.push(await desk.book(dune), await desk.book({ title: 'DUNE', author: 'F. Herbért' }));
  // Two editions, another book of that title, and two books whose author nobody gave.
  const fine = [
    { edition: '2nd' },
    { language: 'ko' },
    { author: 'B. Herbert' },
    { title: 'Dune 2' },
    { author: null },
  ];
  for (const one of [...fine, { author: null }]) await desk.book({ ...dune, ...one });
}

async function plantSeries(): Promise<void> {
  planted['level_order'] = await times(2, async (n) =>
    String((await series(`Jumbled ${n}`, ['Level 1', 'Level 10', 'Level 2'])).ser_idx),
  );
  await times(2, (n) => series(`Ordered ${n}`, ['Level 1', 'Level 2', 'Level 10', 'Oak', 'Elm']));
  const none = await series('None', ['Level 1']);
  const some = await series('Nonesuch', ['Level 1']);
  await books(
    'no_series',
    3,
    () => ({ ser_idx: none.ser_idx, lev_idx: none.levels[0] }),
    () => ({ ser_idx: some.ser_idx, lev_idx: some.levels[0] }),
  );
  const { ser_idx, levels } = await series('Steps', ['Level 1', 'Level 2']);
  const at = (level: number, lexile: string) => ({ ser_idx, lev_idx: levels[level], lexile });
  await times(9, () => desk.book(at(0, '100L')));
  await times(9, () => desk.book(at(1, '300L')));
  await books(
    'level_contradicts',
    4,
    () => at(0, '320L'),
    () => at(0, '290L'),
  );
}

async function plantFiles(): Promise<void> {
  const epub = async (status: string) => {
    const bid = await desk.book();
    const [bidx, file] = [await bidxOf(bid), `epub/${bid}`];
    await sql`insert into book_content (bidx, kind, file_key, file_name, size, unpacked, entries, uploaded_at)
      values (${bidx}, 'epub', ${file}, 'a.epub', 1, 1, 1, now())`.execute(office.db);
    await sql`insert into epub_check (bidx, file_key, status, requested_at)
      values (${bidx}, ${file}, ${status}, now())`.execute(office.db);
    return bid;
  };
  planted['epub_failed'] = await times(5, () => epub('failed'));
  await times(5, () => epub('warnings'));
  const cover = async (width: number, height: number, digest: string | null = null, kind = 'cover') => {
    const bid = await desk.book();
    await sql`insert into book_image (bidx, kind, place, folder, file_name, width, height, size, digest)
      values (${await bidxOf(bid)}, ${kind}, 1, ${bid}, 'a.png', ${width}, ${height}, 1, ${digest})`.execute(office.db);
    return bid;
  };
  planted['picture_poor'] = await times(6, (n) => (n % 2 === 0 ? cover(299, 400) : cover(401, 400)));
  await times(6, () => cover(300, 300));
  planted['picture_poor']?.push(...(await times(3, () => cover(300, 300, 'same'))));
  // Files that are gone, pictures that nobody else has, and previews, which books of a series may share.
  await times(2, () => cover(300, 300, ''));
  await times(2, (n) => cover(300, 300, `own${n}`));
  await times(2, () => cover(300, 300, 'page', 'preview'));
  await books(
    'published_bare',
    7,
    () => ({ published_at: office.clock.now() }),
    () => ({}),
  );
}

async function plantWords(): Promise<void> {
  const bidx = await bidxOf(await desk.book());
  const word = async (text: string) =>
    (await rowOf(sql<{ id: number }>`insert into word (bidx, word) values (${bidx}, ${text}) returning word_idx as id`))
      .id;
  const say = async (of: number, text: string, ms: number) =>
    String(
      (
        await rowOf(sql<{ id: number }>`
          insert into sentence (word_idx, sentence, mdr_targeted, audio_key, audio_type, audio_size, audio_ms)
          values (${of}, ${text}, 'N', ${`a/${of}/${text}`}, 'audio/mpeg', 9, ${ms}) returning sent_idx as id`)
      ).id,
    );
  const kettle = await word('kettle');
  planted['word_missing'] = await times(3, (n) => say(kettle, `The pot ${n}.`, 1500));
  planted['audio_silent'] = await times(4, (n) => say(kettle, `Kettle ${n}.`, n % 2 === 0 ? 399 : 9000));
  await times(4, (n) => say(kettle, `The Kettles sing ${n}.`, n % 2 === 0 ? 400 : 5000));
  const bid = (await rowOf(sql<{ bid: string }>`select bid from book where bidx = ${bidx}`)).bid;
  planted['word_twice'] = (await times(6, (n) => word(n % 2 === 0 ? `café${n >> 1}` : `Cafe${n >> 1}`))).map(
    (id) => `${bid}/${id}`,
  );
  const { grp_idx } = await office.db
    .insertInto('age_group')
    .values({ title: 'Steep' })
    .returning('grp_idx')
    .executeTakeFirstOrThrow();
  const { grp_idx: gentle } = await office.db
    .insertInto('age_group')
    .values({ title: 'Gentle' })
    .returning('grp_idx')
    .executeTakeFirstOrThrow();
  for (const [group, count] of [
    [grp_idx, 21],
    [gentle, 20],
  ] as const) {
    const own = await bidxOf(await desk.book());
    await sql`insert into word (bidx, word) select ${own}, 'w' || n from generate_series(1, ${count}::integer) n`.execute(
      office.db,
    );
    await sql`insert into roadmap (grp_idx) values (${group}) on conflict do nothing`.execute(office.db);
    await sql`insert into roadmap_book (grp_idx, bidx, row_no, place) values (${group}, ${own}, 0, 0)`.execute(
      office.db,
    );
  }
  planted['roadmap_steep'] = [String(grp_idx)];
}

async function plantCollections(): Promise<void> {
  const price = (amount: string) => ({ prices: [{ currency: 'KRW', price: amount }] });
  planted['advertised_bare'] = await times(2, (n) => collection(`bare${n}`));
  await sql`update collection set ads_place = cidx where cid like 'bare%'`.execute(office.db);
  await times(6, (n) => collection(`usual${n}`, price(`9${n}00`)));
  planted['price_odd'] = await times(4, (n) => collection(`odd${n}`, price(n % 2 === 0 ? '0' : '99000')));
  await times(4, (n) => collection(`dear${n}`, price('30000')));
  planted['text_old'] = await times(3, async (n) => {
    const cid = await collection(`old${n}`);
    await localize(cid, 'ko', { title: `이야기 ${n}` });
    await localize(cid, 'en', { title: `Stories ${n}` });
    return cid;
  });
  planted['text_untranslated'] = await times(5, async (n) => {
    const cid = await collection(`same${n}`, { title: `Tales of the sea ${n}` });
    await localize(cid, 'es', { title: `Tales of the sea ${n}` });
    return cid;
  });
  await times(5, async (n) =>
    localize(await collection(`named${n}`, { title: 'Lanterns' }), 'tr', { title: 'Lanterns' }),
  );
  const long = async (cid: string, count: number) => {
    await localize(await collection(cid), 'ko', { title: '달' });
    await sql`update collection_text set summary = repeat('달', ${count}::integer) from collection c
      where c.cidx = collection_text.cidx and c.cid = ${cid} and locale = 'ko'`.execute(office.db);
    return cid;
  };
  planted['text_long'] = await times(2, (n) => long(`long${n}`, textLimits.summary + 1));
  await times(2, (n) => long(`full${n}`, textLimits.summary));
  const { term_idx } = must(
    await office.admin.post('/api/v1/term', { term: 'reader', note: '', keep: false, texts: { ko: '리더' } }),
  );
  const said = async (cid: string, en: string, ko: string) => {
    await localize(await collection(cid, { title: en }), 'ko', { title: ko });
    return cid;
  };
  planted['term_changed'] = await times(4, (n) => said(`term${n}`, `The readers ${n}`, `리더들 ${n}`));
  await times(4, (n) =>
    said(`leader${n}`, n % 2 === 0 ? `A leader ${n}` : `Reader ${n}`, n % 2 === 0 ? '리더' : '독자와 리더'),
  );
  const { version } = must(await office.admin.get(`/api/v1/term/${term_idx}`));
  must(
    await office.admin.put(`/api/v1/term/${term_idx}`, {
      term: 'reader',
      note: '',
      keep: false,
      texts: { ko: '독자' },
      version,
    }),
  );
}

async function plantCodes(): Promise<void> {
  const [cidx, cust_idx] = [await codes.addCollection('sold'), await codes.addCustomer('LAN-0')];
  const weekAgo = new Date(Date.now() - 9 * 86_400_000);
  const batches = (title: string, count: number, created_at: Date) =>
    times(count, async () =>
      String(await codes.addBatch({ cust_idx, cidx, title, created_at: created_at.toISOString() })),
    );
  planted['batch_undelivered'] = await batches('Forgotten', 3, weekAgo);
  const [cg_idx] = await batches('New', 3, new Date());
  const add = async (code: string) => {
    await office.db
      .insertInto('code')
      .values({ code, cg_idx: Number(cg_idx), issued_at: 9 })
      .execute();
    return code;
  };
  planted['code_numeric'] = await times(6, (n) =>
    add(n % 2 === 0 ? `12345678901${n}` : `520432993${n}E5`.padStart(12, '1')),
  );
  await times(6, (n) => add(`AUTUMN12345${n}`));
  const customer = async (cust_id: string, name: string) =>
    String(must(await office.admin.post('/api/v1/customer', { cust_id, name })).cust_idx);
  planted['customer_twice'] = await times(4, (n) =>
    customer(`TWO-${n}`, n % 2 === 0 ? `Lantern ${n >> 1}` : `lantern  ${n >> 1}`),
  );
  await times(4, (n) => customer(`ONE-${n}`, `Lanterns${n}`));
  const price = [{ currency: 'KRW', price: '9000' }];
  const schedule = async (cid: string, value: object) => {
    const now = Math.floor(office.clock.now().getTime() / 1000);
    const body = { cid, target: 'price', value, apply_at: now + 100 };
    return String(must(await office.admin.post('/api/v1/reservation', body)).res_idx);
  };
  planted['schedule_idle'] = await times(2, async (n) =>
    schedule(await collection(`idle${n}`, { prices: price }), price),
  );
  await times(2, async (n) =>
    schedule(await collection(`busy${n}`, { prices: price }), [{ currency: 'KRW', price: '8000' }]),
  );
}

beforeAll(async () => {
  office = await startOffice();
  await plantTitlesAndNumbers();
  await plantSeries();
  await plantFiles();
  await plantWords();
  await plantCollections();
  await plantCodes();
}, 120_000);
afterAll(() => office.close());

test('every kind of fault is found where it is and nowhere else, and its count is its size', async () => {
  const kinds: { fault: string }[] = must(await office.admin.get('/api/v1/fault'));
  const found: Record<string, string[]> = {};
  for (const { fault } of kinds) found[fault] = (await desk.ids(fault)).toSorted();
  const wanted = Object.fromEntries(Object.entries(planted).map(([fault, ids]) => [fault, ids.toSorted()]));
  expect(found).toEqual(wanted);
  const sizes = Object.fromEntries(Object.entries(planted).map(([fault, ids]) => [fault, ids.length]));
  const counts = async () =>
    Object.fromEntries(must(await office.admin.get('/api/v1/fault')).map((one: Count) => [one.fault, one.count]));
  await expect.poll(counts).toEqual(sizes);
});

interface Count {
  fault: string;
  count: number;
}
