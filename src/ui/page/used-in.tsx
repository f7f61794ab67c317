import type { Uses } from '#kernel/references.ts';
import { useT } from '../interface.tsx';
import styles from './used-in.module.css';

/** Where a record is used, as a part of its page: the number of places, and links to the first few. */
export function UsedIn({ uses }: { uses: Uses }) {
  const t = useT();
  const more = uses.count - uses.first.length;
  return (
    <section className={styles.panel}>
      <h2>{t('uses.title')}</h2>
      {uses.count === 0 ? (
        <p>{t('uses.none')}</p>
      ) : (
        <ul>
          {uses.first.map((use) => (
            <li key={`${use.kind} ${use.href ?? use.label}`}>
              <small>{use.kind}</small> {use.href ? <a href={use.href}>{use.label}</a> : use.label}
            </li>
          ))}
          {more > 0 && <li>{t('uses.more', { count: more })}</li>}
        </ul>
      )}
    </section>
  );
}
