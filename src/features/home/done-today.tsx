import type { RecentAct } from '#features/audit/audit.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/table/list-url.ts';
import type { HomeWords } from './home.messages.ts';
import styles from './home.module.css';

interface DoneTodayProps {
  /** Seconds. */
  now: number;
  /** The person's ID. */
  me: string;
  acts: readonly RecentAct[];
  more: boolean;
}

/** A quiet line of what the person did today, the last first; it leads to all of it. */
export function DoneToday({ now, me, acts, more }: DoneTodayProps) {
  const t = useT<HomeWords>();
  const format = useFormat();
  if (acts.length === 0) return null;
  const told = acts.map(({ kind, title, action, times }) => {
    const what = [kind, title, action].filter(Boolean).join(' ');
    return times > 1 ? `${what} ${t('home.times', { count: times })}` : what;
  });
  return (
    <p className={styles.doneToday}>
      <a href={listUrl('/audit', { actor: me, since: format.isoDay(now) })}>{t('home.done_today')}</a>{' '}
      {told.join(' · ') + (more ? ' …' : '')}
    </p>
  );
}
