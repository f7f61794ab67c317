import { type UnitRow, unitCells, unitColumns } from './unit-info.rules.ts';

/** A unit before and after a change, each with its place from 1; without one side it comes or goes. */
interface UnitDifference {
  before: string[] | null;
  after: string[] | null;
}

interface NumberedUnit {
  key: string;
  cells: string[];
}

/** Units by their ids, the nth of the same id apart. */
function withNumbers(units: readonly UnitRow[]): NumberedUnit[] {
  const counts = new Map<string, number>();
  return units.map((unit, index) => {
    const count = (counts.get(unit.subunit_id) ?? 0) + 1;
    counts.set(unit.subunit_id, count);
    return { key: `${count} ${unit.subunit_id}`, cells: [String(index + 1), ...unitCells(unit)] };
  });
}

/**
 * The units that differ between two lists, in the order of the later one, those that go last. A unit is known by its id;
 * one that is at another place only because of others is not among them.
 */
export function unitDifferences(before: readonly UnitRow[], after: readonly UnitRow[]): UnitDifference[] {
  const [had, has] = [withNumbers(before), withNumbers(after)];
  const former = new Map(had.map((unit) => [unit.key, unit]));
  const later = new Set(has.map(({ key }) => key));
  const stayed = had.filter(({ key }) => later.has(key));
  const remaining = has.filter(({ key }) => former.has(key));
  const moved = new Set(remaining.filter(({ key }, nth) => key !== stayed[nth]?.key).map(({ key }) => key));
  const changed = has.flatMap(({ key, cells: [place = '', ...cells] }): UnitDifference[] => {
    const [was = '', ...old] = former.get(key)?.cells ?? [];
    if (!former.has(key)) return [{ before: null, after: [place, ...cells] }];
    const isSame = !moved.has(key) && cells.every((cell, at) => cell === old[at]);
    return isSame ? [] : [{ before: [moved.has(key) ? was : place, ...old], after: [place, ...cells] }];
  });
  const gone = had.filter(({ key }) => !later.has(key)).map(({ cells }) => ({ before: cells, after: null }));
  return [...changed, ...gone];
}

/** The columns that tell what a unit is. */
const named = 3;

/** The first of these differences as a table: of units that stay, only the columns of which one differs. */
export function differenceTable(differences: readonly UnitDifference[], limit: number) {
  const shown = differences.slice(0, limit);
  const columns = ['#', ...unitColumns];
  const isShown = columns.map(
    (_, at) => at < named || shown.some(({ before, after }) => !before || !after || before[at] !== after[at]),
  );
  const only = (cells: string[] | null) => cells && cells.filter((_, at) => isShown[at]);
  return {
    columns: columns.filter((_, at) => isShown[at]),
    rows: shown.map(({ before, after }) => ({ before: only(before), after: only(after) })),
    more: differences.length - shown.length,
  };
}
