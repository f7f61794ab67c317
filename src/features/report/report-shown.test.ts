import { afterAll, beforeAll, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = redeemDesk(() => office);
const collections = collectionDesk(() => office);

/** Two series; C1 has a book of the first and an event, of-0 has the whole first series and is sold by codes. */
beforeAll(async () => {
  office = await startOffice();
  const [tales, science] = [await collections.addSeries('Tales'), await collections.addSeries('Science')];
  const one = await collections.addLevel(tales, 'One');
  const [first = 0] = await collections.addBooks(tales, one, 2, { author: '=Ann', published_at: office.clock.now() });
  await collections.addBooks(science, await collections.addLevel(science, 'Two'), 1, { author: 'Cem' });
  await desk.addCollection('C1');
  const codes = await desk.issueCodes(3, { length: 10 });
  await collections.put('of-0', 'series', tales);
  await collections.put('C1', 'book', first);
  await desk.addEvent(1, { length: 30 });
  for (const learner of ['mia', 'noa']) await desk.redeem('EVENT0000001', learner);
  await desk.redeem(codes[0] ?? '', 'eli');
  await office.admin.post('/customer/code/update/is_canceled', { codes: [codes[1]], is_canceled: 1 });
});
afterAll(() => office.close());

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The rows of the page's table, by heading. */
async function shown(address: string): Promise<Record<string, string>[]> {
  const { body } = await office.admin.get(address);
  const [, table = ''] = /<table[^>]*>(.*?)<\/table>/s.exec(body) ?? [];
  const lines = [...table.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, line = '']) =>
    [...line.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell).replace(/ ?[↑↓]/, '')),
  );
  return byHeading(lines);
}

/** The rows of its sheet, by heading. */
async function exported(address: string): Promise<Record<string, string>[]> {
  const { status, body } = await office.admin.get(address);
  expect(status).toBe(200);
  return byHeading(
    body
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')),
  );
}

const byHeading = ([heading = [], ...rows]: string[][]) =>
  rows.map((cells) => Object.fromEntries(heading.map((name, nth) => [name, cells[nth] ?? ''])));

const under = (names: readonly string[], rows: readonly Record<string, string>[]) =>
  rows.map((row) => names.map((name) => row[name]));

test.each([
  {
    report: 'registered-collection',
    query: 'sort=registrations.desc',
    compared: ['Registrations', 'Active', 'Expired', 'Cancelled', 'By code', 'By event'],
    id: ['Title', 'Collection ID'],
    rows: 2,
  },
  {
    report: 'registered-book',
    query: 'sort=title',
    compared: ['Series', 'Status', 'Collections', 'Registrations', 'Active'],
    id: ['Title', 'Book ID'],
    rows: 2,
  },
  {
    report: 'all-books',
    query: 'sort=author',
    compared: ['Series', 'Format', 'Collections', 'Registrations'],
    id: ['Title', 'Book ID'],
    rows: 3,
  },
  {
    report: 'all-coupons',
    query: 'sort=code',
    compared: ['Kind', 'State', 'Learner ID'],
    id: ['Code', 'Code'],
    rows: 4,
  },
])('The report $report is exported row by row as it is shown', async ({ report, query, compared, id, rows }) => {
  const screen = await shown(`/report/${report}?${query}`);
  const file = await exported(`/report/${report}/export?${query}`);
  expect(screen).toHaveLength(rows);
  expect(under(compared, file)).toEqual(under(compared, screen));
  const [of = '', key = ''] = id;
  for (const [nth, row] of screen.entries())
    expect((row[of] ?? '').replaceAll(/[\s-]/g, '')).toContain(file[nth]?.[key]?.replaceAll('-', ''));
});

test.each(['registered-collection', 'registered-book', 'all-books', 'all-coupons'])(
  'Views of the report %s can be saved, and its columns chosen',
  async (report) => {
    const { body } = await office.admin.get(`/report/${report}`);
    const props = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
    expect(props.views.saved).toEqual([]);
    expect(props.preferences.columns.length).toBeGreaterThan(3);
    const view = { list: `/report/${report}`, name: 'Mine', query: {} };
    const { view_idx } = (await office.admin.post('/api/v1/view', view)).json.results;
    expect((await office.admin.get(`/report/${report}`)).body).toShow(`"view_idx":${view_idx}`);
  },
);
