import type { Referring } from '#kernel/records/references.ts';
import { useT } from '#ui/interface.tsx';
import { ReferenceName } from '#ui/page/reference-name.tsx';
import styles from './undo-dialog.module.css';

/** The first records that refer to others, and how many more there are. */
export function ReferringList({ of: { count, first } }: { of: Referring }) {
  const t = useT();
  return (
    <ul className={styles.kept}>
      {first.map((reference) => (
        <li key={`${reference.href} ${reference.label}`}>
          <small>{reference.kind}</small> <ReferenceName of={reference} />
        </li>
      ))}
      {count > first.length && <li>{t('common.and_more', { count: count - first.length })}</li>}
    </ul>
  );
}
