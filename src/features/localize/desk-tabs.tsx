import type { TextField } from '#features/collection/collection.public.ts';
import { textFields } from '#features/collection/collection-texts.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { type ListQuery, listUrl } from '#ui/page/list-url.ts';
import tabs from '#ui/table/view-tabs.module.css';
import styles from './desk.module.css';
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
    <nav className={tabs.views} aria-label={t('collection.field_texts')}>
      {textFields.map((one) => (
        <a
          key={one}
          href={listUrl(path, query, { text: one === 'title' ? undefined : one })}
          aria-current={one === field ? 'page' : undefined}
        >
          {t(`collection.field_${one}`)}{' '}
          {figures.missing[one] > 0 && (
            <small title={t('localize.desk_missing', { count: figures.missing[one] })}>
              {format.number(figures.missing[one])}
            </small>
          )}
        </a>
      ))}
    </nav>
  );
}

/** All collections, or those of which the shown text lacks something. */
export function LackLinks({ path, query, figures, lack }: DeskTabsProps) {
  const t = useT<LocalizeWords>();
  const format = useFormat();
  const link = (wanted: Lack | undefined, label: string, count: number) => (
    <a href={listUrl(path, query, { lack: wanted })} aria-current={wanted === lack ? 'true' : undefined}>
      {label} {count > 0 && <small>{format.number(count)}</small>}
    </a>
  );
  return (
    <nav className={styles.lacks} aria-label={t('localize.desk_lacks')}>
      {link(undefined, t('common.all'), figures.all)}
      {lacks.map((one) => link(one, t(`localize.desk_lack_${one}`), figures.lacking[one]))}
    </nav>
  );
}
