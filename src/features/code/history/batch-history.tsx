import { askToUndo } from '#client/dialogs.ts';
import type { Page } from '#kernel/db/paging.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { PageLinks } from '#ui/table/pager.tsx';
import { leftReasons } from '../change/change.rules.ts';
import type { CodeWords } from '../code.messages.ts';
import { useCodeValues } from '../list/use-code-columns.tsx';
import type { HistoryLine } from './batch-history.contract.ts';
import styles from './batch-history.module.css';

interface BatchHistoryProps {
  /** The address of the batch. */
  path: string;
  lines: Page<HistoryLine>;
  paging: { size: number; limit: number };
}

/** Everything that happened to the codes of a batch, one line each. */
export function BatchHistory({ path, lines: { rows, total, page }, paging }: BatchHistoryProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const headOf = useHeadOf();
  const partsOf = usePartsOf();
  if (total === 0) return null;
  return (
    <section className={styles.history} id="history">
      <header>
        <h2>{t('common.history')}</h2>
        <span>{t('code.history_hint')}</span>
        <PageLinks {...paging} path={path} query={{}} page={page} total={total} label={t('common.history')} />
      </header>
      <ol className={styles.lines}>
        {rows.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity beside its place
          <li key={place}>
            <time>{format.dateTime(line.at)}</time>
            <span>{line.actor ?? t('actor.system')}</span>
            <p>
              <b>{headOf(line)}</b>
              {partsOf(line).map((part) => ` · ${part}`)}
            </p>
            {line.undo !== null && (
              <button type="button" className={button.quiet} onClick={() => void askToUndo(line.undo ?? 0)}>
                {t('undo.undo')}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What happened, in two or three words. */
function useHeadOf(): (line: HistoryLine) => string {
  const t = useT<CodeWords>();
  const { length, lastDay } = useCodeValues();
  return ({ kind, field, value }) => {
    if (field === null) {
      if (kind === 'undone') return t('code.batch_undone', { what: t('code.batch_did_lowered') });
      if (kind === 'replacement_undone') return t('code.batch_undone', { what: t('code.batch_did_replaced') });
      return t(kind === 'changed' ? 'code.batch_did_updated' : `code.batch_did_${kind}`);
    }
    if (value === null) return t('code.batch_undone', { what: t(`code.change_${field}`) });
    if (field === 'is_canceled') return t(value > 0 ? 'code.did_canceled' : 'code.did_restored');
    return `${t(`code.change_${field}`)}: ${field === 'length' ? length(value) : lastDay(value)}`;
  };
}

/** Its figures. */
function usePartsOf(): (line: HistoryLine) => string[] {
  const t = useT<CodeWords>();
  const format = useFormat();
  const reasons = ({ left }: HistoryLine) =>
    leftReasons.flatMap((reason) => {
      const count = left[reason];
      return count ? [t('code.change_reason', { reason: t(`code.left_${reason}`), count: format.number(count) })] : [];
    });
  return (line) => {
    const { kind, from, to, codes, lots, kept, recipient, fields, memo } = line;
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
      reasons(line).length > 0 && t('code.codes_left', { reasons: reasons(line).join(', ') }),
      Boolean(recipient) && t('code.to_recipient', { name: recipient ?? '' }),
      line.format !== null && line.format.toUpperCase(),
      ...fields.map(({ name, before, after }) => `${t(`code.field_${name}`)}: ${before || '—'} → ${after || '—'}`),
      memo !== '' && `“${memo}”`,
    ];
    return parts.filter((part) => part !== false);
  };
}
