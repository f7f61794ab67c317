import type { EarlyPreview, ImportWords } from '#features/import/import-pages.public.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import styles from './import.module.css';
import { PreviewTable } from './preview-table.tsx';

/** The first rows of a sheet while the others are read, below the rejected ones found so far. */
export function EarlyRows({ preview: { columns, rows, sheet } }: { preview: EarlyPreview }) {
  const t = useT<ImportWords>();
  const rejected = rows.filter(({ status }) => status === 'rejected');
  const others = rows.filter(({ status }) => status !== 'rejected');
  return (
    <>
      <p role="status">{rejected.length > 0 && t('import.rejected_so_far', { count: rejected.length })}</p>
      <PreviewTable columns={columns} rows={[...rejected, ...others]} sheet={sheet} />
      <Inline as="section" above={12} className={styles.bar} aria-label={t('import.actions')} data-bar>
        <Button variant="primary" disabled>
          {t('import.apply_reading')}
        </Button>
      </Inline>
    </>
  );
}
