import { type RawBuilder, sql } from 'kysely';
import type { JudgedAct, JudgedWork, PlannedEffects } from '#kernel/desk/approvals.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { moneyText } from '#kernel/text/money.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CollectionWords } from './collection.messages.ts';
import { collectionEntity } from './collection-record.service.ts';

/** Another price of a collection, however it changes; one that a new collection begins with is none. */
export const changesPrices: JudgedAct = {
  rule: 'prices',
  counts: ({ entity, before, after }) =>
    entity === collectionEntity && before !== undefined && after !== undefined && hasPrices(before, after) ? 1 : 0,
  inAct: sql<boolean>`entity = ${sql.lit(collectionEntity)} and before ? 'prices' and after ? 'prices'`,
  inTrail: () => sql<boolean>`entity = ${sql.lit(collectionEntity)} and before ? 'prices' and after ? 'prices'`,
};

const hasPrices = (...sides: readonly unknown[]) => sides.some((side) => 'prices' in Object(side));

/** A collection that goes, alone or with others. */
export const deletesCollection: JudgedAct = {
  rule: 'delete_collection',
  counts: ({ entity, action }) => (entity === collectionEntity && action === `${collectionEntity}.deleted` ? 1 : 0),
  inAct: sql<boolean>`entity = ${sql.lit(collectionEntity)} and before is not null and after is null`,
  inTrail: () => sql<boolean>`action = ${sql.lit(`${collectionEntity}.deleted`)}`,
};

/** What readers notice of changes of collections. */
interface Figures {
  appear: number;
  disappear: number;
  /** How many that readers see then have other prices. */
  priced: number;
  /** How much more the prices of a currency are, as decimals; less than 0 if they go down. */
  costs: { currency: string; least: string; most: string }[];
}

/** The changes of collections in some work: rows `cid, before, after`. */
const changedIn = ({ entries, acts }: JudgedWork): RawBuilder<unknown> => {
  const own = entries
    .filter(({ entity }) => entity === collectionEntity)
    .map(({ id, before = null, after = null }) => ({ cid: String(id), before, after }));
  return sql`
    select cid, before, after from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as e (cid text, before jsonb, after jsonb)
    union all select record_id, before, after from act_record
    where act_idx = any(${acts}::bigint[]) and entity = ${sql.lit(collectionEntity)}`;
};

// A cell of the trail that is no list of prices is passed over.
const pricesOf = (side: 'before' | 'after') => sql`jsonb_to_recordset(
  case jsonb_typeof(${sql.ref(`s.${side}`)} -> 'prices') when 'array' then ${sql.ref(`s.${side}`)} -> 'prices' else '[]' end)
  as ${sql.ref(side === 'before' ? 'was' : 'will')} (currency text, subscription_period int, price numeric, discounted_price numeric)`;

async function count(ctx: Context, work: JudgedWork): Promise<Figures | null> {
  const { rows } = await sql<Figures>`
    with changed as (${changedIn(work)}), seen as (
      select c.*, coalesce(o.is_public = 'O', false) as is_seen
      from changed c left join collection o using (cid)
    )
    select count(*) filter (where is_seen and (before is null and after is not null or before ->> 'is_public' = 'X'))::integer as appear,
      count(*) filter (where not is_seen and before ->> 'is_public' = 'O')::integer as disappear,
      count(*) filter (where is_seen and before ? 'prices' and after ? 'prices')::integer as priced,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'least', least, 'most', most) order by currency), '[]')
        from (
          select will.currency, min(more)::text as least, max(more)::text as most
          from seen s, ${pricesOf('before')}, ${pricesOf('after')},
            lateral (select coalesce(will.discounted_price, will.price) - coalesce(was.discounted_price, was.price) as more) _
          where is_seen and was.currency = will.currency and was.subscription_period = will.subscription_period and more <> 0
          group by will.currency) by_currency) as costs
    from seen`.execute(ctx.db);
  const { appear = 0, disappear = 0, priced = 0, costs = [] } = rows[0] ?? {};
  return appear + disappear + priced > 0 ? { appear, disappear, priced, costs } : null;
}

function describe(ctx: Context, { appear, disappear, priced, costs }: Figures): string[] {
  const t = ctx.translate<CollectionWords>();
  const more = (amount: string, currency: string) =>
    `${Number(amount) > 0 ? '+' : ''}${moneyText(languageTag(ctx.locale), amount, currency)}`;
  return [
    ...(appear > 0 ? [t('collection.effect_appear', { count: appear })] : []),
    ...(disappear > 0 ? [t('collection.effect_disappear', { count: disappear })] : []),
    ...(priced > 0 ? [t('collection.effect_priced', { count: priced })] : []),
    ...costs.map(({ currency, least, most }) => {
      const [from, to] = [more(least, currency), more(most, currency)];
      return from === to
        ? t('collection.effect_cost', { currency, change: from })
        : t('collection.effect_costs', { currency, from, to });
    }),
    ...(priced > 0 ? [t('collection.effect_kept')] : []),
  ];
}

/** What planned work on collections means for readers. */
export const collectionEffects: PlannedEffects<Figures> = { name: collectionEntity, count, describe };
