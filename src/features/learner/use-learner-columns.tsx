import { showCode } from '#features/code/code.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { axisOf } from './axis.rules.ts';
import type { LearnerRegistration } from './learner.contract.ts';
import type { LearnerWords } from './learner.messages.ts';
import { RegistrationBar } from './registration-bar.tsx';

const tones = { active: 'live', expired: undefined, canceled: 'warn' } as const;

/** The columns of a learner's registrations; all bars share one axis of days. */
export function useLearnerColumns(rows: readonly LearnerRegistration[], now: number): Column<LearnerRegistration>[] {
  const t = useT<LearnerWords>();
  const format = useFormat();
  const axis = axisOf(rows, now);
  return [
    {
      key: 'collection',
      label: t('learner.collection'),
      align: 'lead',
      render: (row) => (
        <>
          <a href={`/collection/${row.cid}`}>{row.collection}</a>{' '}
          <Text as="span" tone="soft" size="small" whole>
            {t('learner.books', { count: row.books })}
          </Text>
        </>
      ),
    },
    { key: 'by', label: t('learner.by'), render: (row) => <Source of={row} /> },
    {
      key: 'axis',
      label: t('learner.axis', { from: format.date(axis.from), until: format.date(axis.until) }),
      aside: true,
      render: (row) => <RegistrationBar of={row} axis={axis} now={now} />,
    },
    {
      key: 'until',
      label: t('learner.until'),
      align: 'number',
      render: ({ expires_at: end }) => (end === 0 ? t('learner.permanent') : format.end(end)),
    },
    {
      key: 'status',
      label: t('learner.status'),
      align: 'nowrap',
      render: ({ status, canceled_at, expires_at }) => (
        <State tone={tones[status]}>
          {status === 'active' && expires_at > 0
            ? t('learner.days_left', { count: Math.ceil((expires_at - now) / 86_400) })
            : status === 'canceled'
              ? t('learner.canceled_on', { day: format.date(canceled_at) })
              : t(`learner.status_${status}`)}
        </State>
      ),
    },
  ];
}

/** How a registration was got: its code and whose that was, or the event. */
function Source({ of: row }: { of: LearnerRegistration }) {
  const t = useT<LearnerWords>();
  if (row.code === null)
    return (
      <>
        {t('learner.event')} <a href={`/event/${row.event_idx}`}>{row.event}</a>
      </>
    );
  return (
    <>
      <a href={`/code?code=${row.code}`}>
        <code>{showCode(row.code)}</code>
      </a>
      <br />
      <Text as="span" tone="soft" size="small">
        <a href={`/customer/${row.cust_idx}`}>{row.customer}</a>, <a href={`/code/batch/${row.cg_idx}`}>{row.batch}</a>
      </Text>
    </>
  );
}
