import { Card } from '#ui/kit/card.tsx';
import type { CodeStatus, CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { BatchState } from '../batch.contract.ts';
import styles from './ledger.module.css';

/** A figure of the ledger: its name, its value, and the filter that lists its codes; null for codes not issued yet. */
interface Figure {
  name: 'total' | 'count' | 'withdrawn' | 'issued' | 'active' | 'expired' | 'canceled' | 'missing';
  value: number;
  status?: CodeStatus | null;
}

const states = (batch: BatchState): Figure[] => [
  { name: 'issued', value: batch.unused_codes, status: 'issued' },
  { name: 'active', value: batch.active_codes, status: 'active' },
  { name: 'expired', value: batch.expired_codes, status: 'expired' },
  { name: 'canceled', value: batch.canceled_codes, status: 'canceled_only' },
];

/** What a batch is made of, as two equations that add up, and a bar of both. */
export function Ledger({ batch }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { cg_idx, count, activated_codes: activated } = batch;
  const missing: Figure[] = batch.missing > 0 ? [{ name: 'missing', value: batch.missing, status: null }] : [];
  const withdrawn: Figure = { name: 'withdrawn', value: batch.withdrawn_codes, status: 'withdrawn' };
  const quantity: Figure = { name: 'count', value: count, status: 'quantity' };
  const bar = [...states(batch), ...missing, withdrawn].filter(({ value }) => value > 0);
  return (
    <Card className={styles.ledger} aria-label={t('code.states')}>
      <div className={styles.sums}>
        <Equation
          cg_idx={cg_idx}
          of={{ name: 'total', value: batch.issued }}
          plus={[quantity, withdrawn]}
          minus={missing}
        />
        <Equation cg_idx={cg_idx} of={quantity} plus={[...states(batch), ...missing]} />
        <p>{t('code.share_activated', { share: format.number(Math.round((100 * activated) / count)) })}</p>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {bar.map(({ name, value }) => (
          <span key={name} data-part={name} style={{ flexGrow: value }} />
        ))}
      </div>
    </Card>
  );
}

interface EquationProps {
  cg_idx: number;
  of: Figure;
  plus: readonly Figure[];
  minus?: readonly Figure[];
}

function Equation({ cg_idx, of, plus, minus = [] }: EquationProps) {
  const sign = (index: number) => (index === 0 ? '=' : index < plus.length ? '+' : '−');
  return (
    <div className={styles.equation}>
      <Part cg_idx={cg_idx} figure={of} />
      {[...plus, ...minus].map((figure, index) => (
        <div key={figure.name} className={styles.term}>
          <span className={styles.sign}>{sign(index)}</span>
          <Part cg_idx={cg_idx} figure={figure} />
        </div>
      ))}
    </div>
  );
}

function Part({ cg_idx, figure: { name, value, status } }: { cg_idx: number; figure: Figure }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const shown = (
    <>
      <span>{t(name === 'count' ? 'code.field_count' : `code.fact_${name}`)}</span>{' '}
      <strong>{format.number(value)}</strong>
    </>
  );
  if (status === null)
    return (
      <span className={styles.figure} data-part={name}>
        {shown}
      </span>
    );
  return (
    <a
      className={styles.figure}
      data-part={name}
      data-key={`figure: ${name}`}
      href={listUrl('/code', { cg_idx, status })}
    >
      {shown}
    </a>
  );
}
