import { useId } from 'react';
import type { Period } from '#kernel/text/period.rules.ts';
import { DateInput } from '#ui/date/date-input.tsx';
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
  const id = useId();
  const day = { required: true, 'aria-invalid': problem !== null };
  return (
    <form method="get" action={path} className={styles.period} autoComplete="off" {...useLiveFilters(path)}>
      <PeriodButtons {...requested} />
      <div className={styles.day}>
        <label htmlFor={`${id}since`}>{t('report.since')}</label>
        <DateInput {...day} id={`${id}since`} name="since" defaultValue={since} />
      </div>
      <div className={styles.day}>
        <label htmlFor={`${id}until`}>{t('report.until')}</label>
        <DateInput {...day} id={`${id}until`} name="until" defaultValue={until} />
      </div>
      <noscript>
        <button type="submit">{t('common.apply')}</button>
      </noscript>
      <small>{t('report.zone', { zone })}</small>
      {problem && <p role="alert">{problem}</p>}
    </form>
  );
}
