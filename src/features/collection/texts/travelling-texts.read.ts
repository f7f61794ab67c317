import { sql } from 'kysely';
import { type Locale, locales } from '#kernel/messages/locale.ts';
import type { RecordText, TravellingTexts } from '#kernel/records/record-texts.ts';
import { textLimits } from '../collection.contract.ts';
import { defaultTitle, type TextField, type TextsByLocale, textFields } from '../collection.rules.ts';
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

interface CollectionRow {
  cid: string;
  texts: TextsByLocale;
  older: Partial<Record<Locale, TextField[]>>;
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
      select c.cid, json_object_agg(t.locale, json_build_object('title', t.title, 'summary', t.summary,
        'notice', t.notice, 'description', t.description)) as texts, json_object_agg(t.locale, ${older}) as older
      from unnest(${cids}::text[]) with ordinality as wanted (cid, nth)
      join collection c using (cid) join collection_text t using (cidx)
      left join collection_text en on en.cidx = t.cidx and en.locale = 'en'
      group by c.cid, wanted.nth order by wanted.nth`.execute(ctx.db);
    return rows.flatMap(textsOf);
  },
  write: (ctx, cid, saved) => saveTexts(ctx, cid, saved),
};

const textsOf = ({ cid, texts, older: behind }: CollectionRow): RecordText[] =>
  textFields.map((field) => ({
    id: cid,
    context: defaultTitle(texts),
    field,
    ...forms[field],
    texts: Object.fromEntries(locales.map((locale) => [locale, texts[locale]?.[field] ?? ''])),
    older: locales.filter((locale) => behind[locale]?.includes(field)),
  }));
