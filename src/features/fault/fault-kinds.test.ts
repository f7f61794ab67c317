import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outOfOrder } from '#kernel/text/natural-order.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { faultDesk } from './fault.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
const desk = faultDesk(() => office);
beforeEach(() => desk.clear());

const run = (statement: ReturnType<typeof sql>) => statement.execute(office.db);
const one = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(office.db)).rows[0] as T;
const series = async (title: string, levels: readonly string[]): Promise<{ ser_idx: number; levels: number[] }> => {
  const { ser_idx } = must(await office.admin.post('/api/v1/series', { title }));
  const found = await sql<{ lev_idx: number }>`
    insert into level (ser_idx, title, position) select ${ser_idx}, title, nth
    from unnest(${levels}::text[]) with ordinality as given (title, nth) returning lev_idx`.execute(office.db);
  return { ser_idx, levels: found.rows.map(({ lev_idx }) => lev_idx) };
};
const bidxOf = async (bid: string) => (await one(sql<{ bidx: number }>`select bidx from book where bid = ${bid}`)).bidx;

describe('Books', () => {
  test('one book under two bids has one number, in either field and spelling', async () => {
    const long = await desk.book({ isbn_print: '9780306406157' });
    const short = await desk.book({ isbn_spindle: '0306406152' });
    await desk.book({ isbn_print: '9780306406164', isbn_spindle: '9780306406164' });
    await desk.book({ title: 'Book 1' });
    expect(await desk.ids('same_book')).toEqual([long, short]);
    expect((await desk.rows('same_book'))[0]).toMatchObject({ fields: null, line: `9780306406157: ${long}, ${short}` });
  });

  test('a series that stands for none is no series', async () => {
    const bids: string[] = [];
    for (const title of ['-', 'None', 'N/A', '없음', 'First readers 2', 'Unknown seas', 'Na Pali']) {
      const bid = await desk.book();
      bids.push(bid);
      const { ser_idx, levels } = await series(title, ['Level 1']);
      await office.db.updateTable('book').set({ ser_idx, lev_idx: levels[0] }).where('bid', '=', bid).execute();
    }
    expect(await desk.ids('no_series')).toEqual(bids.slice(0, 4));
  });

  test('a level contradicts Lexile or CEFR if it is on the other side of a level of its series', async () => {
    const { ser_idx, levels } = await series('Steps', ['Level 1', 'Level 2', 'Level 3']);
    const at = (level: number, texts: object) => desk.book({ ser_idx, lev_idx: levels[level - 1], ...texts });
    for (const lexile of ['100L', '110L', 'BR50L']) await at(1, { lexile, cefr_level: 'A1' });
    for (const lexile of ['300L', '310L', '105L']) await at(2, { lexile, cefr_level: 'A2' });
    const faulty = [
      await at(1, { lexile: '320L' }),
      await at(2, { lexile: 'BR10L' }),
      await at(1, { cefr_level: 'B1' }),
    ];
    // Of level 3 too few are measured to say what is usual there.
    await at(3, { lexile: '900L' });
    await at(2, { lexile: '600L' });
    faulty.push(await at(3, { lexile: '90L' }));
    expect(await desk.ids('level_contradicts')).toEqual(faulty);
  });

  test('a published book lacks its file, cover or age group', async () => {
    const bare = await desk.book({ published_at: office.clock.now() });
    await desk.book();
    expect((await desk.rows('published_bare'))[0]).toMatchObject({ id: bare, line: 'age_group, content, cover' });
    expect(await desk.ids('published_bare')).toEqual([bare]);
  });

  test('an EPUB failed its check', async () => {
    const bids = [await desk.book(), await desk.book()];
    for (const [nth, status] of ['failed', 'warnings'].entries()) {
      const bidx = await bidxOf(bids[nth] ?? '');
      const file = `epub/${bidx}`;
      await run(sql`insert into book_content (bidx, kind, file_key, file_name, size, unpacked, entries, uploaded_at)
        values (${bidx}, 'epub', ${file}, 'a.epub', 1, 1, 1, now())`);
      await run(
        sql`insert into epub_check (bidx, file_key, status, requested_at) values (${bidx}, ${file}, ${status}, now())`,
      );
    }
    expect(await desk.ids('epub_failed')).toEqual([bids[0]]);
  });

  test('a cover is too small or wider than high', async () => {
    const bids: string[] = [];
    for (const [width, height, kind] of [
      [120, 165, 'cover'],
      [900, 600, 'cover'],
      [600, 900, 'cover'],
      [100, 50, 'preview'],
    ] as const) {
      const bid = await desk.book();
      bids.push(bid);
      await run(sql`insert into book_image (bidx, kind, place, folder, file_name, width, height, size)
        values (${await bidxOf(bid)}, ${kind}, 1, ${bid}, 'a.png', ${width}, ${height}, 1)`);
    }
    expect(await desk.ids('picture_poor')).toEqual(bids.slice(0, 2));
  });
});

test('levels are out of order where the rule of imports says so', async () => {
  const all: [string, string[]][] = [
    ['Jumbled', ['Level 1', 'Level 10', 'Level 2']],
    ['Ordered', ['Level 1', 'Level 2', 'Level 10']],
    ['Starter', ['Starter', 'Level 2', 'Book 1', 'Level 3']],
    ['Volumes', ['1-2', '1-10', '1-3']],
    ['Words', ['Oak', 'Elm']],
  ];
  for (const [title, levels] of all) await series(title, levels);
  const wanted = all.filter(([, levels]) => outOfOrder(levels.map((title) => ({ title })))).map(([title]) => title);
  expect((await desk.rows('level_order')).map(({ title }: { title: string }) => title)).toEqual(wanted);
});

test('levels of many series are put in order at once, and come back for one of them or all', async () => {
  const fix = {
    levels: ['Level 1', 'Level 10', 'Starter', 'Level 2'],
    sorted: 'Level 1 › Level 2 › Starter › Level 10',
  };
  const ids: string[] = [];
  for (const title of ['Seas', 'Woods', 'Hills']) ids.push(String((await series(title, fix.levels)).ser_idx));
  const shown = async () =>
    Object.fromEntries((await desk.rows('level_order')).map((row: Row) => [row.id, row.fields]));
  expect((await shown())[ids[0] ?? '']).toMatchObject([{ before: fix.levels.join(' › '), after: fix.sorted }]);
  const { act_idx, changed } = await desk.fix('level_order', { ids });
  expect([changed, Object.keys(await shown()).filter((id) => ids.includes(id))]).toEqual([3, []]);
  expect(await desk.undo(act_idx, ids.slice(0, 1))).toMatchObject({ back: 1, kept: 0 });
  expect(Object.keys(await shown()).filter((id) => ids.includes(id))).toEqual(ids.slice(0, 1));
  // Somebody adds a level to the second one: its order is another one now.
  must(await office.admin.post('/api/v1/level', { ser_idx: Number(ids[1]), title: 'Oak' }));
  expect(await desk.foresee(act_idx)).toMatchObject({ back: 1, kept: 1 });
  expect(await desk.undo(act_idx)).toMatchObject({ back: 1, kept: 1 });
  expect(Object.keys(await shown()).filter((id) => ids.includes(id))).toEqual([ids[0], ids[2]]);
});

interface Row {
  id: string;
  fields: object[] | null;
}

test('a sentence lacks its word, a word is there twice, a recording cannot be of its sentence', async () => {
  const bidx = await bidxOf(await desk.book());
  const word = async (text: string) =>
    (await one(sql<{ word_idx: number }>`insert into word (bidx, word) values (${bidx}, ${text}) returning word_idx`))
      .word_idx;
  const say = async (of: number, text: string, ms: number | null = null) => {
    const audio = ms === null ? null : `a/${of}/${text}`;
    const { sent_idx } = await one(sql<{ sent_idx: number }>`
      insert into sentence (word_idx, sentence, mdr_targeted, audio_key, audio_type, audio_size, audio_ms)
      values (${of}, ${text}, 'N', ${audio}, ${audio && 'audio/mpeg'}, ${audio && 9}, ${ms}) returning sent_idx`);
    return String(sent_idx);
  };
  const kettle = await word('kettle');
  await say(kettle, 'The Kettles sing.', 2000);
  const missing = await say(kettle, 'Mina put the pot on.', 1800);
  const short = await say(kettle, 'Kettle, kettle.', 200);
  const long = await say(kettle, 'A kettle.', 60_000);
  const [cafe, accent] = [await word('cafe'), await word('Café')];
  expect(await desk.ids('word_missing')).toEqual([missing]);
  expect((await desk.ids('word_twice')).map((id) => Number(id.split('/')[1]))).toEqual([cafe, accent]);
  expect(await desk.ids('audio_silent')).toEqual([short, long]);
});

describe('Collections', () => {
  const collection = (cid: string, body: object = {}) =>
    office.admin.post('/api/v1/collection', { cid, title: `Title of ${cid}`, ...body });
  const price = (amount: string) => ({ prices: [{ currency: 'KRW', price: amount }] });

  test('an advertised one is empty, private or without a price', async () => {
    for (const cid of ['ad1', 'ad2', 'ad3']) must(await collection(cid));
    await run(sql`update collection set ads_place = 1 where cid = 'ad1'`);
    await run(sql`update collection set ads_place = 2, is_public = 'O' where cid = 'ad2'`);
    await run(
      sql`insert into collection_price (cidx, display_order, currency, price) select cidx, 0, 'KRW', 9 from collection where cid = 'ad2'`,
    );
    await run(sql`insert into collection_content (cidx, bidx, added_at)
      select cidx, ${await bidxOf(await desk.book())}, now() from collection where cid = 'ad2'`);
    expect(await desk.rows('advertised_bare')).toMatchObject([{ id: 'ad1', line: 'contents, is_public, prices' }]);
    await run(sql`delete from collection_content`);
    await run(sql`delete from collection_price`);
  });

  test('a price is 0, or far from those of others', async () => {
    for (const [nth, amount] of ['8900', '9000', '9500', '9900', '9800', '99000', '0', '980', '30000'].entries())
      must(await collection(`price${nth}`, price(amount)));
    expect(await desk.ids('price_odd')).toEqual(['price5', 'price6']);
  });

  test('a text is older than the English, or is the English', async () => {
    must(await collection('text1', { title: 'Tales of the sea' }));
    must(await office.admin.put('/api/v5/collection/text1/localize/es', { title: 'Tales of the sea' }));
    must(await office.admin.put('/api/v5/collection/text1/localize/ko', { title: '바다 이야기' }));
    must(await collection('text2', { title: 'Lanterns' }));
    must(await office.admin.put('/api/v5/collection/text2/localize/tr', { title: 'Lanterns' }));
    expect(await desk.ids('text_old')).toEqual([]);
    expect(await desk.rows('text_untranslated')).toMatchObject([{ id: 'text1', line: 'es title' }]);
    must(await office.admin.put('/api/v5/collection/text1', { title: 'Stories of the sea' }));
    expect(await desk.rows('text_old')).toMatchObject([{ id: 'text1', line: 'es title, ko title' }]);
  });
});

test('a batch is delivered to nobody, a customer is there twice', async () => {
  const customer = async (cust_id: string, name: string) =>
    String(must(await office.admin.post('/api/v1/customer', { cust_id, name })).cust_idx);
  const twice = [await customer('LAN-1', 'Lantern Schools'), await customer('LAN-2', 'lantern  schools')];
  await customer('LAN-3', 'Lantern School');
  expect(await desk.ids('customer_twice')).toEqual(twice);
  const [cust] = twice;
  must(await office.admin.post('/api/v1/collection', { cid: 'batches', title: 'Batches' }));
  const batch = async (title: string, days: number) =>
    String(
      (
        await one(sql<{ id: number }>`
      insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
      select ${Number(cust)}, cidx, ${title}, 5, 1, 'KRW', 'issued', now() - make_interval(days => ${days}), now()
      from collection where cid = 'batches' returning cg_idx as id`)
      ).id,
    );
  const [forgotten, given, taken] = [await batch('Autumn', 9), await batch('Given', 9), await batch('Taken', 9)];
  await batch('New', 2);
  // What staff took is no delivery yet.
  await run(sql`
    insert into code_delivery (cg_idx, at, "to", "as", codes, by)
    values (${Number(given)}, now(), 'Lantern', 'csv', 5, null), (${Number(taken)}, now(), 'Lantern', 'csv', 5, 'ada')`);
  expect(await desk.ids('batch_undelivered')).toEqual([forgotten, taken]);
});

test('every kind is found in a library with nothing, and none of its names is a key', async () => {
  const kinds = must(await office.admin.get('/api/v1/fault'));
  for (const { fault, name } of kinds) {
    expect(must(await office.admin.get(`/api/v1/fault/${fault}?dismissed=1`)).total).toBe(0);
    expect(name).not.toContain('fault.');
  }
  expect(kinds.length).toBeGreaterThan(20);
});
