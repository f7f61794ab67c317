import { useFormat, useT } from '../interface.tsx';
import { Inline } from '../kit/layout.tsx';
import { type ListQuery, listUrl } from '../page/list-url.ts';
import styles from './pager.module.css';
import { pagesAround } from './pages.rules.ts';

interface PagerProps {
  path: string;
  query: ListQuery;
  page: number;
  /** Exact up to the limit; one more than the limit if there are more. */
  total: number;
  size: number;
  limit: number;
}

/** The number of rows of a list, in words. */
export function useTotal(total: number, limit: number): string {
  const t = useT();
  return total > limit ? t('table.total_many', { count: limit }) : t('table.total', { count: total });
}

interface PageLinksProps extends PagerProps {
  /** Distinguishes the links above a list from those below it. */
  label: string;
}

/** Links to the pages of a list: neighbours, first and last. Renders nothing if there is only one page. */
export function PageLinks({ path, query, page, total, size, limit, label }: PageLinksProps) {
  const t = useT();
  const format = useFormat();
  const last = Math.max(1, Math.ceil(Math.min(total, limit) / size));
  if (last === 1) return null;
  const link = (to: number, text: string, name: string) =>
    to >= 1 && to <= last ? (
      <a href={listUrl(path, query, { page: to })} rel={to > page ? 'next' : 'prev'} aria-label={name}>
        {text}
      </a>
    ) : (
      <span aria-hidden="true">{text}</span>
    );
  return (
    <Inline as="nav" gap={2} tone="soft" className={styles.pages} aria-label={label}>
      {link(page - 1, '‹', t('table.previous'))}
      {pagesAround(page, last).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its place only
          <span key={`gap ${index}`}>…</span>
        ) : (
          <a
            key={number}
            href={listUrl(path, query, { page: number })}
            aria-label={t('table.page', { page: number })}
            aria-current={number === page ? 'page' : undefined}
          >
            {format.number(number)}
          </a>
        ),
      )}
      {link(page + 1, '›', t('table.next'))}
    </Inline>
  );
}

interface ListFootProps extends PagerProps {
  /** The number of rows stands above the list. */
  isCounted?: boolean;
  /** The page sizes to choose from. */
  sizes?: { offered: readonly number[]; onChoose: (size: number) => void } | undefined;
}

/** Which rows are shown of how many, links to other pages, and the page size. */
export function Pager({ sizes, isCounted = false, ...index }: ListFootProps) {
  const t = useT();
  const format = useFormat();
  const { path, query, page, total, size, limit } = index;
  const all = useTotal(total, limit);
  const from = (page - 1) * size + 1;
  const isLast = page * size >= limit;
  const hasSizes = sizes && total > Math.min(...sizes.offered);
  if (isCounted && total <= size && !hasSizes) return null;
  return (
    <Inline gap="6px 16px" tone="soft" className={styles.pager}>
      <span>
        {total > size
          ? t('table.range', { from: format.number(from), to: format.number(Math.min(from + size - 1, total)), all })
          : all}
      </span>
      <PageLinks {...index} label={t('table.pages')} />
      {hasSizes && (
        <Inline as="span" gap={2} last className={styles.pages} data-screen-only>
          <span>{t('table.page_size')}</span>
          {sizes.offered.map((offered) =>
            offered === size ? (
              <b key={offered} aria-current="true">
                {offered}
              </b>
            ) : (
              <a
                key={offered}
                href={listUrl(path, query, { size: offered })}
                aria-label={t('table.page_size_to', { size: offered })}
                onClick={() => sizes.onChoose(offered)}
              >
                {offered}
              </a>
            ),
          )}
        </Inline>
      )}
      {total > limit && isLast && <em>{t('table.page_limit', { limit })}</em>}
    </Inline>
  );
}
