import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Note } from '#ui/kit/note.tsx';
import type { UnitRow } from './unit-info.rules.ts';

interface StagedUnitsProps {
  of: { release: string; units: UnitRow[] };
  onTake: (units: UnitRow[]) => void;
}

/** Offers the units that a release gives the book, to be edited further. */
export function StagedUnits({ of: { release, units }, onTake }: StagedUnitsProps) {
  const t = useT<BookWords>();
  return (
    <Note tone="warn">
      <p>{t('book.unit_staged', { name: release, count: units.length })}</p>
      <Button variant="soft" size="small" onClick={() => onTake(units)}>
        {t('book.unit_staged_take')}
      </Button>
    </Note>
  );
}
