import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookImportMaintenance } from '#features/library/book.settings.ts';
import { getSetting } from '#kernel/desk/settings.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';

const key = 'book.import_maintenance';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const put = (value: unknown, of = key) => office.admin.put(`/api/v1/setting/${of}`, { value });
const inForce = () => office.app.work.read(systemCaller('test'), (ctx) => getSetting(ctx, bookImportMaintenance));

test('a setting has its initial value until it is changed, and then at once the new one', async () => {
  const listed = async () => (await office.admin.get('/api/v1/setting')).json.results;
  expect(await listed()).toContainEqual({ key, value: true, version: expect.any(Number) });
  expect((await put(false)).json).toEqual({ results: { success: true, act_idx: expect.any(Number) } });
  expect(await listed()).toContainEqual({ key, value: false, version: expect.any(Number) });
  expect(await inForce()).toBe(false);
  await put(true);
  expect(await inForce()).toBe(true);
});

test('a change is recorded in the audit trail once, even when it is sent again', async () => {
  await office.db.deleteFrom('audit').execute();
  await Promise.all([put(false), put(false), put(false)]);
  const rows = await office.db.selectFrom('audit').selectAll().execute();
  expect(rows).toMatchObject([{ entity: 'setting', entity_id: key, actor: 'ada', before: true, after: false }]);
  const history = await office.admin.get(`/audit/of/setting/${key}`);
  expect(history.body).toShow('<del>Yes</del>');
});

test.each(['yes', 1, null, [true], { on: true }, undefined])(
  'a value of the wrong type is refused and changes nothing: %j',
  async (value) => {
    const before = await inForce();
    expect(await put(value)).toMatchObject({ status: 400, json: { error: { fields: { value: expect.any(String) } } } });
    expect(await inForce()).toBe(before);
  },
);

test('an unknown setting is not found', async () => {
  expect(await put(true, 'no.such')).toMatchObject({ status: 404, json: { error: { code: 'settings.not_found' } } });
});

test('a stored value that no longer fits is replaced by the initial one', async () => {
  await office.db.updateTable('setting').set({ value: '"broken"' }).where('key', '=', key).execute();
  expect(await inForce()).toBe(true);
  expect((await office.admin.get('/settings')).status).toBe(200);
});

test('the page names every setting and says what it does, in the language of the reader', async () => {
  const page = await office.admin.get('/settings?lang=ko');
  expect(page.body).toShow('책 가져오기 점검');
  expect(page.body).toShow('점검 안내만 표시합니다');
});

test('a change of a setting is undone, unless somebody has changed it since', async () => {
  const actOf = async (answer: ReturnType<typeof put>): Promise<number> => (await answer).json.results.act_idx;
  await put(true);
  const first = await actOf(put(false));
  const ben = await office.signIn('ben', true);
  const second = await actOf(ben.put(`/api/v1/setting/${key}`, { value: true }));
  await actOf(put(false));
  const theirs = { status: 409, json: { error: { code: 'undo.changed_since' } } };
  expect(await office.admin.undo(first)).toMatchObject(theirs);
  expect(await office.admin.undo(second)).toMatchObject(theirs);
  const third = await actOf(put(true));
  expect((await office.admin.undo(third)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect(await inForce()).toBe(false);
  const ages = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const fourth = await actOf(put(ages, 'guide.ages'));
  expect((await office.admin.undo(fourth)).status).toBe(200);
  const { before, after } = await office.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('undoes', '=', fourth)
    .executeTakeFirstOrThrow();
  expect([before, after]).toEqual([ages, expect.not.arrayContaining(['0'])]);
});
