import type { Period } from '#kernel/text/period.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { PeriodButtons } from '#ui/table/period-buttons.tsx';
import { useLiveFilters } from '#ui/table/use-live-filters.ts';
import type { ReportWords } from '../report.messages.ts';
import styles from './platform.module.css';

const path = '/report/platform';

/** Chooses the days of a report: by name, or typed. */
export function PeriodForm({ requested, problem }: { requested: Partial<Period>; problem: string | null }) {
  const t = useT<ReportWords>();
  const { timeZone: zone } = useInterface();
  const { since, until } = requested;
  return (
    <form method="get" action={path} className={styles.period} autoComplete="off" {...useLiveFilters(path)}>
      <PeriodButtons {...requested} />
      <label>
        {t('report.since')}
        <input type="date" name="since" defaultValue={since} required aria-invalid={problem !== null} />
      </label>
      <label>
        {t('report.until')}
        <input type="date" name="until" defaultValue={until} required aria-invalid={problem !== null} />
      </label>
      <noscript>
        <button type="submit">{t('common.apply')}</button>
      </noscript>
      <small>{t('report.zone', { zone })}</small>
      {problem && <p role="alert">{problem}</p>}
    </form>
  );
}
