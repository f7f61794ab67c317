import type { ImportWords } from '#features/import/import-pages.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { SegmentLinks } from '#ui/kit/segment.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';

interface ImportFiltersProps<F extends string> {
  path: string;
  current: F;
  /** Tabs in order; `count` is the number of rows they show. */
  tabs: readonly { name: F; label: string; count?: number }[];
  /** The default tab, if the URL names none. */
  unnamed?: F;
}

/** Links that choose which rows to show. */
export function ImportFilters<F extends string>({ path, current, tabs, unnamed }: ImportFiltersProps<F>) {
  const t = useT<ImportWords>();
  const format = useFormat();
  return (
    <SegmentLinks
      label={t('import.filters')}
      below={10}
      options={tabs.map(({ name, label, count }) => ({
        href: listUrl(path, {}, { filter: name === unnamed ? undefined : name }),
        label: (
          <>
            {label}{' '}
            {count !== undefined && (
              <Text as="strong" tone={name === 'rejected' ? 'problem' : undefined}>
                {format.number(count)}
              </Text>
            )}
          </>
        ),
        isCurrent: name === current,
      }))}
    />
  );
}
