import type { ImportWords } from '#features/import/import-pages.public.ts';
import type { SheetKind } from '#features/import/import-rules.public.ts';
import { useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';

const formats = ['xlsx', 'csv'] as const;

/** Links to an empty sheet with our headings. */
export function TemplateLinks({ sheet }: { sheet: SheetKind }) {
  const t = useT<ImportWords>();
  return (
    <Inline as="p" tight below={20} tone="soft">
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
    </Inline>
  );
}
