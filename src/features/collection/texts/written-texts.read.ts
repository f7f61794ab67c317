import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import { type TextField, textFields } from '../collection.rules.ts';
import { textVersions } from '../text-version.store.ts';
import type { LocaleStates } from './locale-state.rules.ts';

/** The condition that a row of texts has this one; see `written` in the migration. */
export const isWritten = (row: 'en' | 't', field: TextField): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${row}.written`)} & ${sql.lit(1 << textFields.indexOf(field))} <> 0`;

/** The condition that a text is written, and the English of it was saved later. */
export const isOlder = (field: TextField): RawBuilder<boolean> => {
  const ver = textVersions[field];
  return sql<boolean>`(${isWritten('t', field)} and ${sql.ref(`t.${ver}`)} < ${sql.ref(`en.${ver}`)})`;
};

/** The condition that texts `t` of a language are incomplete. */
export const lacksText = sql<boolean>`(t.title = '' or t.description = '')`;

/** The condition that English texts were saved later than texts `t` of a language. */
export const isBehind = sql<boolean>`exists (
  select from collection_text english where english.cidx = t.cidx and english.locale = 'en'
    and (${sql.join(
      Object.values(textVersions).map((ver) => sql`english.${sql.ref(ver)} > t.${sql.ref(ver)}`),
      sql` or `,
    )}))`;

/** The state of the texts of a collection in each language that it has. */
export const statesOf = (cidx: RawBuilder<unknown>): RawBuilder<Partial<LocaleStates>> => sql<Partial<LocaleStates>>`(
  select coalesce(json_object_agg(t.locale,
    case when ${lacksText} then 'begun' when ${isBehind} then 'outdated' else 'complete' end), '{}')
  from collection_text t where t.cidx = ${cidx})`;

/** Who saved the texts of a language last, and when (seconds). */
export async function findWriter(
  ctx: Context,
  cidx: number,
  locale: Locale,
): Promise<{ by: string | null; at: number | null }> {
  const row = await ctx.db
    .selectFrom('collection_text')
    .select(['saved_by as by', secondsOf('saved_at').as('at')])
    .where('cidx', '=', cidx)
    .where('locale', '=', locale)
    .executeTakeFirst();
  return row ?? { by: null, at: null };
}
