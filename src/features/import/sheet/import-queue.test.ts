import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTaskLimit, systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importCsv, importRow } from '../import.factory.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

test('uploads that must wait are queued in order and say so, while other calls are answered', async () => {
  const busy = Promise.withResolvers<void>();
  const long = Array.from({ length: longTaskLimit }, () =>
    office.app.work.write(systemCaller('test'), () => busy.promise, { long: true }),
  );
  const keys = Array.from({ length: 10 }, (_, n) => `upload-key-${n}`);
  const uploads = keys.map(async (key, n) => {
    const form = new FormData();
    form.append('file', new Blob([importCsv([importRow(n)])]), 'books.csv');
    const request = new Request('http://office', { method: 'POST', body: form });
    return office.admin.send({
      method: 'POST',
      url: '/api/v1/import',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '', 'x-progress-key': key },
    });
  });
  const ahead = async () => {
    const answers = await Promise.all(keys.map((key) => office.admin.get(`/api/v1/import/progress/${key}`)));
    return answers.map(({ json }) => json.results.ahead).toSorted((a, b) => a - b);
  };
  await expect.poll(ahead).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect((await office.admin.get('/book')).status).toBe(200);
  expect((await office.admin.form('/api/v1/age_group', { title: 'Ages 3 to 5' })).status).toBe(200);
  busy.resolve();
  await Promise.all(long);
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(keys.map(() => 200));
  const left = office.db.selectFrom('job_progress').select('job_key');
  await expect.poll(() => left.execute()).toEqual([]);
});
