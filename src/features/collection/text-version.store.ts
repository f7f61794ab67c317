import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import { fieldSince } from '#kernel/records/field-since.ts';
import { otherSpaces, unseenMarks } from '#kernel/text/text-forms.rules.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CollectionTexts, type TextField, type TextsByLocale, textFields } from './collection.rules.ts';

/** The columns of `collection_text` that hold the version which saved or confirmed each text. */
export const textVersions = {
  title: 'title_ver',
  summary: 'summary_ver',
  notice: 'notice_ver',
  description: 'description_ver',
} as const satisfies Record<TextField, string>;

/**
 * What a save says about texts that it leaves as they are: whoever saves a language has seen all of it, whoever saves
 * single texts has seen only these.
 */
export type Confirmed = 'languages' | 'texts';

/** A translation that is older than its English, and the version that it is of. */
export interface OlderText {
  locale: Locale;
  field: TextField;
  ver: number;
}

const blanks = sql.lit(String.raw`[ \t-\r\u2028\u2029${otherSpaces}]+`);

const wordsOf = (text: RawBuilder<unknown>) => sql`btrim(regexp_replace(
  normalize(regexp_replace(${text}, ${sql.lit(`[${unseenMarks}]`)}, '', 'g'), nfc), ${blanks}, ' ', 'g'))`;

/**
 * The condition that two texts are one but for blanks, marks that nobody sees and how letters are composed: what cleaning a text
 * changes. A translation of one is a translation of the other. Null if one of them is.
 */
const isSameText = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(case when ${one} = ${other} then true else ${wordsOf(one)} = ${wordsOf(other)} end)`;

/**
 * Writes the texts of these languages and deletes those of all other languages. Returns the texts that were older than the English
 * and that it made new or took away.
 */
export async function replaceTexts(
  ctx: Context,
  cidx: number,
  wanted: TextsByLocale,
  confirmed: Confirmed = 'languages',
): Promise<OlderText[]> {
  const locales = Object.keys(wanted);
  // Blanks make no text newer than another, and whoever changes nothing but blanks has not compared it.
  const differs = (field: TextField) =>
    sql`not ${isSameText(sql.ref(`collection_text.${field}`), sql.ref(`excluded.${field}`))}`;
  // Nothing is newer than the English but what differs in it.
  const isSeen = sql`${confirmed === 'languages'}::boolean and excluded.locale <> ${defaultLocale}
    and (${sql.join(textFields.map(differs), sql` or `)})`;
  const stamps = textFields.map((field) => {
    const ver = textVersions[field];
    return sql`${sql.ref(ver)} = case when ${differs(field)} or ${isSeen} then 0 else ${sql.ref(`collection_text.${ver}`)} end`;
  });
  const vers = textFields.map((field) => {
    const [own, english, now] = ['former', 'en', 'saved'].map((row) => sql.ref(`${row}.${textVersions[field]}`));
    return sql`(${field}::text, case when ${sql.ref(`former.${field}`)} <> '' then ${own} end, ${english}, ${now})`;
  });
  const saved = sql<OlderText>`
    with former as (select * from collection_text where cidx = ${cidx}),
    gone as (delete from collection_text where cidx = ${cidx} and not locale = any(${locales}) returning locale),
    saved as (
    insert into collection_text (cidx, locale, title, summary, notice, description, saved_at, saved_by)
    select ${cidx}, locale, title, summary, notice, description, ${ctx.now.toISOString()}, ${actorName(ctx.actor)}
    from json_to_recordset(${JSON.stringify(asRows(wanted))}::json)
      as given (locale text, title text, summary text, notice text, description text)
    on conflict (cidx, locale) do update
    set (title, summary, notice, description, saved_at, saved_by) =
      (excluded.title, excluded.summary, excluded.notice, excluded.description, excluded.saved_at, excluded.saved_by),
      ${sql.join(stamps)}
    where (collection_text.title, collection_text.summary, collection_text.notice, collection_text.description)
      is distinct from (excluded.title, excluded.summary, excluded.notice, excluded.description)
    returning *)
    select former.locale, of.field, of.ver
    from former join former en on en.locale = ${defaultLocale} left join saved on saved.locale = former.locale
    cross join lateral (values ${sql.join(vers)}) of (field, ver, en, now)
    where former.locale <> ${defaultLocale} and of.ver < of.en
      and (of.now = 0 or former.locale in (select locale from gone))`;
  return executeGeneric(ctx.db, saved);
}

const asRows = (wanted: TextsByLocale): (CollectionTexts & { locale: string })[] =>
  Object.entries(wanted).map(([locale, one]) => ({ locale, ...one }));

/**
 * Records which version saved the texts that changed in this transaction. A translation is no longer older once the
 * English is what it was when the translation was saved: an undo, or a restored version, brings it back.
 */
export async function stampTexts(db: Database, cidx: number, verIdx: number): Promise<void> {
  const vers = Object.values(textVersions);
  const stamps = textFields.map((field) => {
    const ver = sql.ref(textVersions[field]);
    const [own, english] = [sql`t.${ver}`, sql`en.${ver}`];
    return sql`${ver} = case
      when ${own} = 0 or ${english} = 0 and t.locale <> ${defaultLocale} and ${isEnglishAgain(field)}
        and not ${isPartlyDone(field)} then ${verIdx}
      else ${own} end`;
  });
  const stamped = sql`
    update collection_text t set ${sql.join(stamps)}
    from collection of join collection_text en on en.cidx = of.cidx and en.locale = ${defaultLocale}
    where of.cidx = ${cidx} and t.cidx = of.cidx
      and 0 in (${sql.join(vers.flatMap((ver) => [sql.ref(`t.${ver}`), sql.ref(`en.${ver}`)]))})`;
  await executeGeneric(db, stamped);
}

/** The condition that an English text is the same as in the version that saved or confirmed its translation `t`. */
const isEnglishAgain = (field: TextField): RawBuilder<boolean> => {
  const since = sql.ref(`t.${textVersions[field]}`);
  const path = sql`array['multi_lang_data', ${sql.lit(defaultLocale)}, ${sql.lit(field)}]`;
  return sql<boolean>`coalesce((
    select ${isSameText(sql`f.was #>> '{}'`, sql`f.now #>> '{}'`)}
    from ${fieldSince({ entity: 'collection', id: sql`of.cid`, since, path })} f), false)`;
};

/** The condition that paragraphs of a translation `t` are of different English: what all of it was made of was never there. */
const isPartlyDone = (field: TextField): RawBuilder<boolean> => sql<boolean>`exists (
  select from collection_paragraphs p
  where (p.cidx, p.locale, p.field, p.ver) = (t.cidx, t.locale, ${sql.lit(field)}, t.${sql.ref(textVersions[field])}))`;

/** Marks texts of a language as up to date with a version; false if they all were already. */
export async function markReviewed(
  db: Database,
  cidx: number,
  { locale, fields, verIdx }: { locale: Locale; fields: readonly TextField[]; verIdx: number },
): Promise<boolean> {
  // The English is what the others are compared with.
  if (locale === defaultLocale) return false;
  const vers = fields.map((field) => sql.ref(textVersions[field]));
  const { numAffectedRows = 0n } = await sql`
    update collection_text set ${sql.join(vers.map((ver) => sql`${ver} = ${verIdx}`))}
    where cidx = ${cidx} and locale = ${locale} and ${verIdx} > least(${sql.join(vers)})`.execute(db);
  return numAffectedRows > 0n;
}

/** The versions that saved or confirmed each text of a language, by field. */
export type SeenVersions = Record<TextField, number>;

export const findSeen = (db: Database, cidx: number, locale: Locale): Promise<SeenVersions | undefined> =>
  db
    .selectFrom('collection_text')
    .select(textFields.map((field) => `${textVersions[field]} as ${field}` as const))
    .where('cidx', '=', cidx)
    .where('locale', '=', locale)
    .executeTakeFirst();

/** The versions that saved or confirmed the texts of each language. */
export const listSeen = (db: Database, cidx: number): Promise<({ locale: Locale } & SeenVersions)[]> =>
  db
    .selectFrom('collection_text')
    .select(['locale', ...textFields.map((field) => `${textVersions[field]} as ${field}` as const)])
    .where('cidx', '=', cidx)
    .$narrowType<{ locale: Locale }>()
    .execute();

/** Takes back a mark: texts that were marked with a version get the version they had. False if there are none. */
export async function unmarkReviewed(
  db: Database,
  cidx: number,
  { locale, seen, verIdx }: { locale: Locale; seen: SeenVersions; verIdx: number },
): Promise<boolean> {
  const marks = textFields.map((field) => ({ ver: sql.ref(textVersions[field]), was: seen[field] }));
  const set = marks.map(
    ({ ver, was }) => sql`${ver} = case ${ver} when ${verIdx} then ${was}::integer else ${ver} end`,
  );
  const isMarked = marks.map(({ ver, was }) => sql`${ver} = ${verIdx} and ${ver} <> ${was}::integer`);
  const { numAffectedRows = 0n } = await sql`
    update collection_text set ${sql.join(set)}
    where cidx = ${cidx} and locale = ${locale} and (${sql.join(isMarked, sql` or `)})`.execute(db);
  return numAffectedRows > 0n;
}
