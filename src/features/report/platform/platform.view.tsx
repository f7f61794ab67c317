import { useId, useState } from 'react';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import type { Period } from '#kernel/text/period.rules.ts';
import { DateInput } from '#ui/date/date-input.tsx';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Card, Frame } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Grid, Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { PeriodButtons } from '#ui/table/period-buttons.tsx';
import { useLiveFilters } from '#ui/table/use-live-filters.ts';
import type { ReportWords } from '../report.messages.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable, GroupTable } from './figure-tables.tsx';
import { breakdowns, type Figures, figureNames } from './figures.rules.ts';
import styles from './platform.module.css';
import type { Platform } from './platform.read.ts';
import { nearestPeriods } from './platform-period.rules.ts';

interface PlatformReportProps {
  /** What other features do with the report. */
  acts: ShownAct[];
  requested: Partial<Period>;
  /** What is wrong with the period. */
  problem: string | null;
  platform: Platform | null;
}

/** The figures of a period next to those of the period before, as totals, charts and tables. */
export default function PlatformReport({ acts, requested, problem, platform }: PlatformReportProps) {
  const t = useT<ReportWords>();
  const { since, until } = requested;
  const found = platform && since && until ? { period: { since, until }, platform } : null;
  // While the days cannot be shown, those before stay.
  const [shown, setShown] = useState(found);
  if (found && (found.platform !== shown?.platform || !isSamePeriod(found.period, shown.period))) setShown(found);
  return (
    <>
      <PageHead title={t('report.platform_heading')}>
        <RecordPartActs acts={acts} />
      </PageHead>
      <PeriodForm requested={requested} problem={problem} kept={problem === null ? null : (shown?.period ?? null)} />
      {shown && <Report {...shown} />}
    </>
  );
}

const isSamePeriod = (one: Period, other: Period) => one.since === other.since && one.until === other.until;

interface WayOnProps {
  requested: Partial<Period>;
  /** The days that are still shown. */
  kept: Period | null;
}

/** What is still shown while the requested days cannot be, and the periods nearest to them that can. */
function WayOn({ requested: { since, until }, kept }: WayOnProps) {
  const t = useT<ReportWords>();
  const format = useFormat();
  const days = (of: Period) => ({ first: format.calendarDay(of.since), last: format.calendarDay(of.until) });
  const hrefOf = (of: Period) => `${path}?${new URLSearchParams({ ...of })}`;
  const nearest = since && until ? nearestPeriods({ since, until }) : [];
  return (
    <>
      {kept && <span>{t('report.kept', days(kept))}</span>}
      {nearest.map((of) => (
        <ButtonLink key={of.since} size="small" href={hrefOf(of)}>
          {t('report.days', days(of))}
        </ButtonLink>
      ))}
      {kept && (
        <ButtonLink size="small" variant="plain" href={hrefOf(kept)}>
          {t('report.keep', days(kept))}
        </ButtonLink>
      )}
    </>
  );
}

function Report({ period, platform }: { period: Period; platform: Platform }) {
  const t = useT<ReportWords>();
  const { days, totals, before, groups } = platform;
  const isEmpty = figureNames.every((name) => totals[name] === 0 && before[name] === 0);
  if (isEmpty) return <EmptyState text={t('report.nothing')} />;
  return (
    <>
      <Totals totals={totals} before={before} />
      <Card>
        <h2>{t('report.of_day')}</h2>
        <DayChart days={days} totals={totals} />
        <DayTable days={days} period={period} />
      </Card>
      {breakdowns.map((by) => (
        <Card key={by}>
          <h2>{t(`report.of_${by}`)}</h2>
          <GroupTable by={by} groups={groups[by]} period={period} />
        </Card>
      ))}
    </>
  );
}

/** The totals of the period, compared with the one before. */
function Totals({ totals, before }: { totals: Figures; before: Figures }) {
  const t = useT<ReportWords>();
  const format = useFormat();
  return (
    <Grid as="dl" least={140} filled even gap={12} below={18} className={styles.totals}>
      {figureNames.map((name) => (
        <Frame key={name} pad="12px 16px">
          <Text as="dt" size="fine">
            {t(`report.${name}`)}
          </Text>
          <Inline as="dd" baseline gap="0 8px">
            <strong>{format.number(totals[name])}</strong>
            <Change now={totals[name]} then={before[name]} />
            <small>{t('report.before', { count: before[name] })}</small>
          </Inline>
        </Frame>
      ))}
    </Grid>
  );
}

function Change({ now, then }: { now: number; then: number }) {
  const format = useFormat();
  if (then === 0 || now === then) return null;
  return <span>{format.growth(now / then - 1)}</span>;
}

const path = '/report/platform';

/** Chooses the days of a report: by name, or typed. */
function PeriodForm({ requested, problem, kept }: WayOnProps & { problem: string | null }) {
  const t = useT<ReportWords>();
  const { timeZone: zone } = useInterface();
  const { since, until } = requested;
  const id = useId();
  const day = { required: true, 'aria-invalid': problem !== null };
  return (
    <Inline as="form" gap="8px 14px" below={18} method="get" action={path} autoComplete="off" {...useLiveFilters(path)}>
      <PeriodButtons {...requested} />
      <Inline whole tight data-printed>
        <label htmlFor={`${id}since`}>{t('report.since')}</label>
        <DateInput {...day} id={`${id}since`} name="since" defaultValue={since} />
      </Inline>
      <Inline whole tight data-printed>
        <label htmlFor={`${id}until`}>{t('report.until')}</label>
        <DateInput {...day} id={`${id}until`} name="until" defaultValue={until} />
      </Inline>
      <noscript>
        <Button variant="bare" type="submit">
          {t('common.apply')}
        </Button>
      </noscript>
      <small>{t('report.zone', { zone })}</small>
      {problem && (
        <Inline gap="8px 12px" grow={600}>
          <Text role="alert" tone="problem">
            {problem}
          </Text>
          <WayOn requested={requested} kept={kept} />
        </Inline>
      )}
    </Inline>
  );
}
