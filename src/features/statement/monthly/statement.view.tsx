import type { CodeWords } from '#features/code/code.public.ts';
import type { CustomerHead } from '#features/customer/customer.public.ts';
import { CustomerPage } from '#features/customer/customer.public.tsx';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { Icon } from '#ui/icon.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { Statement } from './statement.read.ts';
import { monthAfter } from '#kernel/text/calendar-months.rules.ts';
import { lastDayOf, statementHref } from './statement.rules.ts';
import { StatementAmounts } from './statement-amounts.tsx';
import { StatementBatches } from './statement-batches.tsx';
import { StatementFall } from './statement-fall.tsx';

interface StatementPageProps {
  head: CustomerHead;
  statement: Statement;
  /** What other features do with it. */
  acts: ShownAct[];
  /** The current month, 'YYYY-MM'. */
  now: string;
  timeZone: string;
}

/** A customer's unused codes during a month: how many there were, what entered and left them, and what that costs. */
export default function StatementPage({ head, statement, acts, now, timeZone }: StatementPageProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { cust_idx } = head.customer;
  const { month, isRunning } = statement;
  const call = (as: string) => `/api/v1/customer/${cust_idx}/statement?month=${month}&as=${as}`;
  const first = format.calendarDay(`${month}-01`);
  const isEmpty = statement.batches.length === 0;
  return (
    <CustomerPage head={head} tab={statementHref(cust_idx)}>
      <SectionHead
        title={t('code.statement_heading', { month: format.calendarMonth(month) })}
        note={
          isRunning
            ? t('code.statement_until_now', { first, zone: timeZone })
            : t('code.statement_days', { first, last: format.calendarDay(lastDayOf(month)), zone: timeZone })
        }
      >
        <Inline tight>
          <Months custIdx={cust_idx} month={month} now={now} />
          <RecordPartActs acts={acts} />
          <Menu
            label={t('common.export')}
            icon="download"
            items={(['pdf', 'csv'] as const).map((as) => ({ label: as.toUpperCase(), href: call(as), download: true }))}
          />
        </Inline>
      </SectionHead>
      {isEmpty ? (
        <p>{t('code.statement_quiet')}</p>
      ) : (
        <>
          <StatementFall statement={statement} custIdx={cust_idx} />
          <StatementBatches statement={statement} custIdx={cust_idx} />
          <StatementAmounts {...statement} />
        </>
      )}
    </CustomerPage>
  );
}

/** Links to the months before and after, which the arrow keys follow. */
function Months({ custIdx, month, now }: { custIdx: number; month: string; now: string }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const before = statementHref(custIdx, monthAfter(month, -1));
  const after = month < now ? statementHref(custIdx, monthAfter(month)) : undefined;
  useDeclaredKeys();
  return (
    <Inline as="nav" whole tight aria-label={t('code.statement_month')}>
      <ButtonLink href={before} aria-keyshortcuts="ArrowLeft">
        <Icon name="previous" />
        {format.shortMonth(monthAfter(month, -1))}
      </ButtonLink>
      <Text as="strong" whole pad="0 4px" aria-current="date">
        {format.shortMonth(month)}
      </Text>
      {after ? (
        <ButtonLink href={after} aria-keyshortcuts="ArrowRight">
          {format.shortMonth(monthAfter(month))}
          <Icon name="next" />
        </ButtonLink>
      ) : (
        <Button disabled aria-hidden>
          {format.shortMonth(monthAfter(month))}
          <Icon name="next" />
        </Button>
      )}
    </Inline>
  );
}
