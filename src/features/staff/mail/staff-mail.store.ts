import { sql } from 'kysely';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';

/** Where an account gets mail; an empty address is none. */
export interface StaffMail {
  address: string;
  locale: Locale;
  /** The kinds that the person chose or declined. */
  choices: Record<string, boolean>;
  version: number;
}

/** Where an account gets mail; in the caller's language until somebody chose one. */
export async function findStaffMail({ db, locale }: Context, staffIdx: number): Promise<StaffMail> {
  const row = await db
    .selectFrom('staff_mail')
    .select([
      'address',
      sql<Locale>`locale`.as('locale'),
      sql<Record<string, boolean>>`choices`.as('choices'),
      'version',
    ])
    .where('staff_idx', '=', staffIdx)
    .executeTakeFirst();
  return row ?? { address: '', locale, choices: {}, version: 0 };
}

/** Stores where an account gets mail. Without an address the row stays: the person's choices, and the version that other tabs have. */
export async function storeStaffMail(
  { db }: Context,
  staffIdx: number,
  { address, locale, choices, version }: StaffMail,
): Promise<void> {
  const values = { address, locale, choices: JSON.stringify(choices), version };
  await db
    .insertInto('staff_mail')
    .values({ staff_idx: staffIdx, ...values })
    .onConflict((conflict) => conflict.column('staff_idx').doUpdateSet(values))
    .execute();
}
