import { useEffect, useState } from 'react';
import { client } from '#client/api.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Facts } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { CodeWords } from '../code.messages.ts';
import { showCode } from '../code.rules.ts';
import type { CodeListRow } from '../find/code-rows.read.ts';
import { CodeActs } from './code-detail-acts.tsx';
import type { CodeEvent, codeListApi, CodeDetail as Detail } from './code-list.contract.ts';
import styles from './code-list.module.css';
import { useCodeValues, withdrawnText } from './use-code-columns.tsx';

const call = client<typeof codeListApi>();

/** The detail of an opened row: the times of a code, its actions, and its history. */
export function CodeDetail({ row }: { row: CodeListRow }) {
  const t = useT<CodeWords>();
  const [detail, setDetail] = useState<Detail | null>(null);
  const submission = useSubmit(async () => {
    setDetail((await call('GET /api/v1/code/:code', { params: { code: row.code } })).results);
  });
  // Once, when the row is opened; the button retries.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => submission.submit(), []);
  return (
    <Stack gap={16} className={styles.detail}>
      <Times row={row} />
      <CodeActs row={row} />
      <FormProblem of={submission} title={t('code.detail_failed')} />
      {detail && <History detail={detail} />}
    </Stack>
  );
}

function Times({ row }: { row: CodeListRow }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { length, lastDay, validUntil } = useCodeValues();
  const moment = (at: number) => (at === 0 ? '—' : format.dateTime(at));
  const facts = [
    [t('code.field_batch'), `${row.batch} (${row.cg_idx})`],
    [t('code.field_lot'), format.number(row.lot)],
    [t('code.field_issued'), moment(row.issued_at)],
    [t('code.field_valid_from'), moment(row.valid_from)],
    [t('code.field_valid_until'), validUntil(row)],
    [t('code.field_length'), length(row.length)],
    [t('code.field_activated'), moment(row.activated_date)],
    ...(row.activated_date > 0 ? [[t('code.field_expired_date'), lastDay(row.expired_date)]] : []),
    ...(row.is_canceled > 0
      ? [[row.withdrawn ? withdrawnText(t, row) : t('code.field_canceled'), moment(row.is_canceled)]]
      : []),
  ];
  return (
    <Facts>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}

function History({ detail: { history, uses } }: { detail: Detail }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const eventText = useEventText();
  return (
    <section>
      <h3>{t('common.history')}</h3>
      <Stack as="ol" gap={4}>
        {history.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index}>
            <b>{eventText(event)}</b> · {event.actor && <>{event.actor} · </>}
            <Text as="time" tone="soft">
              {format.dateTime(event.at)}
            </Text>
            {event.kind === 'activated' && uses.length > 0 && (
              <>
                {' '}
                · {t('code.uses')}{' '}
                {uses.map(({ label, href }) => (
                  <a key={label} href={href ?? undefined}>
                    {label}
                  </a>
                ))}
              </>
            )}
            {event.memo && <small> · {event.memo}</small>}
          </li>
        ))}
      </Stack>
    </section>
  );
}

function useEventText(): (event: CodeEvent) => string {
  const t = useT<CodeWords>();
  const { length, lastDay } = useCodeValues();
  return ({ kind, field, before, after, withdrawn, leaked, other }) => {
    if (other !== null)
      return t(kind === 'replaced' ? 'code.did_replaced' : 'code.did_replaces', { code: showCode(other) });
    if (kind !== 'changed') return t(`code.did_${kind}`);
    if (withdrawn) return withdrawnText(t, { leaked });
    if (field === 'is_canceled') return t(after > 0 ? 'code.did_canceled' : 'code.did_restored');
    const value = field === 'length' ? length : lastDay;
    const label =
      field === 'length'
        ? t('code.field_length')
        : t(field === 'valid_until' ? 'code.field_valid_until' : 'code.field_expired_date');
    return t('code.did_changed', { field: label, before: value(before), after: value(after) });
  };
}
