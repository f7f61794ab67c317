import type { Uses, UsesOfKind } from '#kernel/records/references.ts';
import { useT } from '../interface.tsx';
import { ReferenceName } from '../page/reference-name.tsx';
import styles from './used-in.module.css';

/** Where a record is used, as a part of its page: links to the first few records of each kind, and to lists of all. */
export function UsedIn({ uses }: { uses: Uses }) {
  const t = useT();
  const kinds = uses.kinds.filter(({ count }) => count > 0);
  return (
    <section className={styles.panel}>
      <h2>{t('uses.title')}</h2>
      {kinds.length === 0 ? (
        <p>{t('uses.none')}</p>
      ) : (
        <dl>
          {kinds.map((kind) => (
            <UsesOfOneKind key={kind.first[0]?.kind} {...kind} />
          ))}
        </dl>
      )}
    </section>
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
