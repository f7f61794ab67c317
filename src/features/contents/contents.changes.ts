import { sql } from 'kysely';
import { z } from 'zod';
import { collectionEntity, contentTypes } from '#features/collection/collection.public.ts';
import { asRows, itemOf, keyOf } from '#features/collection/collection-contents.public.ts';
import type { ChangeKind, FieldsById, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { lockByKey } from '#kernel/db/lock-by-key.ts';
import type { Context } from '#kernel/work/context.ts';
import { idxNumber, version } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { changeContents } from './contents.service.ts';

const Item = z.strictObject({ content_type: z.enum(contentTypes), content_idx: idxNumber });
const items = longList(Item, { max: 20_000 }).prefault([]);

const ContentsChange = z.strictObject({
  add: items,
  remove: items,
  reason: z.string().trim().max(1000).optional(),
  version,
});
type ContentsChange = z.output<typeof ContentsChange>;

/** What releases add to the contents of a collection, or remove from them: a field for each item. */
export const contentsChanges: ChangeKind<ContentsChange> = {
  kind: 'contents',
  entity: collectionEntity,
  label: 'collection.field_contents',
  icon: 'collection',
  order: () => 30,
  values: ContentsChange,
  namesIn: ({ add, remove }) => [...new Set([...add, ...remove].map(keyOf))],
  valuesOf: (fields, reason) => {
    const named = (isIn: boolean) =>
      Object.entries(fields).flatMap(([key, contained]) => (contained === isIn ? [itemOf(key)] : []));
    return { add: named(true), remove: named(false), ...(reason !== null && { reason }) };
  },
  read: readContained,
  write: async (ctx, changes) => {
    for (const { id: cid, values, version: loaded } of changes) {
      const { add, remove, reason } = values;
      const seen = loaded ?? values.version;
      if (add.length > 0) await changeContents(ctx, cid, { act: 'add', given: { items: add }, reason, version: seen });
      if (remove.length > 0)
        await changeContents(ctx, cid, {
          act: 'remove',
          given: { items: remove },
          reason,
          version: add.length > 0 ? undefined : seen,
        });
    }
  },
  inTrail: () => ({ paths: [['items']] }),
  isByAct: () => true,
  describe: (ctx, changes) => Promise.all(changes.map((change) => describe(ctx, change))),
};

async function readContained(
  ctx: Context,
  wanted: ReadonlyMap<string, readonly string[]>,
  lock: boolean,
): Promise<FieldsById> {
  const cids = [...wanted.keys()];
  if (lock) await lockByKey(ctx.db, { table: 'collection', key: 'cid', order: 'cidx' }, cids);
  const found = await Promise.all(
    [...wanted].map(async ([cid, keys]) => {
      const { rows } = await sql<{ key: string; contained: boolean }>`
        select item.content_type || ':' || item.content_idx as key, exists (
          select from collection_content o
          where o.cidx = c.cidx and o.content_type = item.content_type and o.content_idx = item.content_idx) as contained
        from collection c cross join ${asRows(keys.map(itemOf))} where c.cid = ${cid}`.execute(ctx.db);
      return [cid, Object.fromEntries(rows.map(({ key, contained }) => [key, contained]))] as const;
    }),
  );
  const { rows } = await sql<{ cid: string }>`select cid from collection where cid = any(${cids}::text[])`.execute(
    ctx.db,
  );
  const existing = new Set(rows.map(({ cid }) => cid));
  return new Map(found.filter(([cid]) => existing.has(cid)));
}

/** How many items of each type are added and removed. */
async function describe(ctx: Context, { fields }: SetFields): Promise<ShownField[]> {
  const all = Object.entries(fields).map(([key, contained]) => ({ type: itemOf(key).content_type, contained }));
  const sum = (isIn: boolean) =>
    contentTypes
      .map((type) => ({ type, count: all.filter((one) => one.type === type && one.contained === isIn).length }))
      .filter(({ count }) => count > 0)
      .map(({ type, count }) => ctx.text(`contents.type_${type}`, { count }))
      .join(', ');
  const [added, removed] = [sum(true), sum(false)];
  return [
    {
      label: ctx.text('collection.field_contents'),
      before: removed === '' ? '' : `− ${removed}`,
      after: added === '' ? '' : `+ ${added}`,
    },
  ];
}
