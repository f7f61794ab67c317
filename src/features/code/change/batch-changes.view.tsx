import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { CodeWords } from '../code.messages.ts';
import { useCodeValues } from '../list/use-code-columns.tsx';
import type { BatchAct } from './change.contract.ts';
import styles from './change.module.css';

/** The acts on the codes of a batch, newest first. */
export default function BatchChanges({ acts }: { acts: readonly BatchAct[] }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const told = useToldAct();
  return (
    <section>
      <h2>{t('code.batch_changes')}</h2>
      {acts.length === 0 && <EmptyState text={t('code.batch_unchanged')} />}
      <ol className={styles.acts}>
        {acts.map((act) => (
          <li key={act.act_idx}>
            <b>{told(act)}</b> · {t('code.batch_changed_codes', { count: act.changed })}
            <small>
              {act.actor ?? '—'} · <time>{format.dateTime(act.at)}</time>
              {act.memo && ` · ${act.memo}`}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useToldAct(): (act: BatchAct) => string {
  const t = useT<CodeWords>();
  const { length, lastDay } = useCodeValues();
  return ({ field, value }) => {
    if (value === null) return t('code.batch_undone', { what: t(`code.change_${field}`) });
    if (field === 'is_canceled') return t(value > 0 ? 'code.did_canceled' : 'code.did_restored');
    return `${t(`code.change_${field}`)}: ${field === 'length' ? length(value) : lastDay(value)}`;
  };
}
