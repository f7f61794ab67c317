import { Card } from '#ui/kit/card.tsx';
import type { CodeStatus, CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { ShareBar, ShareName, type ShareTone } from '#ui/kit/share-bar.tsx';
import { Text } from '#ui/kit/text.tsx';
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

const tones: Partial<Record<Figure['name'], ShareTone>> = {
  issued: 'ahead',
  active: 'live',
  expired: 'over',
  canceled: 'bad',
  missing: 'missing',
  withdrawn: 'withdrawn',
};

/** What a batch is made of, as two equations that add up, and a bar of both. */
export function Ledger({ batch }: { batch: BatchState }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const { cg_idx, count, activated_codes: activated } = batch;
  const missing: Figure[] = batch.missing > 0 ? [{ name: 'missing', value: batch.missing, status: null }] : [];
  const withdrawn: Figure = { name: 'withdrawn', value: batch.withdrawn_codes, status: 'withdrawn' };
  const quantity: Figure = { name: 'count', value: count, status: 'quantity' };
  const parts = [...states(batch), ...missing, withdrawn].map(({ name, value }) => ({
    tone: tones[name] ?? 'missing',
    value,
  }));
  return (
    <Card aria-label={t('code.states')}>
      <Inline gap="14px 28px" below={14}>
        <Equation
          cg_idx={cg_idx}
          of={{ name: 'total', value: batch.issued }}
          plus={[quantity, withdrawn]}
          minus={missing}
        />
        <Equation cg_idx={cg_idx} of={quantity} plus={[...states(batch), ...missing]} />
        <Text as="small" size="fine" last>
          {t('code.share_activated', { share: format.number(Math.round((100 * activated) / count)) })}
        </Text>
      </Inline>
      <ShareBar parts={parts} />
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
    <Inline as="span" low gap="8px 14px" className={styles.equation}>
      <Part cg_idx={cg_idx} figure={of} />
      {[...plus, ...minus].map((figure, index) => (
        <Inline as="span" key={figure.name} low whole gap={14}>
          <Text as="span" tone="soft" className={styles.sign}>
            {sign(index)}
          </Text>
          <Part cg_idx={cg_idx} figure={figure} />
        </Inline>
      ))}
    </Inline>
  );
}

function Part({ cg_idx, figure: { name, value, status } }: { cg_idx: number; figure: Figure }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const label = t(name === 'count' ? 'code.field_count' : `code.fact_${name}`);
  const shown = (
    <>
      <Text as="span" tone="soft" size="fine">
        {tones[name] ? <ShareName tone={tones[name]}>{label}</ShareName> : label}
      </Text>{' '}
      <Text as="strong" size="figure">
        {format.number(value)}
      </Text>
    </>
  );
  if (status === null)
    return (
      <Stack as="span" gap={0} className={styles.figure}>
        {shown}
      </Stack>
    );
  return (
    <Stack
      as="a"
      gap={0}
      className={styles.figure}
      data-key={`figure: ${name}`}
      href={listUrl('/code', { cg_idx, status })}
    >
      {shown}
    </Stack>
  );
}
