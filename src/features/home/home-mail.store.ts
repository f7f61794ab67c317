import { sql } from 'kysely';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';

/** An administrator who gets mail. */
export interface MailedPerson {
  staffIdx: number;
  staffId: string;
  name: string;
  locale: Locale;
}

/** Who gets mail, and what they were mailed about. */
export const homeMailed = {
  people: async ({ db }: Context): Promise<MailedPerson[]> => {
    const { rows } = await sql<MailedPerson>`
      select s.staff_idx as "staffIdx", s.staff_id as "staffId", s.name, m.locale
      from staff s join staff_mail m using (staff_idx)
      where s.is_admin and s.disabled_at is null and m.address <> '' order by s.staff_idx limit 1000`.execute(db);
    return rows;
  },

  /**
   * Notes that a person is mailed about these, and answers those that were not noted before. With `isAll`, these are all that
   * there are: others are over, and would be mailed again if they came back.
   */
  note: async (
    { db, now }: Context,
    staffIdx: number,
    tasks: readonly string[],
    { isAll }: { isAll: boolean },
  ): Promise<Set<string>> => {
    if (isAll) {
      await sql`
        delete from home_mailed where staff_idx = ${staffIdx} and task not like 'week %'
          and task <> all(${tasks}::text[])`.execute(db);
    }
    const { rows } = await sql<{ task: string }>`
      insert into home_mailed (staff_idx, task, at)
      select ${staffIdx}, task, ${now.toISOString()}::timestamptz from unnest(${tasks}::text[]) task
      on conflict do nothing returning task`.execute(db);
    return new Set(rows.map(({ task }) => task));
  },
};
