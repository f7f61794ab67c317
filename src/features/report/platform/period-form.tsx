import { useInterface, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { listUrl } from '#ui/table/list-url.ts';
import { useLiveFilters } from '#ui/table/use-live-filters.ts';
import type { ReportWords } from '../report.messages.ts';
import { daysAfter, daysIn, type Period } from './period.rules.ts';
import styles from './platform.module.css';

const path = '/report/platform';
const offered = [7, 30, 90];

/** Chooses the days of a report: typed, or one of the usual lengths up to the same last day. */
export function PeriodForm({ requested, problem }: { requested: Partial<Period>; problem: string | null }) {
  const t = useT<ReportWords>();
  const { timeZone: zone } = useInterface();
  const { since, until } = requested;
  const length = since && until ? daysIn({ since, until }) : 0;
  return (
    <form method="get" action={path} className={styles.period} autoComplete="off" {...useLiveFilters(path)}>
      <label>
        {t('report.since')}
        <input type="date" name="since" defaultValue={since} required aria-invalid={problem !== null} />
      </label>
      <label>
        {t('report.until')}
        <input type="date" name="until" defaultValue={until} required aria-invalid={problem !== null} />
      </label>
      {until && (
        <span className={styles.lengths}>
          {offered.map((days) => (
            <a
              key={days}
              className={button.plain}
              href={listUrl(path, { since: daysAfter(until, 1 - days), until })}
              aria-current={days === length ? 'true' : undefined}
            >
              {t('report.last_days', { days })}
            </a>
          ))}
        </span>
      )}
      <noscript>
        <button type="submit">{t('common.apply')}</button>
      </noscript>
      <small>{t('report.zone', { zone })}</small>
      {problem && <p role="alert">{problem}</p>}
    </form>
  );
}
