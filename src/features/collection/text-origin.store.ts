import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { TextOrigin } from '#kernel/records/record-texts.ts';
import type { RichField, TextField } from './collection.rules.ts';
import { textVersions } from './text-version.store.ts';

/** One text of a collection. */
export interface TextOf {
  locale: Locale;
  field: TextField;
}

/** The paragraphs that a text `t` was made of, where they are not all of one version; null otherwise. */
export const madeOf = (field: RichField): RawBuilder<string[] | null> => sql<string[] | null>`(
  select p.made_of from collection_paragraphs p
  where p.cidx = t.cidx and p.locale = t.locale and p.field = ${sql.lit(field)} and p.ver = t.${sql.ref(textVersions[field])})`;

/** What a text was made of; undefined if there is none in the language. */
export async function findOrigin(
  db: Database,
  cidx: number,
  { locale, field }: TextOf,
): Promise<TextOrigin | undefined> {
  const paragraphs = field === 'notice' || field === 'description' ? madeOf(field) : sql`null`;
  const { rows } = await sql<TextOrigin>`
    select t.${sql.ref(textVersions[field])} as ver, ${paragraphs} as "madeOf"
    from collection_text t where t.cidx = ${cidx} and t.locale = ${locale}`.execute(db);
  return rows[0];
}

/** Says of a text what it was made of. */
export async function setOrigin(
  db: Database,
  cidx: number,
  { locale, field }: TextOf,
  { ver, madeOf: paragraphs }: TextOrigin,
): Promise<void> {
  await executeGeneric(
    db,
    sql`update collection_text set ${sql.ref(textVersions[field])} = ${ver} where cidx = ${cidx} and locale = ${locale}`,
  );
  if (!paragraphs) {
    await sql`delete from collection_paragraphs where (cidx, locale, field) = (${cidx}, ${locale}, ${field})`.execute(
      db,
    );
    return;
  }
  await sql`
    insert into collection_paragraphs (cidx, locale, field, ver, made_of)
    values (${cidx}, ${locale}, ${field}, ${ver}, ${paragraphs}::text[])
    on conflict (cidx, locale, field) do update set ver = excluded.ver, made_of = excluded.made_of`.execute(db);
}
