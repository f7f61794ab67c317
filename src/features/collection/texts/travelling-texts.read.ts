import { sql } from 'kysely';
import { type Locale, locales } from '#kernel/messages/locale.ts';
import { fieldSince } from '#kernel/records/field-since.ts';
import type { ByText, RecordText, TextOrigin, TravellingTexts } from '#kernel/records/record-texts.ts';
import { textLimits } from '../collection.contract.ts';
import { defaultTitle, isRich, type TextField, type TextsByLocale, textFields } from '../collection.rules.ts';
import { getCollection } from '../collection.service.ts';
import { madeOf, setOrigin } from '../text-origin.store.ts';
import { textVersions } from '../text-version.store.ts';
import { saveTexts } from './save-texts.service.ts';
import { isOlder } from './written-texts.read.ts';

const forms: Record<TextField, Pick<RecordText, 'label' | 'limit' | 'form'>> = {
  title: { label: 'common.title', limit: textLimits.title, form: 'line' },
  summary: { label: 'collection.field_summary', limit: textLimits.summary, form: 'lines' },
  notice: { label: 'collection.field_notice', limit: textLimits.notice, form: 'rich' },
  description: { label: 'collection.field_description', limit: textLimits.description, form: 'rich' },
};

const older = sql`to_json(array_remove(array[${sql.join(
  textFields.map((field) => sql`case when t.locale <> 'en' and ${isOlder(field)} then ${sql.lit(field)}::text end`),
)}], null))`;

/** The English that an older text was made of, as it was. */
const earlierEnglish = (field: TextField) => {
  const path = sql`array['multi_lang_data', 'en', ${sql.lit(field)}]`;
  const since = sql.ref(`t.${textVersions[field]}`);
  const was = sql`(select f.was #>> '{}' from ${fieldSince({ entity: 'collection', id: sql`of.cid`, since, path })} f)`;
  return sql`case when t.locale <> 'en' and ${isOlder(field)} then ${was} end`;
};

/** By text, what it was made of. */
const origins = sql`json_build_object(${sql.join(
  textFields.flatMap((field) => [
    sql.lit(field),
    sql`json_build_object('ver', ${sql.ref(`t.${textVersions[field]}`)}, 'madeOf', ${isRich(field) ? madeOf(field) : sql`null`},
      'earlier', ${earlierEnglish(field)})`,
  ]),
)})`;

interface CollectionRow {
  cid: string;
  texts: TextsByLocale;
  older: Partial<Record<Locale, TextField[]>>;
  origins: ByText<TextOrigin & { earlier: string | null }>;
}

/** The texts of collections, as translators get and return them. */
export const travellingTexts: TravellingTexts = {
  inTrail: ['multi_lang_data'],
  list: async (ctx) => {
    const rows = await ctx.db.selectFrom('collection').select('cid').orderBy('cid').execute();
    return rows.map(({ cid }) => cid);
  },
  read: async (ctx, cids) => {
    const { rows } = await sql<CollectionRow>`
      select of.cid, json_object_agg(t.locale, json_build_object('title', t.title, 'summary', t.summary,
        'notice', t.notice, 'description', t.description)) as texts, json_object_agg(t.locale, ${older}) as older,
        json_object_agg(t.locale, ${origins}) as origins
      from unnest(${cids}::text[]) with ordinality as wanted (cid, nth)
      join collection of using (cid) join collection_text t using (cidx)
      left join collection_text en on en.cidx = t.cidx and en.locale = 'en'
      group by of.cid, wanted.nth order by wanted.nth`.execute(ctx.db);
    return rows.flatMap(textsOf);
  },
  write: (ctx, cid, { madeOf: paragraphs, ...saved }) => saveTexts(ctx, cid, { ...saved, made_of: paragraphs }),
  setOrigins: async (ctx, cid, given) => {
    const { cidx } = await getCollection(ctx, cid);
    for (const locale of locales)
      for (const field of textFields) {
        const origin = given[locale]?.[field];
        if (origin) await setOrigin(ctx.db, cidx, { locale, field }, origin);
      }
  },
};

const textsOf = ({ cid, texts, older: behind, origins: made }: CollectionRow): RecordText[] => {
  const byLocale = <T>(of: (origin: TextOrigin & { earlier: string | null }) => T | undefined, field: TextField) =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const origin = made[locale]?.[field];
        const value = origin && of(origin);
        return value === undefined ? [] : [[locale, value] as const];
      }),
    ) as Partial<Record<Locale, T>>;
  return textFields.map((field) => ({
    id: cid,
    context: defaultTitle(texts),
    field,
    ...forms[field],
    texts: Object.fromEntries(locales.map((locale) => [locale, texts[locale]?.[field] ?? ''])),
    older: locales.filter((locale) => behind[locale]?.includes(field)),
    earlier: byLocale(({ earlier }) => earlier ?? undefined, field),
    origins: byLocale(({ ver, madeOf: paragraphs }) => ({ ver, madeOf: paragraphs }), field),
  }));
};
