import { useFormat, useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/table/list-url.ts';
import type { CodeWords } from '../code.messages.ts';
import type { BatchState } from './batch.contract.ts';
import styles from './batch.module.css';

const figures = {
  issued: 'unused_codes',
  active: 'active_codes',
  expired: 'expired_codes',
  canceled: 'canceled_codes',
} as const;
const states = ['issued', 'active', 'expired', 'canceled'] as const;

/** How many codes of a batch are in each state, as a bar and as links to lists of them. */
export function BatchStates({ batch }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { cg_idx } = batch;
  return (
    <section className={styles.states} aria-label={t('code.states')}>
      <div className={styles.bar} aria-hidden="true">
        {states.map(
          (state) =>
            batch[figures[state]] > 0 && (
              <span key={state} data-state={state} style={{ flexGrow: batch[figures[state]] }} />
            ),
        )}
      </div>
      <ul>
        {states.map((state) => (
          <li key={state}>
            <a href={listUrl('/code', { cg_idx, status: state })} data-state={state}>
              {t(`code.state_${state}`)} <strong>{format.number(batch[figures[state]])}</strong>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
