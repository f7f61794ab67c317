import type { ImportWords } from '#features/import/import-pages.public.ts';
import type { SheetKind } from '#features/import/import-rules.public.ts';
import { useT } from '#ui/interface.tsx';
import styles from './import.module.css';

const formats = ['xlsx', 'csv'] as const;

/** Links to an empty sheet with our headings. */
export function TemplateLinks({ sheet }: { sheet: SheetKind }) {
  const t = useT<ImportWords>();
  return (
    <p className={styles.templates}>
      {t('import.template')}
      {formats.map((as) => (
        <a
          key={as}
          href={`/api/v1/import/template?sheet=${sheet}&as=${as}`}
          aria-label={t('import.template_as', { format: as.toUpperCase() })}
        >
          {as.toUpperCase()}
        </a>
      ))}
    </p>
  );
}
