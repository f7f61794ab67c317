import { sql } from 'kysely';
import type { PersonalRows } from '#kernel/records/personal-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import { readRows } from './registration-rows.read.ts';

/** The registrations of a learner, and saved views of their list. */
export const registrationPersonal: readonly PersonalRows[] = [
  {
    name: 'registrations',
    table: 'registration',
    key: { reg_idx: 'bigint' },
    columns: { learner_id: 'id' },
    read: readOwn,
  },
  {
    name: 'tries',
    table: 'refused_try',
    key: { try_idx: 'bigint' },
    columns: { learner_id: 'id' },
    read: readTries,
  },
  {
    name: 'views',
    table: 'saved_view',
    key: { view_idx: 'integer' },
    columns: { query: 'json', name: 'text' },
    where: sql<boolean>`list = '/registration'`,
    keys: ['search_val'],
  },
];

/** Times as programs and people read them; an end that never comes is null. */
async function readOwn(ctx: Context, id: string): Promise<object[]> {
  const own = sql`select r.reg_idx from registration r where r.learner_id = ${id}`;
  const time = (seconds: number) => (seconds === 0 ? null : new Date(seconds * 1000).toISOString());
  return (await readRows(ctx, own, sql`r.reg_idx`)).map(({ registered_at, expires_at, ...row }) => ({
    reg_idx: row.reg_idx,
    learner_id: row.learner_id,
    collection: row.collection,
    cid: row.cid,
    code: row.code,
    customer: row.customer,
    event: row.event,
    registered_at: time(registered_at),
    expires_at: time(expires_at),
    status: row.status,
  }));
}

/** A code that was never issued is only known as a hash. */
async function readTries({ db }: Context, id: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select to_json(to_timestamp(at)) #>> '{}' as at, code, reason, times, by_kind as by from refused_try
    where learner_id = ${id} order by try_idx`.execute(db);
  return rows;
}
