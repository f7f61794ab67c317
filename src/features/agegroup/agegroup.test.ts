import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

test('an age group is added by a form and listed by title', async () => {
  const added = await office.admin.form('/api/v1/age_group', { title: '  Ages 3 to 5 ' });
  expect(added).toMatchObject({ status: 200, json: { results: { age_group: expect.any(Number) } } });
  const listed = await office.admin.get('/api/v1/age_group');
  expect(listed.json.results).toContainEqual({ grp_idx: added.json.results.age_group, title: 'Ages 3 to 5' });
});
