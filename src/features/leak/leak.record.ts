import { sql } from 'kysely';
import { undoPairs } from '#features/code/code-pairs.public.ts';
import { reopenLinks } from '#features/delivery/leaked-links.public.ts';
import { isSoldAnew, moveOrdersBack } from '#features/vending/order-follow.public.ts';
import type { JudgedAct } from '#kernel/desk/approvals.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { getLeak } from './leak.read.ts';
import { leakEntity, leakPageHref } from './leak.rules.ts';

/** A pair stays if a shop sold the new code. Orders have their old codes again, and the links that it closed are open. */
const leakUndo = undoPairs({
  stays: isSoldAnew,
  undo: async (ctx, { of, act }) => {
    await moveOrdersBack(ctx, { of, act });
    await reopenLinks(ctx, (await getLeak(ctx, of)).links);
  },
});

/** A leaked file in the trail and in the history of its batch, whose page offers the act. */
export const leakRecord: RecordDeclaration = {
  kind: leakEntity,
  label: 'code.kind_leak',
  href: leakPageHref,
  titles: async (ctx, ids) => {
    const { rows } = await sql<{ id: string; title: string }>`
      select k.act_idx::text as id, b.title from code_leak k join code_batch b using (cg_idx)
      where k.act_idx = any(${ids.map(Number).filter(Number.isSafeInteger)}::bigint[])`.execute(ctx.db);
    return new Map(rows.map(({ id, title }) => [id, title]));
  },
  undo: { created: leakUndo },
  byPeople: true,
  actions: { created: 'code.leak_did_created' },
  fields: {
    codes: 'code.leak_field_codes',
    lot: 'code.leak_field_lot',
    of_lot: 'code.field_lot',
    delivery: 'code.kind_delivery',
    orders: 'code.leak_field_orders',
    links: 'code.leak_field_links',
  },
};

const codesIn = (after: unknown): number => Number(Object(after).codes ?? 0);

/** A leak issues as many codes as it freezes. */
export const leaksCodes: JudgedAct = {
  rule: 'codes_above',
  counts: ({ action, after }) => (action === `${leakEntity}.created` ? codesIn(after) : 0),
  inTrail: (limit) => sql<boolean>`action = ${sql.lit(`${leakEntity}.created`)}
    and coalesce((after ->> 'codes')::integer, 0) > ${limit}`,
};
