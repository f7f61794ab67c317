import type { TextField } from '#features/collection/collection.public.ts';
import { textFields } from '#features/collection/collection-texts.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SegmentLinks } from '#ui/kit/segment.tsx';
import { TabLink, TabLinks } from '#ui/kit/tabs.tsx';
import { type ListQuery, listUrl } from '#ui/page/list-url.ts';
import { type Lack, lacks } from './desk.rules.ts';
import type { LocalizeWords } from './localize.messages.ts';
import type { TextFigures } from './text-figures.read.ts';

interface DeskTabsProps {
  path: string;
  query: ListQuery;
  figures: TextFigures;
  field: TextField;
  lack: Lack | undefined;
}

/** Which of the four texts the grid shows, with how many are missing. */
export function TextTabs({ path, query, figures, field }: DeskTabsProps) {
  const t = useT<LocalizeWords>();
  const format = useFormat();
  return (
    <TabLinks label={t('collection.field_texts')}>
      {textFields.map((one) => (
        <TabLink
          key={one}
          href={listUrl(path, query, { text: one === 'title' ? undefined : one })}
          isCurrent={one === field}
          note={
            figures.missing[one] > 0 ? (
              <span title={t('localize.desk_missing', { count: figures.missing[one] })}>
                {format.number(figures.missing[one])}
              </span>
            ) : undefined
          }
        >
          {t(`collection.field_${one}`)}
        </TabLink>
      ))}
    </TabLinks>
  );
}

/** All collections, or those of which the shown text lacks something. */
export function LackLinks({ path, query, figures, lack }: DeskTabsProps) {
  const t = useT<LocalizeWords>();
  const format = useFormat();
  const option = (wanted: Lack | undefined, label: string, count: number) => ({
    href: listUrl(path, query, { lack: wanted }),
    label: (
      <>
        {label} {count > 0 && <small>{format.number(count)}</small>}
      </>
    ),
    isCurrent: wanted === lack,
  });
  return (
    <SegmentLinks
      label={t('localize.desk_lacks')}
      options={[
        option(undefined, t('common.all'), figures.all),
        ...lacks.map((one) => option(one, t(`localize.desk_lack_${one}`), figures.lacking[one])),
      ]}
    />
  );
}
