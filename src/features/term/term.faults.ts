import { type RawBuilder, sql } from 'kysely';
import { textFields } from '#features/collection/collection.public.ts';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { termEntity } from './term.rules.ts';

const plain = (text: RawBuilder<unknown>) => sql`normalize(strip(plain_text(${text})), NFC)`;

/** A field of a row of texts, by the name in another column. */
const fieldOf = (row: string) =>
  sql`case of.name ${sql.join(
    textFields.map((name) => sql`when ${sql.lit(name)} then ${sql.ref(`${row}.${name}`)}`),
    sql` `,
  )} end`;

/** Part of a pattern of one, without what stands around it: many together are searched at once, and find more than each alone. */
const loosely = (pattern: RawBuilder<unknown>) =>
  sql`replace(replace(${pattern}, '(?<![a-z0-9])', ''), '(?![a-z0-9])', '')`;

/**
 * A text that says what a term of its English was called before, and nothing that it is called now; of English texts, one
 * that says the term's former name.
 */
export const termChanged: FaultKind = {
  fault: 'term_changed',
  group: 'readers',
  name: 'fault.term_changed',
  says: 'fault.term_changed_says',
  entity: 'collection',
  follows: ['collection', termEntity],
  find: sql`
    with f as materialized (
      select term.term_idx, term.term, term.pattern as english, former.*
      from term cross join lateral jsonb_to_recordset(term.former) as former (locale text, said text, pattern text, now text)
    ), any_former as materialized (
      select locale, string_agg(distinct ${loosely(sql`pattern`)}, '|') as pattern from f group by locale
    ), folded as materialized (
      select t.cidx, t.locale, of.name, of.text, ${plain(sql`of.text`)} as plain
      from collection_text t cross join lateral (values ${sql.join(
        textFields.map((name) => sql`(${sql.lit(name)}, ${sql.ref(`t.${name}`)})`),
      )}) of (name, text)
      where of.text <> '' and t.locale in (select locale from f)
    ), of as materialized (
      select folded.* from folded join any_former any_of using (locale) where folded.plain ~ any_of.pattern
    )
    select c.cidx as place, c.cid as id, en.title,
      jsonb_object_agg(of.locale || '.' || of.name || '.' || f.term_idx || '.' || f.said, md5(of.text)) as about,
      string_agg(of.locale || ' ' || of.name || ': ' || f.term || ', ' || f.said, ' · ' order by of.locale, of.name, f.said) as line
    from f join of using (locale) join collection c using (cidx)
    join collection_text en on en.cidx = c.cidx and en.locale = 'en'
    where of.plain ~ f.pattern and of.plain !~ f.now
      and (of.locale = 'en' or ${plain(fieldOf('en'))} ~ f.english)
    group by c.cidx, en.title`,
};
