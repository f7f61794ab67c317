import { Inline } from '#ui/kit/layout.tsx';
import { TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ReactNode } from 'react';
import type { TextField } from '#features/collection/collection.public.ts';
import type { MachineDrafts } from '#features/draft/draft.public.tsx';
import { defaultLocale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { type ListQuery, listUrl } from '#ui/page/list-url.ts';
import styles from './desk.module.css';
import { type Cell, cellKey, type Drafts } from './desk.rules.ts';
import type { LocalizeWords } from './localize.messages.ts';
import type { MatrixRow } from './matrix.read.ts';
import { TextCell } from './text-cell.tsx';
import type { TextFigures } from './text-figures.read.ts';
import type { Desk } from './use-desk.ts';

interface TextGridProps {
  rows: readonly MatrixRow[];
  field: TextField;
  figures: TextFigures;
  desk: Desk;
  drafts: Drafts;
  /** Whether somebody else has changed the text under a draft. */
  isDisputed: (cell: Cell) => boolean;
  machine: MachineDrafts;
  path: string;
  query: ListQuery & { sort: string };
  onPaste: (text: string, cell: Cell) => boolean;
}

/** One text of each collection, a column for each language; a cell becomes a field when it is chosen. */
export function TextGrid({
  rows,
  field,
  figures,
  desk,
  drafts,
  isDisputed,
  machine,
  path,
  query,
  onPaste,
}: TextGridProps) {
  const t = useT<LocalizeWords>();
  const format = useFormat();
  const label = t(`collection.field_${field}`);
  const isDescending = query.sort === 'cid.desc';
  const stop = desk.cell ?? (rows[0] && { cid: rows[0].cid, locale: defaultLocale, field });
  const order = (
    <a
      href={listUrl(path, query, { sort: isDescending ? 'cid' : 'cid.desc' })}
      aria-label={t('table.sort', { column: t('collection.field_cid') })}
      title={t('table.sort', { column: t('collection.field_cid') })}
    >
      {isDescending ? '↓' : '↑'}
    </a>
  );
  return (
    <TableFrame label={label}>
      <table className={styles.grid} aria-label={label}>
        <thead>
          <tr>
            {locales.map((locale) => (
              <th
                key={locale}
                scope="col"
                aria-sort={locale !== defaultLocale ? undefined : isDescending ? 'descending' : 'ascending'}
              >
                <Inline as="span" whole between gap={6} size="small" className={styles.column}>
                  {localeNames[locale]}
                  {locale === defaultLocale ? (
                    order
                  ) : (
                    <Text as="small" number>
                      {t('localize.desk_of', {
                        written: format.number(figures.written[locale]),
                        all: format.number(figures.all),
                      })}
                    </Text>
                  )}
                </Inline>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.cid} data-key={row.cidx} data-current={row.cid === desk.cell?.cid || undefined}>
              {locales.map((locale) => {
                const cell: Cell = { cid: row.cid, locale, field };
                const key = cellKey(cell);
                const isHere = desk.cell !== null && cellKey(desk.cell) === key;
                const draft = drafts[key];
                return (
                  <TextCell
                    key={locale}
                    title={row.title}
                    cell={cell}
                    shown={row.texts[locale]}
                    english={row.texts[defaultLocale]?.text ?? ''}
                    draft={draft?.text}
                    machine={machine.of({ id: row.cid, locale, field })}
                    isDisputed={draft !== undefined && isDisputed(cell)}
                    isHere={isHere}
                    isEditing={isHere && desk.isEditing}
                    isStop={stop !== undefined && cellKey(stop) === key}
                    desk={desk}
                    onPaste={onPaste}
                    head={locale === defaultLocale && <RowName {...row} field={field} />}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** The collection of a row: its title, or its cid where the title is in the cell. */
const RowName = ({ cid, title, field }: Pick<MatrixRow, 'cid' | 'title'> & { field: TextField }): ReactNode => (
  <Text as="a" cut strong={field !== 'title'} className={styles.name} href={`/collection/${cid}`} title={title}>
    {field === 'title' ? (
      <Text as="code" tone="soft">
        {cid}
      </Text>
    ) : (
      title
    )}
  </Text>
);
