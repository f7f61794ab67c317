import type { Translate } from '#kernel/messages/messages.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { Column } from '#ui/table/column.ts';
import type { CodeWords } from '../code.messages.ts';
import { showCode } from '../code.rules.ts';
import type { CodeListRow } from '../find/code-rows.read.ts';
import styles from './code-list.module.css';

/** The state of a withdrawn code: it says if that was because a file with it leaked. */
export const withdrawnText = (t: Translate<CodeWords>, { leaked }: Pick<CodeListRow, 'leaked'>): string =>
  t(leaked ? 'code.state_leaked' : 'code.state_withdrawn');

/** The state of a code: a dot and a word. */
export function CodeStateMark({
  state,
  withdrawn,
  leaked = false,
}: Pick<CodeListRow, 'state' | 'withdrawn'> & Partial<Pick<CodeListRow, 'leaked'>>) {
  const t = useT<CodeWords>();
  const tone = state === 'active' ? 'live' : state === 'canceled' ? 'warn' : undefined;
  return <State tone={tone}>{withdrawn ? withdrawnText(t, { leaked }) : t(`code.state_${state}`)}</State>;
}

type Ending = Pick<CodeListRow, 'valid_until' | 'waits_for' | 'valid_days'>;

/** Formats the values of codes: days, and times where 0 means none. */
export function useCodeValues() {
  const t = useT<CodeWords>();
  const format = useFormat();
  const lastDay = (end: number) => (end === 0 ? t('code.no_end') : format.date(end - 1));
  return {
    length: (days: number) => (days === 0 ? t('code.forever') : t('code.days', { count: days })),
    /** The last day before a given end. */
    lastDay,
    /** Until when a code can be redeemed, or for what that waits. */
    validUntil: ({ valid_until: end, waits_for: event, valid_days: days }: Ending) =>
      event === null ? lastDay(end) : t(`code.days_after_${event}`, { days }),
    day: (at: number) => (at === 0 ? '' : format.date(at)),
  };
}

/** Of a code that was never redeemed: until when it can be or could have been, or for what that waits. */
function RedeemBy({ of: row }: { of: CodeListRow }) {
  const t = useT<CodeWords>();
  const { validUntil, lastDay } = useCodeValues();
  if (row.state === 'expired') return lastDay(row.valid_until);
  if (row.state !== 'issued' || (row.valid_until === 0 && row.waits_for === null)) return null;
  const end = validUntil(row);
  return (
    <Text as="span" tone="soft">
      {row.waits_for === null ? t('code.redeem_by', { day: end }) : end}
    </Text>
  );
}

export function useCodeColumns(): Column<CodeListRow>[] {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { length, lastDay, validUntil, day } = useCodeValues();
  return [
    {
      key: 'code',
      label: t('code.field_code'),
      fixed: true,
      align: 'nowrap',
      render: ({ code }) => <code className={styles.code}>{showCode(code)}</code>,
    },
    {
      key: 'state',
      label: t('code.field_state'),
      align: 'nowrap',
      render: (row) => <CodeStateMark {...row} />,
    },
    {
      key: 'batch',
      label: t('code.field_batch'),
      align: 'cut',
      aside: true,
      render: ({ cg_idx, batch }) => <a href={`/code?cg_idx=${cg_idx}`}>{batch}</a>,
    },
    {
      key: 'lot',
      label: t('code.field_lot'),
      align: 'number',
      aside: true,
      render: ({ cg_idx, lot }) => <a href={`/code?cg_idx=${cg_idx}&lot=${lot}`}>{format.number(lot)}</a>,
    },
    {
      key: 'customer',
      label: t('code.field_customer'),
      align: 'cut',
      render: ({ cust_idx, customer }) => <a href={`/customer/${cust_idx}`}>{customer}</a>,
    },
    {
      key: 'collection',
      label: t('code.field_collection'),
      align: 'cut',
      render: ({ cid, collection }) => <a href={`/collection/${cid}`}>{collection}</a>,
    },
    {
      key: 'issued',
      label: t('code.field_issued'),
      align: 'number',
      aside: true,
      render: ({ issued_at: at }) => day(at),
    },
    {
      key: 'valid',
      label: t('code.field_valid_until'),
      align: 'number',
      aside: true,
      render: (row) => validUntil(row),
    },
    {
      key: 'length',
      label: t('code.field_length'),
      align: 'number',
      aside: true,
      render: ({ length: days }) => length(days),
    },
    {
      key: 'activated',
      label: t('code.field_activated'),
      align: 'number',
      aside: true,
      render: ({ activated_date: at }) => day(at),
    },
    {
      key: 'expires',
      label: t('code.field_expired_date'),
      align: 'number',
      aside: true,
      render: (row) => (row.activated_date > 0 ? lastDay(row.expired_date) : <RedeemBy of={row} />),
    },
  ];
}
