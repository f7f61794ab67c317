import { sql } from 'kysely';
import type { AlsoAtFault, FaultTexts } from '#kernel/desk/faults.ts';
import { longTextFaults, textFaults, titleFaults } from '#kernel/desk/text-faults.ts';
import { cleanText, cleanTitle } from '#kernel/text/text-forms.rules.ts';

// Of a long text, as much as shows which it is.
const shown = sql`left(of.text, 60)`;

/** The texts, named as changes of collections name them, as inputs would be stored. */
const cleaned = (about: FaultTexts): FaultTexts | null => {
  const texts = Object.entries(about).map(
    ([name, text]) => [name, name.endsWith('.title') ? cleanTitle(text) : cleanText(text)] as const,
  );
  // A title without any letter is for a person.
  return texts.some(([name, text]) => name.endsWith('.title') && text === '') ? null : Object.fromEntries(texts);
};

/** Titles and summaries of collections, in any language, that were stored before what people type was cleaned. */
export const collectionTexts: readonly AlsoAtFault[] = textFaults.map((fault) => ({
  fault,
  entity: 'collection',
  follows: ['collection'],
  fix: { change: 'collection', fields: cleaned },
  find: sql`
    select c.cidx as place, c.cid as id, en.title,
      jsonb_object_agg('multi_lang_data.' || t.locale || '.' || of.name, of.text) as about,
      string_agg(t.locale || ' ' || of.name || ': “' || ${shown} || '”', ' · ' order by t.locale, of.name) as line
    from collection c join collection_text en on en.cidx = c.cidx and en.locale = 'en'
    join collection_text t on t.cidx = c.cidx
    cross join lateral (values ('title', t.title), ('summary', t.summary)) of (name, text)
    where case of.name when 'title' then ${titleFaults[fault]} else ${longTextFaults[fault]} end
    group by c.cidx, en.title`,
}));
