import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import type { Figure, Task, TaskRow } from '#kernel/desk/home.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let isBroken = false;
const counted = Promise.withResolvers<number>();

const small = { kind: 'probe.small', id: '', name: 'small' } as const;

/** A feature whose parts of the start page fail when a test asks for it. */
const probe: Feature = {
  name: 'probe',
  messages: { catalogues: { en: {}, es: {}, jp: {}, ko: {}, tr: {} } },
  register(kernel) {
    kernel.home.addTasks(async () => {
      if (isBroken) throw new Error('The probe is broken.');
      return [
        { ...small, level: 'note', title: 'Something small', line: 'It can wait', href: '/agegroup', act: 'Look' },
      ];
    });
    kernel.home.addTasks(async () => {
      const count = kernel.counts.get('probe', { kinds: [], count: () => counted.promise });
      return count
        ? [
            {
              ...small,
              kind: 'probe.counted',
              level: 'note',
              title: 'Counted',
              line: 'It can wait',
              href: '/series',
              act: 'Look',
            },
          ]
        : [];
    });
    kernel.home.addFigure({
      label: 'probe.figure',
      find: async () => {
        if (isBroken) throw new Error('The probe is broken.');
        return [];
      },
    });
  },
};

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true, extra: probe });
});
afterAll(() => office.close());

/** The props of the page, as passed to the browser. */
async function home(person: Person = office.admin, url = '/') {
  const { status, body } = await person.get(url);
  expect(status).toBe(200);
  return JSON.parse(/data-view="home\/home".*?<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}

async function stage(name: string, rows: Record<string, string>[]): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([importCsv(rows)]), name);
  return (await office.admin.upload('/api/v1/import', form)).json.results.import_idx;
}

/** The tasks of all rows, most urgent first. */
const openTasks = async (): Promise<Task[]> => (await home()).needs.rows.flatMap(({ tasks }: TaskRow) => tasks);
const titles = async () => (await openTasks()).map(({ title }) => title);
const totals = async () =>
  (await home()).figures.map(({ days }: { days: number[] | null }) => days?.reduce((sum, count) => sum + count, 0));

describe('The start page', () => {
  test('says that it is still counting, instead of that nothing waits', async () => {
    const first = await home();
    expect([first.needs.isCounting, await titles()]).toEqual([true, ['Something small']]);
    expect((await office.admin.get('/')).body).toShow('Still counting…');
    counted.resolve(0);
    await expect.poll(async () => (await home()).needs.isCounting).toBe(false);
    expect((await office.admin.get('/')).body).not.toShow('Still counting…');
  });

  test('offers three ways to begin while the library is empty, in the language of the reader', async () => {
    const { body } = await office.admin.get('/');
    for (const href of ['/sample', '/book/create']) expect(body).toShow(`href="${href}"`);
    expect(body).toShow('The library has no books yet.');
    expect((await office.admin.get('/?lang=ko')).body).toShow('도서관에 아직 책이 없습니다.');
  });

  test('does not lead to the import while it is under maintenance, as the library does not', async () => {
    const question = { title: 'Book import function is under maintenance.' };
    expect((await home()).importClosed).toMatchObject(question);
    const lead = /<button type="button"[^>]*>Import<\/button>/;
    expect((await office.admin.get('/')).body).toShow(lead);
    const setting = '/api/v1/setting/book.import_maintenance';
    await office.admin.put(setting, { value: false });
    expect((await office.admin.get('/')).body).toShow(/<a [^>]*href="\/book\/import">Import<\/a>/);
    await office.admin.put(setting, { value: true });
    expect((await office.admin.get('/')).body).toShow(lead);
  });

  test('is the first entry of the menu, and closed to accounts without administrator rights', async () => {
    const { body } = await office.admin.get('/series');
    expect(body).toShow(/<div data-screens="[^"]*"><a href="\/"[^>]*data-icon="home"/);
    expect((await office.staff.get('/')).status).toBe(403);
    expect((await office.stranger.get('/')).status).toBe(303);
  });

  test('shows the newest books first, and no longer the ways to begin', async () => {
    await office.admin.post('/api/v1/book', { books: [bookRow(1), bookRow(2)], create_missing: true });
    const { books } = await home();
    expect(books.map(({ bid }: { bid: string }) => bid)).toEqual(['B2', 'B1']);
    const { body } = await office.admin.get('/');
    expect(body).toShow('href="/book/B2"');
    expect(body).not.toShow('The library has no books yet.');
  });

  test('lists the open tasks, the most urgent first, with a link to each', async () => {
    const waiting = await stage('autumn.csv', [importRow(101), importRow(102, { title: '' })]);
    expect(await openTasks()).toEqual([
      {
        kind: 'import.tasks_waiting',
        id: waiting,
        name: 'autumn.csv',
        level: 'warning',
        title: 'Import autumn.csv waits',
        line: '1 row ready, 1 rejected',
        href: `/book/import/${waiting}`,
        act: 'Continue',
      },
      expect.objectContaining({ level: 'note', title: 'Something small' }),
    ]);
    await office.db
      .updateTable('import')
      .set({ problem: JSON.stringify({ key: 'error.job_gave_up' }) })
      .where('import_idx', '=', waiting)
      .execute();
    expect((await openTasks())[0]).toMatchObject({
      level: 'problem',
      title: 'Import autumn.csv failed',
      line: 'Several attempts failed. Nothing was saved. Try again.',
    });
    await office.admin.delete(`/api/v1/import/${waiting}`);
    expect(await titles()).toEqual(['Something small']);
  });

  test('leads to the next step of an applied import until the last', async () => {
    const id = await stage('steps.csv', [importRow(105)]);
    await office.admin.put(`/api/v1/import/${id}`, { update: false, create_missing: true });
    await office.admin.post(`/api/v1/import/${id}/apply`);
    await expect.poll(titles).toContain('Import steps.csv waits');
    await expect
      .poll(async () => (await openTasks())[0])
      .toMatchObject({ line: 'Next step: Images', href: `/book/import/${id}/images` });
    await office.admin.put(`/api/v1/import/${id}/step`, { step: 'done' });
    expect(await titles()).toEqual(['Something small']);
  });

  test('counts what was added, published and applied in the last seven days', async () => {
    expect(await totals()).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
    await office.admin.put('/api/v1/book', { bids: ['B1'] });
    expect(await totals()).toEqual([3, 1, 0, 0, 0, 0, 0, 0, 1, 0]);
    expect((await home()).figures[0]).toMatchObject({ label: 'books added', days: [0, 0, 0, 0, 0, 0, 3], more: false });
    expect((await home(office.admin, '/?lang=es')).figures[1].label).toBe('libro publicado');
  });

  test("shows what others did since the last visit, and not one's own acts", async () => {
    const cho = await office.signIn('cho', true);
    expect((await home(cho)).news).toMatchObject({ isFirst: true });
    office.clock.advance(60_000);
    await cho.post('/api/v1/category', { title: 'Fables' });
    office.clock.advance(60_000);
    const back = await office.signIn('cho', true);
    expect((await home(back)).news).toMatchObject({ isFirst: false, acts: [], more: false });
    office.clock.advance(60_000);
    await office.admin.post('/api/v1/age_group', { title: 'Ages 3 to 5' });
    const { acts } = (await home(back)).news;
    expect(acts).toEqual([
      expect.objectContaining({ actor: 'ada', kind: 'Age group', action: 'created', href: '/agegroup', times: 1 }),
    ]);
    expect((await home()).news.acts).toContainEqual(expect.objectContaining({ actor: 'cho', kind: 'Category' }));
    expect((await back.get('/')).body).toShow('href="/audit?since=2026-03-02"');
  });

  test('shows an act on many books as one line, and repeated acts as one too', async () => {
    const dan = await office.signIn('dan', true);
    office.clock.advance(1000);
    await office.admin.put('/api/v1/book', { bids: ['B1', 'B2'], published: false });
    await office.admin.put('/api/v1/book', { bids: ['B1', 'B2'], published: true });
    for (const title of ['Ages 3 to 6', 'Ages 4 to 6', 'Ages 4 to 7'])
      await office.admin.put('/api/v1/age_group/1', { title });
    const { acts } = (await home(dan)).news;
    expect(acts[0]).toMatchObject({ kind: 'Age group', id: '1', action: 'changed', times: 3 });
    expect(acts[1]).toMatchObject({ kind: 'Books', action: 'published', times: 1 });
  });

  test('works although one of its parts fails, and says so', async () => {
    isBroken = true;
    const { needs, figures } = await home();
    // Tasks of other finders may still be listed.
    expect(needs.failures).toBe(1);
    expect(needs.rows.map(({ title }: TaskRow) => title)).not.toContain('Something small');
    expect(figures.at(-1)).toMatchObject({ days: null });
    const { body } = await office.admin.get('/');
    expect(body).toShow('Part of this list could not be loaded.');
    expect(body).toShow('could not be loaded</span>');
    isBroken = false;
  });
});

test('Published books that lack something are tasks that link to them, counted in the background', async () => {
  const books = [1, 2].map((n) => bookRow(600 + n, { bid: `LACK-${n}` }));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  const lacking = async () => (await openTasks()).filter(({ href }) => href.startsWith('/book?status=published'));
  await office.admin.put('/api/v1/book', { selection: { ids: ['LACK-1', 'LACK-2'] } });
  // Those of a moment ago may be shown for two seconds.
  await expect.poll(lacking).toEqual([
    {
      kind: 'book.task_no_cover',
      id: '',
      name: expect.any(String),
      count: expect.any(Number),
      level: 'note',
      title: expect.stringMatching(/^\d+ published books have no cover$/),
      line: 'A placeholder is shown',
      href: '/book?status=published&missing=cover',
      act: 'Show books',
    },
    expect.objectContaining({ href: '/book?status=published&missing=content' }),
    expect.objectContaining({ href: '/book?status=published&missing=mobile' }),
  ]);
  const list = await office.admin.get('/book?status=published&missing=cover');
  expect(list.body).toShow('LACK-1');
});

const taskTo = async (href: string) => (await openTasks()).find((task) => task.href === href) ?? null;

test('Public collections without texts in a language are a task that links to exactly those', async () => {
  for (const [cid, is_public] of [
    ['OPEN', 'O'],
    ['CLOSED', 'X'],
  ])
    await office.admin.post('/api/v1/collection', { cid, title: cid, is_public });
  const href = '/collection/matrix?is_public=O&missing=ko';
  await expect
    .poll(() => {
      office.clock.advance(61_000);
      return taskTo(href);
    })
    .toMatchObject({ level: 'note', title: '1 public collection has no texts in 한국어' });
  const list = (await office.admin.get(href)).body;
  expect(list).toShow('href="/collection/OPEN"');
  expect(list).not.toShow('href="/collection/CLOSED"');
  const figure = (await home()).figures.find(({ label }: { label: string }) => label === 'changes of collections');
  expect(figure.days.at(-1)).toBe(2);
  expect((await office.admin.get(figure.href)).status).toBe(200);
});

test('Events that end within 14 days are a task that links to exactly those', async () => {
  const now = Math.floor(office.clock.now().getTime() / 1000);
  for (const [name, days] of [
    ['Fair', 3],
    ['Long fair', 30],
  ] as const)
    await office.admin.post('/api/v1/event', {
      name,
      cid: 'OPEN',
      code: `FAIRFAIR20${days + 10}`,
      from: now - 60,
      until: now + days * 86_400,
      length: 30,
    });
  const href = '/event?status=in_progress&ends=soon&sort=until';
  expect(await taskTo(href)).toMatchObject({ title: '1 event ends within 14 days', line: 'Fair' });
  const list = (await office.admin.get(href)).body;
  expect(list).toShow('>Fair<');
  expect(list).not.toShow('>Long fair<');
});

test('Running work is shown: a bulk change, and the import that is being applied', async () => {
  await office.db
    .insertInto('bulk_work')
    .values({ name: 'book.publish', asked: '{}', asked_by: 'ada', asked_at: office.clock.now().toISOString() })
    .execute();
  const id = await stage('running.csv', [importRow(201)]);
  await office.db.updateTable('import').set({ status: 'applying' }).where('import_idx', '=', id).execute();
  expect(await taskTo('/book')).toMatchObject({ title: 'A bulk change is under way', level: 'note' });
  expect(await titles()).toContain('Import running.csv is being applied');
});

test('A bulk change that was given up is told until somebody asks for the same again; one that was stopped is not', async () => {
  const at = office.clock.now().toISOString();
  const failed = {
    name: 'code.leak',
    asked_by: 'ada',
    asked_at: at,
    ended_at: at,
    status: 'failed',
    asked: '{"cg_idx": 4711}',
  };
  const ended = (key: string) => ({ ...failed, problem: JSON.stringify({ key }) });
  await office.db
    .insertInto('bulk_work')
    .values([ended('error.job_gave_up')])
    .execute();
  const lost = async () => (await openTasks()).find(({ title }) => title === 'A bulk change was not made');
  expect(await lost()).toMatchObject({
    level: 'problem',
    href: '/code',
    line: expect.stringContaining('Nothing was saved'),
  });
  await office.db
    .insertInto('bulk_work')
    .values([{ ...ended('error.job_gave_up'), href: '/code/batch/4711' }])
    .execute();
  expect(await lost()).toMatchObject({ href: '/code/batch/4711' });
  await office.db
    .insertInto('bulk_work')
    .values([ended('error.job_cancelled')])
    .execute();
  expect(await lost()).toBeUndefined();
});

/** A figure of the week by its label, and the number of rows in the list that it links to. */
const ofWeek = async (label: RegExp) =>
  (await home()).figures.find((figure: Figure) => label.test(figure.label)) as Figure & { href: string };
const listed = async (label: RegExp) =>
  Number(/"total":(\d+)/.exec((await office.admin.get((await ofWeek(label)).href)).body)?.[1]);
const sinceOf = async (label: RegExp) => /since=([\d-]+)/.exec((await ofWeek(label)).href)?.[1] ?? '';

test('The number of books of this week equals that of the lists linked to it', async () => {
  await office.admin.post('/api/v1/book', { books: [301, 302, 303].map((n) => bookRow(n)), create_missing: true });
  await office.admin.put('/api/v1/book', { bids: ['B301', 'B302'] });
  const firstSecond = Date.parse(`${await sinceOf(/added/)}T00:00:00+09:00`);
  const were = (bid: string, column: 'created_at' | 'published_at', at: number) =>
    office.db
      .updateTable('book')
      .set({ [column]: new Date(at).toISOString() })
      .where('bid', '=', bid)
      .execute();
  const before = { added: await listed(/added/), published: await listed(/published/) };
  await were('B301', 'created_at', firstSecond - 1000);
  await were('B302', 'created_at', firstSecond);
  await were('B301', 'published_at', firstSecond - 1000);
  for (const [label, count] of [
    [/added/, before.added - 1],
    [/published/, before.published - 1],
  ] as const) {
    expect(await listed(label)).toBe(count);
    expect((await ofWeek(label)).days?.reduce((sum, one) => sum + one, 0)).toBe(count);
  }
});

test('The number of imports of this week equals that of the list linked to it', async () => {
  const applied = /imports? applied/;
  const before = await listed(applied);
  const ids = [await stage('one.csv', [importRow(401)]), await stage('two.csv', [importRow(402)])];
  await stage('waiting.csv', [importRow(403)]);
  const firstSecond = Date.parse(`${await sinceOf(applied)}T00:00:00+09:00`);
  for (const [n, id] of ids.entries())
    await office.db
      .updateTable('import')
      .set({ status: 'applied', applied_at: new Date(firstSecond - 1000 + n * 1000).toISOString() })
      .where('import_idx', '=', id)
      .execute();
  expect(await listed(applied)).toBe(before + 1);
  expect((await ofWeek(applied)).days?.reduce((sum, one) => sum + one, 0)).toBe(before + 1);
  const page = (await office.admin.get((await ofWeek(applied)).href)).body;
  expect(page).toShow('two.csv');
  expect(page).not.toShow('one.csv');
});

test('The numbers of codes and registrations of this week equal those of the lists linked to them', async () => {
  const desk = redeemDesk(() => office);
  const firstSecond = Date.parse(`${await sinceOf(/issued/)}T00:00:00+09:00`) / 1000;
  await desk.issueCodes(3, { issued_at: firstSecond - 1 });
  await desk.issueCodes(4, { issued_at: firstSecond });
  const codes = await desk.issueCodes(5);
  for (const [n, learner] of ['mia', 'noa'].entries()) await desk.redeem(codes[n] ?? '', learner);
  await office.admin.post('/customer/code/update/is_canceled', { codes: codes.slice(1, 4), is_canceled: 1 });
  await desk.addCollection('C1');
  const now = Math.floor(office.clock.now().getTime() / 1000);
  await desk.addEvent(1, { from: now - 60, until: now + 86_400 });
  await desk.redeem('EVENT0000001', 'mia');
  expect((await ofWeek(/issued/)).days).toEqual([4, 0, 0, 0, 0, 0, 5]);
  expect(await listed(/issued/)).toBe(9);
  expect((await ofWeek(/redeemed/)).days).toEqual([0, 0, 0, 0, 0, 0, 2]);
  expect(await listed(/redeemed/)).toBe(2);
  expect((await ofWeek(/registration/)).days).toEqual([0, 0, 0, 0, 0, 0, 3]);
  expect(await listed(/registration/)).toBe(3);
});
