import { showCode, useCodeColumns, useCodeValues } from '#features/code/code.public.tsx';
import type { CodeListRow } from '#features/code/code-find.public.ts';
import { LearnerLink } from '#features/registration/registration.public.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { Column } from '#ui/table/column.ts';
import type { ReportWords } from '../report.messages.ts';
import { allCouponsOffer, type CouponRow } from './coupon.rules.ts';

/** The columns of the code manager, and those only this report has. */
export function useCouponColumns(): Column<CouponRow>[] {
  const own = useOwnColumns();
  const shared = useCodeColumns().map((column): Column<CouponRow> => {
    const isOfBatch = column.key === 'batch' || column.key === 'customer';
    const render: Column<CouponRow>['render'] = (row, edit) =>
      isOfBatch && row.kind === 'event' ? null : column.render(asCode(row), edit);
    const { edit: _edit, ...rest } = column;
    return { ...rest, render };
  });
  const byKey = new Map([...shared, ...own].map((column) => [column.key, column]));
  return ['code', ...allCouponsOffer.columns].flatMap((key) => {
    const column = byKey.get(key);
    return column ? [{ ...column, sortable: true }] : [];
  });
}

const noBatch = { cg_idx: 0, batch: '', lot: 0, cust_idx: 0, customer: '', price: '', currency: '' };

const asCode = (row: CouponRow): CodeListRow => (row.kind === 'access' ? row : { ...row, ...noBatch });

function useOwnColumns(): Column<CouponRow>[] {
  const t = useT<ReportWords>();
  const format = useFormat();
  const { day, lastDay } = useCodeValues();
  return [
    {
      key: 'code',
      label: t('report.coupon_code'),
      fixed: true,
      align: 'nowrap',
      render: ({ code, event_idx }) => (
        <a href={event_idx === null ? listUrl('/code', { code }) : `/event/${event_idx}`}>
          <code>{showCode(code)}</code>
        </a>
      ),
    },
    {
      key: 'kind',
      label: t('report.coupon_kind'),
      align: 'nowrap',
      render: ({ kind }) => t(kind === 'event' ? 'report.coupon_event_code' : 'report.coupon_access'),
    },
    {
      key: 'event',
      label: t('report.coupon_event'),
      align: 'cut',
      aside: true,
      render: ({ event_idx, event }) => event_idx !== null && <a href={`/event/${event_idx}`}>{event}</a>,
    },
    {
      key: 'from',
      label: t('report.coupon_from'),
      align: 'number',
      aside: true,
      render: ({ valid_from: at }) => day(at),
    },
    {
      key: 'expires',
      label: t('report.coupon_ends'),
      align: 'number',
      aside: true,
      // An event has an end date of its own only with a forced expiry.
      render: ({ kind, activated_date: at, expired_date: end }) =>
        (kind === 'event' ? end === 0 : at === 0) ? '' : lastDay(end),
    },
    {
      key: 'canceled',
      label: t('report.coupon_canceled'),
      align: 'number',
      aside: true,
      render: ({ is_canceled: at }) => day(at),
    },
    {
      key: 'learner',
      label: t('report.coupon_learner'),
      align: 'cut',
      aside: true,
      render: ({ learner_id, ref }) =>
        learner_id !== null && ref !== null && <LearnerLink learner={{ learner_id, ref }} />,
    },
    {
      key: 'participants',
      label: t('report.coupon_participants'),
      align: 'number',
      aside: true,
      render: ({ event_idx, participants }) =>
        participants !== null && <a href={`/event/${event_idx}/participants`}>{format.number(participants)}</a>,
    },
    {
      key: 'price',
      label: t('report.coupon_price'),
      align: 'number',
      aside: true,
      render: ({ price, currency }) => price !== null && currency !== null && format.money(price, currency),
    },
  ];
}
