import type { Uses, UsesOfKind } from '#kernel/records/references.ts';
import { Card } from '#ui/kit/card.tsx';
import { useT } from '../interface.tsx';
import { Text } from '../kit/text.tsx';
import { ReferenceName } from '../page/reference-name.tsx';
import styles from './used-in.module.css';

/** Where a record is used, as a part of its page: links to the first few records of each kind, and to lists of all. */
export function UsedIn({ uses }: { uses: Uses }) {
  const t = useT();
  const kinds = uses.kinds.filter(({ count }) => count > 0);
  return (
    <Card>
      <h2>{t('uses.title')}</h2>
      {kinds.length === 0 ? (
        <Text tone="soft">{t('uses.none')}</Text>
      ) : (
        <dl>
          {kinds.map((kind) => (
            <UsesOfOneKind key={kind.first[0]?.kind} {...kind} />
          ))}
        </dl>
      )}
    </Card>
  );
}

function UsesOfOneKind({ count, first, all }: UsesOfKind) {
  const t = useT();
  const more = count - first.length;
  const rest = more > 0 && t('uses.more', { count: more });
  return (
    <div className={styles.kind}>
      <dt>
        {first[0]?.kind} <small>{count}</small>
      </dt>
      {first.map((reference) => (
        <dd key={reference.href ?? reference.label}>
          <ReferenceName of={reference} />
        </dd>
      ))}
      {rest && <dd>{all ? <a href={all}>{rest}</a> : rest}</dd>}
    </div>
  );
}
