import { sql } from 'kysely';
import { textFields, textLimits } from '#features/collection/collection.public.ts';
import { isOlder } from '#features/collection/collection-texts.public.ts';
import type { FaultKind } from '#kernel/desk/faults.ts';

const ofCollections = { group: 'readers', entity: 'collection', follows: ['collection'] } as const;

/** An advertised collection that is empty or private, or has no price. */
export const advertisedBare: FaultKind = {
  ...ofCollections,
  fault: 'advertised_bare',
  name: 'fault.advertised_bare',
  says: 'fault.advertised_bare_says',
  find: sql`
    select c.cidx as place, c.cid as id, t.title, to_jsonb(lacks.what) as about, array_to_string(lacks.what, ', ') as line
    from collection c join collection_text t on t.cidx = c.cidx and t.locale = 'en' cross join lateral (
      select array_remove(array[
        case when not exists (select from collection_content i where i.cidx = c.cidx) then 'contents' end,
        case when c.is_public <> 'O' then 'is_public' end,
        case when not exists (select from collection_price p where p.cidx = c.cidx) then 'prices' end], null) as what) lacks
    where c.ads_place is not null and cardinality(lacks.what) > 0`,
};

/** A price of 0, or ten times the median of at least five for the same time in its currency, or a tenth of it. */
export const priceOdd: FaultKind = {
  ...ofCollections,
  fault: 'price_odd',
  name: 'fault.price_odd',
  says: 'fault.price_odd_says',
  find: sql`
    with middle as (
      select currency, subscription_period, percentile_cont(0.5) within group (order by price) as median
      from collection_price where price > 0 group by currency, subscription_period having count(*) >= 5
    )
    select c.cidx as place, c.cid as id, t.title, jsonb_object_agg(p.display_order, p.price) as about,
      string_agg(p.currency || ' ' || p.price, ' · ' order by p.display_order) as line
    from collection_price p join collection c using (cidx)
    join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    left join middle m using (currency, subscription_period)
    where p.price = 0 or p.price >= 10 * m.median or p.price * 10 <= m.median
    group by c.cidx, t.title`,
};

/** Each text of a collection in another language, beside the English, and whether the English was saved later. */
const translated = sql`
  collection c join collection_text en on en.cidx = c.cidx and en.locale = 'en'
  join collection_text t on t.cidx = c.cidx and t.locale <> 'en' cross join lateral (values ${sql.join(
    textFields.map(
      (name) => sql`(${sql.lit(name)}, ${sql.ref(`t.${name}`)}, ${sql.ref(`en.${name}`)}, ${isOlder(name)})`,
    ),
  )}) of (name, text, english, is_older)`;

const listed = sql`c.cidx as place, c.cid as id, en.title,
  jsonb_object_agg(t.locale || '.' || of.name, md5(of.text || of.english)) as about,
  string_agg(t.locale || ' ' || of.name, ', ' order by t.locale, of.name) as line`;

/** A text whose English was saved after it, and which nobody has looked at since. */
export const textOld: FaultKind = {
  ...ofCollections,
  fault: 'text_old',
  name: 'fault.text_old',
  says: 'fault.text_old_says',
  find: sql`select ${listed} from ${translated}
    where of.is_older group by c.cidx, en.title`,
};

/** A text that is the English. Names of a word or two may be the same in all languages. */
export const textUntranslated: FaultKind = {
  ...ofCollections,
  fault: 'text_untranslated',
  name: 'fault.text_untranslated',
  says: 'fault.text_untranslated_says',
  find: sql`select ${listed} from ${translated}
    where of.text = of.english and plain_text(of.text) ~ '\\S\\s+\\S+\\s+\\S' group by c.cidx, en.title`,
};

/** A text that is longer than its field: it cannot be saved again as it is. */
export const textLong: FaultKind = {
  ...ofCollections,
  fault: 'text_long',
  name: 'fault.text_long',
  says: 'fault.text_long_says',
  find: sql`
    select c.cidx as place, c.cid as id, en.title, jsonb_object_agg(t.locale || '.' || of.name, md5(of.text)) as about,
      string_agg(t.locale || ' ' || of.name, ', ' order by t.locale, of.name) as line
    from collection c join collection_text en on en.cidx = c.cidx and en.locale = 'en'
    join collection_text t on t.cidx = c.cidx cross join lateral (values ${sql.join(
      textFields.map((name) => sql`(${sql.lit(name)}, ${sql.ref(`t.${name}`)}, ${sql.lit(textLimits[name])})`),
    )}) of (name, text, most)
    where octet_length(of.text) > of.most and length(of.text) > of.most
    group by c.cidx, en.title`,
};
