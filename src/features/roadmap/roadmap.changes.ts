import { z } from 'zod';
import type { ChangeFields, ChangeKind } from '#kernel/changesets/kinds.ts';
import { version } from '#kernel/work/fields.ts';
import { ArrangedRows } from './roadmap.contract.ts';
import { mergedRows, type Rows } from './roadmap.rules.ts';
import { arrangeBooks, noGroup, roadmapKind } from './roadmap.service.ts';
import { findRoadmap, lockRoadmap } from './roadmap.store.ts';

const Arranged = z.strictObject({ rows: ArrangedRows, version });
type Arranged = z.output<typeof Arranged>;

/** Releases name records by texts, which need not be numbers. */
const isGroup = (id: string) => /^[1-9]\d{0,8}$/.test(id);

const rowsOf = ({ rows = [] }: ChangeFields) => rows as string[][];

/** The rows of a roadmap, as releases arrange them. */
export const roadmapChanges: ChangeKind<Arranged> = {
  kind: 'roadmap',
  entity: roadmapKind,
  label: 'roadmap.heading',
  icon: 'roadmap',
  order: () => 70,
  values: Arranged,
  namesIn: () => ['rows'],
  valuesOf: (fields) => ({ rows: rowsOf(fields) }),
  isByAct: () => true,
  read: async (ctx, wanted, lock) => {
    const found: [string, ChangeFields][] = [];
    for (const id of [...wanted.keys()].filter(isGroup).toSorted()) {
      const stored = await (lock ? lockRoadmap : findRoadmap)(ctx.db, Number(id));
      if (stored) found.push([id, { rows: stored.rows }]);
    }
    return new Map(found);
  },
  write: async (ctx, changes) => {
    for (const { id, values, version: loaded } of changes) {
      if (!isGroup(id)) throw noGroup();
      await arrangeBooks(ctx, {
        target_group: Number(id),
        rows: values.rows,
        version: loaded ?? values.version,
      });
    }
  },
  fit: (wanted, now) => ({ rows: mergedRows(rowsOf(wanted), rowsOf(now)) }),
  describe: async (ctx, changes) =>
    changes.map(({ base, fields }) => {
      const [before, after] = [rowsOf(base), rowsOf(fields)];
      if (before.length !== after.length)
        return [{ label: ctx.text('roadmap.field_rows'), before: String(before.length), after: String(after.length) }];
      return [{ label: ctx.text('roadmap.field_books'), before: '', after: String(countMoved(before, after)) }];
    }),
};

/** How many books stand in another row or at another place. */
function countMoved(before: Rows, after: Rows): number {
  const places = (rows: Rows) =>
    new Map(rows.flatMap((row, nth) => row.map((bid, place) => [bid, `${nth}:${place}`] as const)));
  const had = places(before);
  return [...places(after)].filter(([bid, place]) => had.get(bid) !== place).length;
}
