import { afterAll, beforeAll, expect, test } from 'vitest';
import { addManyBooks } from '#features/book/many-books.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { faultDesk } from './fault.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = faultDesk(() => office);

// Each book goes through the rules of a save: minutes on a busy machine.
test.runIf(process.env['TEST_LONG'] === '1')(
  'more books than anybody waits for are fixed by one press as one act, and come back with one undo',
  async () => {
    const many = 5003;
    await addManyBooks(office.db, { count: many, like: await desk.book(), title: ' Many' });
    const left = async () => must(await office.admin.get('/api/v1/fault/blank_ends')).total;
    expect(await left()).toBe(many);
    const { changed, work_idx } = await desk.fix('blank_ends', { all: true, except: ['M-1'] });
    expect([changed, work_idx]).toEqual([0, expect.any(Number)]);
    const end = (of: number) => async () => must(await office.admin.get(`/api/v1/work/${of}`));
    await expect.poll(end(work_idx), { timeout: 400_000 }).toMatchObject({ status: 'done', changed: many - 1 });
    expect(await desk.ids('blank_ends')).toEqual(['M-1']);
    expect([await desk.field('M-2', 'title'), await desk.field(`M-${many}`, 'title')]).toEqual([
      'Many 2',
      `Many ${many}`,
    ]);
    const { act_idx: act } = await end(work_idx)();
    const page = await office.admin.get('/workbench/blank_ends');
    expect(page.body).toShow('5,002 fixed by');
    must(await office.admin.put('/api/v1/book/M-2', { title: 'Another' }));
    const undone = must(await office.admin.undo(act));
    await expect.poll(end(undone.work_idx), { timeout: 400_000 }).toMatchObject({ status: 'done' });
    expect([await left(), await desk.field('M-2', 'title')]).toEqual([many - 1, 'Another']);
  },
  900_000,
);
