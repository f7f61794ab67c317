import type { LatestAct } from '#features/audit/audit.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import styles from './book-detail.module.css';
import { tabHref } from './book-tabs.rules.ts';

/** Who changed the book last. */
export function LatestChanges({ bid, latest }: { bid: string; latest: readonly LatestAct[] }) {
  const t = useT<BookWords>();
  const format = useFormat();
  if (latest.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="latest-changes">
      <header className={styles.head}>
        <h2 id="latest-changes">{t('book.latest_changes')}</h2>
        <a href={tabHref(bid, 'history')}>{t('book.all_changes')}</a>
      </header>
      <ul className={styles.rows}>
        {latest.map(({ at, actor, action, part }, index) => (
          <li key={index} data-key={`latest: ${at} ${action}`}>
            <span>
              <b>{actor ?? t('actor.system')}</b> · {part} {action}
            </span>
            <time className={styles.soft} dateTime={new Date(at * 1000).toISOString()}>
              {format.date(at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
