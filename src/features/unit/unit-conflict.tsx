import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import type { UnitInfo, unitInfoApi } from './unit-info.contract.ts';
import { numbered } from './unit-info.rules.ts';
import { UnitTable } from './unit-table.tsx';

const call = client<typeof unitInfoApi>();

interface UnitConflictProps {
  bid: string;
  /** The act over what they have saved. */
  mine: string;
  onMine: (theirs: UnitInfo) => void;
  onTheirs: (theirs: UnitInfo) => void;
}

// The number of rows of the other sheet that are shown.
const shownRows = 50;

/** What somebody else has saved meanwhile, and the two choices. The typed text is kept. */
export function UnitConflict({ bid, mine, onMine, onTheirs }: UnitConflictProps) {
  const t = useT<BookWords>();
  const [theirs, setTheirs] = useState<UnitInfo | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    call('GET /api/v5/book/unit', { query: { bid } }).then(
      ({ data }) => setTheirs(data),
      () => setFailed(true),
    );
  }, [bid, attempt]);
  if (failed) {
    return (
      <Note tone="problem">
        <p>{t('error.network')}</p>
        <Button variant="soft" size="small" onClick={() => setAttempt(attempt + 1)}>
          {t('common.retry')}
        </Button>
      </Note>
    );
  }
  if (!theirs) return <p role="status">{t('common.loading')}</p>;
  return (
    <div>
      <h3>
        {t('book.unit_theirs')}: {t('book.unit_count', { count: theirs.unitInfo.length })}
      </h3>
      <UnitTable caption={t('book.unit_theirs')} rows={numbered(theirs.unitInfo.slice(0, shownRows))} />
      <Inline tight>
        <Button variant="soft" onClick={() => onMine(theirs)}>
          {mine}
        </Button>
        <Button onClick={() => onTheirs(theirs)}>{t('error.stale_theirs')}</Button>
      </Inline>
    </div>
  );
}
