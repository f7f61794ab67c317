import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approvalDesk } from '#features/approval/approval.fixture.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { portalDesk } from '../portal.fixture.ts';

let office: Office;
let minji: Person;
let jun: Person;
let cid: string;
let sequence = 0;
const plans = approvalDesk(() => office);
const desk = portalDesk(() => office);
const codes = codeDesk(() => office);
const { meaningOf, planned, rules, save } = plans;

beforeAll(async () => {
  office = await startOffice({ jobs: true });
  minji = await office.signIn('minji', true);
  jun = await office.signIn('jun', true);
});
afterAll(() => office.close());

beforeEach(async () => {
  await rules({});
  cid = `C${++sequence}`;
  await plans.addCollection(cid, `First steps ${sequence}`, { is_public: 'O' });
  await rules({ prices: true, records_above: 2, delete_collection: true, codes_above: 5 });
});

const linkTo = async (of: string, id: string, plan: number): Promise<string> =>
  must(await jun.post('/api/v1/preview', { of, id, plan })).href;
const open = (href: string) => office.stranger.get(href);

test('a collection is shown with the prices that a plan gives it, to anybody with the link and not to readers', async () => {
  const plan = await planned(save(minji, cid, '10400'));
  expect((await meaningOf(plan)).previews).toEqual([
    { title: `First steps ${sequence}`, href: `/preview/create?of=collection&id=${cid}&plan=${plan}` },
    { title: 'Advertised collections', href: `/preview/create?of=advertisement&id=order&plan=${plan}` },
  ]);
  const dialog = await jun.get(`/preview/create?of=collection&id=${cid}&plan=${plan}`);
  expect(dialog.body).toShow(`With the changes of the plan “Prices: First steps ${sequence}”`);
  const href = await linkTo('collection', cid, plan);
  const page = await open(href);
  expect(page.status).toBe(200);
  for (const text of ['10,400', `once the plan “Prices: First steps ${sequence}” is applied`])
    expect(page.body).toShow(text);
  expect((await open(`${href}&lang=ko`)).body).toShow('적용 후입니다.');
  const answer = await office.stranger.get(href, { accept: 'application/json' });
  expect(answer.json.results.shown.prices).toMatchObject([{ price: '10400' }]);
  expect(await plans.priceOf(cid)).toBe(9900);
  expect((await desk.results(`collections/${cid}`)).prices).toMatchObject([{ price: '9900' }]);
  expect((await plans.read(plan)).status).toBe('waiting');
});

test('a preview of a plan that many open at once is shown to some, the others wait, and staff go on', async () => {
  const plan = await planned(save(minji, cid, '10400'));
  const href = await linkTo('collection', cid, plan);
  const opened = Promise.all(Array.from({ length: 80 }, () => open(href)));
  expect((await jun.get('/api/v1/approval')).status).toBe(200);
  const answers = await opened;
  const shown = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  expect(shown.length + refused.length).toBe(80);
  expect(shown.length).toBeGreaterThanOrEqual(2);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers['retry-after']).toBe('5');
  expect((await open(href)).status).toBe(200);
});

test('a preview of a plan ends with it, whichever way it is decided', async () => {
  const plan = await planned(save(minji, cid, '10400'));
  const href = await linkTo('collection', cid, plan);
  must(await plans.approve(jun, plan));
  expect(await open(href)).toMatchObject({ status: 410 });
  expect(await jun.post('/api/v1/preview', { of: 'collection', id: cid, plan })).toMatchObject({
    status: 404,
    json: { error: { fields: { plan: expect.any(String) } } },
  });
});

test('a plan that would do something else by now is not shown', async () => {
  const plan = await planned(save(minji, cid, '10400'));
  const href = await linkTo('collection', cid, plan);
  await rules({});
  must(await save(jun, cid, '12000'));
  expect(await open(href)).toMatchObject({ status: 409 });
  must(await save(jun, cid, '9900'));
  expect((await open(href)).status).toBe(200);
});

test('books that an act on many publishes are shown as readers will get them', async () => {
  const series = await desk.addSeries(`S${sequence}`);
  const level = await desk.addLevel(series, 'One');
  await desk.addBooks(series, level, 4);
  const bids = [1, 2, 3, 4].map((nth) => `b${level}-${nth}`);
  const plan = await planned(minji.put('/api/v1/book', { bids }));
  expect((await meaningOf(plan)).previews).toHaveLength(4);
  const [bid = ''] = bids;
  const answer = await office.stranger.get(await linkTo('book', bid, plan), { accept: 'application/json' });
  expect(answer.json.results).toMatchObject({ is_public: true, shown: { bid } });
  expect((await desk.request(`books/${bid}`)).status).toBe(404);
});

test('of a collection that goes only the others are shown, as the advertised ones will be', async () => {
  const { cidx } = await office.db
    .selectFrom('collection')
    .select('cidx')
    .where('cid', '=', cid)
    .executeTakeFirstOrThrow();
  expect((await desk.advertise(cidx, true)).status).toBe(200);
  await rules({ delete_collection: true });
  const plan = await planned(minji.delete(`/api/v5/collection/${cid}`));
  expect((await meaningOf(plan)).previews).toMatchObject([{ title: 'Advertised collections' }]);
  const answer = await office.stranger.get(await linkTo('advertisement', 'order', plan), {
    accept: 'application/json',
  });
  expect(JSON.stringify(answer.json.results.shown)).not.toContain(cid);
  expect(JSON.stringify(await desk.results('advertised'))).toContain(cid);
});

test('what readers do not see says that there is no preview', async () => {
  const cust_idx = await codes.addCustomer(`ACME${sequence}`);
  const cidx = await codes.addCollection(`s${sequence}`);
  const terms = { price: '1000', currency: 'KRW', length: 30, valid_from: 0, valid_until: 0, memo: '' };
  const plan = await planned(minji.post('/api/v1/code/batch', { cust_idx, cidx, title: 'Autumn', count: 6, ...terms }));
  expect(await meaningOf(plan)).toMatchObject({ no_preview: 'unseen', previews: [] });
  expect((await jun.get(`/approval/${plan}`)).body).toShow('No preview: readers do not see what it changes.');
});
