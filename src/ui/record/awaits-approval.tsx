import { useT } from '../interface.tsx';
import { Note } from '../kit/note.tsx';

/** Says that something with a time waits for another person, and leads to its plan. */
export function AwaitsApproval({ apprIdx }: { apprIdx: number | null }) {
  const t = useT();
  if (apprIdx === null) return null;
  return (
    <Note tone="warn">
      {t('common.awaits_approval')} <a href={`/approval/${apprIdx}`}>{t('common.awaits_open')}</a>
    </Note>
  );
}
