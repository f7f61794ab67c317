import type { ApiIndexProps } from '#kernel/http/api-calls.rules.ts';
import { useT } from '../interface.tsx';
import { Card } from '../kit/card.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Text } from '../kit/text.tsx';
import { Toolbar, ToolbarSearch } from '../kit/toolbar.tsx';
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
      <form method="get" action="/docs" {...useLiveFilters('/docs')}>
        <Toolbar>
          <ToolbarSearch label={t('docs.search')} name="search" defaultValue={search} />
        </Toolbar>
      </form>
      {groups.length === 0 && <EmptyState text={t('docs.none')} />}
      {groups.map(({ name, calls }) => (
        <Card key={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>
            <a href={`/docs/${name}`}>{name}</a>
          </h2>
          <ul className={styles.calls}>
            {calls.map(({ id, method, path, summary }) => (
              <li key={id}>
                <Text as="a" breaks href={`/docs/${name}#${id}`}>
                  <b>{method}</b> <code>{path}</code>
                </Text>
                <Text as="span" tone="soft">
                  {summary}
                </Text>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}
