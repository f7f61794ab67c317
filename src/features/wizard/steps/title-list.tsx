import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import type { FoundTitles, ImportWords, importTitlesApi } from '#features/import/import-pages.public.ts';
import { titleKinds } from '#features/import/import-rules.public.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Note } from '#ui/kit/note.tsx';
import { SearchField } from '#ui/rows/search-field.tsx';
import styles from './missing-titles.module.css';

export const callTitles = client<typeof importTitlesApi>();

interface TitleListProps {
  importIdx: number;
  /** The version of the import: after an act the titles may differ. */
  version: number;
  total: number;
}

const pauseMs = 300;
// As many as one can scan without a search.
const fewTitles = 20;

/** All missing titles, by kind, with a search field and loaded page by page. */
export function TitleList({ importIdx, version, total }: TitleListProps) {
  const t = useT<ImportWords>();
  const [search, setSearch] = useState('');
  const [pages, setPages] = useState(1);
  const { found, failed } = useTitles({ importIdx, version, search, pages });
  if (failed) return <Note tone="problem">{failed}</Note>;
  if (!found) return <p role="status">{t('common.loading')}</p>;
  const left = found.total - found.titles.length;
  return (
    <div className={styles.list}>
      {total > fewTitles && (
        <SearchField
          label={t('import.missing_search')}
          value={search}
          onChange={(text) => {
            setPages(1);
            setSearch(text);
          }}
        >
          {t('import.missing_found', { count: found.total })}
        </SearchField>
      )}
      {titleKinds.map((kind) => {
        const titles = found.titles.filter((one) => one.kind === kind);
        if (titles.length === 0) return null;
        return (
          <section key={kind}>
            <Text as="h3" above={8} below={2}>
              {t(`import.missing_kind_${kind}`)}
            </Text>
            <ul className={styles.titles}>
              {titles.map(({ title, series, rows }) => (
                <li key={`${series}/${title}`}>
                  {series === null ? title : t('import.missing_of', { title, series })}{' '}
                  <small>{t('import.missing_rows', { count: rows })}</small>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {left > 0 && (
        <Button variant="link" onClick={() => setPages(pages + 1)}>
          {t('import.missing_more', { count: left })}
        </Button>
      )}
    </div>
  );
}

interface Wanted extends Pick<TitleListProps, 'importIdx' | 'version'> {
  search: string;
  pages: number;
}

/** Loads the first pages of the search, debounced after the last keystroke. */
function useTitles({ importIdx, version, search, pages }: Wanted) {
  const t = useT<ImportWords>();
  const [found, setFound] = useState<FoundTitles | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    const request = (page: number) =>
      callTitles('GET /api/v1/import/:import_idx/title', {
        params: { import_idx: importIdx },
        query: { search, page },
      });
    const load = async () => {
      try {
        const answers = await Promise.all(Array.from({ length: pages }, (_, index) => request(index + 1)));
        const titles = answers.flatMap(({ results }) => results.titles);
        if (wanted) setFound({ titles, total: answers[0]?.results.total ?? 0 });
      } catch (error) {
        if (wanted) setFailed(error instanceof Error ? error.message : t('error.network'));
      }
    };
    const pause = setTimeout(() => void load(), search === '' ? 0 : pauseMs);
    return () => {
      wanted = false;
      clearTimeout(pause);
    };
  }, [importIdx, version, search, pages]);
  return { found, failed };
}
