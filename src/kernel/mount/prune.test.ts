import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { systemCaller } from '../work/unit-of-work.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

test('expired data is removed every night, and everything else is kept', async () => {
  const { rows } = await sql`select cron, timezone from pgboss.schedule where name = 'prune'`.execute(office.db);
  expect(rows).toEqual([{ cron: '47 3 * * *', timezone: 'Asia/Seoul' }]);

  const ago = (hours: number) => new Date(office.clock.now().getTime() - hours * 3_600_000).toISOString();
  await sql`truncate change`.execute(office.db);
  await sql`insert into change (kind, id, at)
    values ('book', 'old', ${ago(31 * 24)}), ('book', 'young', ${ago(29 * 24)})`.execute(office.db);
  await sql`insert into job_progress (job_key, done, total, updated_at)
    values ('upload-old', 1, 2, ${ago(25)}), ('upload-young', 1, 2, ${ago(23)})`.execute(office.db);
  await sql`insert into login_failure (key, at) values ('id:old', ${ago(1)}), ('id:young', ${ago(0.1)})`.execute(
    office.db,
  );
  await office.signIn('carl', false);
  await sql`update session set seen_at = ${ago(13)} from staff where staff.staff_idx = session.staff_idx
    and staff_id = 'carl'`.execute(office.db);

  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'prune', {}));
  const left = async () => {
    const { rows: names } = await sql<{ name: string }>`
      select id as name from change union all select job_key from job_progress union all select key from login_failure
      union all select staff_id from session join staff using (staff_idx) order by 1`.execute(office.db);
    return names.map(({ name }) => name);
  };
  await expect.poll(left).toEqual(['ada', 'bert', 'id:young', 'upload-young', 'young']);
});
