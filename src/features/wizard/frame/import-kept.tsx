import type { ImportWords, ShownImport } from '#features/import/import-pages.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';

/** The books that an undo left alone, and why. */
export function KeptBooks({ kept, count }: { kept: ShownImport['kept']; count: number }) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const reasons = {
    edited: t('undo.kept_edited'),
    published: t('undo.kept_published'),
    held: t('undo.kept_held'),
  };
  return (
    <details open>
      <summary>{t('import.kept', { count })}</summary>
      <ul>
        {kept.map(({ bid, reason, by, at }) => (
          <li key={bid}>
            <a href={`/book/${bid}`}>{bid}</a> – {reasons[reason]}
            {by !== null && ` · ${by}, ${format.dateTime(at)}`}
          </li>
        ))}
        {count > kept.length && <li>{t('import.missing_more', { count: count - kept.length })}</li>}
      </ul>
    </details>
  );
}
