import { z } from 'zod';
import type { ChangeFields, ChangeKind, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { lockByKey } from '#kernel/db/lock-by-key.ts';
import type { Context } from '#kernel/work/context.ts';
import { longList } from '#kernel/work/long-list.ts';
import { differenceTable, unitDifferences } from './unit-differences.rules.ts';
import { UnitBody } from './unit-info.contract.ts';
import { maxUnits, type UnitRow } from './unit-info.rules.ts';
import { replaceUnitInfo } from './unit-info.service.ts';
import { listUnitsOf } from './unit-info.store.ts';

/** All units as they will be; none deletes those that there are. */
const UnitsChange = z.strictObject({ unitInfo: longList(UnitBody, { max: maxUnits }) });
type UnitsChange = z.output<typeof UnitsChange>;

/** The units that fields of a change set. */
export const unitsIn = ({ unitInfo = [] }: ChangeFields) => unitInfo as UnitRow[];

/** The units of a book, as sets of changes set them. */
export const unitChanges: ChangeKind<UnitsChange> = {
  kind: 'units',
  entity: 'unit_info',
  label: 'book.unit_info',
  icon: 'book',
  // After the fields of books.
  order: () => 20,
  values: UnitsChange,
  namesIn: () => ['unitInfo'],
  valuesOf: (fields) => ({ unitInfo: unitsIn(fields) }),
  read: async (ctx, wanted, lock) => {
    const bids = [...wanted.keys()];
    if (lock) await lockByKey(ctx.db, { table: 'book', key: 'bid', order: 'bidx' }, bids);
    const found = await listUnitsOf(ctx.db, bids);
    return new Map(found.map(({ bid, units }) => [bid, { unitInfo: units }]));
  },
  write: async (ctx, changes) => {
    for (const { id, values, version } of changes) await replaceUnitInfo(ctx, id, values.unitInfo, version);
  },
  // They are replaced by an act with its own undo.
  isByAct: () => true,
  describe: async (ctx, changes) => changes.map((change) => describe(ctx, change)),
};

// More would hide the other changes of the release.
const shownAtMost = 10;

function describe(ctx: Context, { base, fields }: SetFields): ShownField[] {
  const [before, after] = [unitsIn(base), unitsIn(fields)];
  const text = ({ length: count }: readonly UnitRow[]) => (count === 0 ? '' : ctx.text('book.unit_count', { count }));
  const table = differenceTable(unitDifferences(before, after), shownAtMost);
  return [{ label: ctx.text('book.unit_info'), before: text(before), after: text(after), table }];
}
