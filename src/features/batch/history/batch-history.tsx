import { askToUndo, openFragment } from '#client/dialogs.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { leftReasons, useCodeValues } from '#features/code/code.public.tsx';
import type { Page } from '#kernel/db/paging.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame, SectionHead } from '#ui/kit/card.tsx';
import { Text } from '#ui/kit/text.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { PageLinks } from '#ui/table/pager.tsx';
import { leakHref } from '../batch.rules.ts';
import type { BatchHistoryEntry } from './batch-history.contract.ts';
import styles from './batch-history.module.css';

interface BatchHistoryProps {
  cg_idx: number;
  /** The address of the batch. */
  path: string;
  entries: Page<BatchHistoryEntry>;
  paging: { size: number; limit: number };
}

/** Everything that happened to the codes of a batch, one entry each. */
export function BatchHistory({ cg_idx, path, entries: { rows, total, page }, paging }: BatchHistoryProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const headOf = useHeadOf();
  const partsOf = usePartsOf();
  if (total === 0) return null;
  return (
    <section id="history">
      <SectionHead title={t('common.history')} note={t('code.history_hint')}>
        <PageLinks {...paging} path={path} query={{}} page={page} total={total} label={t('common.history')} />
      </SectionHead>
      <Frame as="ol" className={styles.entries}>
        {rows.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity beside its place
          <li key={index}>
            <Text as="time" tone="soft" size="small" breaks>
              {format.dateTime(entry.at)}
            </Text>
            <Text as="span" tone="soft" size="small" breaks>
              {entry.actor ?? t('actor.system')}
            </Text>
            <Text breaks className={styles.what}>
              <b>{entry.leak === null ? headOf(entry) : <a href={`/code/leak/${entry.leak}`}>{headOf(entry)}</a>}</b>
              {partsOf(entry).map((part) => ` · ${part}`)}
            </Text>
            {entry.undo !== null && (
              <Button variant="quiet" onClick={() => void askToUndo(entry.undo ?? 0)}>
                {t('undo.undo')}
              </Button>
            )}
            {entry.delivery !== null && <DeliveryMenu cg_idx={cg_idx} delivery={entry.delivery} at={entry.at} />}
          </li>
        ))}
      </Frame>
    </section>
  );
}

/** What can be done about a file that has left. */
function DeliveryMenu({ cg_idx, delivery, at }: { cg_idx: number; delivery: number; at: number }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  return (
    <RowMenu
      label={`${t('common.more')}: ${t('code.kind_delivery')}, ${format.dateTime(at)}`}
      items={[
        { label: t('code.leak_act'), danger: true, act: () => void openFragment(leakHref({ cg_idx, delivery })) },
      ]}
    />
  );
}

/** What happened, in two or three words. */
function useHeadOf(): (entry: BatchHistoryEntry) => string {
  const t = useT<CodeWords>();
  const { length, lastDay } = useCodeValues();
  return ({ kind, field, value }) => {
    if (field === null) {
      if (kind === 'undone') return t('code.batch_undone', { what: t('code.batch_did_lowered') });
      if (kind === 'leak_undone') return t('code.batch_undone', { what: t('code.batch_did_leaked') });
      if (kind === 'replacement_undone') return t('code.batch_undone', { what: t('code.batch_did_replaced') });
      return t(kind === 'changed' ? 'code.batch_did_updated' : `code.batch_did_${kind}`);
    }
    if (value === null) return t('code.batch_undone', { what: t(`code.change_${field}`) });
    if (field === 'is_canceled') return t(value > 0 ? 'code.did_canceled' : 'code.did_restored');
    return `${t(`code.change_${field}`)}: ${field === 'length' ? length(value) : lastDay(value)}`;
  };
}

/** Its figures. */
function usePartsOf(): (entry: BatchHistoryEntry) => string[] {
  const t = useT<CodeWords>();
  const format = useFormat();
  const reasons = ({ left }: BatchHistoryEntry) =>
    leftReasons.flatMap((reason) => {
      const count = left[reason];
      return count ? [t('code.change_reason', { reason: t(`code.left_${reason}`), count: format.number(count) })] : [];
    });
  return (entry) => {
    const { kind, from, to, codes, lots, kept, recipient, fields, memo } = entry;
    const parts: (string | false)[] = [
      from !== null && to !== null && kind !== 'issued' && `${format.number(from)} → ${format.number(to)}`,
      codes !== null &&
        t(kind === 'lowered' ? 'code.codes_withdrawn' : kind === 'undone' ? 'code.codes_restored' : 'code.codes_many', {
          count: codes,
        }),
      lots.length === 1 && lots[0]?.codes === codes && t('code.lot_name', { lot: lots[0]?.lot ?? 1 }),
      (lots.length > 1 || (lots.length === 1 && lots[0]?.codes !== codes)) &&
        lots.map(({ lot, codes: count }) => t('code.of_lot', { count, lot })).join(', '),
      kind === 'lowered' &&
        lots.length > 0 &&
        t('code.were_delivered', { count: lots.reduce((sum, { delivered }) => sum + delivered, 0) }),
      (kept ?? 0) > 0 && t('code.codes_kept', { count: kept ?? 0 }),
      reasons(entry).length > 0 && t('code.codes_left', { reasons: reasons(entry).join(', ') }),
      // A file that staff took is delivered to nobody yet.
      Boolean(recipient) &&
        !(kind === 'delivered' && entry.actor !== null) &&
        t('code.to_recipient', { name: recipient ?? '' }),
      Boolean(entry.day) && format.calendarDay(entry.day ?? ''),
      entry.format !== null && entry.format.toUpperCase(),
      ...fields.map(({ name, before, after }) => `${t(`code.field_${name}`)}: ${before || '—'} → ${after || '—'}`),
      memo !== '' && `“${memo}”`,
    ];
    return parts.filter((part) => part !== false);
  };
}
