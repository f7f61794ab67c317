import type { ApiIndexProps } from '#kernel/http/api-calls.rules.ts';
import { useT } from '../interface.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { PageHead } from '../page/page-head.tsx';
import { useLiveFilters } from '../table/use-live-filters.ts';
import styles from './api.module.css';

/** Every call of the product, by group. */
export default function ApiIndex({ groups, search }: ApiIndexProps) {
  const t = useT();
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0);
  return (
    <>
      <PageHead title={t('docs.title')} count={t('docs.calls', { count })}>
        <a href="/openapi.json">openapi.json</a>
        <a href="/llms.txt">llms.txt</a>
      </PageHead>
      <form method="get" action="/docs" className={styles.search} {...useLiveFilters('/docs')}>
        <input
          type="search"
          name="search"
          defaultValue={search}
          placeholder={t('docs.search')}
          aria-label={t('docs.search')}
        />
      </form>
      {groups.length === 0 && <EmptyState text={t('docs.none')} />}
      {groups.map(({ name, calls }) => (
        <section key={name} className={styles.group} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>
            <a href={`/docs/${name}`}>{name}</a>
          </h2>
          <ul>
            {calls.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`/docs/${name}#${id}`}>
                  <b>{method}</b> <code>{path}</code>
                </a>
                <span>{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
