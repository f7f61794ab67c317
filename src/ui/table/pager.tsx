import { useT } from '../interface.tsx';
import { type ListQuery, listUrl } from './list-url.ts';
import styles from './pager.module.css';

interface PagerProps {
  path: string;
  query: ListQuery;
  page: number;
  /** Exact up to the limit, and one more than it if there are more. */
  total: number;
  size: number;
  limit: number;
}

/** How many rows a list has, in words. */
export function useTotal(total: number, limit: number): string {
  const t = useT();
  return total > limit ? t('table.total_many', { count: limit }) : t('table.total', { count: total });
}

/** The total, and links to the neighbouring pages. */
export function Pager({ path, query, page, total, size, limit }: PagerProps) {
  const t = useT();
  const many = total > limit;
  const last = Math.max(1, Math.ceil(Math.min(total, limit) / size));
  return (
    <nav className={styles.pager} aria-label={t('table.pages')}>
      <span>{useTotal(total, limit)}</span>
      {last > 1 && (
        <>
          {page > 1 ? (
            <a href={listUrl(path, query, { page: page - 1 })}>{t('table.previous')}</a>
          ) : (
            <span>{t('table.previous')}</span>
          )}
          <span aria-current="page">{t('table.page', { page })}</span>
          {page < last ? (
            <a href={listUrl(path, query, { page: page + 1 })}>{t('table.next')}</a>
          ) : (
            <span>{t('table.next')}</span>
          )}
        </>
      )}
      {many && page === last && <em>{t('table.page_limit', { limit })}</em>}
    </nav>
  );
}
