import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { systemCaller } from '../work/unit-of-work.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

test('the sweep is planned for every night', async () => {
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule where name = 'file-sweep'`.execute(
    office.db,
  );
  expect(rows).toEqual([{ name: 'file-sweep', cron: '17 3 * * *', timezone: 'Asia/Seoul' }]);
});

test('the nightly job removes uploads that no record refers to', async () => {
  office.clock.set(new Date(Date.now() + 25 * 3_600_000).toISOString());
  await office.storage.put('staging/left.jpg', Readable.from([Buffer.from('x')]));
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'file-sweep', {}));
  await expect.poll(() => office.storage.stat('staging/left.jpg')).toBeNull();
});
