import { useMemo } from 'react';
import type { BookWords } from '#features/book/book-words.public.ts';
import { Note } from '#ui/kit/note.tsx';
import { useInterface, useT } from '#ui/interface.tsx';
import { type CheckedUnit, maxUnits, repeatedSubunits } from './unit-info.rules.ts';
import { UnitTable } from './unit-table.tsx';

// The number of rows and of problems shown at once; the counts include all.
const shownRows = 100;
const shownProblems = 10;

/** What would be saved, and what prevents it. */
export function UnitPreview({ units }: { units: readonly CheckedUnit[] }) {
  const t = useT<BookWords>();
  const { text } = useInterface();
  const problems = useMemo(() => units.flatMap((unit) => unit.problems), [units]);
  const repeated = useMemo(() => repeatedSubunits(units), [units]);
  const rows = useMemo(() => units.slice(0, shownRows).map(rowOf), [units]);
  const more = units.length - shownRows;
  return (
    <>
      {problems.length > 0 && (
        <Note tone="problem" title={t('book.unit_problems', { count: problems.length })}>
          <ul>
            {problems.slice(0, shownProblems).map(({ row, column, key, values }) => (
              <li key={`${row} ${column} ${key}`}>{text(key, { ...values })}</li>
            ))}
          </ul>
        </Note>
      )}
      {units.length > maxUnits && <Note tone="problem">{t('book.unit_too_many', { limit: maxUnits })}</Note>}
      {repeated.length > 0 && (
        <Note tone="warn">{t('book.unit_repeated', { ids: repeated.slice(0, shownProblems).join(', ') })}</Note>
      )}
      {units.length > 0 && (
        <div>
          <h3>
            {t('book.unit_preview')}: {t('book.unit_count', { count: units.length })}
          </h3>
          <UnitTable caption={t('book.unit_preview')} rows={rows} />
          {more > 0 && <p>{t('book.unit_more', { count: more })}</p>}
        </div>
      )}
    </>
  );
}

const rowOf = ({ row, cells, problems }: CheckedUnit) => ({
  row,
  cells,
  wrong: new Set<string>(problems.map(({ column }) => column)),
});
