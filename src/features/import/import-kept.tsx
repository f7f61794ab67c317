import { useT } from '#ui/interface.tsx';
import type { ImportWords } from './import.messages.ts';
import type { ShownImport } from './import-state.service.ts';

/** The books an undo left alone, and why. */
export function KeptBooks({ kept }: { kept: ShownImport['kept'] }) {
  const t = useT<ImportWords>();
  const reasons = { edited: t('import.kept_edited'), held: t('import.kept_held') };
  return (
    <details open>
      <summary>{t('import.kept', { count: kept.length })}</summary>
      <ul>
        {kept.map(({ bid, reason }) => (
          <li key={bid}>
            <a href={`/book/${bid}`}>{bid}</a> – {reasons[reason]}
          </li>
        ))}
      </ul>
    </details>
  );
}
