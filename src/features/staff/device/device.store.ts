import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** Notes the browser of a log-in; answers whether it is another one than the account had. The first of all is none. */
export async function noteDevice({ db, now }: Context, staffIdx: number, name: string): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    with known as (
      select count(*) > 0 and not coalesce(bool_or(name = ${name}), false) as is_new
      from staff_device where staff_idx = ${staffIdx}
    ), noted as (
      insert into staff_device (staff_idx, name, seen_at) values (${staffIdx}, ${name}, ${now.toISOString()})
      on conflict on constraint staff_device__key do update set seen_at = excluded.seen_at)
    select is_new as "isNew" from known`.execute(db);
  return rows[0]?.isNew ?? false;
}
