import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { collectionDesk } from './collection.fixture.ts';

const editors = process.env['TEST_LONG'] === '1' ? 200 : 40;

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
beforeEach(() => desk.clear());

const url = '/api/v1/collection';
const price = (over: object = {}) => ({ currency: 'KRW', price: '9900', ...over });

describe('A collection', () => {
  test('is created with every field of the form, and answers in the language asked for', async () => {
    const owner = await desk.addCustomer('ACME');
    const answer = await office.admin.post(url, {
      cid: 'starter',
      title: ' Starter pack ',
      multi_lang_data: { ko: { title: '입문 세트', description: '<p>안녕</p>' }, en: { summary: 'For beginners' } },
      is_public: 'O',
      exposed_type: 'lms',
      label: 'LMS',
      prices: [
        price({ display_order: 2, discounted_price: '9000', subscription_period: 30 }),
        price({ currency: 'usd', price: '12.50', display_order: 1 }),
      ],
      owned_by: [owner],
      cefr_level: 'A1,A2',
      laura_support: true,
      laura_only: true,
      laura_book_monthly_quota: 5,
      ads_option: 'public',
    });
    expect(answer).toMatchObject({ status: 200, json: { results: { success: true, cid: 'starter', version: 1 } } });
    expect(await desk.get('starter', 'ko')).toMatchObject({
      title: '입문 세트',
      description: '<p>안녕</p>',
      default_title: 'Starter pack',
      multi_lang_data: { en: { title: 'Starter pack', summary: 'For beginners' } },
      is_public: 'O',
      exposed_type: 'lms',
      label: 'LMS',
      prices: [
        { currency: 'USD', price: '12.50', discounted_price: null, subscription_period: 0, display_order: 1 },
        { currency: 'KRW', price: '9900', discounted_price: '9000', subscription_period: 30, display_order: 2 },
      ],
      owned_by: [owner],
      laura_only: true,
      laura_book_monthly_quota: 5,
      ads_option: 'public',
      lock: false,
      adsOn: false,
      web_book_count: 0,
      mobile_book_count: 0,
    });
  });

  test('needs a cid and an English title, and says so at each field', async () => {
    const answer = await office.admin.post(url, { title: '  ' });
    expect(answer).toMatchObject({
      status: 400,
      json: {
        error: {
          code: 'collection.required',
          message: 'Enter the required collection ID and title.',
          fields: { cid: 'Required.', title: 'Required.' },
        },
      },
    });
    expect((await office.admin.post(url, { cid: 'x y', title: 'T' })).json.error.fields.cid).toMatch(/^Use up to 64/);
    expect((await office.admin.post(url, { cid: 'lock', title: 'T' })).json.error.fields.cid).toMatch(/^This word/);
    expect(await office.db.selectFrom('collection').selectAll().execute()).toEqual([]);
  });

  test('never gets a cid that another has or had', async () => {
    await desk.add('once');
    expect(await office.admin.post(url, { cid: 'once', title: 'T' })).toMatchObject({
      status: 409,
      json: { error: { code: 'collection.cid_taken', fields: { cid: expect.any(String) } } },
    });
    expect((await office.admin.delete('/api/v5/collection/once')).status).toBe(200);
    expect((await office.admin.post(url, { cid: 'once', title: 'T' })).status).toBe(409);
  });

  test.each([
    [
      'a discounted price above the price',
      { prices: [price({ discounted_price: '9900.01' })] },
      'prices.0.discounted_price',
    ],
    ['an amount that is no decimal', { prices: [price({ price: '1e3' })] }, 'prices.0.price'],
    ['more decimals than the currency has', { prices: [price({ price: '10.55' })] }, 'prices.0.price'],
    [
      'more decimals in the discounted price',
      { prices: [price({ currency: 'USD', discounted_price: '1.999' })] },
      'prices.0.discounted_price',
    ],
    ['a currency that does not exist', { prices: [price({ currency: 'ZZZ' })] }, 'prices.0.currency'],
    ['a period below 0', { prices: [price({ subscription_period: -1 })] }, 'prices.0.subscription_period'],
    ['another language', { multi_lang_data: { fr: { title: 'T' } } }, 'multi_lang_data.fr'],
  ])('refuses %s', async (_what, body, field) => {
    const answer = await office.admin.post(url, { cid: 'bad', title: 'T', ...body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.error.fields)).toContain(field);
  });

  test('refuses an owner and a target group that do not exist', async () => {
    expect((await office.admin.post(url, { cid: 'a', title: 'T', owned_by: [99] })).json.error.code).toBe(
      'collection.owner_gone',
    );
    expect((await office.admin.post(url, { cid: 'a', title: 'T', grp_idx: 99 })).json.error.code).toBe(
      'collection.agegroup_gone',
    );
  });

  test('has a label only for lms, and assistant options only with the assistant', async () => {
    await desk.add('opt', { exposed_type: 'lms', label: 'L', laura_support: true, laura_only: true });
    await office.admin.put('/api/v5/collection/opt', { exposed_type: 'web', laura_support: false });
    expect(await desk.get('opt')).toMatchObject({ label: null, laura_only: false, laura_book_monthly_quota: 0 });
  });

  test('keeps no markup that could run, load or link elsewhere', async () => {
    const description =
      '<p onclick="x()">Hi <b>you</b><script>alert(1)</script><a href="javascript:x()">a</a>' +
      '<a href="https://x.test" style="position:fixed">b</a><img src=x onerror=x()></p>';
    await desk.add('rich', { multi_lang_data: { en: { description, notice: '<p> </p>' } } });
    expect(await desk.get('rich')).toMatchObject({
      notice: '',
      description:
        '<p>Hi <strong>you</strong><a target="_blank" rel="noopener noreferrer">a</a>' +
        '<a href="https://x.test" target="_blank" rel="noopener noreferrer">b</a></p>',
    });
  });

  test('keeps rich text as its editor wrote it, and refuses one that would be too long to save again', async () => {
    const description = '<p>Tom &amp; Jerry &lt;3 &gt; "all"</p>';
    await desk.add('kept', { multi_lang_data: { en: { description } } });
    expect((await desk.get('kept')).description).toBe(description);
    const long = '&'.repeat(30_000);
    const whole = { multi_lang_data: { ko: { description: long } } };
    const tooLong = 'At most 100,000 characters.';
    expect(await office.admin.put('/api/v5/collection/kept', whole)).toMatchObject({
      status: 400,
      json: { error: { fields: { 'multi_lang_data.ko.description': tooLong } } },
    });
    const one = await office.admin.put('/api/v5/collection/kept/localize/ko', { notice: long });
    expect(one).toMatchObject({ status: 400, json: { error: { fields: { notice: tooLong } } } });
  });

  test('is updated field by field; a save that changes nothing leaves no trace', async () => {
    await desk.add('up', { prices: [price()] });
    const body = { multi_lang_data: { en: { summary: 'New' } }, version: 1 };
    expect((await office.admin.put('/api/v5/collection/up', body)).json.results.version).toBe(2);
    expect((await office.admin.put('/api/v5/collection/up', { title: 'Title of up' })).json.results.version).toBe(2);
    expect(await desk.get('up')).toMatchObject({ title: 'Title of up', summary: 'New', prices: [{ price: '9900' }] });
    expect(await desk.trail('up')).toMatchObject([
      { action: 'collection.created' },
      { action: 'collection.updated', before: { multi_lang_data: { en: { summary: '' } } } },
    ]);
    expect(await desk.versions('up')).toHaveLength(2);
    expect((await office.admin.put('/api/v5/collection/up', { cid: 'down' })).json.error.code).toBe(
      'collection.cid_fixed',
    );
  });

  test('refuses to overwrite what somebody saved since it was loaded', async () => {
    await desk.add('stale');
    await office.admin.put('/api/v5/collection/stale', { title: 'First', version: 1 });
    expect(await office.admin.put('/api/v5/collection/stale', { title: 'Second', version: 1 })).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { version: 2, name: 'ada' } } },
    });
  });

  test(`lets one of ${editors} simultaneous edits of one version win, and names it to the others`, async () => {
    await desk.add('race');
    const edits = Array.from({ length: editors }, (_, n) =>
      office.admin.put('/api/v5/collection/race', { title: `Edit ${n}`, version: 1 }),
    );
    const answers = await Promise.all(edits);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(editors - 1);
    expect(await desk.get('race')).toMatchObject({ version: 2 });
    expect(await desk.versions('race')).toHaveLength(2);
  });

  test('has texts in any of the languages, and says which are missing', async () => {
    await desk.add('loc');
    const path = '/api/v5/collection/loc/localize/tr';
    expect((await office.admin.put(path, { title: 'Başlık', description: '<p>Metin</p>' })).status).toBe(200);
    expect(await desk.get('loc', 'tr')).toMatchObject({ title: 'Başlık', summary: '' });
    expect(await office.admin.get('/api/v5/collection/loc?language=ja')).toMatchObject({
      status: 404,
      json: { error: { message: 'There is no data for the collection in JA.' } },
    });
    const ja = '/api/v5/collection/loc/localize/ja';
    expect((await office.admin.put(ja, { title: '題名' })).status).toBe(200);
    expect(await desk.get('loc', 'jp')).toMatchObject({ title: '題名' });
    await desk.add('made', { multi_lang_data: { ja: { title: '作品' } } });
    expect(await desk.get('made', 'jp')).toMatchObject({ title: '作品' });
    await office.admin.put(path, { title: '', description: '' });
    expect((await office.admin.get('/api/v5/collection/loc?language=tr')).status).toBe(404);
    expect((await office.admin.put('/api/v5/collection/loc/localize/en', { title: '' })).status).toBe(400);
  });

  test('is found in any script by cid, label and the titles of all languages', async () => {
    await desk.add('alpha', { multi_lang_data: { ko: { title: '각본 모음' }, es: { title: 'José Ñandú' } } });
    await desk.add('beta', { exposed_type: 'lms', label: 'School label' });
    const find = async (search: string) =>
      (await office.admin.get(`${url}?${new URLSearchParams({ search, excluded_default: 'true' })}`)).json.results
        .collections;
    expect(await find('jose nandu')).toMatchObject([{ cid: 'alpha', title: 'Title of alpha' }]);
    expect(await find('각본')).toHaveLength(1);
    expect(await find('가')).toEqual([]);
    expect(await find('LABEL school')).toMatchObject([{ cid: 'beta' }]);
    expect(await find('')).toEqual([]);
    expect((await office.admin.get(`${url}/all`)).json.results).toMatchObject([{ cid: 'alpha' }, { cid: 'beta' }]);
  });
});

describe('The table of prices', () => {
  const update = (body: object) => office.admin.put('/api/v5/collection/priced', body);
  const refused = {
    status: 422,
    json: {
      error: {
        code: 'collection.price_last',
        message: 'The price table keeps at least one row.',
        fields: { prices: 'The price table keeps at least one row.' },
      },
    },
  };

  test('keeps at least one row', async () => {
    await desk.add('priced', { prices: [price()] });
    expect(await update({ prices: [], title: 'Cheap' })).toMatchObject(refused);
    expect(await desk.get('priced')).toMatchObject({ title: 'Title of priced', prices: [{ price: '9900' }] });
    const body = { cid: 'other', title: 'Other', prices: [] };
    expect(await office.admin.post('/api/v1/collection', body)).toMatchObject(refused);
    expect((await office.admin.get('/api/v5/collection/other')).status).toBe(404);
    const change = { cid: 'priced', target: 'price', value: [], apply_at: 4_000_000_000 };
    expect(await office.admin.post('/api/v1/reservation', change)).toMatchObject({
      status: 422,
      json: { error: { code: 'collection.price_last', fields: { value: expect.any(String) } } },
    });
  });

  test('may be missing, and then every other field can be saved', async () => {
    await desk.add('priced');
    expect((await update({ title: 'Not for sale', prices: [] })).status).toBe(200);
    expect(await desk.get('priced')).toMatchObject({ title: 'Not for sale', prices: [] });
    expect((await update({ prices: [price()] })).status).toBe(200);
    expect(await update({ prices: [] })).toMatchObject(refused);
  });
});

describe('Deleting a collection', () => {
  const remove = (cid: string, payload: object = {}) =>
    office.admin.send({ method: 'DELETE', url: `/api/v5/collection/${cid}`, payload });

  test('is refused while it contains books, and works once they are removed', async () => {
    const { cidx } = await desk.add('gone');
    const series = await desk.addSeries('S');
    await desk.addBooks(series, await desk.addLevel(series, 'L'), 2);
    await desk.put('gone', 'series', series);
    expect(await remove('gone', { cidx })).toMatchObject({
      status: 409,
      json: { error: { code: 'collection.has_contents', details: { web: 2, mobile: 0 } } },
    });
    await desk.take('gone', 'series', series);
    expect(await remove('gone', { cidx: cidx + 1 })).toMatchObject({ status: 409 });
    expect(await remove('gone', { cidx })).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect((await office.admin.get('/api/v5/collection/gone')).status).toBe(404);
    expect(await remove('gone')).toMatchObject({ status: 404 });
  });

  test('is refused with every reason at once, each in its own words', async () => {
    const { cidx } = await desk.add('gone', { title: 'Spring' });
    const series = await desk.addSeries('S');
    await desk.addBooks(series, await desk.addLevel(series, 'L'), 1);
    await desk.put('gone', 'series', series);
    const cust_idx = await desk.addCustomer('ACME');
    const batch = { cust_idx, cidx, title: 'March', count: 1, price: '1', currency: 'KRW', status: 'issued' };
    const at = new Date(0).toISOString();
    await office.db
      .insertInto('code_batch')
      .values({ ...batch, created_at: at, updated_at: at })
      .execute();
    const [from, until] = [1, 4_000_000_000];
    const event = { name: 'Fair', cid: 'gone', code: 'SPRINGFAIR26', from, until, length: 30, participant_limit: 0 };
    const terms = { forced_expire: false, forced_expired_date: 0, group: '' };
    expect((await office.admin.post('/api/v1/event', { ...event, ...terms })).status).toBe(200);
    const redeemed = await office.admin.post('/api/v1/code/redeem', { code: 'SPRINGFAIR26', learner_id: 'mia' });
    expect(redeemed.status).toBe(200);
    const prices = [{ currency: 'KRW', price: '1' }];
    const change = { cid: 'gone', target: 'price', value: prices, apply_at: until };
    expect((await office.admin.post('/api/v1/reservation', change)).status).toBe(200);
    const { status, json } = await remove('gone', { cidx });
    expect([status, json.error.code]).toEqual([409, 'collection.in_use']);
    for (const reason of [
      'Remove the contents first: the collection still reaches 1 book.',
      'This code associated with a collection exists: March (1 batch).',
      '1 event gives access to it: Fair.',
      '1 reader is registered for it: mia.',
      '1 scheduled change is waiting: Prices, ',
    ])
      expect(json.error.message).toContain(reason);
    const used = async (query = '') => (await office.admin.get(`/api/v1/reference/collection/${cidx}${query}`)).json;
    expect((await used('?lang=ko')).results.reasons).toContain('독자 1명이 등록되어 있습니다: mia.');
    expect((await used()).results.refusals).toEqual(['This code associated with a collection exists']);
    for (const table of ['registration', 'reservation', 'event', 'code', 'code_batch'] as const)
      await office.db.deleteFrom(table).execute();
  });
});

describe('Other records', () => {
  test('cannot be deleted while a collection refers to them, and say which', async () => {
    const owner = await desk.addCustomer('OWNER');
    await desk.add('holder', { owned_by: [owner] });
    const series = await desk.addSeries('S');
    const level = await desk.addLevel(series, 'L');
    const [book = 0] = await desk.addBooks(series, level, 1);
    await desk.put('holder', 'book', book);
    await desk.put('holder', 'level', level);
    const refused = async (method: 'DELETE' | 'POST', path: string) => {
      const answer = await office.admin.send({ method, url: path });
      expect(answer).toMatchObject({ status: 409 });
      expect(answer.json.error.message).toContain('Title of holder');
    };
    await refused('POST', `/book/delete/b${level}-1`);
    await refused('DELETE', `/api/v1/customer/${owner}`);
    await office.db.deleteFrom('collection_content').where('content_type', '=', 'book').execute();
    await office.db.deleteFrom('book').execute();
    await refused('DELETE', `/api/v1/level/${level}`);
    await refused('DELETE', `/api/v1/series/${series}`);
  });
});
